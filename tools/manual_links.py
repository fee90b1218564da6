#!/usr/bin/env python3
"""Make the links of the HTML manual hold: what its pages point to in the project (pictures, sources of demos and tests,
READMEs) is copied beside them. A link that leads nowhere is printed, and the exit status is 1.

usage: tools/manual_links.py HTML_FOLDER     (in the project's root)
"""

import os
import pathlib
import re
import shutil
import sys
import urllib.parse

LINK = re.compile(r'((?:href|src)=")([^"]+)(")')
ELSEWHERE = re.compile(r"[a-z]+:")


def home_of(page):
    """Folder of the project that the links of a page start from."""
    return "doc" if page.name.startswith("md_doc_") else "."


def copy(source, html):
    """A file, or what there is to read in a folder; the link to it."""
    if source.is_dir():
        if (source / "README.md").exists():
            return copy(source / "README.md", html)
        for file in sorted(source.glob("*.[ch]")):
            copy(file, html)
        return f"{source}/"
    target = html / source
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    return str(source)


def mend(page, html):
    """Copy what a page points to, and point to the copies."""
    def mended(match):
        link = urllib.parse.unquote(match[2].partition("#")[0])
        if not link or ELSEWHERE.match(link) or (html / link).exists():
            return match[0]
        source = pathlib.Path(os.path.normpath(os.path.join(home_of(page), link)))
        if source.parts[0] == ".." or not source.exists():
            return match[0]
        return match[1] + copy(source, html) + match[3]

    text = page.read_text()
    new = LINK.sub(mended, text)
    if new != text:
        page.write_text(new)


def broken_links(html):
    """(page, link) of those that lead nowhere."""
    texts = {page.name: page.read_text(errors="replace") for page in html.glob("*.html")}
    anchors = {name: set(re.findall(r'(?:id|name)="([^"]+)"', text)) for name, text in texts.items()}
    for name, text in sorted(texts.items()):
        for link in sorted({match[2] for match in LINK.finditer(text)}):
            if ELSEWHERE.match(link):
                continue
            file, _, anchor = link.partition("#")
            file, anchor = urllib.parse.unquote(file) or name, urllib.parse.unquote(anchor)
            if not (html / file).exists() or (anchor and file in anchors and anchor not in anchors[file]):
                yield name, link


def main():
    html = pathlib.Path(sys.argv[1])
    for page in [*html.glob("md_*.html"), html / "index.html"]:
        mend(page, html)
    broken = list(broken_links(html))
    for page, link in broken:
        print(f"{page}: {link} leads nowhere")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
