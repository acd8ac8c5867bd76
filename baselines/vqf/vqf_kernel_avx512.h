/* SPDX-License-Identifier: MIT */
/* vqf_kernel_avx512.h - the vector quotient filter's operations with AVX-512. */
#ifndef CUCKOOBENCH_VQF_KERNEL_AVX512_H
#define CUCKOOBENCH_VQF_KERNEL_AVX512_H

#include "baselines/vqf/vqf_table.h"

extern const struct vqf_kernel vqf_kernel_avx512;

#endif
