/* SPDX-License-Identifier: MIT */
/* vqf_striped_avx2.h - the operations of many threads with AVX2. */
#ifndef CUCKOOBENCH_VQF_STRIPED_AVX2_H
#define CUCKOOBENCH_VQF_STRIPED_AVX2_H

#include "baselines/vqf/vqf_striped_table.h"

extern const struct vqf_kernel vqf_striped_avx2;

#endif
