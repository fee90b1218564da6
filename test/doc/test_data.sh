#!/bin/bash
# What doc/data.md shows of other programs reading a run works on the run of a demo.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${BUILD:=build}"
page=$PWD/doc/data.md
beam=$PWD/$BUILD/demos/tutorial/friction_beam
PATH=$PWD/$BUILD/tools/rdg:$PATH
. test/check.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
"$beam" >/dev/null 2>&1 || { echo "$beam does not run"; exit 1; }

# The lines of the n-th block of a language.
block() { # language, n
    awk -v fence="^\`\`\`$1\$" -v n="$2" '$0 ~ fence { inside = ++found == n; next } /^```$/ { inside = 0 } inside' "$page"
}

# A block of Python, and what must be true behind it; skipped where it imports what is not there.
python_block() { # sentence, n, checks
    block python "$2" >block.py
    if ! { command -v python3 && grep '^import' block.py | python3 -; } >/dev/null 2>&1; then
        echo "[  SKIPPED ] $1"
        return
    fi
    printf '%s\n' "$3" >>block.py
    check "$1" python3 block.py
}

points=$(sqlite3 runs/frc.db "select count(*) from point")
highest=$(rdg sql frc "select max(Am) from bd" | tail -n 1)
bytes=$(sqlite3 runs/frc.db "select length(u) from solution join point using (point) where label = 7")
check "the demo's run has what the page asks for" eval '[ "$points" -gt 10 ] && [ "$bytes" -ge 8 ]'
python_block "Python alone reads a run" 1 "assert Am == $highest and 8 * len(u) == $bytes, (Am, len(u))"
python_block "Python with pandas and numpy reads a run" 2 "assert len(bd) == $points and 8 * len(u) == $bytes and bd.Am.max() == $highest"

sed -n 's/^\$ //p' "$page" >commands
check "the page shows commands" [ -s commands ]
while IFS= read -r command; do
    check "$command" eval "$command >answer && { [ -s answer ] || [ -s frc.csv ]; }"
done <commands
((failed == 0))
