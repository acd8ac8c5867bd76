/* SPDX-License-Identifier: MIT */
/* vqf_kernel.h - the kernels of this room's filters, and the kind that chooses among them. */
#ifndef CUCKOOBENCH_VQF_KERNEL_H
#define CUCKOOBENCH_VQF_KERNEL_H

#include "baselines/vqf/vqf_table.h"
#include "core/probe.h"

extern const struct vqf_kernel FILTER_KIND(vqf_portable), vqf_kernel_avx2, vqf_kernel_avx512;

#ifdef ISA_X86
static const struct vqf_kind vqf_kind = {{&vqf_kernel_avx512, &vqf_kernel_avx2, &FILTER_KIND(vqf_portable)}};
#else
static const struct vqf_kind vqf_kind = {{&FILTER_KIND(vqf_portable)}};
#endif

#endif
