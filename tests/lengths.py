# SPDX-License-Identifier: MIT
"""How long a run takes, and how much memory: docs/lengths.md against the program, and against committed runs.

    python3 tests/lengths.py PROGRAM PAGE            prints what differs, and ends with 1
    python3 tests/lengths.py --write PROGRAM PAGE    writes the tables anew

A table of the page stands behind a comment `<!-- NAME -->`. That of scales is compared word by word: the paper's part
plans the same cells on every machine. Studies and experiments of others depend on caches and instructions, so their
numbers may differ by the factors below. The plan is that of two processors with plenty of memory, without the key sets
of packages. What runs took is in their manifests.
"""
import datetime
import json
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SCALES = ("smoke", "quick", "full", "paper")
# A number of the page may be so many times the plan's, or the other way round, once both are at least as large as the
# second number: minutes, GiB.
NEAR = {"minutes": (1.5, 1.0), "GiB": (1.25, 0.05)}
# What a scale took: runs of it, the paper's part. (`full` stood still for other work in between.)
TOOK = {"quick": ("datasets/atlas/zen3", "datasets/atlas/zen4"), "full": ("datasets/reference/full-zen4",)}


def plan(program, scale, *what):
    """The plan of a scale as JSON: seconds, bytes, cells."""
    env = dict(os.environ, CUCKOOBENCH_PACKAGES="/nonexistent", HWLOC_SYNTHETIC="pack:1 [numa] core:2 pu:1")
    command = [program, "plan", *what, "--scale", scale, "--mem-limit", "32G", "-j", "2", "--json"]
    out = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if out.returncode:
        sys.exit(out.stderr or f"{' '.join(command)} fails")
    return json.loads(out.stdout)


def digits(value):
    """Two digits, or a whole number."""
    return f"{value:.0f}" if value >= 10 or value == 0 else f"{value:.1f}"


def span(least, most):
    """Seconds in words: "7 to 12 minutes"."""
    unit, size = ("seconds", 1) if most < 100 else ("minutes", 60) if most < 200 * 60 else ("hours", 3600)
    a, b = digits(least / size), digits(most / size)
    return f"{b} {unit}" if a == b else f"{a} to {b} {unit}"


def gib(value):
    return f"{value / 2**30:.2f}"


def minutes(seconds):
    return f"{seconds / 60:.0f}" if seconds >= 600 else f"{seconds / 60:.1f}"


def took(run):
    """Words of how long a committed run took, by its calls, and on what."""
    with open(os.path.join(ROOT, run, "manifest.json"), encoding="utf-8") as f:
        manifest = json.load(f)
    calls = sum((datetime.datetime.fromisoformat(c["finished"].rstrip("Z")) -
                 datetime.datetime.fromisoformat(c["started"].rstrip("Z"))).total_seconds() for c in manifest["calls"])
    machine = manifest["machine"]
    words = f"{calls / 60:.0f} minutes: {os.path.basename(run)}, {machine['threads']} processors of family "
    words += f"{machine['cpu_family']}, model {machine['cpu_model']}"
    return calls, words


def scales(program):
    rows = [["scale", "cells", "time", "core-hours", "a cell, GiB", "all at once, GiB", "a run of it took"],
            ["---"] * 7]
    for scale in SCALES:
        p = plan(program, scale)
        core = p["core_hours_deterministic"] + p["core_hours_timed"]
        rows.append([f"`{scale}`", str(p["cells"]), span(p["seconds_least"], p["seconds_most"]),
                     f"{core:.2g}" if core < 10 else f"{core:.0f}", gib(p["cell_bytes"]), gib(p["bytes"]),
                     "; ".join(took(run)[1] for run in TOOK.get(scale, ())) or "-"])
    return rows


def numbers(first, keys):
    """A table of minutes at quick and full scale, and GiB at full scale; keys: name, plans of both."""
    return [[first, "minutes at `quick`", "minutes at `full`", "GiB at `full`"], ["---"] * 4] + [
        [name, minutes(quick["seconds"]), minutes(full["seconds"]), gib(full["bytes"])] for name, quick, full in keys]


def studies(program):
    out = subprocess.run([program, "list", "--json"], capture_output=True, text=True, check=True)
    names = [g["name"] for g in json.loads(out.stdout)["groups"]]
    return numbers("study", [(f"`{n}`", plan(program, "quick", n), plan(program, "full", n)) for n in names])


def experiments(program):
    quick, full = ({e["id"]: e for e in plan(program, scale, "@everything")["experiments"]}
                   for scale in ("quick", "full"))
    none = {"seconds": 0, "bytes": 0}
    return numbers("experiment", [(i.upper(), quick.get(i, none), e) for i, e in full.items()])


TABLES = {"scales": scales, "studies": studies, "experiments": experiments}


def block(name):
    return re.compile(rf"(<!-- {name} -->\n\n)((?:\|.*\n)*)")


def rows_of(text):
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines()]


def near(a, b, unit):
    factor, least = NEAR[unit]
    a, b = max(float(a), least), max(float(b), least)
    return a <= b * factor and b <= a * factor


def faults(name, told, made):
    """Lines that say what of a table is not the program's."""
    if name == "scales":
        return [f"{name}: {' | '.join(m)}: the page has {' | '.join(t)}" for t, m in zip(told, made) if t != m] + (
            [f"{name}: {len(told)} rows, and {len(made)} are made"] if len(told) != len(made) else [])
    said, wrong = {row[0]: row[1:] for row in told}, []
    for row in made[2:]:
        page = said.pop(row[0], None)
        units = ["minutes", "minutes", "GiB"]
        if not page or len(page) != 3 or not all(near(p, m, u) for p, m, u in zip(page, row[1:], units)):
            wrong.append(f"{name}: {' | '.join(row)}: the page has {' | '.join(page or ['no row'])}")
    return wrong + [f"{name}: {row}: there is none" for row in list(said)[2:]]


def taken(program):
    """Runs that took another time than is planned: half as much again is allowed, because machines differ."""
    wrong = []
    for scale, runs in TOOK.items():
        p = plan(program, scale, *(["--time-budget", "100h"] if scale == "quick" else []))
        for run in runs:
            seconds, _ = took(run)
            if not p["seconds_least"] / 1.5 <= seconds <= p["seconds_most"] * 1.5:
                wrong.append(f"{run}: {seconds:.0f} s, and planned are {span(p['seconds_least'], p['seconds_most'])}")
    return wrong


def main(arguments):
    write = arguments[:1] == ["--write"]
    program, page = arguments[write:]
    with open(page, encoding="utf-8") as f:
        text = f.read()
    wrong = taken(program)
    for name, make in TABLES.items():
        found = block(name).search(text)
        if not found:
            sys.exit(f"{page}: no table behind <!-- {name} -->")
        made = make(program)
        wrong += faults(name, rows_of(found.group(2)), made)
        table = "".join(f"| {' | '.join(row)} |\n" for row in made).replace("| --- ", "|---").replace("|--- |", "|---|")
        text = block(name).sub(lambda m, t=table: m.group(1) + t, text)
    if write:
        with open(page + ".tmp", "w", encoding="utf-8") as f:
            f.write(text)
        os.replace(page + ".tmp", page)
        return 0
    print("\n".join(wrong), end="\n" if wrong else "")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
