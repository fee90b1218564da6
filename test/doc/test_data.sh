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

python_block "Python tells what the numbers are" 3 "assert len(tip) == 2 and tip[0][:2] == (1, 'cos'), tip"
check "a run becomes an archive of arrays" rdg export frc frc.npz
python_block "NumPy reads it" 4 "assert len(frc['omega']) == $points and highest[1][1] == $bytes // 8 - 2, highest"
# the command rdg in a folder of its own, as where libhdf5 was missing
works_without_hdf5() {
    mkdir -p alone && cp "$(command -v rdg)" alone/ || return 1
    alone/rdg export frc alone.npz && ! PATH=/usr/bin:/bin alone/rdg export frc alone.h5 2>refused && grep -q 'libhdf5' refused
}
check "the command works without the program for HDF5" works_without_hdf5
if command -v rdg-hdf5 >/dev/null; then
    check "a run becomes an HDF5 file" rdg export frc frc.h5
    rows=$(h5dump -d /bd/Am frc.h5 | grep -c '^ *(')
    check "which has the table, with units" eval '[ "$rows" -gt 0 ] && h5dump -a /bd/omega/unit frc.h5 | grep -q rad/s'
    if command -v octave-cli >/dev/null 2>&1; then
        { block octave 1; echo "assert (highest == $highest && numel (frc.bd.omega) == $points)"; } >block.m
        check "Octave reads it" octave-cli --quiet block.m
    else
        echo "[  SKIPPED ] Octave reads it"
    fi
else
    echo "[  SKIPPED ] HDF5: there is no rdg-hdf5"
fi

sed -n 's/^\$ //p' "$page" >commands
check "the page shows commands" [ -s commands ]
while IFS= read -r command; do
    check "$command" eval "$command >answer && { [ -s answer ] || [ -s frc.csv ]; }"
done <commands
((failed == 0))
