#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words in sight on every page of every example, at 1280x720, light, type 1.0.

    tests/pages/count_words.py build/app/scalewright            # takes the pictures of all examples, prints a table
    tests/pages/count_words.py --from FOLDER                    # of pictures taken before: FOLDER/EXAMPLE/*.json
    tests/pages/count_words.py --from FOLDER --most 120 --slots 150   # exits 1 where a page has more
    … --limit diagnose=170                                            # that page may have so many

A word is what stands between blanks and holds a letter or a digit. Header, rail and strip are counted apart, and so are
the sentences that a person wrote into the slots; a launch script is not read but run.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

SHOT = re.compile(r"(.+)-light-1\.00-1280x720\.json$")
NO_PAGE = ("window-", "lecture-", "measure-timeline-")


def words(text):
    return sum(1 for part in text.split() if re.search(r"\w", part))


def count(folder):
    """{page: (words on the page, words around it)} of one example's pictures."""
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        name = SHOT.match(os.path.basename(path))
        if not name or name.group(1).startswith(NO_PAGE):
            continue
        with open(path, encoding="utf-8") as file:
            texts = json.load(file)
        page = sum(words(each["text"]) for each in texts if each["where"] == "page")
        around = sum(words(each["text"]) for each in texts if each["where"] not in ("page", "own", "script"))
        found[name.group(1)] = (page, around)
    return found


def take(program, folder, examples):
    env = dict(os.environ, QT_QPA_PLATFORM="offscreen", SCALEWRIGHT_SHOTS="page")
    for example in examples:
        into = os.path.join(folder, os.path.basename(example).rsplit(".", 1)[0])
        subprocess.run([program, "--shots", into, example], env=env, check=True, stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", help="the window's program")
    parser.add_argument("--from", dest="folder", help="pictures taken before, a folder an example")
    parser.add_argument("--examples", nargs="*", help="projects; all that are shipped")
    parser.add_argument("--most", type=int, help="words a page may hold")
    parser.add_argument("--slots", type=int, help="words the page Design may hold, instead of --most")
    parser.add_argument("--limit", action="append", default=[], metavar="PAGE=WORDS",
                        help="words one page may hold, instead of --most")
    options = parser.parse_args()
    limits = {page: int(words) for page, words in (each.split("=") for each in options.limit)}
    if options.slots:
        limits.setdefault("design", options.slots)
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with tempfile.TemporaryDirectory() as made:
        folder = options.folder or made
        if not options.folder:
            if not options.program:
                parser.error("name the program, or pictures taken before with --from")
            take(options.program, folder,
                 options.examples or sorted(glob.glob(os.path.join(root, "resources/examples/*.scalewright"))))
        table = {example: count(os.path.join(folder, example)) for example in sorted(os.listdir(folder))}
    pages = sorted({page for counted in table.values() for page in counted})
    print(f"{'words in sight':24}{'most':>6}{'mean':>6}  worst example")
    over = 0
    for page in pages:
        of = {example: counted[page][0] for example, counted in table.items() if page in counted}
        worst = max(of, key=of.get)
        limit = limits.get(page, options.most)
        wide = limit is not None and of[worst] > limit
        print(f"{page:24}{of[worst]:6}{sum(of.values()) / len(of):6.0f}  {worst}{'  OVER ' + str(limit) if wide else ''}")
        over += wide
    around = [counted[page][1] for counted in table.values() for page in counted]
    print(f"{'around a page':24}{max(around):6}{sum(around) / len(around):6.0f}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
