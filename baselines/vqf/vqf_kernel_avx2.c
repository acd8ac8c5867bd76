/* SPDX-License-Identifier: MIT */
/* vqf_kernel_avx2.c - the vector quotient filter's operations with AVX2 (vqf_keys.h over vqf_block_avx2.h). */
#include "baselines/vqf/vqf_block_avx2.h"

#ifdef ISA_X86
#include "core/vector_avx2.h"

#include "baselines/vqf/vqf_kernel_avx2.h"
#include "baselines/vqf/vqf_keys.h"

const struct vqf_kernel vqf_kernel_avx2 = VQF_KERNEL("AVX2", ISA_AVX2);
#endif
