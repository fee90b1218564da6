#!/usr/bin/env python3
"""What programs rely on, one declaration a line: functions, types with their fields, and values of enumerations
of the public headers, without comments and names of arguments' files. .ci/abi compares the list with abi.txt.

    .ci/declarations.py HEADERS_FOLDER
"""
import glob
import re
import subprocess
import sys


def preprocessed(folder):
    names = sorted(glob.glob(folder + "/*.h"))
    text = "".join('#include "%s"\n' % name for name in names)
    answer = subprocess.run(["gcc", "-std=c11", "-E", "-I" + folder + "/..", "-x", "c", "-"], input=text,
                            capture_output=True, text=True, check=True)
    ours, lines = False, []
    for line in answer.stdout.split("\n"):
        mark = re.match(r'# \d+ "([^"]*)"', line)
        if mark:
            ours = mark[1].startswith(folder)
        elif ours:
            lines.append(line)
    return " ".join(lines)


def declarations(text):
    """Pieces that end with ; or } outside of braces; bodies of functions are left out."""
    depth, piece = 0, ""
    for c in text:
        piece += c
        depth += (c == "{") - (c == "}")
        is_body = c == "}" and depth == 0 and re.match(r"\s*(static|inline)\b", piece)
        if depth == 0 and (c == ";" or is_body):
            piece = piece[:piece.index("{")] + ";" if is_body else piece
            yield re.sub(r"\s*([^\w\s]|\s)\s*", lambda m: m[1] if m[1].strip() else " ", piece).strip()
            piece = ""


if __name__ == "__main__":
    print("\n".join(sorted(set(declarations(preprocessed(sys.argv[1]))))))
