#!/bin/bash
# Run test programs one by one from the project root and add up their results.
#
#   test/run.sh program...
#
# A program is cmocka's, or a script that prints the same lines for each test, "[       OK ] name" or
# "[  FAILED  ] name". Its output is shown when something failed. A program that crashes, hangs or runs no test
# counts as a failed test. The last line is "N passed, N failed"; the exit status is 0 if none failed.
# TEST_WRAPPER: put before each program (valgrind). TEST_SECONDS: time limit of a program.
set -u
cd "$(dirname "$0")/.." || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0 failures=()

# "passed failed" from a log. cmocka's summary names tests a second time. A test that began and did not end
# took the program with it.
count() {
    awk '/^\[==========\] Running/ { summary = 0 }
         /^\[==========\] .* run\.$/ { summary = 1; bad += open; open = 0 }
         summary { next }
         /^\[ RUN      \]/ { bad += open; open = 1 }
         /^\[       OK \]/ { ok++; open = 0 }
         /^\[  FAILED  \]/ { bad++; open = 0 }
         /^\[  SKIPPED \]/ { open = 0 }
         END { print ok + 0, bad + open }' "$1"
}

for program in "$@"; do
    wrapper=${TEST_WRAPPER-}
    started=$SECONDS
    # shellcheck disable=SC2086 # the wrapper is a command with its options
    timeout "${TEST_SECONDS:-600}" $wrapper "$program" >"$log" 2>&1 </dev/null
    status=$?
    read -r ok bad < <(count "$log")
    case $status in
    0) ((ok + bad)) || echo "ran no test" >>"$log" ;;
    124) echo "took too long" >>"$log" ;;
    *) echo "ended with status $status" >>"$log" ;;
    esac
    ((bad == 0 && (status != 0 || ok == 0))) && bad=1

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
