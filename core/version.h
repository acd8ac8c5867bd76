/* SPDX-License-Identifier: MIT */
#ifndef CUCKOOBENCH_VERSION_H
#define CUCKOOBENCH_VERSION_H

#define CUCKOOBENCH_VERSION "0.1.0"

#endif
