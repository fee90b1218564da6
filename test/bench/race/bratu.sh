#!/bin/bash
# The scaling race: Bratu's problem by finite differences, 60 points through its fold, by Ridgewalk and, where it
# is installed, by AUTO-07p, whose matrices are dense. One line for each number of unknowns, "n=... key=...":
# processor time a point, microseconds; what a process takes to start and for its first step is subtracted.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
auto=${AUTO_DIR:-/usr/lib/auto-07p}
programs=$(cd "${BUILD:-build}/test/bench/race" && pwd)
folder=${BUILD:-build}/bench/bratu
points=60
mkdir -p "$folder/auto"
cd "$folder"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

# Steps are as long as Ridgewalk's, whose norm is a root mean square.
constants() { # unknowns, points
    awk -v n="$1" -v points="$2" 'BEGIN {
        print "NDIM = " n ", IPS = 0, ILP = 1, ISP = 0, ISW = 1, JAC = 1, IRS = 0, IID = 0, ICP = [1]"
        print "NMX = " points ", NPR = 0, MXBF = 0, IAD = 3, IADS = 1, ITMX = 8, ITNW = 8, NWTN = 3"
        print "EPSL = 1e-07, EPSU = 1e-07, EPSS = 1e-05"
        printf "DS = %g, DSMIN = 1e-4, DSMAX = %g\n", 0.05 * sqrt(n), 0.2 * sqrt(n)
    }'
}

echo "== The scaling race: Bratu's problem, microseconds of processor time a point"
has_auto=false
if ls "$auto"/lib/main.o >/dev/null 2>&1 && command -v gfortran >/dev/null; then
    has_auto=true
    # shellcheck disable=SC2086 # a list of options
    (cd auto && gfortran ${FFLAGS:--O2} -fopenmp "$here/bratu.f90" "$auto"/lib/*.o -o bratu)
else
    echo "auto: AUTO-07p is not installed (apt-get install auto-07p gfortran): there is nothing to compare with"
fi
for n in 10 30 100 300; do
    commands=(. "$programs/bratu" $n $points -- . "$programs/bratu" $n 1)
    if $has_auto; then
        mkdir -p "auto_$n" "auto_first_$n"
        constants $n $points >"auto_$n/fort.2"
        constants $n 1 >"auto_first_$n/fort.2"
        commands+=(-- "auto_$n" "$PWD/auto/bratu" -- "auto_first_$n" "$PWD/auto/bratu")
    fi
    rounds=$((n < 100 ? 100 : 5))
    mapfile -t ms < <("$programs/process_cpu" "$rounds" "${commands[@]}")
    awk -v n=$n -v points=$points -v ms="${ms[*]}" 'BEGIN {
        split(ms, t, " ")
        ours = 1e3 * (t[1] - t[2]) / (points - 1)
        printf "n=%d ridgewalk=%.1f", n, ours
        if (t[3]) {
            auto = 1e3 * (t[3] - t[4]) / (points - 1)
            printf " auto=%.1f times_faster=%.1f", auto, auto / ours
        }
        print ""
    }'
done
