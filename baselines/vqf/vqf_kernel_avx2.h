/* SPDX-License-Identifier: MIT */
/* vqf_kernel_avx2.h - the vector quotient filter's operations with AVX2. */
#ifndef CUCKOOBENCH_VQF_KERNEL_AVX2_H
#define CUCKOOBENCH_VQF_KERNEL_AVX2_H

#include "baselines/vqf/vqf_table.h"

extern const struct vqf_kernel vqf_kernel_avx2;

#endif
