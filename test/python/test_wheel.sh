#!/bin/bash
# The wheel holds the library: installed in a fresh environment, away from this source tree, it computes a run.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${BUILD:=build}"
. test/check.sh
python=
for one in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$one" -c 'import numpy, venv, ensurepip' 2>/dev/null || python=$one
done
if [ -z "$python" ]; then
    echo "[  SKIPPED ] the wheel: there is no Python with numpy and venv"
    exit 0
fi
unset PYTHONPATH RIDGEWALK_LIBRARY
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
libraries=("$BUILD"/libridgewalk.so.*)
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' python/pyproject.toml)

# numpy comes from the system: nothing is fetched
installs() {
    "$python" tools/wheel.py "${libraries[0]}" "$version" "$work" >"$work/out" 2>&1 &&
        "$python" -m venv --system-site-packages "$work/venv" >>"$work/out" 2>&1 &&
        "$work/venv/bin/python" -m pip install --no-index --no-deps --quiet "$work"/ridgewalk-*.whl >>"$work/out" 2>&1 || { cat "$work/out"; return 1; }
}

computes() {
    cat >"$work/first.py" <<'END'
import pathlib
import ridgewalk
from ridgewalk import hz, maxima, release, window
ctx = ridgewalk.Context(quiet=True)
mass = ctx.structure("mass", [[1.0]], [[6.0]], [[9e4]])
mass.name_dof("x", 0)
mass.contact(tangential="x", kt=4e4, mu=0.3, preload=20.0)
mass.force("x")
mass.sensor("Am", "x")
p = mass.harmonic_balance(1, 3, 5).problem(omega=hz(40), alpha=5.0)
with p.run("frc", release("omega"), window("omega", hz(40), hz(70)), maxima("Am")) as frc:
    print(f"peak at {frc['f_Hz'][frc['Am'].argmax()]:.3f} Hz")
print(pathlib.Path(ridgewalk.library.library()._name).parent == pathlib.Path(ridgewalk.__file__).parent)
END
    (cd "$work" && "$work/venv/bin/python" first.py) >"$work/out" 2>&1 || { cat "$work/out"; return 1; }
    grep -q '^peak at 51.965 Hz' "$work/out" && grep -q '^True$' "$work/out" || { cat "$work/out"; return 1; }
}

removes() { "$work/venv/bin/python" -m pip uninstall --yes --quiet ridgewalk && ! (cd "$work" && "$work/venv/bin/python" -c 'import ridgewalk' 2>/dev/null); }

check "the wheel is made and installed in a fresh environment" installs
check "its own library computes a peak, in an empty folder" computes
check "it is removed" removes
exit $((failed > 0))
