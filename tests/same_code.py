# SPDX-License-Identifier: MIT
"""Which functions of two builds have the same machine code: python3 tests/same_code.py BUILD BUILD [FOLDER...]

Each BUILD is a folder as build/release; FOLDER names parts of it (core variants baselines). For every function, by
name: the same instructions, others, or only in one of them; one that has another name, or is in another file, and the
same instructions, is told as moved. Where code is the same there is nothing to measure; the rest is a matter of `ab`.

    objdump -dr  -->  instructions without addresses: a jump is how far it goes, an address what it is relative to

Exit status: 0 all is the same or moved, 1 it is not, 2 usage.
"""
import collections
import hashlib
import os
import re
import subprocess
import sys

FOLDERS = ["core", "variants", "baselines"]
FUNCTION = re.compile(r"^([0-9a-f]+) <(.+)>:$")
LINE = re.compile(r"^\s*([0-9a-f]+):\t(.*)$")
RELOCATION = re.compile(r"^\s+([0-9a-f]+): (R_\S+)\s+(\S+)$")
TARGET = re.compile(r"\b([0-9a-f]+) <([^>+]+)(?:\+0x([0-9a-f]+))?>")
# What the compiler numbers: static data and parts of functions that were split.
NUMBERED = re.compile(r"\.(\d+|part\.\d+|constprop\.\d+|isra\.\d+|cold)\b")


def objects(build, folders):
    for folder in folders:
        for path, _, names in os.walk(os.path.join(build, folder)):
            for name in sorted(names):
                if re.search(r"(?<!\.traced)(?<!\.hooked)(?<!\.mutant\d)(?<!\.mutant\d\d)\.o$", name):
                    yield os.path.join(path, name)


def instruction(text, name):
    """Without the addresses of this object: a target in the same function is its distance from the beginning."""
    def target(m):
        return "%s+%s" % ("here" if m[2] == name else NUMBERED.sub("", m[2]), m[3] or "0")
    text = TARGET.sub(target, text.split("#")[0]) if "<" in text.split("#")[0] else text.split("#")[0]
    return re.sub(r"\s+", " ", text).strip()


def functions(path):
    """{name: [instructions and what they refer to]}"""
    found, name = {}, None
    listing = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", path], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        if m := FUNCTION.match(line):
            name = NUMBERED.sub("", m[2])
            found.setdefault(name, [])
        elif m := RELOCATION.match(line):
            # Of a section of data only its kind: where in it something lies follows from the whole file.
            what = NUMBERED.sub("", m[3])
            found[name].append("-> " + re.sub(r"^(\.[a-z]+)\S*$", r"\1", what))
        elif (m := LINE.match(line)) and name:
            text = instruction(m[2], name)
            if not text.startswith(("nop", "xchg %ax,%ax", "data16", "cs nop")):  # padding
                found[name].append(text)
    return found


def digests(build, folders):
    """{(file, function): (digest, instructions)}"""
    all_of = {}
    for path in objects(build, folders):
        for name, body in functions(path).items():
            digest = hashlib.sha256("\n".join(body).encode()).hexdigest()
            all_of[os.path.relpath(path, build), name] = digest, sum(not line.startswith("->") for line in body)
    return all_of


def main(before, after, folders):
    a, b = digests(before, folders), digests(after, folders)
    if not a or not b:
        print("%s: no objects" % (before if not a else after), file=sys.stderr)
        return 2
    same = sum(a[key][0] == b[key][0] for key in a.keys() & b.keys())
    changed = sorted(key for key in a.keys() & b.keys() if a[key][0] != b[key][0])
    elsewhere = collections.Counter(b[key][0] for key in b.keys() - a.keys())
    moved, gone, left = 0, [], elsewhere.copy()
    for key in sorted(a.keys() - b.keys()):
        if left[a[key][0]] > 0:
            left[a[key][0]] -= 1
            moved += 1
        else:
            gone.append(key)
    new = [key for key in sorted(b.keys() - a.keys()) if b[key][0] not in {a[k][0] for k in a.keys() - b.keys()}]
    for key in changed:
        print("other code: %s %s, %d instructions where there were %d" % (*key, b[key][1], a[key][1]))
    for word, keys, of in ("gone", gone, a), ("new", new, b):
        for key in keys:
            print("%s: %s %s, %d instructions" % (word, *key, of[key][1]))
    print("%d functions: %d the same, %d moved, %d with other code, %d gone, %d new" % (
        len(a), same, moved, len(changed), len(gone), len(new)))
    return 1 if changed or gone or new else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:] or FOLDERS))
