#!/bin/bash
# Periodic orbits on 40 intervals of degree 4 whose mesh moves at every third point: a forced Duffing oscillator from Om =
# 0.5 to 2, and a chain of 16 from 0.5 to 0.7, by Ridgewalk and, where it is installed, by AUTO-07p (without stability,
# tolerances 1e-7). Ridgewalk computes all multipliers, looks into each step and finishes folds by Newton's method.
# One line each, "name points=... cpu_ms=...": processor time of the whole process, the least of some runs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
auto=${AUTO_DIR:-/usr/lib/auto-07p}
rounds=${ROUNDS:-5}
programs=$(cd "${BUILD:-build}/test/bench/race" && pwd)
mkdir -p "${BUILD:-build}/bench/race_collocation/none"
cd "${BUILD:-build}/bench/race_collocation"
export OMP_NUM_THREADS=1

# prepare folder ndim top
prepare_auto() {
    mkdir -p "$1"
    local common="NDIM=$2, IPS=2, ILP=1, ISP=0, ISW=1, JAC=1, NTST=40, NCOL=4, NMX=2000, NPR=0, MXBF=0, IAD=3, IADS=1, \
ITMX=8, ITNW=5, NWTN=3, EPSL=1e-07, EPSU=1e-07, EPSS=1e-05, DS=0.02, DSMIN=0.0001, DSMAX=0.1, IID=0, THL={11: 0.0}"
    (
        cd "$1"
        rm -f fort.*
        echo "$common, IRS=0, ICP=[2, 11], UZSTOP={2: 0.1}" >fort.2
        ../chain >load.log
        mv fort.8 fort.3
        echo "$common, IRS=2, PAR={2: 0.1}, ICP=[1, 11], UZSTOP={1: $3}" >fort.2
        ../chain >frc.log
    )
}

echo "== Periodic orbits by collocation: milliseconds of processor time"
ours=$programs/collocation
commands=(none "$ours" 1 2.0 -- none "$ours" 16 0.7 -- none "$ours" 1 2.0 20 -- none "$ours" 1 2.0 80 -- none "$ours" 1 2.0 160)
if ls "$auto"/lib/main.o >/dev/null 2>&1 && command -v gfortran >/dev/null; then
    # shellcheck disable=SC2086 # a list of options
    gfortran ${FFLAGS:--O2} -fopenmp "$here/collocation.f90" "$auto"/lib/*.o -o chain
    prepare_auto one 4 2.0
    prepare_auto sixteen 34 0.7
    commands+=(-- one "$PWD/chain" -- sixteen "$PWD/chain")
else
    echo "auto: AUTO-07p is not installed (apt-get install auto-07p gfortran): there is nothing to compare with"
fi
mapfile -t ms < <("$programs/process_cpu" "$rounds" "${commands[@]}")
points_of() { awk '$1 != 0 { points++ } END { print points }' "$1/fort.7"; }
line() { awk -v name="$1" -v facts="$2" -v points="$3" -v ms="$4" 'BEGIN {
    printf "%s %s cpu_ms=%.1f ms_per_point=%.2f\n", name, facts, ms, ms / points }'; }
ours_line() {
    local facts
    facts=$("$ours" "$2" "$3" "$4" facts)
    line "$1" "$facts" "$(sed 's/.*points=\([0-9]*\).*/\1/' <<<"$facts")" "$5"
}
ours_line one_mass 1 2.0 40 "${ms[0]}"
if [ -n "${ms[5]-}" ]; then line auto_one "points=$(points_of one)" "$(points_of one)" "${ms[5]}"; fi
ours_line sixteen 16 0.7 40 "${ms[1]}"
if [ -n "${ms[6]-}" ]; then line auto_sixteen "points=$(points_of sixteen)" "$(points_of sixteen)" "${ms[6]}"; fi
ours_line intervals_20 1 2.0 20 "${ms[2]}"
ours_line intervals_80 1 2.0 80 "${ms[3]}"
ours_line intervals_160 1 2.0 160 "${ms[4]}"
