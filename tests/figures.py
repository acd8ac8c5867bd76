# SPDX-License-Identifier: MIT
"""figures.py - prints what is wrong with drawn figures, a line each: python3 tests/figures.py FILE.svg ...

It knows the SVG that gnuplot writes. A text is <g transform="translate(x,y) [rotate(270)]" font-size text-anchor>
<text>, a mark <use transform="translate(x,y) scale(s)">, a line a path of absolute M and L, and a series
<g id="f5_plot_7"><title>. A series has the title of its entry in the key, or its id if it has none.

    outside the page | a text on another | no y label | a unit spelled otherwise | a panel's letter twice |
    entries of a key of one colour, or that a grey printer makes equal | intervals of several series on one x |
    a line beside its x by more than 1.5 % of the axis | more series in a panel than a reader tells apart |
    a title in the key of one of the paper's figures that leaves room for one column only

Widths of texts are those of DejaVu Sans to some per cent, hence the tolerances.
"""
import re
import sys
import xml.etree.ElementTree as tree

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
NARROW, WIDE = "iIjlftr.,:;|!'()[]- ", "mwMW%→↑"
TABLES = ("f1",)  # drawn without axes
NAMED_ROWS = ("k1", "x1")  # rows have names in place of a y axis
MULTIPLES, MOST_SERIES = ("h1", "p3", "p4", "p5", "x4", "x8"), 7  # of plots/multiples.gp
TWO_COLUMNS, LONGEST_TITLE = ("f5", "f7", "f8", "l4"), 16  # letters of a key of two columns in a figure of one
MOST_ENTRIES = 12  # of such a key: the paper's filters and their controls; a run of all filters has more
ASIDE = 0.03  # of the x axis between the outermost of those that are compared (plots/style.gp)
OTHER_UNITS = re.compile(r"MOPS|million OPS|million ?(keys)?/s|Mops/sec|\bM/s|\d%(?!\w)")


def places(text, pattern=r"(-?[\d.]+),(-?[\d.]+)"):
    return [(float(x), float(y)) for x, y in re.findall(pattern, text)]


class Text:
    def __init__(self, group, words):
        self.words = words
        self.size = float(group.get("font-size"))
        (self.x, self.y), self.turned = places(group.get("transform"))[0], "rotate" in group.get("transform")
        width = self.size * sum(0.36 if c in NARROW else 0.9 if c in WIDE else 0.6 for c in words)
        start = {"start": 0, "middle": -0.5, "end": -1}[group.get("text-anchor")] * width
        along, across = (start, start + width), (-0.73 * self.size, 0.05 * self.size)
        if self.turned:
            self.box = (self.x + across[0], self.y - along[1], self.x + across[1], self.y - along[0])
        else:
            self.box = (self.x + along[0], self.y + across[0], self.x + along[1], self.y + across[1])


def overlap(a, b):
    """How far two boxes reach into each other, in pixels, the lesser way."""
    return min(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))


def lightness(colour):
    rgb = [int(n) for n in re.findall(r"\d+", colour)] if colour.startswith("rgb") else [0, 0, 0]
    return 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]


class Figure:
    def __init__(self, path):
        self.root = root = tree.parse(path).getroot()
        self.name = root.find(SVG + "title").text
        self.page = [float(n) for n in root.get("viewBox").split()]
        self.texts = [Text(group, "".join(group.find(SVG + "text").itertext()).strip())
                      for group in root.iter(SVG + "g") if group.find(SVG + "text") is not None]
        self.texts = [text for text in self.texts if text.words]
        self.series = [(title.text, group) for group in root.iter(SVG + "g") for title in group.findall(SVG + "title")]

    def outside(self):
        left, top, right, bottom = self.page
        for text in self.texts:
            if text.box[0] < left - 3 or text.box[1] < top - 2 or text.box[2] > right + 3 or text.box[3] > bottom + 2:
                yield f"'{text.words}' is cut at the edge of the page"
        for title, group in self.series:
            marks = [(x, y, 0.7 * float(re.search(r"scale\(([\d.]+)\)", use.get("transform"))[1]))
                     for use in group.iter(SVG + "use") for x, y in places(use.get("transform"))]
            lines = [(x, y, 0) for path in group.iter(SVG + "path") for x, y in places(path.get("d"))]
            if any(not (left <= x - r and x + r <= right and top <= y - r and y + r <= bottom) or (r == 0 and x == left)
                   for x, y, r in marks + lines):
                yield f"a mark or line of '{title}' is cut at the edge of the page"

    def on_another(self):
        for i, text in enumerate(self.texts):
            for other in self.texts[:i]:
                if overlap(text.box, other.box) > 0.2 * min(text.size, other.size):
                    yield f"'{text.words}' stands on '{other.words}'"

    def labels(self):
        if self.name not in TABLES + NAMED_ROWS and not any(text.turned for text in self.texts):
            yield "no y axis has a label"
        for text in self.texts:
            if OTHER_UNITS.search(text.words):
                yield f"'{text.words}' spells a unit otherwise: Mops/s, and a blank before %"
        letters = [match[0] for text in self.texts for match in [re.match(r"\([a-z]\d?\)", text.words)] if match]
        for letter in sorted(set(letters)):
            if letters.count(letter) > 1:
                yield f"{letters.count(letter)} panels are called {letter}"

    def keys(self):
        """The keys, one of each panel that has one: lists of (title, mark, dashes, colour)."""
        key = []
        for title, group in self.series:
            if title.startswith(self.name + "_plot_"):
                if key:
                    yield key
                key = []
                continue
            if not any(True for _ in group.iter(SVG + "text")):
                continue  # the entry of a panel whose key is off
            marks = [use for use in group.iter(SVG + "use") if use.get("color") != "#FFFFFF"]
            strokes = [shape for kind in ("path", "polygon") for shape in group.iter(SVG + kind)]
            stroke = strokes[0] if strokes else group
            colour = marks[0].get("color") if marks else stroke.get("stroke") or stroke.get("fill") or "none"
            mark = marks and marks[0].get(XLINK)
            key.append((title, mark, strokes and (stroke.tag, stroke.get("stroke-dasharray")), colour))
        yield key

    def grey(self):
        for key in self.keys():
            for i, (title, *look, colour) in enumerate(key):
                for other, *its_look, its_colour in key[:i]:
                    if look == its_look and abs(lightness(colour) - lightness(its_colour)) < 25:
                        yield f"'{title}' and '{other}' look the same in grey"
                    # The page hides all series in the colour of an entry, greys also by mark (harness/report/page.js).
                    if colour == its_colour and len(set(re.findall(r"\d+", colour))) > 1:
                        yield f"'{title}' and '{other}' have one colour"

    def intervals(self):
        """Upright strokes with the caps of error bars, by series."""
        bars = []
        for title, group in self.series:
            for path in group.iter(SVG + "path"):
                strokes = re.findall(r"M(-?[\d.]+),(-?[\d.]+) L(-?[\d.]+),(-?[\d.]+)", path.get("d"))
                if sum(y == v for _, y, _, v in strokes) < 2 * sum(x == u for x, _, u, _ in strokes):
                    continue  # no caps
                bars += [(title, float(x), *sorted((float(y), float(v))))
                         for x, y, u, v in strokes if x == u and y != v]
        for i, (title, x, low, high) in enumerate(bars):
            for other, its_x, its_low, its_high in bars[:i]:
                if title != other and abs(x - its_x) < 0.5 and min(high, its_high) - max(low, its_low) > 2:
                    yield "intervals of several series stand on one x"
                    return

    def panels(self):
        """The drawn groups of each panel: gnuplot ends their ids with the panel's letter."""
        panels = {}
        for _, group in self.series:
            match = re.fullmatch(self.name + r"_plot_\d+([a-z]*)", group.get("id"))
            if match and not any(True for _ in group.iter(SVG + "text")):
                panels.setdefault(match[1], []).append(group)
        return panels.values()

    def axes(self):
        """From left to right, each panel's horizontal lines of the grid."""
        lines = [places(path.get("d")) for path in self.root.iter(SVG + "path") if path.get("class") == "gridline"]
        return [(line[0][0], line[-1][0]) for line in lines if len(line) > 1 and line[0][1] == line[-1][1]]

    def abreast(self):
        axes = self.axes()
        for panel in self.panels():
            paths = [places(path.get("d")) for group in panel for path in group.iter(SVG + "path")
                     if (path.get("d") or "").count("M") == 1]
            lines = [[x for x, _ in path] for path in paths if path[0] != path[-1]]  # a box ends where it begins
            for i, line in enumerate(lines):
                across = [right - left for left, right in axes if left <= line[0] <= right] if len(line) > 1 else []
                for other in lines[:i] if across else []:
                    apart = [x - u for x, u in zip(line, other)]
                    if len(line) == len(other) and max(apart) - min(apart) < 0.5 and \
                            abs(apart[0]) > ASIDE * across[0] + 0.5:
                        yield f"lines that are compared are {100 * abs(apart[0]) / across[0]:.1f} % of the axis apart"
                        return

    def crowds(self):
        for panel in self.panels() if self.name in MULTIPLES else []:
            marks = {(use.get(XLINK), use.get("color")) for group in panel for use in group.iter(SVG + "use")}
            told = len({mark for mark in marks if mark[1] != "#FFFFFF"})
            if told > MOST_SERIES:
                yield f"{told} series in one panel"

    def columns(self):
        for key in self.keys() if self.name in TWO_COLUMNS else []:
            for title, *_ in key if len(key) <= MOST_ENTRIES else []:
                if len(title) > LONGEST_TITLE:
                    yield f"'{title}' has more than {LONGEST_TITLE} letters"

    def faults(self):
        for check in (self.outside, self.on_another, self.labels, self.grey, self.intervals, self.abreast,
                      self.crowds, self.columns):
            yield from check()


count = 0
for path in sys.argv[1:]:
    figure = Figure(path)
    for fault in figure.faults():
        count += 1
        print(f"{figure.name}: {fault}")
sys.exit(count > 0)
