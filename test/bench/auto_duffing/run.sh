#!/bin/bash
# The forced Duffing race, AUTO-07p's side: harmonic balance with 10 unknowns, from Om = 0.5 to Om = 2.
# Prints one line, "auto points=... iterations=... cpu_ms=... startup_ms=... us_per_point=... fold1=...".
# cpu_ms is the processor time of the whole process, start-up and output included, the least of many runs;
# startup_ms is that of the same process when it stops after the first point. us_per_point = cpu_ms / points.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
auto=${AUTO_DIR:-/usr/lib/auto-07p}
repetitions=${REPETITIONS:-200}

if ! ls "$auto"/lib/main.o >/dev/null 2>&1 || ! command -v gfortran >/dev/null; then
    echo "auto: AUTO-07p is not installed (apt-get install auto-07p gfortran): there is nothing to compare with"
    exit 0
fi
mkdir -p "${BUILD:-build}/bench/auto_duffing"
cd "${BUILD:-build}/bench/auto_duffing"
rm -f fort.*
# shellcheck disable=SC2086 # a list of options
gfortran ${FFLAGS:--O2} -fopenmp "$here/duffing.f90" "$auto"/lib/*.o -o duffing
${CC:-gcc} -std=c11 -O2 "$here/process_cpu.c" -o process_cpu
export OMP_NUM_THREADS=1 # one thread suits ten unknowns

cat "$here/constants.common" "$here/constants.load" >fort.2
./duffing >load.log
cp fort.8 fort.3

# once with every iteration written down, to count them
cat "$here/constants.common" "$here/constants.frc" | sed 's/IID = 0/IID = 2/' >fort.2
./duffing >frc.log
iterations=$(awk '/ IT +PAR/ { table = 1; next }
                  NF < 5 { table = 0 }
                  table && $3 > 0 { n++ }
                  END { print n + 0 }' fort.9)

cat "$here/constants.common" "$here/constants.frc" | sed 's/NMX = 5000/NMX = 1/' >fort.2
startup_ms=$(./process_cpu "$repetitions" ./duffing)

cat "$here/constants.common" "$here/constants.frc" >fort.2
ms=$(./process_cpu "$repetitions" ./duffing)

# fort.7: branch, point, type (2: fold), label, Om, ...
awk -v ms="$ms" -v startup_ms="$startup_ms" -v iterations="$iterations" '
    $1 > 0 { points++ }
    $1 > 0 && $3 == 2 { fold = fold sprintf(" fold%d=%.10f", ++folds, $5) }
    END {
        printf "auto points=%d iterations=%d cpu_ms=%.2f startup_ms=%.2f us_per_point=%.1f%s\n", points,
            iterations, ms, startup_ms, 1e3 * ms / points, fold
    }' fort.7
