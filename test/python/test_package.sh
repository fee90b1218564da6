#!/bin/bash
# The package python/ridgewalk reads what the library has written; what its page shows runs.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${BUILD:=build}"
here=$PWD
beam=$PWD/$BUILD/demos/tutorial/friction_beam
rdg=$PWD/$BUILD/tools/rdg/rdg
. test/check.sh
python=
for one in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$one" -c 'import numpy' 2>/dev/null || python=$one
done
if [ -z "$python" ]; then
    echo "[  SKIPPED ] the package for Python: there is no Python with numpy"
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export PYTHONPATH=$here/python PYTHONDONTWRITEBYTECODE=1
"$beam" >/dev/null 2>&1 || { echo "$beam does not run"; exit 1; }
check "the package reads runs, and says what is wrong with them" "$python" "$here/python/test/test_runs.py" "$rdg"
export RIDGEWALK_LIBRARY
RIDGEWALK_LIBRARY=$(echo "$here/$BUILD"/libridgewalk.so.*)
check "the library called from Python answers as it does to C" "$python" "$here/python/test/test_library.py" "$here/$BUILD/include"
check "own equations, orbits, ridges, design and modes are those of closed forms" "$python" "$here/python/test/test_models.py"
check "laws with memory, finite element files, bounds, fits and minimax answer as they do to C" "$python" "$here/python/test/test_more.py" "$here/demos/finite-elements"
awk '/^```python$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$here/python/README.md" >page.py
if "$python" -c 'import matplotlib' 2>/dev/null; then
    check "what its page shows runs" env MPLBACKEND=agg "$python" page.py
    check "and draws" [ -s frc.pdf ]
    check "figure 5 is computed and drawn from Python" eval 'MPLBACKEND=agg "$python" "$here/python/examples/figure5.py" && [ -s figure5.pdf ]'
    notebook() { MPLBACKEND=agg "$python" "$here/test/python/run_notebook.py" "$here/python/notebooks/$1.ipynb" >"$1.out" 2>&1 || { cat "$1.out"; return 1; }; }
    check "the notebook of two masses runs" notebook two_masses
    check "with the numbers of the tutorial" eval \
        'grep -q "27.57 55.13.*31.83" two_masses.out && grep -q "3.4552e-02 m at 36.99 Hz" two_masses.out && grep -q "^8.9699 N: 4.2922e-04 m" two_masses.out && grep -q "time: .34.3404 31.6944" two_masses.out'
else
    echo "[  SKIPPED ] what its page shows: there is no matplotlib"
fi
((failed == 0))
