#!/bin/bash
# Run test programs one by one from the project root and add up their results.
#
#   test/run.sh program...
#
# A program is cmocka's or a script that prints the same lines, "[       OK ] name" and "[  FAILED  ] 1 test(s)".
# Its output is shown when something failed. A program that crashes, hangs or runs no test counts as one
# failed test. The last line is "N passed, N failed"; the exit status is 0 if none failed.
# TEST_WRAPPER: put before each program (valgrind). TEST_SECONDS: time limit of a program.
set -u
cd "$(dirname "$0")/.." || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0 failures=()

for program in "$@"; do
    wrapper=${TEST_WRAPPER-}
    started=$SECONDS
    # shellcheck disable=SC2086 # the wrapper is a command with its options
    timeout "${TEST_SECONDS:-600}" $wrapper "$program" >"$log" 2>&1 </dev/null
    status=$?
    ok=$(grep -c '^\[       OK \]' "$log")
    bad=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) test(s).*/\1/p' "$log" | awk '{n += $1} END {print n + 0}')
    if ((bad == 0 && (status != 0 || ok == 0))); then
        bad=1
        case $status in
        0) echo "ran no test" ;;
        124) echo "took too long" ;;
        *) echo "ended with status $status" ;;
        esac >>"$log"
    fi
    name=${program#"${BUILD:-build}"/}
    printf '%-50s %4d passed' "$name" "$ok"
    if ((bad)); then
        printf ', %d failed\n' "$bad"
        sed 's/^/    /' "$log"
        failures+=("$name")
    else
        printf ' %5d s\n' $((SECONDS - started))
    fi
    ((passed += ok, failed += bad))
done

((failed)) && printf 'failed: %s\n' "${failures[@]}"
echo "$passed passed, $failed failed"
((failed == 0))
