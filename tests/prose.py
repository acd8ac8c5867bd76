# SPDX-License-Identifier: MIT
"""Numbers in prose, held against the data that they are of: python3 tests/prose.py TABLE FILE...

TABLE (tests/prose.tsv) has a line for each place, with tabs between file, words and origin. The words stand in the file
once, however it breaks lines, with every number of them that the line is about in braces. The origin is

    = EXPRESSION   what the numbers are, in their order, rounded to the digits that are printed
    ~ EXPRESSION   the same within a tenth: "some 25", "a ninth"
    - REASON       of no committed run, and why

FILE: a page of which every number that looks measured must be in the table: it has a decimal point, or a unit. Of a
claims.json the paragraphs are the page. Names that an expression may use are the functions below; results/*.csv and
claims.json of datasets/reference and datasets/atlas are the data. tests/cli/prose.sh names the pages.

With --write before TABLE, numbers that are no longer their data's are written anew into TABLE and pages, after a run
was made anew: read then whether the sentences still hold.
"""
import csv
import functools
import json
import math
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
RUNS = [os.path.join(ROOT, "datasets", kind) for kind in ("reference", "atlas")]
NUMBER = re.compile(r"(?<![\w.^=-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w^])")
LIST = re.compile(r"(?:\s*(?:to\b|and\b|[/,\[\]]|\d[\d.]*))+")
UNIT = re.compile(r"\s*(?:%|M\b|M/s|ns\b|times\b|x\b|million\b|in a million|points\b|bits\b(?= per)|seconds?\b|GB/s)")


# --- the data ---------------------------------------------------------------------------------------------------

def path_of(run):
    return next((os.path.join(runs, run) for runs in RUNS if os.path.isdir(os.path.join(runs, run))), run)


@functools.lru_cache(None)
def rows(run, exp):
    with open(os.path.join(path_of(run), "results", exp + ".csv"), newline="") as file:
        return list(csv.DictReader(file))


def line(place):
    """[row] of "RUN/ID PANEL SERIES METRIC", by x. A panel without a name is "-"."""
    where, panel, series, metric = place.split()
    found = [r for r in rows(*where.split("/"))
             if (r["panel"] or "-", r["series"], r["metric"]) == (panel, series, metric)]
    if not found:
        raise KeyError(place)
    return sorted(found, key=lambda r: float(r["x"]))


def at(place, x=0.0, column="median"):
    """A number of the row at x."""
    near = [r for r in line(place) if abs(float(r["x"]) - x) <= 1e-6 * max(1, abs(x))]
    if len(near) != 1:
        raise KeyError("%s at %g" % (place, x))
    return float(near[0][column])


def every(place, column="median"):
    """The numbers of a line, at every x."""
    return [float(r[column]) for r in line(place)]


def ends(values):
    return [min(values), max(values)]


@functools.lru_cache(None)
def claims(run):
    with open(os.path.join(path_of(run), "claims.json")) as file:
        return {c["id"]: c for c in json.load(file)["claims"]}


def verdicts(run, *words):
    """How many claims of a run have one of these verdicts; with none, all that are on its board."""
    of = [c["verdict"] for c in claims(run).values()]
    return sum(v in words if words else v != "not asked for" for v in of)


def relations(run, claim):
    """How many comparisons a claim rests on."""
    return len(claims(run)[claim]["relations"])


def relation(run, claim, label, count=1):
    """The first numbers after the label of a relation: the value and the ends of its interval."""
    found = [r for r in claims(run)[claim]["relations"] if r.startswith(label + ": ")]
    if len(found) != 1:
        raise KeyError("%s: %s" % (claim, label))
    return [float(n) for n in re.findall(r"\d+(?:\.\d+)?", found[0][len(label) + 2:])[:count]]


@functools.lru_cache(None)
def published():
    with open(os.path.join(ROOT, "datasets", "paper", "printed.csv"), newline="") as file:
        return list(csv.DictReader(file))


def printed(place, source, x=None):
    """The number that the source prints: "ID PANEL SERIES METRIC", and a part of the source's name."""
    found = {r["value"] for r in published() if source in r["source"] and (x is None or r["x"] == "%g" % x) and
             [r["exp"], r["panel"] or "-", r["series"], r["metric"]] == place.split()}
    if len(found) != 1:
        raise KeyError("%s in %s" % (place, source))
    return float(found.pop())


def formula_crossing(more):
    """The rate where (log2(1/eps) + more) / load = log2(1/eps) / ln 2, at the mean load of F4's CF over f."""
    load = sum(every("full/f4 - cf load", "mean")) / len(every("full/f4 - cf load"))
    return 2 ** (-more / (load / math.log(2) - 1))


def noise(run):
    """Of a run's page: timed cells, those that noted a disturbance, those with a series whose turns disagree, and
    such series, of how many."""
    with open(os.path.join(path_of(run), "report.html")) as file:
        found = re.search(r"Of (\d+) timed measurements, (\d+) noted .*? and (\d+) have a series .*?\. (\d+) of their "
                          r"(\d+) series", file.read())
    if not found:
        raise KeyError(run)
    return [int(n) for n in found.groups()]


NAMES = {f.__name__: f for f in (at, every, ends, verdicts, relation, relations, printed, formula_crossing, noise, min,
                                 max, sum, math.log2)}


# --- the text ---------------------------------------------------------------------------------------------------

def plain(text):
    """As it is read: one blank between words, nothing of addresses and commands."""
    text = re.sub(r"```.*?```|\]\([^)]*\)|<!--.*?-->", " ", text, flags=re.S)
    return re.sub(r"\s+", " ", text)


def read(name):
    """The words of a page."""
    path = os.path.join(ROOT, name)
    with open(path) as file:
        if name.endswith(".json"):
            return plain(" ".join(c["paragraph"] or "" for c in json.load(file)["claims"]))
        return plain(file.read())


def looks_measured(text, m):
    """Has the number a decimal point, or a unit, its own or that of the list which it begins? (b = 4, 95 % full is no
    list.)"""
    rest = LIST.match(text, m.end()) if not text.endswith("= ", 0, m.start()) else None
    return "." in m[0] or UNIT.match(text, m.end()) or rest and UNIT.match(text, rest.end())


def numbers_of(text):
    """{(start, end)} of every number that looks measured, sections of the paper aside."""
    return {m.span() for m in NUMBER.finditer(text)
            if looks_measured(text, m) and not text.endswith("section ", 0, m.start())}


def is_printed(printed, value, rough):
    if rough:
        return abs(value - printed[0]) <= 0.1 * abs(value)
    return abs(value - printed[0]) <= 0.5 * 10.0 ** -printed[1] * (1 + 1e-9)


def parsed(text):
    """(value, decimals) of a printed number."""
    text = text.replace(",", "")
    return float(text), len(text.partition(".")[2])


def flat(value):
    return [n for v in value for n in flat(v)] if isinstance(value, (list, tuple)) else [value]


def values_of(origin):
    return flat(eval(origin[1:].strip(), {"__builtins__": {}, **NAMES}))  # of this tree's own table


def check(text, words, origin):
    """([(start, end)] of the numbers in the text, what is wrong or None)."""
    bare, spans, shift = re.sub(r"[{}]", "", words), [], 0
    for m in re.finditer(r"\{([^{}]*)\}", words):
        spans.append((m.start() - shift, m.start() - shift + len(m[1])))
        shift += 2
    if text.count(bare) != 1:
        return [], "stands there %d times" % text.count(bare)
    start = text.index(bare)
    spans = [(start + a, start + b) for a, b in spans]
    if origin[0] == "-":
        return spans, None if len(origin) > 2 else "no reason"
    try:
        values = values_of(origin)
    except (KeyError, IndexError, OSError) as why:
        return spans, "no such data: %s" % why
    if len(values) != len(spans):
        return spans, "%d numbers for %d places" % (len(values), len(spans))
    wrong = ["%s, and is %.6g" % (text[a:b], v) for (a, b), v in zip(spans, values)
             if math.isnan(v) or not is_printed(parsed(text[a:b]), v, origin[0] == "~")]
    return spans, "; ".join(wrong) or None


def lines_of(table):
    """[file, words, origin] of each line."""
    with open(table) as file:
        return [row.rstrip("\n").split("\t") for row in file if row.strip() and not row.startswith("#")]


def replaced(path, old, new):
    """Writes the words anew, however the file breaks lines. Returns whether they stood there once."""
    with open(path) as file:
        text = file.read()
    found = list(re.finditer(r"\s+".join(re.escape(word) for word in old.split()), text))
    if len(found) != 1:
        return False
    words = iter(new.split())
    part = re.sub(r"\S+", lambda _: next(words), found[0][0])
    with open(path, "w") as file:
        file.write(text[:found[0].start()] + part + text[found[0].end():])
    return True


def write(table):
    """Numbers of the data in place of those that are no longer its."""
    for name, words, origin in lines_of(table):
        if origin[0] != "=" or not check(read(name), words, origin)[1]:
            continue
        try:
            values = iter(values_of(origin))
            new = re.sub(r"\{([^{}]*)\}", lambda m: "{%.*f}" % (parsed(m[1])[1], next(values)), words)
        except (KeyError, IndexError, OSError, StopIteration):
            continue  # what is left is told by the check
        if replaced(os.path.join(ROOT, name), re.sub(r"[{}]", "", words), re.sub(r"[{}]", "", new)):
            with open(table) as file:
                text = file.read()
            with open(table, "w") as file:
                file.write(text.replace("%s\t%s\t" % (name, words), "%s\t%s\t" % (name, new)))


def main(table, files):
    if table == "--write":
        table, files = files[0], files[1:]
        write(table)
    faults, texts, known = [], {}, {}
    lines = lines_of(table)
    for name in set(files) | {row[0] for row in lines}:
        texts[name], known[name] = read(name), set()
    for name, words, origin in lines:
        spans, fault = check(texts[name], words, origin)
        known[name] |= set(spans)
        if fault:
            faults.append("%s: '%s': %s" % (name, words, fault))
    for name in files:
        for a, b in sorted(numbers_of(texts[name]) - known[name]):
            faults.append("%s: of unknown origin: %s[%s]%s" % (
                name, texts[name][max(0, a - 40):a], texts[name][a:b], texts[name][b:b + 30]))
    for fault in faults:
        print(fault)
    print("%d numbers in %d files, %d faults" % (sum(map(len, known.values())), len(known), len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
