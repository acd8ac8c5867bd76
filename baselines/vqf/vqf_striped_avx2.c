/* SPDX-License-Identifier: MIT */
/* vqf_striped_avx2.c - the operations of many threads with AVX2 (vqf_striped_keys.h over vqf_block_avx2.h). */
#include "baselines/vqf/vqf_block_avx2.h"

#ifdef ISA_X86
#include "baselines/vqf/vqf_striped_avx2.h"
#include "baselines/vqf/vqf_striped_keys.h"

const struct vqf_kernel vqf_striped_avx2 = VQF_KERNEL("AVX2", ISA_AVX2);
#endif
