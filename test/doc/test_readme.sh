#!/bin/bash
# README.md: its program is a demo, letter by letter, and its numbers are those of the demo and of doc/benchmarks.md.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${BUILD:=build}"
. test/check.sh
demo=$PWD/$BUILD/demos/tutorial/first_ridge
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

program_is_the_demo() {
    diff <(awk '/^```c$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' README.md) \
        <(awk 'started { print } /\*\/$/ && !started { started = 1 }' demos/tutorial/first_ridge.c)
}

peak_is_the_demos() {
    (cd "$work" && "$demo" >out 2>&1) || { tail "$work/out"; return 1; }
    local peak
    peak=$(awk '/^run ridge:/ { inside = 1 } inside && $5 == "EP" && $6 == 5 { print $8 }' "$work/out")
    grep -q "lies at $peak Hz" README.md || { echo "the demo's peak is at $peak Hz"; return 1; }
}

# least and greatest ratio of a package's time of a point by Ridgewalk's, to two digits, from the table of doc/benchmarks.md
ratios() { # package
    awk -F'|' -v package="$1" '
        /^\| milliseconds a point/ { inside = 1 }
        inside && $2 ~ /^ Ridgewalk/ { for (i = 3; i <= 6; i++) { gsub(/\([a-z]*\)/, "", $i); n[i] = split($i, own, ","); for (k = 1; k <= n[i]; k++) mine[i, k] = own[k] } }
        inside && $2 ~ "^ " package { for (i = 3; i <= 6; i++) if ($i + 0 > 0) for (k = 1; k <= n[i]; k++) {
            r = $i / mine[i, k]; if (!low || r < low) low = r; if (r > high) high = r } }
        END { printf "%d to %d", 10 * int(low / 10 + .5), 10 * int(high / 10 + .5) }' doc/benchmarks.md
}

times_are_the_benchmarks() {
    local computing process
    computing=$(awk '$1 == "times_faster_computing" { printf "%.1f", $2 }' doc/benchmarks.md)
    process=$(awk '$1 == "times_faster_process" { printf "%.1f", $2 }' doc/benchmarks.md)
    grep -qF "| $(ratios NLvib); $(ratios TMDSimPy) |" README.md || { echo "expected $(ratios NLvib); $(ratios TMDSimPy)"; return 1; }
    grep -qF "| $computing; $process |" README.md || { echo "expected $computing; $process"; return 1; }
}

ridge_is_the_tests() { grep -q 'within 1e-9' README.md && grep -q '1e-9' test/adjoint/test_ridge_truth.c; }

check "the program in README.md is demos/tutorial/first_ridge.c" program_is_the_demo
check "its peak is that of the demo" peak_is_the_demos
check "times in README.md are those of doc/benchmarks.md" times_are_the_benchmarks
check "the accuracy of ridges is what a test asserts" ridge_is_the_tests
# what the library is linked with, and what that is linked with
needs_no_mpi() { ldd "$BUILD"/libridgewalk.so.*.*.* >"$work/needed" && ! grep -E 'libmpi|petsc' "$work/needed"; }

check "the library needs neither MPI nor PETSc" needs_no_mpi
check "README.md has less than 700 words" [ "$(wc -w <README.md)" -lt 700 ]
exit $((failed > 0))
