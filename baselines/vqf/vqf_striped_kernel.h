/* SPDX-License-Identifier: MIT */
/* vqf_striped_kernel.h - the kernels of the filters for many threads, and the kind that chooses among them. The
 * explorer (tests/explore.h) has its hooks in the portable one. */
#ifndef CUCKOOBENCH_VQF_STRIPED_KERNEL_H
#define CUCKOOBENCH_VQF_STRIPED_KERNEL_H

#include "baselines/vqf/vqf_striped_table.h"
#include "core/probe.h"

extern const struct vqf_kernel FILTER_KIND(vqf_striped_portable), vqf_striped_avx2, vqf_striped_avx512;

static __attribute__((unused)) const struct vqf_kind vqf_striped_kind = {
#if defined(ISA_X86) && !defined(FILTER_HOOKED)
	.kernel = {&vqf_striped_avx512, &vqf_striped_avx2, &FILTER_KIND(vqf_striped_portable)},
#else
	.kernel = {&FILTER_KIND(vqf_striped_portable)},
#endif
};

#endif
