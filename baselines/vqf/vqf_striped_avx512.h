/* SPDX-License-Identifier: MIT */
/* vqf_striped_avx512.h - the operations of many threads with AVX-512. */
#ifndef CUCKOOBENCH_VQF_STRIPED_AVX512_H
#define CUCKOOBENCH_VQF_STRIPED_AVX512_H

#include "baselines/vqf/vqf_striped_table.h"

extern const struct vqf_kernel vqf_striped_avx512;

#endif
