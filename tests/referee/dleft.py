# SPDX-License-Identifier: MIT
"""Table 3 prints 0.76 % for dl-CBF: which ways of writing one give that, in cells of 12 bits?

    python3 dleft.py

The share of each subtable's buckets with 0 to 4 items follows a differential equation (Mitzenmacher and Voecking 1999),
which is solved in steps. With it comes how full the table is when half of all tables have refused an item. A lookup of
an absent key then finds its remainder in one of four buckets,

    remainder | .... .... | counter    counter: an empty cell has the counter 0, and matches nothing
                                       remainder: the counters are not looked at, so an empty cell is the remainder 0

and its four remainders are different ones (four hashes), or are 0 together (the permutations of Bonomi et al., or one
remainder for all subtables). The paper has d = b = 4 and 2^27 cells.
"""
import math
import sys

D, B, CELLS, WIDTH = 4, 4, 2 ** 27, 12
STEP = 1 / 2000  # items a bucket of a subtable


def filled():
    """(load, share of full buckets and so on: [subtable][items]) when half of all tables have refused an item."""
    share = [[1.0] + [0.0] * B for _ in range(D)]
    items = refused = 0.0
    while refused < math.log(2):
        gain = [[0.0] * (B + 1) for _ in range(D)]
        for i in range(D):
            for j in range(B):  # the emptiest, the leftmost of several
                gain[i][j] = share[i][j] * math.prod(sum(share[k][j + (k < i):]) for k in range(D) if k != i)
        refused += STEP * CELLS / (D * B) * math.prod(s[B] for s in share)
        for i in range(D):
            for j in range(B):
                share[i][j] -= STEP * gain[i][j]
                share[i][j + 1] += STEP * gain[i][j]
        items += STEP
    return items / (D * B), share


def rate(share, bits, alone, four_hashes):
    """Of false positives, with remainders of so many bits."""
    one = 2.0 ** -bits
    none = math.prod(sum(s[j] * (1 - one) ** j for j in range(B + 1)) for s in share)  # not by an item
    if not alone:
        return 1 - none
    if four_hashes:
        return 1 - math.prod(sum(s[j] * (1 - one) ** (j + (j < B)) for j in range(B + 1)) for s in share)
    return 1 - none * (1 - one * (1 - math.prod(s[B] for s in share)))


def main():
    load, share = filled()
    print("refuses an item at %.1f %%; false positives of absent keys in per cent:" % (100 * load))
    print("%9s %7s   %-9s %-12s %s" % ("remainder", "counter", "compares", "remainders", "rate"))
    for counter in range(4):
        for alone in (False, True):
            for four in (True, False) if alone else (True,):
                e = 100 * rate(share, WIDTH - counter, alone, four)
                print("%9d %7d   %-9s %-12s %.3f%s" % (
                    WIDTH - counter, counter, "remainder" if alone else "counter",
                    "four hashes" if four and alone else "permuted" if alone else "either", e,
                    "   as printed" if round(e, 2) == 0.76 else ""))


if __name__ == "__main__":
    sys.exit(main())
