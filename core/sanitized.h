/* SPDX-License-Identifier: MIT */
/* sanitized.h - does a sanitizer watch this build? gcc tells by a macro, clang by a feature. Both are 0 or 1. */
#ifndef CUCKOOBENCH_SANITIZED_H
#define CUCKOOBENCH_SANITIZED_H

#if defined(__has_feature)
#define SANITIZED_HAS(feature) __has_feature(feature)
#else
#define SANITIZED_HAS(feature) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || SANITIZED_HAS(address_sanitizer)
#define SANITIZED_ADDRESSES 1
#else
#define SANITIZED_ADDRESSES 0
#endif

#if defined(__SANITIZE_THREAD__) || SANITIZED_HAS(thread_sanitizer)
#define SANITIZED_THREADS 1
#else
#define SANITIZED_THREADS 0
#endif

#endif
