#!/bin/bash
# The forced Duffing race: harmonic balance with 10 unknowns, from Om = 0.5 to Om = 2, by Ridgewalk and, where it
# is installed, by AUTO-07p. One line each, "name points=... iterations=... fold1=... cpu_ms=...":
#   cpu_ms        processor time of the whole process (user and system), the least of many runs
#   startup_ms    the same for a process that stops after the first step
#   computing_ms  their difference; us_per_point and us_per_iteration are its shares
#   times_faster_process, times_faster_computing: AUTO-07p's time divided by this one
# AUTO-07p writes its files in all runs. Ridgewalk's first line is without table and run folder, its second with
# both, its third one, too, by a program into which the libraries were linked. The others load each at its first call.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
auto=${AUTO_DIR:-/usr/lib/auto-07p}
rounds=${ROUNDS:-100}
programs=$(cd "${BUILD:-build}/test/bench/race" && pwd)
root=$(cd "${BUILD:-build}" && pwd)
folder=$root/bench/race
mkdir -p "$folder/first" "$folder/auto" "$folder/auto_first"
cd "$folder"
export OMP_NUM_THREADS=1 # one thread suits ten unknowns

# Files of AUTO-07p for the whole run in auto/, for its first step in auto_first/. Sets facts.
prepare_auto() {
    (
        cd auto
        rm -f fort.*
        # shellcheck disable=SC2086 # a list of options
        gfortran ${FFLAGS:--O2} -fopenmp "$here/duffing.f90" "$auto"/lib/*.o -o duffing
        cat "$here/constants.common" "$here/constants.load" >fort.2
        ./duffing >load.log
        mv fort.8 fort.3
        cat "$here/constants.common" "$here/constants.frc" >fort.2
        cp fort.3 ../auto_first
        sed 's/NMX = 5000/NMX = 1/' fort.2 >../auto_first/fort.2
    )
    # once with every iteration written down, to count them
    mkdir -p auto_count
    cp auto/fort.3 auto_count
    sed 's/IID = 0/IID = 2/' auto/fort.2 >auto_count/fort.2
    (cd auto_count && ../auto/duffing >frc.log)
    # fort.7: branch, point, type (2: fold), label, Om, ...; fort.9: a table for each point
    facts=$(awk '
        FILENAME ~ /fort.7/ && $1 > 0 { points++ }
        FILENAME ~ /fort.7/ && $1 > 0 && $3 == 2 { fold = fold sprintf(" fold%d=%.10f", ++folds, $5) }
        FILENAME ~ /fort.7/ { next }
        / IT +PAR/ { table = 1; next }
        NF < 5 { table = 0 }
        table && $3 > 0 { iterations++ }
        END { printf "points=%d iterations=%d%s", points, iterations, fold }' auto_count/fort.7 auto_count/fort.9)
}

# The program with its libraries inside; METIS comes as a shared library only. Fails where one is missing.
link_static() {
    ${CC:-gcc} -O2 -std=c11 -I"$root/include" "$here/duffing.c" "$root/libridgewalk.a" -pthread \
        -Wl,-Bstatic -Wl,--start-group -llapacke -lopenblas -lfftw3 -larpack -lsundials_kinsol \
        -lumfpack -lklu -lbtf -lcholmod -lccolamd -lcamd -lcolamd -lamd -lsuitesparseconfig -lsqlite3 -lz \
        -lgfortran -lquadmath -Wl,--end-group -Wl,-Bdynamic -l:libmetis.so.5 -lm -o duffing_static 2>/dev/null
}

# line name facts cpu_ms startup_ms auto_cpu_ms auto_startup_ms
line() {
    awk -v name="$1" -v facts="$2" -v ms="$3" -v start="$4" -v auto="$5" -v auto_start="$6" 'BEGIN {
        split(facts, fact, /[ =]/) # points, its value, iterations, its value
        printf "%s %s cpu_ms=%.2f startup_ms=%.2f computing_ms=%.2f us_per_point=%.1f us_per_iteration=%.2f",
            name, facts, ms, start, ms - start, 1e3 * (ms - start) / fact[2], 1e3 * (ms - start) / fact[4]
        if (auto && name != "auto") printf " times_faster_process=%.2f times_faster_computing=%.2f", auto / ms,
            (auto - auto_start) / (ms - start)
        print ""
    }'
}

echo "== The forced Duffing race: milliseconds of processor time"
ours=$programs/duffing
commands=(. "$ours" -- . "$ours" first -- . "$ours" output -- first "$ours" output first)
if link_static; then
    inside=$PWD/duffing_static
else
    inside=$ours
    echo "with_output_static: a static library is missing, the shared ones are loaded"
fi
commands+=(-- . "$inside" output -- first "$inside" output first)
if ls "$auto"/lib/main.o >/dev/null 2>&1 && command -v gfortran >/dev/null; then
    prepare_auto
    commands+=(-- auto "$PWD/auto/duffing" -- auto_first "$PWD/auto/duffing")
else
    facts=
    echo "auto: AUTO-07p is not installed (apt-get install auto-07p gfortran): there is nothing to compare with"
fi
mapfile -t ms < <("$programs/process_cpu" "$rounds" "${commands[@]}")
auto_ms=("${ms[@]:6}")
[ -z "$facts" ] || line auto "$facts" "${auto_ms[@]}" "" ""
facts=$("$ours" facts)
line ridgewalk "$facts" "${ms[@]:0:2}" "${auto_ms[0]-}" "${auto_ms[1]-}"
line with_output "$facts" "${ms[@]:2:2}" "${auto_ms[0]-}" "${auto_ms[1]-}"
line with_output_static "$facts" "${ms[@]:4:2}" "${auto_ms[0]-}" "${auto_ms[1]-}"
