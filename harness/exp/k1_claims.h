/* SPDX-License-Identifier: MIT */
/* k1_claims.h - the claims that K1's data can judge, for its experiment. */
#ifndef CUCKOOBENCH_K1_CLAIMS_H
#define CUCKOOBENCH_K1_CLAIMS_H

#include "harness/analysis/claims.h"

extern const struct claim k1_claims[];

#endif
