#!/bin/bash
# Programs whose run has no invalid operation, no division by zero and no overflow: a user may trap these. `make traps`
# runs all demos so.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/check.sh
build=$(realpath "${BUILD:-build}")
trap=$build/test/trap.so
folder=$(mktemp -d)

ends_well() {
    (cd "$folder" && env LD_PRELOAD="$trap" "$build/demos/tutorial/$1" >out 2>err) || { cat "$folder/err"; return 1; }
}

is_caught() { # statement: a program that does what it must not ends
    printf 'int main(int n, char **v) { volatile double x = n - 1, y = 1e300; (void)v; %s; return x > y; }\n' "$1" |
        "${CC:-gcc}" -x c - -o "$folder/wrong" && ! LD_PRELOAD=$trap "$folder/wrong" 2>"$folder/err" &&
        grep -q "arithmetic trap" "$folder/err"
}

if [ -n "${TEST_WRAPPER-}" ] || [[ ${CFLAGS-} == *sanitize* ]]; then
    echo "[       OK ] traps are left to a build without sanitizers" # their runtime comes first
    exit 0
fi
check "a division by zero is caught" is_caught 'x = y / x'
check "an invalid operation is caught" is_caught 'x = x / x'
check "an overflow is caught" is_caught 'x = y * y'
for program in cusp oxidation friction_beam; do
    check "$program runs without a trap" ends_well $program
done
rm -rf "$folder"
exit $((failed > 0))
