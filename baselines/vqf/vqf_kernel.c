/* SPDX-License-Identifier: MIT */
/* vqf_kernel.c - the vector quotient filter's operations with vectors (vqf_keys.h over vqf_block_vector.h). */
#include "baselines/vqf/vqf_table.h"

#include "baselines/vqf/vqf_block_vector.h"

#ifdef VQF_TARGET
#include "baselines/vqf/vqf_keys.h"

const struct vqf_kernel VECTOR_NAMED(vqf_kernel) = VQF_KERNEL(VECTOR_CALLED, VECTOR_ISA);
#endif
