#!/bin/bash
# Run test programs from the project root, as many at a time as there are processors, and add up their results.
#
#   test/run.sh program...
#
# A program is cmocka's, or a script that prints the same lines for each test, "[       OK ] name" or
# "[  FAILED  ] name". Scripts, which build and install, run one by one behind the others. The output of a
# program is shown when something failed. One that crashes, hangs or has no test counts as a failed test; one whose tests are all skipped does not. The
# last line is "N passed, N failed"; the exit status is 0 if none failed.
# TEST_WRAPPER: put before each program (valgrind). TEST_SECONDS: time limit of a program. TEST_JOBS: how many at
# a time. OPENBLAS_CORETYPE: the kernels of OpenBLAS for all programs. Without it, programs whose name (test/folder/test_name)
# has an odd number of letters run with the kernels that OpenBLAS selects for this processor, the others with Haswell's,
# where the processor has them: no result may depend on the kernels. `test/run.sh PROGRAM` gives one program the same kernels again;
# the report of a failure begins with the command. OTHER_KERNELS=1: the other way round.
set -u
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export work

# What env gets for the program NAME. OpenBLAS takes an empty OPENBLAS_CORETYPE for a name.
kernels_of() {
    if [[ ${OPENBLAS_CORETYPE-} ]]; then
        echo "OPENBLAS_CORETYPE=$OPENBLAS_CORETYPE"
    elif (((${#1} + ${OTHER_KERNELS:-0}) % 2 == 0)) && grep -qsw avx2 /proc/cpuinfo; then
        echo "OPENBLAS_CORETYPE=Haswell"
    else
        echo "-u OPENBLAS_CORETYPE"
    fi
}

# "passed failed skipped" from a log. cmocka's summary names tests a second time. A test that began and did not end
# took the program with it.
count() {
    awk '/^\[==========\] Running/ { summary = 0 }
         /^\[==========\] .* run\.$/ { summary = 1; bad += open; open = 0 }
         summary { next }
         /^\[ RUN      \]/ { bad += open; open = 1 }
         /^\[       OK \]/ { ok++; open = 0 }
         /^\[  FAILED  \]/ { bad++; open = 0 }
         /^\[  SKIPPED \]/ { skipped++; open = 0 }
         END { print ok + 0, bad + open, skipped + 0 }' "$1"
}

# Its line, with its output if something failed; "passed failed name" goes to $work/sums.
run() {
    local program=$1 started=$SECONDS status ok bad skipped log report name kernels
    log=$(mktemp -p "$work") report=$(mktemp -p "$work")
    name=${program#"${BUILD:-build}"/}
    kernels=$(kernels_of "${name%.sh}")
    # shellcheck disable=SC2086 # the wrapper is a command with its options, as is what env gets
    env $kernels timeout "${TEST_SECONDS:-600}" ${TEST_WRAPPER-} "$program" >"$log" 2>&1 </dev/null
    status=$?
    read -r ok bad skipped < <(count "$log")
    case $status in
    0) ((ok + bad + skipped)) || echo "ran no test" >>"$log" ;;
    124) echo "took too long" >>"$log" ;;
    *) echo "ended with status $status" >>"$log" ;;
    esac
    ((bad == 0 && (status != 0 || ok + skipped == 0))) && bad=1

    {
        printf '%-50s %4d passed' "$name" "$ok"
        if ((bad)); then
            printf ', %d failed\n' "$bad"
            echo "    env $kernels $program"
            sed 's/^/    /' "$log"
        else
            printf ' %5d s\n' $((SECONDS - started))
        fi
    } >"$report"
    flock "$work" cat "$report"
    flock "$work" echo "$ok $bad $name" >>"$work/sums"
    rm -f "$log" "$report"
}
export -f run count kernels_of

programs=() scripts=()
for program in "$@"; do
    if [[ $program == *.sh ]]; then scripts+=("$program"); else programs+=("$program"); fi
done
# shellcheck disable=SC2016 # run gets the program
((${#programs[@]})) && printf '%s\0' "${programs[@]}" | xargs -0 -n 1 -P "${TEST_JOBS:-$(nproc)}" bash -c 'run "$1"' run
for program in "${scripts[@]}"; do
    run "$program"
done

touch "$work/sums"
awk '$2 > 0 { print "failed: " $3 }
     { passed += $1; failed += $2 }
     END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 }' "$work/sums"
