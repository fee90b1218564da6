#!/bin/bash
# The forced Duffing race: harmonic balance with 10 unknowns, from Om = 0.5 to Om = 2, by Ridgewalk and, where it
# is installed, by AUTO-07p. One line each, "name points=... iterations=... fold1=... cpu_ms=...":
#   cpu_ms        processor time of the whole process (user and system), the least of many runs
#   startup_ms    the same for a process that stops after the first point
#   computing_ms  their difference
#   us_per_point  computing_ms / points; us_per_iteration alike
#   times_faster_process, times_faster_computing: AUTO-07p's time divided by this one
# AUTO-07p writes its files in all runs. Ridgewalk's first line is without table and run folder, its second with
# both.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
auto=${AUTO_DIR:-/usr/lib/auto-07p}
repetitions=${REPETITIONS:-200}
folder=${BUILD:-build}/bench/race
programs=$(cd "${BUILD:-build}/test/bench/race" && pwd)
mkdir -p "$folder"
cd "$folder"

# line name facts cpu_ms startup_ms auto_cpu_ms auto_startup_ms
line() {
    awk -v name="$1" -v facts="$2" -v ms="$3" -v start="$4" -v auto="${5:-}" -v auto_start="${6:-}" 'BEGIN {
        split(facts, fact, /[ =]/) # points, its value, iterations, its value
        printf "%s %s cpu_ms=%.2f startup_ms=%.2f computing_ms=%.2f us_per_point=%.1f us_per_iteration=%.2f",
            name, facts, ms, start, ms - start, 1e3 * (ms - start) / fact[2], 1e3 * (ms - start) / fact[4]
        if (auto) printf " times_faster_process=%.2f times_faster_computing=%.2f", auto / ms,
            (auto - auto_start) / (ms - start)
        print ""
    }'
}

cpu() { "$programs/process_cpu" "$repetitions" "$@"; }

echo "== The forced Duffing race: milliseconds of processor time"
auto_ms='' auto_startup_ms=''
if ls "$auto"/lib/main.o >/dev/null 2>&1 && command -v gfortran >/dev/null; then
    rm -f fort.*
    # shellcheck disable=SC2086 # a list of options
    gfortran ${FFLAGS:--O2} -fopenmp "$here/duffing.f90" "$auto"/lib/*.o -o auto_duffing
    export OMP_NUM_THREADS=1 # one thread suits ten unknowns
    cat "$here/constants.common" "$here/constants.load" >fort.2
    ./auto_duffing >load.log
    cp fort.8 fort.3

    # once with every iteration written down, to count them
    cat "$here/constants.common" "$here/constants.frc" | sed 's/IID = 0/IID = 2/' >fort.2
    ./auto_duffing >frc.log
    iterations=$(awk '/ IT +PAR/ { table = 1; next }
                      NF < 5 { table = 0 }
                      table && $3 > 0 { n++ }
                      END { print n + 0 }' fort.9)

    cat "$here/constants.common" "$here/constants.frc" | sed 's/NMX = 5000/NMX = 1/' >fort.2
    auto_startup_ms=$(cpu ./auto_duffing)
    cat "$here/constants.common" "$here/constants.frc" >fort.2
    auto_ms=$(cpu ./auto_duffing)
    # fort.7: branch, point, type (2: fold), label, Om, ...
    facts=$(awk -v iterations="$iterations" '
        $1 > 0 { points++ }
        $1 > 0 && $3 == 2 { fold = fold sprintf(" fold%d=%.10f", ++folds, $5) }
        END { printf "points=%d iterations=%d%s", points, iterations, fold }' fort.7)
    line auto "$facts" "$auto_ms" "$auto_startup_ms"
else
    echo "auto: AUTO-07p is not installed (apt-get install auto-07p gfortran): there is nothing to compare with"
fi

facts=$("$programs/duffing" facts)
line ridgewalk "$facts" "$(cpu "$programs/duffing")" "$(cpu "$programs/duffing" first)" "$auto_ms" "$auto_startup_ms"
line with_output "$facts" "$(cpu "$programs/duffing" output)" "$(cpu "$programs/duffing" output first)" "$auto_ms" \
    "$auto_startup_ms"
