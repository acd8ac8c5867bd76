#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""python_filter.py - a filter of libcuckoobench from Python, by ctypes.

A million keys, none missed, and how often absent ones are found.

    python3 examples/python_filter.py [FILTER [LIBRARY]]        cf-best, libcuckoobench.so.0
"""
import ctypes as c
import sys


class Params(c.Structure):  # the first members of struct cuckoobench_params: those behind `size` bytes count as 0
    _fields_ = [("size", c.c_size_t), ("bytes", c.c_uint64), ("buckets", c.c_uint64), ("items", c.c_uint64),
                ("fp_bits", c.c_uint32)]


NAME = sys.argv[1] if len(sys.argv) > 1 else "cf-best"
KEYS = 1_000_000

lib = c.CDLL(sys.argv[2] if len(sys.argv) > 2 else "libcuckoobench.so.0")
keys_p, size = c.POINTER(c.c_uint64), c.c_size_t
lib.cuckoobench_create.argtypes = [c.c_char_p, c.POINTER(Params), c.POINTER(c.c_void_p), c.POINTER(c.c_char_p)]
lib.cuckoobench_insert.argtypes, lib.cuckoobench_insert.restype = [c.c_void_p, keys_p, size], size
lib.cuckoobench_contains.argtypes = [c.c_void_p, keys_p, size, c.POINTER(c.c_uint8)]
lib.cuckoobench_contains.restype = size
lib.cuckoobench_destroy.argtypes, lib.cuckoobench_destroy.restype = [c.c_void_p], None

present = (c.c_uint64 * KEYS)(*range(KEYS))
absent = (c.c_uint64 * KEYS)(*range(KEYS, 2 * KEYS))
hit = (c.c_uint8 * KEYS)()

filter_, why = c.c_void_p(), c.c_char_p()
if lib.cuckoobench_create(NAME.encode(), Params(c.sizeof(Params), items=KEYS), filter_, why):
    sys.exit(f"{NAME}: {why.value.decode()}")
if lib.cuckoobench_insert(filter_, present, KEYS) != KEYS:
    sys.exit(f"{NAME}: full")
missed = KEYS - lib.cuckoobench_contains(filter_, present, KEYS, hit)
wrong = lib.cuckoobench_contains(filter_, absent, KEYS, hit)
lib.cuckoobench_destroy(filter_)
print(f"{NAME}: {KEYS} keys, {missed} false negatives, {100 * wrong / KEYS:.3f} % false positives")
sys.exit(missed != 0)
