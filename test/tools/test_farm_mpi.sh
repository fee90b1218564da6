#!/bin/bash
# rdg-farm-mpi: the cases of a farm are the same whether processes of the MPI job, and of its cases, are killed or not.
# FARM_CASES: how many cases; FARM_KILLS: how many kills; FARM_SEED: which processes are killed.
set -u
: "${BUILD:=build}"
if ! command -v mpirun >/dev/null || [ ! -x "$BUILD/tools/rdg/rdg-farm-mpi" ]; then
    echo "[       OK ] skipped: MPI is missing"
    exit 0
fi
rdg=$PWD/$BUILD/tools/rdg/rdg
program=$PWD/$BUILD/demos/recipes/many_runs
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. test/check.sh
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_MCA_rmaps_base_oversubscribe=1 PATH=$PWD/$BUILD/tools/rdg:$PATH
cd "$folder" || exit 1
RANDOM=${FARM_SEED:-1}
cases=${FARM_CASES:-60}
kills=${FARM_KILLS:-2}

# complete cases, with the files that say so and when they were written
list() { find "$1" -name done -printf '%p %i %T@\n'; }

complete() { find "$1" -name done 2>/dev/null | wc -l; }

start() { mpirun -n 3 rdg-farm-mpi "$program" "$cases" -d killed >killed.out 2>&1 & job=$!; }

# a rank, which ends the whole job, or the process of a case
kill_one() {
    local rank target
    mapfile -t rank < <(pgrep -P $job)
    ((${#rank[@]})) || return 0
    target=${rank[RANDOM % ${#rank[@]}]}
    if ((RANDOM % 2)); then target=$(pgrep -P "$target" | head -n 1); fi
    [ -z "$target" ] || kill -9 "$target" 2>/dev/null
    sleep 0.1
}

# the same command once more when the job has ended
kill_some() {
    start
    for ((k = 1; k <= kills; k++)); do
        until (($(complete killed) >= cases * k / (kills + 1))); do
            if ! kill -0 $job 2>/dev/null; then wait $job; start; fi
            sleep 0.0$((RANDOM % 10))
        done
        kill_one
        list killed >>before
    done
    until wait $job; do
        ((++starts > kills + 5)) && return 1
        start
    done
}

starts=0
check "all cases are computed over MPI" eval 'mpirun -n 3 rdg-farm-mpi "$program" "$cases" 2>&1 | grep -qF "$cases of $cases cases complete, 0 failed"'
check "they are computed in spite of kills, by the same command" kill_some
check "none that was complete is computed again" eval '[ -z "$(list killed | sort -u - before | cut -d" " -f1 | uniq -d)" ]'
for farm in farm killed; do "$rdg" farm --table -d $farm >/dev/null; done
check "the tables are the same" cmp farm/index.csv killed/index.csv
check "those of local processes are, too" eval '"$rdg" farm "$program" 20 -d local >out && "$rdg" farm --table -d local >out && head -n 81 farm/index.csv | cmp - local/index.csv'
printf '#!/bin/sh\necho "$RDG_CASE" >>order\nsleep 0.02; [ "$RDG_CASE" != 3 ]\n' >fails
chmod +x fails
printf '4 8\n2 7\n' >weights
check "a case that fails is reported" eval '! mpirun -n 2 rdg-farm-mpi ./fails 4 -d bad --weights weights >out 2>&1 && grep -qF "3 of 4 cases complete, 1 failed" out'
check "the longest are first, and failures once more behind the others" eval '[ "$(tr "\n" " " <order)" = "4 2 1 3 3 3 " ]'
check "its state is that of a local farm" eval '"$rdg" farm --state -d bad | grep -qF "3 complete, 0 begun, 1 failed, 0 open"'
check "one process alone is refused" eval 'mpirun -n 1 rdg-farm-mpi ./fails 4 2>&1 | grep -qF "at least"'
check "so is what is no number of cases" eval 'mpirun -n 2 rdg-farm-mpi ./fails 0 2>&1 | grep -qF "not a whole number"'
printf '#!/bin/sh\nexec sleep 60\n' >nap
chmod +x nap
"$rdg" farm ./nap 1 -d both >out 2>&1 &
farm=$!
until [ -e both/0001/log ]; do sleep 0.05; done
check "a local farm at work is not disturbed" eval 'mpirun -n 2 rdg-farm-mpi ./nap 1 -d both 2>&1 | grep -qF "another farm is at work there (process $farm on"'
kill $farm && wait
exit $((failed > 0))
