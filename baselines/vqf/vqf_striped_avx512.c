/* SPDX-License-Identifier: MIT */
/* vqf_striped_avx512.c - the operations of many threads with AVX-512 (vqf_striped_keys.h over vqf_block_avx512.h). */
#include "baselines/vqf/vqf_block_avx512.h"

#ifdef ISA_X86
#include "baselines/vqf/vqf_striped_avx512.h"
#include "baselines/vqf/vqf_striped_keys.h"

const struct vqf_kernel vqf_striped_avx512 = VQF_KERNEL("AVX-512", ISA_AVX512);
#endif
