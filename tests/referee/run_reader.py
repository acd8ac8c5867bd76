# SPDX-License-Identifier: MIT
"""Reads a run as docs/report.md describes its files, and nothing else of this suite.

A run is a record (record.csv), plain or compressed. There a sample has its program's words, and an experiment looks at
it under its own names (views.py).

A record of format 2 has digests, which are checked here by other means: of each entry, and of which attempt stands
before it. A record of format 1 has none.

The last attempt of a cell that is done counts. Minimum and maximum are over all attempts.
"""
import csv
import gzip
import hashlib
import os
from collections import defaultdict, namedtuple

from views import label, named, tables, views

Sample = namedtuple("Sample", "cell attempt rep exp panel series x metric unit num den counts")
Attempt = namedtuple("Attempt", "cell attempt rep status alu_ps read_ps seconds")

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
        if lines[0] == "format,2\n":
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
                attempts.append(Attempt(cell, int(row[at["attempt"]]), repetition(cell), row[at["status"]],
                                        row[at["alu_ps"]], row[at["read_ps"]], row[at["seconds"]]))
                missing = int(row[at["samples"]])
            elif kind == "sample":
                raw.append((attempts[-1], *(row[at[name]] for name in
                                            "rep place series x measure unit num den".split())))
                missing -= 1
    if missing:
        cut = attempts.pop()
        raw = [sample for sample in raw if sample[0] is not cut]
    run = tables(a.cell for a in attempts)
    samples = [(a.cell, a.attempt, int(rep), *seen, unit, int(num), int(den))
               for a, rep, place, series, x, measure, unit, num, den in raw
               for seen in views(run, a.cell, place, series, float(x), measure)]
    return attempts, samples


def read_run(directory):
    """(attempts, samples by experiment) of a run. `counts` of a sample: its attempt is the cell's last that is done."""
    attempts, samples = read_record(directory)
    last = {}
    for a in attempts:
        if a.status == "done":
            last[a.cell] = max(a.attempt, last.get(a.cell, 0))
    by_experiment = defaultdict(list)
    for s in samples:
        if s[0] in last:
            sample = Sample(*s, s[1] == last[s[0]])
            by_experiment[sample.exp].append(sample._replace(metric=named(sample.exp, sample.metric, sample.num)))
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
