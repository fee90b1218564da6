#!/bin/bash
# The script of rdg farm --slurm: by hand, and under a Slurm of one node that this test starts and stops, where the
# packages slurmctld, slurmd, slurm-client and munge are installed. Tasks that are requeued change nothing.
# FARM_CASES: how many cases; FARM_KILLS: how often the tasks that run are requeued.
set -u
: "${BUILD:=build}"
program=$PWD/$BUILD/demos/recipes/many_runs
folder=$(mktemp -d)
trap 'stop; rm -rf "$folder"' EXIT
. test/check.sh
cases=${FARM_CASES:-40}
kills=${FARM_KILLS:-1}
export PATH=$PWD/$BUILD/tools/rdg:$PATH:/usr/sbin OMP_NUM_THREADS=1
cd "$folder" || exit 1

stop() {
    local file
    for file in slurmd slurmctld munged; do
        if [ -s $file.pid ]; then timeout 10 tail -s 0.1 --pid="$(cat $file.pid)" -f /dev/null & kill "$(cat $file.pid)"; wait; fi
    done
}

start() {
    local port
    port=$((20000 + $$ % 20000))
    mkdir -p state spool
    chmod 755 . && head -c 128 /dev/urandom >key && chmod 600 key
    munged --force --key-file="$PWD/key" --socket="$PWD/socket" --pid-file="$PWD/munged.pid" --log-file="$PWD/munged.log" \
        --seed-file="$PWD/seed" >munged.out 2>&1 || return 1
    cat >slurm.conf <<END
ClusterName=farm
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$PWD/socket,cred_expire=5
SlurmctldPort=$port
SlurmdPort=$((port + 1))
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
StateSaveLocation=$PWD/state
SlurmdSpoolDir=$PWD/spool
SlurmctldPidFile=$PWD/slurmctld.pid
SlurmdPidFile=$PWD/slurmd.pid
SlurmctldLogFile=$PWD/slurmctld.log
SlurmdLogFile=$PWD/slurmd.log
MpiDefault=none
SchedulerParameters=sched_interval=1,bf_interval=2
ReturnToService=2
JobRequeue=1
KillWait=2
NodeName=$(hostname) NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES
END
    # what a requeued task waits for: cred_expire seconds
    export SLURM_CONF=$PWD/slurm.conf
    slurmctld >slurmctld.out 2>&1 && slurmd >slurmd.out 2>&1 || return 1
    for ((i = 0; i < 100; i++)); do
        [ "$(sinfo -h -o %t 2>/dev/null)" = idle ] && return 0
        sleep 0.2
    done
    return 1
}

directive() { grep -qxF -- "#SBATCH --$1" job.sh; }

rdg farm "$program" "$cases" -d one >out
rdg farm "$program" "$cases" -d "it's" --slurm 3 --memory 100M >job.sh
check "the script is an array of tasks" directive "array=0-2"
check "that are started again after the loss of a node" directive requeue
check "with the memory of a process" directive "mem-per-cpu=100M"
check "its tasks compute the farm, whatever its folder is called" eval 'for k in 0 1 2; do SLURM_ARRAY_TASK_ID=$k sh job.sh >out || break; done; rdg farm --state -d "it'"'"'s" >out'

# requeue the tasks that run when so many cases are complete
requeue() { # cases
    until [ "$(find farm -name done 2>/dev/null | wc -l)" -ge "$1" ]; do sleep 0.1; done
    squeue -h -r -t running -o %F_%K | while read -r task; do scontrol requeue "$task"; done
}

# complete cases, with the files that say so and when they were written
list() { find "$1" -name done -printf '%p %i %T@\n'; }

in_queue() { squeue -h -r | grep -q .; }

computes() {
    sbatch --begin=now job.sh >sbatch.out 2>&1 || { cat sbatch.out; return 1; }
    for ((k = 0; k < kills; k++)); do
        requeue $((5 + (cases - 10) * k / kills))
        list farm >>before
    done
    for ((i = 0; i < 600; i++)); do
        in_queue || break
        sleep 0.2
    done
    rdg farm --state -d farm >out
}

if [ "$(for one in slurmctld slurmd munged sbatch; do command -v $one; done | wc -l)" -lt 4 ]; then
    echo "[  SKIPPED ] tasks of Slurm: slurmctld, slurmd, slurm-client and munge are not all installed"
elif ! start; then
    echo "[  SKIPPED ] tasks of Slurm: it does not start here: $(cat munged.out slurmctld.out slurmd.out slurmctld.log slurmd.log 2>/dev/null | tail -n 1)"
else
    rdg farm "$program" "$cases" -d farm --slurm 3 --memory 100M >job.sh
    check "Slurm computes all cases, tasks of which it starts again" computes
    check "none that was complete is computed again" eval '[ -z "$(list farm | sort -u - before | cut -d" " -f1 | uniq -d)" ]'
    check "they were stopped between" eval '[ "$(cat farm-*.log | grep -c interrupted)" -ge 1 ]'
    for farm in one farm; do rdg farm --table -d $farm >out; done
    check "the tables are those of local processes" cmp one/index.csv farm/index.csv
fi
exit $((failed > 0))
