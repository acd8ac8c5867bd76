/* SPDX-License-Identifier: MIT */
/* vqf_striped_kernel.c - the operations of many threads with vectors (vqf_striped_keys.h over vqf_block_vector.h). */
#include "baselines/vqf/vqf_striped_table.h"

#include "baselines/vqf/vqf_block_vector.h"

#ifdef VQF_TARGET
#include "baselines/vqf/vqf_striped_keys.h"

const struct vqf_kernel VECTOR_NAMED(vqf_striped) = VQF_KERNEL(VECTOR_CALLED, VECTOR_ISA);
#endif
