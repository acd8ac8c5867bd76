/* SPDX-License-Identifier: MIT */
/* vqf_kernel_avx512.c - the vector quotient filter's operations with AVX-512 (vqf_keys.h over vqf_block_avx512.h). */
#include "baselines/vqf/vqf_block_avx512.h"

#ifdef ISA_X86
#include "core/vector_avx512.h"

#include "baselines/vqf/vqf_kernel_avx512.h"
#include "baselines/vqf/vqf_keys.h"

const struct vqf_kernel vqf_kernel_avx512 = VQF_KERNEL("AVX-512", ISA_AVX512);
#endif
