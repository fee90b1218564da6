#!/bin/bash
# rdg farm where something is broken: the disk is full, the folder read-only, memory short, a program bad. The other cases
# complete, the exit status is 1, and --state shows what became of each.
set -u
: "${BUILD:=build}"
rdg=$PWD/$BUILD/tools/rdg/rdg
program=$PWD/$BUILD/demos/recipes/many_runs
folder=$(mktemp -d)
trap 'umount "$folder/small" 2>/dev/null; chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
. test/check.sh
cd "$folder" || exit 1

farm() { "$rdg" farm "$@" >out 2>err; }

state() { "$rdg" farm --state -d "$1" >state 2>&1; [ $? = "$2" ]; }

has() { grep -qF -- "$2" "$1" || { cat "$1"; false; }; }

ends_with() { # status, words of the farm...
    farm "${@:2}"
    [ $? = "$1" ]
}

# --- a disk of 256 KiB, of which each case needs 40: by root alone
cat >fill <<'END_OF_PROGRAM'
#!/bin/sh
cd "$(printf "$RDG_FARM/%04d" "$RDG_CASE")" && head -c 40000 /dev/zero >out.db || { echo "case $RDG_CASE has no room"; exit 1; }
END_OF_PROGRAM
chmod +x fill
mkdir small
if mount -t tmpfs -o size=256k none small 2>/dev/null; then
    check "on a full disk the farm ends with status 1" ends_with 1 ./fill 8 -d small/farm -j 1
    check "the cases that had room are complete" has out "5 of 8 cases complete, 3 failed"
    check "others are reported" has err "case 7: its failure cannot be recorded: No space left on device"
    check "and shown by the state" eval 'state small/farm 1; has state "small/farm/0007: begun, exit status 1 at try 1: the disk was full" && has state "5 complete, 3 begun, 0 failed, 0 open"'
    rm small/farm/000[1-5]/out.db
    check "when there is room again the same command goes on" eval 'ends_with 0 ./fill 8 -d small/farm -j 1 && has out "8 of 8 cases complete, 0 failed"'
    cat /dev/zero >small/rest 2>/dev/null
    check "a scratch disk that is full is a failure with its name" eval 'ends_with 1 "$program" 3 -d scratched --scratch small'
    check "which the state has" eval 'state scratched 1; has state "3 failed"'
    umount small
else
    echo "[  SKIPPED ] a full disk: a small one cannot be mounted here"
fi

# --- a folder that turns read-only: root writes everywhere
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    as="setpriv --reuid=65534 --regid=65534 --clear-groups"
    chmod 755 . && mkdir locked && chown 65534:65534 locked
else
    as="" && mkdir locked
fi
printf '#!/bin/sh\n[ "$RDG_CASE" != 2 ] || chmod 555 "$RDG_FARM"\n' >shut
chmod +x shut
check "in a folder that turns read-only the farm ends with status 1" eval '$as "$rdg" farm ./shut 4 -d locked/farm -j 1 >out 2>err; [ $? = 1 ]'
check "what was complete stays so" eval 'state locked/farm 1; has state "2 complete, 0 begun, 0 failed, 2 open"'
check "the folder is named" has err "locked/farm/0003: Permission denied"
check "a folder that may not be written is refused" eval '$as "$rdg" farm ./shut 4 -d locked/farm/below >out 2>err; [ $? = 2 ] && has err "folder locked/farm/below: Permission denied"'

# --- memory
printf '#!/bin/sh\n[ "$RDG_CASE" != 2 ] || ulimit -v 40000\nexec "%s"\n' "$program" >hungry
chmod +x hungry
check "a case that is out of memory leaves the others" eval 'ends_with 1 ./hungry 4 -d hungry.farm && has out "3 of 4 cases complete, 1 failed"'
check "it has failed, with its message" eval 'state hungry.farm 1; has state "hungry.farm/0002: failed, exit status" && has state "3 complete, 0 begun, 1 failed, 0 open"'

# the system kills two large cases that run together: with half as many at a time they have room
cat >large <<'END_OF_PROGRAM'
#!/bin/sh
[ "$RDG_CASE" -gt 2 ] && exit 0
if [ ! -e "tried$RDG_CASE" ]; then
    touch "tried$RDG_CASE"
    until [ -e tried1 ] && [ -e tried2 ]; do sleep 0.05; done
    kill -9 $$
fi
mkdir alone && sleep 0.2 && rmdir alone
END_OF_PROGRAM
chmod +x large
check "cases that are killed together complete one by one" eval 'ends_with 0 ./large 4 -d large.farm -j 2 && has out "4 of 4 cases complete, 0 failed"'
check "tries that were killed count" has large.farm/0001/done "tries 2"

# --- a program that always fails, and one that is removed while the farm runs
printf '#!/bin/sh\n[ "$RDG_CASE" != 3 ] || { echo "no convergence"; exit 9; }\n' >fails
printf '#!/bin/sh\nrm -f "$0"\n' >gone
chmod +x fails gone
check "a case that always fails leaves the others" eval 'ends_with 1 ./fails 5 -d fails.farm && state fails.farm 1; has state "fails.farm/0003: failed, exit status 9 at try 3: no convergence" && has state "4 complete, 0 begun, 1 failed, 0 open"'
check "so does a program that is removed, in each case" eval 'ends_with 1 ./gone 3 -d gone.farm -j 1; state gone.farm 1; has state "./gone cannot be started: No such file" && has state "1 complete"'

exit $((failed > 0))
