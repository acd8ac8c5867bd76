# SPDX-License-Identifier: MIT
"""How often does a contestant's share of its ceiling change in the middle of its rounds? (harness/stats/change.h)

    python3 changes.py DIR          (a run whose processes have six rounds or more: H1 to H5 of one process)

For each experiment with rounds: its series of shares, the standard deviation of their logarithms (median and ninth
decile), and how many have a change. So has each piece of six rounds: as many as a process may make. A change is the
rule's: two runs of three rounds or more, the least of one more than 15 % above the greatest of the other.
"""
import math
import statistics
import sys
from collections import defaultdict

sys.dont_write_bytecode = True
from estimates import median
from run_reader import read_run, value

LARGE, RUN, PIECE = 1.15, 3, 6


def change(rounds):
    """(after / before of the medians, the first round after it); None without one."""
    widest, at = LARGE, None
    for i in range(RUN, len(rounds) - RUN + 1):
        before, after = rounds[:i], rounds[i:]
        gap = max(min(after) / max(before), min(before) / max(after))
        if gap > widest:
            widest, at = gap, i
    return at and (median(rounds[at:]) / median(rounds[:at]), at)


def shares(samples):
    """{(cell, panel, x, filter): its lookups over the ceiling's, round after round}"""
    rates = defaultdict(dict)
    for s in samples:
        if s.metric == "lookup":
            rates[s.cell, s.panel, s.x, s.series][s.rep] = value(s)
    found = {}
    for (*where, series), rounds in rates.items():
        ceiling = rates.get((*where, "ceiling-1")) or rates.get((*where, "ceiling-2")) or {}
        both = sorted(rounds.keys() & ceiling.keys())
        if not series.startswith("ceiling") and len(both) >= PIECE:
            found[*where, series] = [rounds[i] / ceiling[i] for i in both]
    return found


def main(directory):
    for exp, samples in sorted(read_run(directory)[1].items()):
        found = shares(samples)
        if not found:
            continue
        spreads = sorted(statistics.stdev(map(math.log, rounds)) for rounds in found.values())
        pieces = [rounds[i:i + PIECE] for rounds in found.values() for i in range(0, len(rounds) - PIECE + 1, PIECE)]
        changed = {of: change(rounds) for of, rounds in found.items() if change(rounds)}
        print("%s: %d series, spread %.1f %% (ninth decile %.1f %%); %d change, and %d of %d pieces of six rounds" % (
            exp, len(found), 100 * median(spreads), 100 * spreads[len(spreads) * 9 // 10], len(changed),
            sum(1 for piece in pieces if change(piece)), len(pieces)))
        for (_, panel, x, series), (to, at) in sorted(changed.items()):
            print("    %s at %g, %s: to %.2f of what it was, from round %d on" % (panel, x, series, to, at))


if __name__ == "__main__":
    main(sys.argv[1])
