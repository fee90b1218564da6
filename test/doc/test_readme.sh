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

# what the library loads at once or later, and what that is linked with
needs_no_mpi() { ldd "$BUILD"/libridgewalk-whole.so >"$work/needed" && ! grep -E 'libmpi|petsc' "$work/needed"; }

# Debian packages of these libraries, less those of any system
needs_few_packages() {
    local library n
    n=$(awk '$3 ~ /^\// { print $3 }' "$work/needed" | while read -r library; do
        library=$(readlink -f "$library")
        dpkg -S "$library" 2>/dev/null || dpkg -S "${library#/usr}" 2>/dev/null
    done | cut -d: -f1 | sort -u | grep -cvE '^(libc6|libgcc-s1|zlib1g)$')
    grep -q 'about 20 packages, 60 MB' README.md && ((n > 15 && n < 25)) || { echo "$n packages"; return 1; }
}

# Packages that apt would install on an empty system: those of `make deps` and its essential ones, less these
building_takes() {
    local wanted essential both
    : >"$work/status"
    wanted=$(awk '/^PACKAGES +:=/ { inside = 1; sub(/.*:=/, "") } inside { gsub(/\\/, ""); print } inside && /gnuplot-nox/ { exit }' Makefile)
    essential="apt $(dpkg-query -W -f '${Essential} ${Priority} ${Package}\n' | awk '$1 == "yes" || $2 == "required" { print $3 }' | tr '\n' ' ')"
    # shellcheck disable=SC2086 # lists of words
    simulated() { apt-get -o Dir::State::status="$work/status" -s -q install --no-install-recommends $essential "$@" 2>/dev/null | grep -c '^Inst'; }
    # shellcheck disable=SC2086
    both=$(simulated $wanted) && echo $((both - $(simulated)))
}

building_packages_are_so_many() {
    grep -q 'about 320 packages' README.md && (($1 > 300 && $1 < 340)) || { echo "$1 packages"; return 1; }
}

readme_is_short() { # its program left out
    [ "$(awk '/^```/ { inside = !inside; next } !inside' README.md | wc -w)" -lt 540 ]
}

check "the program in README.md is demos/tutorial/first_ridge.c" program_is_the_demo
check "its peak is that of the demo" peak_is_the_demos
check "times in README.md are those of doc/benchmarks.md" times_are_the_benchmarks
check "the accuracy of ridges is what a test asserts" ridge_is_the_tests
check "the library needs neither MPI nor PETSc" needs_no_mpi
if command -v dpkg >/dev/null; then
    check "it needs as few packages as README.md states" needs_few_packages
    n=$(building_takes) && [ "$n" -gt 0 ] && check "and building as many" building_packages_are_so_many "$n"
fi
check "README.md has about 500 words beside its program" readme_is_short
check "the list of changes has 25 lines" [ "$(wc -l <CHANGELOG.md)" -le 25 ]
exit $((failed > 0))
