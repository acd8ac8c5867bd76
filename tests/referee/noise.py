# SPDX-License-Identifier: MIT
"""Which rule finds the timed cells that were off?

    python3 noise.py DIR...         (runs with four repetitions or more, in rounds)

A series is what a cell measured of one filter by one measure, at several places and x, in turns. Its value at each is
the median of the turns. It is off if its values, after the effects of filter, place and repetition (medians), are more
than 10 % from 1 on average. The repetition's effect is that of the measure, if the cell has three series or more of it.
A quotient of two series of a cell, in which each round has a quotient, is off by the same bar about its own median.

Which of these does a rule flag that looks at their cell, or at their turns?

    latency   the canary's latency is more than 10 % off the median of its repetition: the rule until 2026
    kernel    stolen, throttled or stopped time, migrations or switches, as the cell recorded it
    change    the rounds of a place split into two runs of three or more, all of one 15 % above all of the other: too
    turns     more than a third of the turns are off the median of their place by a factor of 1.1 (harness/run/noise.h)

A rule that flags at random finds as large a share of those that are off as of all: the column "by chance".

Two lines are about turns that are normal, and so never off for a reason: how often are they flagged?
"""
import csv
import math
import random
import sys
from collections import defaultdict
from itertools import combinations

sys.dont_write_bytecode = True
from estimates import mean, median
from run_reader import opened, repetition

OFF, LEAST, SHARE, RUN, LARGE = 0.10, 3, 1 / 3, 3, 1.15
RULES = ("latency", "kernel", "change", "turns")


def timed_cells(directory):
    """[(label, columns of the attempt, {(series, measure): {(place, x): {round: log of the rate}}})] that are done."""
    cells, columns, now = [], {}, None
    with opened(directory, "record.csv") as file:
        for row in csv.reader(file):
            if row[0] not in ("attempt", "sample") or row[0] not in columns:
                columns.setdefault(row[0], {name: i for i, name in enumerate(row)})
                continue
            of = {name: row[i] for name, i in columns[row[0]].items()}
            if row[0] == "attempt":
                now = defaultdict(lambda: defaultdict(dict)) if of["status"] == "done" and of["read_ps"] else None
                if now is not None:
                    cells.append((of["cell"], of, now))
            elif now is not None and of["unit"] == "Mops/s":
                place = of["place"].replace("control", "")  # the same filter once more, under another name
                now[of["series"], of["measure"]][place, of["x"]][int(of["rep"])] = math.log(
                    int(of["num"]) / int(of["den"]))
    return cells


def has_turns(series):
    """The places of a series that have turns enough."""
    return {place: turns for place, turns in series.items() if len(turns) >= LEAST}


def share_off(series):
    """Which share of the turns is off the median of their place? (The median of rates is no logarithm's, if two are
    in the middle.)"""
    off = count = 0
    for turns in series.values():
        rates = [math.exp(t) for t in turns.values()]
        middle = median(rates)
        off += sum(r > 1.1 * middle or 1.1 * r < middle for r in rates)
        count += len(rates)
    return off / count


def changes(series):
    for turns in series.values():
        t = [turns[r] for r in sorted(turns)]
        for i in range(RUN, len(t) - RUN + 1):
            if max(min(t[i:]) - max(t[:i]), min(t[:i]) - max(t[i:])) > math.log(LARGE):
                return True
    return False


def apart_in_latency(cells):
    """Labels of the cells whose latency is off the median of all timed cells of their repetition."""
    alike = defaultdict(list)
    for label, of, _ in cells:
        alike[repetition(label)].append((label, int(of["read_ps"])))
    return {label for each in alike.values() for label, ps in each
            if abs(ps / median([p for _, p in each]) - 1) > OFF}


def groups(cells):
    """[cells that are repetitions of one]"""
    found = defaultdict(list)
    for cell in cells:
        found[cell[0].rsplit(":rep=", 1)[0]].append(cell)
    return [group for group in found.values() if len(group) >= 4]


def common_series(group):
    """{series: its places} with turns enough in each repetition."""
    whole = [{name: has_turns(series) for name, series in cell[2].items()} for cell in group]
    places = {name: [p for p in whole[0][name] if all(p in each.get(name, ()) for each in whole)] for name in whole[0]}
    return {name: at for name, at in places.items() if at}


def changes_of_rates(group, places):
    """{(repetition's index, series): its values beside those of other repetitions, the mean of logarithms}"""
    value = {(i, s, p): median(list(cell[2][s][p].values()))
             for i, cell in enumerate(group) for s in places for p in places[s]}
    usual = {(s, p): median([value[i, s, p] for i in range(len(group))]) for s in places for p in places[s]}
    return {(i, s): mean(value[i, s, p] - usual[s, p] for p in places[s])
            for i in range(len(group)) for s in places}


def power_of_latency(group, changed):
    """[(logarithm of the latency, of the rate)] of each value, about the means of its series."""
    latency = [math.log(int(cell[1]["read_ps"])) for cell in group]
    pairs, usual = [], mean(latency)
    for s in {s for _, s in changed}:
        logs = [changed[i, s] for i in range(len(group))]
        middle = mean(logs)
        pairs += [(x - usual, y - middle) for x, y in zip(latency, logs)]
    return pairs


def residuals(group, places, changed):
    """{(repetition's index, series): how far it is off, as a logarithm}"""
    off = dict(changed)
    for measure in {s[1] for s in places}:
        alike = [s for s in places if s[1] == measure]
        for i in range(len(group)) if len(alike) > 2 else ():
            effect = median([off[i, s] for s in alike])
            for s in alike:
                off[i, s] -= effect
    return off


def quotients(group, places):
    """[(repetition's index, series, series, how far their quotient is off)]"""
    found = []
    for a, b in combinations(sorted(places), 2):
        both = [p for p in places[a] if p in places[b]] if a[1] == b[1] else []
        if not both:
            continue
        logs = [mean(median([turn - cell[2][b][p][r] for r, turn in cell[2][a][p].items() if r in cell[2][b][p]])
                     for p in both) for cell in group]
        found += [(i, a, b, log - median(logs)) for i, log in enumerate(logs)]
    return found


class Score:
    """Of things that may be off: how many a rule flags, and how many of those that are off."""
    def __init__(self):
        self.all = self.off = 0
        self.flagged, self.found = dict.fromkeys(RULES, 0), dict.fromkeys(RULES, 0)

    def add(self, far, flags):
        off = abs(far) > math.log1p(OFF)
        self.all += 1
        self.off += off
        for rule in flags:
            self.flagged[rule] += 1
            self.found[rule] += off

    def told(self, what):
        print("  %d %s, %d off by 10 %%" % (self.all, what, self.off))
        for rule in RULES:
            by_chance = self.off * self.flagged[rule] / self.all if self.all else 0
            print("    %-8s flags %5d, finds %4d, by chance %6.1f, misses %4d" % (
                rule, self.flagged[rule], self.found[rule], by_chance, self.off - self.found[rule]))


def flags_of(cell, series, latency):
    label, of, measured = cell
    known = has_turns(measured[series])
    kernel = [reason for reason in of["noise"].split("; ") if reason and not reason.startswith("speed")]
    says = (label in latency, bool(kernel), changes(known), share_off(known) > SHARE)
    return [rule for rule, flagged in zip(RULES, says) if flagged]


def score_run(directory, series_score, quotient_score):
    cells, pairs = timed_cells(directory), []
    latency = apart_in_latency(cells)
    for group in groups(cells):
        places = common_series(group)
        changed = changes_of_rates(group, places)
        pairs += power_of_latency(group, changed)
        off = residuals(group, places, changed)
        flags = {at: flags_of(group[at[0]], at[1], latency) for at in off}
        for at, far in off.items():
            series_score.add(far, flags[at])
        for i, a, b, far in quotients(group, places):
            quotient_score.add(far, set(flags[i, a]) | set(flags[i, b]))
    turns = [[share_off(known) > SHARE for known in map(has_turns, measured.values()) if known]
             for _, _, measured in cells]
    print("%s: of %d timed cells %d have a series whose turns disagree, %d of %d series" % (
        directory.rstrip("/").rsplit("/", 1)[-1], len(cells), sum(map(any, turns)), sum(map(sum, turns)),
        sum(map(len, turns))))
    xx, xy, yy = (sum(p[i] * p[j] for p in pairs) for i, j in ((0, 0), (0, 1), (1, 1)))
    if pairs:
        print("    rates go with the latency's power %.2f, which explains %.0f %% of their variance" % (
            xy / xx, 100 * xy * xy / (xx * yy)))


def by_chance(turns, spread, draws=20000):
    """How often is a series of one place flagged whose turns are normal?"""
    random.seed(1)
    flagged = 0
    for _ in range(draws):
        flagged += share_off({0: {i: random.gauss(0, spread) for i in range(turns)}}) > SHARE
    return flagged / draws


def main(directories):
    series_score, quotient_score = Score(), Score()
    for directory in directories:
        score_run(directory, series_score, quotient_score)
    print("in all")
    series_score.told("series")
    quotient_score.told("quotients")
    for spread in (0.03, 0.05):
        print("turns that are normal with %.0f %% are flagged: %s" % (100 * spread, ", ".join(
            "%.2f %% of series of %d" % (100 * by_chance(n, spread), n) for n in (3, 5, 8, 15))))


if __name__ == "__main__":
    main(sys.argv[1:])
