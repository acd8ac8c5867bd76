# SPDX-License-Identifier: MIT
"""Recomputes what a run published, as a referee would: every row of results/*.csv and every verdict of claims.json.

    python3 recompute.py DIR...

Says for each experiment how many rows were recomputed, which have no recomputation, and every mismatch; then the same
of verdicts. Ends with 1 if anything does not agree.
"""
import json
import math
import os
import sys
from collections import Counter

sys.dont_write_bytecode = True
from derived import derived
from predicates import CLAIMS, COUNTED
from run import COLUMNS, Run, equal, key_of, median_outside
from verdicts import Missing, verdict

VERDICTS = "confirmed", "contradicted", "inconclusive", "true by construction", "counted"


def compare_rows(run, exp):
    """(rows that agree, {metric: rows without a recomputation}, [mismatches], rows with the median outside, points that
    were measured or can be computed and have no row)."""
    agree, without, wrong, outside = 0, Counter(), [], 0
    computed = derived(run, exp) if exp in run.points else {}
    published = {key_of(row) for row in run.results[exp]}
    rowless = len(run.unpublished.get(exp, ())) + sum(key not in published for key in computed)
    for row in run.results[exp]:
        key = key_of(row)
        outside += median_outside(row)
        point = run.points.get(exp, {}).get(key)
        mine = point.row() if point else computed.get(key)
        if mine is None:
            without[row["metric"]] += 1
            continue
        differ = ["%s is %s, recomputed %.9g" % (column, row[column], v)
                  for column, v in zip(COLUMNS, mine) if not equal(float(v), float(row[column]))]
        if differ:
            wrong.append("%s.csv %s: %s" % (exp, ",".join(str(k) for k in key), "; ".join(differ)))
        else:
            agree += 1
    return agree, without, wrong, outside, rowless


def published_verdict(claim):
    """A verdict; of one that a larger scale must decide, what it would be at this one, if that is said."""
    if claim["verdict"] == "needs a larger scale" and "it would be " in claim["numbers"]:
        words = claim["numbers"].split("it would be ", 1)[1]
        return next((v for v in VERDICTS if words.startswith(v)), None)
    return claim["verdict"] if claim["relations"] else None


def judge(run, claim):
    """(verdict, number of relations), or why this referee has none."""
    if claim["id"] not in CLAIMS:
        return "no predicate here"
    try:
        relations = CLAIMS[claim["id"]](run)
    except (Missing, KeyError, ValueError, ZeroDivisionError, IndexError) as why:
        return "not enough was measured (%s)" % why
    if not relations or any(math.isnan(r.interval(0.05)[0]) for r in relations):
        return "too few repetitions"
    return "counted" if claim["id"] in COUNTED else verdict(relations), len(relations)


def compare_verdicts(run):
    """(claims that agree, [claims not judged here], [mismatches])."""
    with open(os.path.join(run.directory, "claims.json")) as file:
        claims = json.load(file)["claims"]
    agree, not_judged, wrong = 0, [], []
    for claim in claims:
        theirs = published_verdict(claim)
        if theirs is None:
            continue
        mine = judge(run, claim)
        if isinstance(mine, str):
            not_judged.append("%s: %s" % (claim["id"], mine))
        elif mine != (theirs, len(claim["relations"])):
            wrong.append("%s is %s by %d relations, recomputed %s by %d" % (
                (claim["id"], theirs, len(claim["relations"])) + mine))
        else:
            agree += 1
    return agree, not_judged, wrong


def report(directory):
    """Prints it; returns (rows, verdicts, rows with the median outside, points without a row, mismatches)."""
    run = Run(directory)
    print(directory)
    rows = outside = rowless = 0
    mismatches = []
    for exp in run.results:
        agree, without, wrong, out, lacking = compare_rows(run, exp)
        print("  %-3s %5d rows recomputed%s%s%s" % (
            exp, agree, "".join(", %d %s without" % (n, metric) for metric, n in sorted(without.items())),
            ", %d with the median outside the interval" % out if out else "",
            ", %d points have no row" % lacking if lacking else ""))
        rows, outside, rowless = rows + agree, outside + out, rowless + lacking
        mismatches += wrong
    verdicts, not_judged, wrong = compare_verdicts(run)
    mismatches += wrong
    print("  %d rows, %d verdicts agree; %d do not" % (rows, verdicts, len(mismatches)))
    for line in not_judged:
        print("  no verdict on " + line)
    for line in mismatches:
        print("  MISMATCH " + line)
    return rows, verdicts, outside, rowless, len(mismatches)


def main(directories):
    if not directories:
        sys.exit(__doc__.strip())
    sums = tuple(sum(each) for each in zip(*(report(d) for d in directories)))
    print("in all %d rows, %d verdicts, %d medians outside, %d points without a row, %d mismatches" % sums)
    return 1 if sums[-1] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
