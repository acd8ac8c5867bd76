# SPDX-License-Identifier: MIT
"""Reads a run as docs/report.md describes its files, and nothing else of this suite.

A run is a record (record.csv), plain or compressed. There a sample has its program's words, and an experiment looks at
it under its own names (views.py).

Its digests are checked here by other means: of each entry, and of which attempt stands before it.
"""
import csv
import gzip
import hashlib
import os
from collections import defaultdict, namedtuple

from views import named, views

Sample = namedtuple("Sample", "cell rep exp panel series x metric unit num den")
Attempt = namedtuple("Attempt", "cell rep status by alu_ps read_ps seconds")

SCALE = {"Mops/s": 1000.0}  # operations over nanoseconds; every other unit is the quotient itself


def value(sample):
    """The sample in its unit."""
    return sample.num / sample.den * SCALE.get(sample.unit, 1.0)


def opened(directory, name):
    """The file of this name, compressed or not."""
    path = os.path.join(directory, name)
    if os.path.exists(path):
        return open(path, newline="")
    return gzip.open(path + ".gz", "rt", newline="")


def repetition(cell):
    """The repetition that a cell's label ends with."""
    return int(cell.rsplit("rep=", 1)[1].split(":")[0])


def entries(lines):
    """The entries of a record behind its four lines of headers: what a call was asked for, or an attempt with its
    samples. Each is a list of whole lines; a last one that is cut off is left out."""
    entry = []
    for line in lines[4:]:
        if not line.startswith("sample,") and entry:
            yield entry
            entry = []
        if line.endswith("\n"):
            entry.append(line)
    first = entry[0].split(",") if entry else [""]
    at = lines[2].rstrip("\n").split(",").index("samples")
    if first[0] == "asked" or first[0] == "attempt" and len(entry) == 1 + int(first[at]):
        yield entry


def check_digests(lines):
    """Raises ValueError for an entry that is not as it was written, or not where it was."""
    before = ""
    for entry in entries(lines):
        head, digest = entry[0].rstrip("\n").rsplit(",", 1)
        whole = (head + ",\n" + "".join(entry[1:])).encode()
        if hashlib.sha256(whole).hexdigest()[:16] != digest:
            raise ValueError("changed since it was written: " + entry[0])
        if head.startswith("attempt,"):
            if head.rsplit(",", 1)[1] != before:
                raise ValueError("not where it was written: " + entry[0])
            before = digest


def read_record(directory):
    """Attempts and samples of record.csv, as the experiments' views show them. A last attempt with fewer samples than
    it announces was cut off, and does not count."""
    attempts, raw, columns, missing = [], [], {}, 0
    with opened(directory, "record.csv") as file:
        lines = file.readlines()
        check_digests(lines)
        for row in csv.reader(lines):
            kind = row[0]
            if kind not in ("attempt", "sample", "asked"):
                continue  # the line that names the format
            if kind not in columns:
                columns[kind] = {name: i for i, name in enumerate(row)}
                continue
            at = columns[kind]
            if kind == "attempt":
                cell = row[at["cell"]]
                attempts.append(Attempt(cell, repetition(cell), row[at["status"]], row[at["by"]].split(),
                                        row[at["alu_ps"]], row[at["read_ps"]], row[at["seconds"]]))
                missing = int(row[at["samples"]])
            elif kind == "sample":
                raw.append((attempts[-1], *(row[at[name]] for name in
                                            "rep place series x measure unit num den".split())))
                missing -= 1
    if missing:
        cut = attempts.pop()
        raw = [sample for sample in raw if sample[0] is not cut]
    samples = [Sample(a.cell, int(rep), *seen, unit, int(num), int(den))
               for a, rep, place, series, x, measure, unit, num, den in raw
               for seen in views(a.by, a.cell, place, series, float(x), measure)]
    return attempts, samples


def read_run(directory):
    """(attempts, samples by experiment) of a run."""
    attempts, samples = read_record(directory)
    by_experiment = defaultdict(list)
    for s in samples:
        by_experiment[s.exp].append(s._replace(metric=named(s.exp, s.metric, s.num)))
    return attempts, by_experiment


def read_results(directory):
    """results/*.csv: rows by experiment."""
    folder = os.path.join(directory, "results")
    rows = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".csv"):
            with open(os.path.join(folder, name), newline="") as file:
                rows[name[:-4]] = list(csv.DictReader(file))
    return rows
