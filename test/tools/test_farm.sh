#!/bin/bash
# rdg farm: 200 cases are the same whether processes are killed or not; failures are listed; what is wrong is refused.
# FARM_KILLS: how many kills; FARM_SEED: which processes are killed.
set -u
: "${BUILD:=build}"
rdg=$PWD/$BUILD/tools/rdg/rdg
program=$PWD/$BUILD/demos/recipes/many_runs
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
. test/check.sh
cd "$folder" || exit 1
RANDOM=${FARM_SEED:-1}
cases=200
kills=${FARM_KILLS:-8}

says() { # words, command...
    local words=$1
    shift
    "$@" 2>&1 | grep -qF -- "$words"
}

ends_with() { # status, command...
    local status=$1
    shift
    "$@" >/dev/null 2>&1
    [ $? = "$status" ]
}

# complete cases, with the files that say so and when they were written
list() { find "$1" -name done -printf '%p %i %T@\n'; }

complete() { find "$1" -name done 2>/dev/null | wc -l; }

# the whole table of each run of a farm but for the clock
tables() { # folder
    local run
    for run in "$1"/*/*.db; do
        run=${run#"$1"/}
        "$rdg" bd -d "$1" "${run%.db}" --csv | awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^time/) clock = i } { $clock = ""; print }'
    done
}

# one process or the farm itself, by SIGKILL; a farm that was killed is started again
disturb() {
    local child
    mapfile -t child < <(pgrep -P "$farm")
    if ((RANDOM % 2 && ${#child[@]})); then
        kill -9 "${child[RANDOM % ${#child[@]}]}" 2>/dev/null
    else
        kill -9 "$farm" && wait "$farm" 2>/dev/null
        start
    fi
}

start() { "$rdg" farm "$program" $cases -d killed -j 3 >killed.out 2>&1 & farm=$!; }

kill_some() {
    start
    for ((k = 1; k <= kills; k++)); do
        until (($(complete killed) >= 180 * k / kills)); do kill -0 "$farm" || return 1; sleep 0.0$((RANDOM % 10)); done
        disturb
        list killed >>before
    done
    wait "$farm"
}

check "all cases are computed" eval 'says "$cases of $cases cases complete, 0 failed" "$rdg" farm "$program" $cases'
check "they are computed in spite of kills" kill_some
check "none that was complete is computed again" eval '[ -z "$(list killed | sort -u - before | cut -d" " -f1 | uniq -d)" ]'
"$rdg" farm --table >/dev/null
check "the tables of all cases are collected" eval '"$rdg" farm --table -d killed >out'
check "their special points and maxima are the same" cmp farm/index.csv killed/index.csv
check "and so is every number of every table" cmp <(tables farm) <(tables killed)
check "the table has a row for each peak" eval '[ "$(grep -c ",PM," farm/index.csv)" = $cases ] && [ "$(grep -c ",max Am," farm/index.csv)" = $cases ]'
check "and the preload of each case" eval '[ "$(sqlite3 farm/index.db "select count(distinct \"pad.preload\") from points")" = $cases ]'
check "curves of all cases are drawn" eval '"$rdg" plot --farm frc omega Am --hz -o family.svg >out && [ "$(grep -c "<path" family.svg)" -gt $cases ]'
# the same from the table: middle of the 200 values in order
middle() { sqlite3 farm/index.db "select avg(omega) / 2 / pi() from (select omega from points where type = 'PM' order by omega limit 2 offset 99)"; }
check "and a distribution, with its median" eval '"$rdg" plot --farm frc omega -t PM --hz -o d.png >out && [ -s d.png ] && grep -qF "median $(printf %.7g "$(middle)") (" out'
check "first and second points of a run are not mixed" eval '"$rdg" plot --farm frc omega -t EP -o d.png >out && grep -qF "EP 1 of a run: 200 values, least 250," out && grep -qF "EP 2 of a run: 200 values, least 440," out'
check "without a type, of the greatest values" eval '"$rdg" plot --farm frc Am -o d.png | grep -qE "^Am / m: 200 values, least 0\.00024"'
check "a column that the runs lack is named once" eval '[ "$("$rdg" plot --farm frc omega Amx -o d.png 2>&1 | grep -c Amx)" = 1 ]'
check "a type that no run has is trouble" says "no point of type XX" "$rdg" plot --farm frc Am -t XX -o d.png
touch -d yesterday farm/*/done
check "what is complete is not computed again" eval 'says "complete, 0 failed" "$rdg" farm "$program" $cases && [ -z "$(find farm -name done -newermt "1 hour ago")" ]'
check "the state counts the cases" says "200 complete, 0 begun, 0 failed, 0 open" "$rdg" farm --state

cat >fails <<'END'
#!/bin/sh
echo "case $RDG_CASE" >>seen
case $RDG_CASE in 3) echo "no convergence at omega = 3"; exit 7;; 4) kill -SEGV $$;; esac
mkdir -p "$RDG_FARM/sub"
END
chmod +x fails
check "a case that fails leaves the others" eval 'says "4 of 6 cases complete, 2 failed" "$rdg" farm ./fails 6 -d bad'
check "cases without a run are reported with the table" says "4 complete cases have no run" "$rdg" farm --table -d bad
check "the exit status says so" ends_with 1 "$rdg" farm ./fails 6 -d bad
check "it was tried three times" eval '[ "$(grep -c "case 3" seen)" = 3 ] && [ "$(grep -c "case 5" seen)" = 1 ]'
check "the state has its status and message" says "bad/0003: failed, exit status 7 at try 3: no convergence at omega = 3" "$rdg" farm --state -d bad
check "and the signal that ended another one" says "bad/0004: failed, exit status 139" "$rdg" farm --state -d bad
sed -i 's/^case .*//' fails
"$rdg" farm ./fails 6 -d bad --retry >retry.out 2>&1
check "--retry computes them again" grep -qF "6 of 6 cases complete" retry.out
check "that the program has changed is reported" grep -qF "has changed since the farm was begun" retry.out
check "cases of another program are refused" says "has the cases of the program fails" "$rdg" farm "$program" 6 -d bad
check "shares divide the cases" eval '"$rdg" farm ./fails 7 -d shares --share 1/3 >out && [ "$(cd shares; ls -d 0* | tr "\n" " ")" = "0001 0004 0007 " ]'
check "and complete the farm together" eval '"$rdg" farm ./fails 7 -d shares --share 2/3 >out; "$rdg" farm ./fails 7 -d shares --share 0/3 >out; "$rdg" farm --state -d shares >out'

printf '#!/bin/sh\necho $RDG_CASE >>order\n' >quick
printf '#!/bin/sh\necho "$RDG_CASE $$" >>started\nexec sleep 60\n' >long
chmod +x quick long
printf '2 1.5\n4 9\n3 2\n' >weights
check "cases with larger weights are first" eval '"$rdg" farm ./quick 4 -d w -j 1 --weights weights >out && [ "$(tr "\n" " " <order)" = "4 3 2 1 " ]'
echo "5 x" >>weights
check "a wrong line of the weights is named" says "line 4 is not" "$rdg" farm ./quick 4 -d w2 --weights weights

"$rdg" farm ./long 4 -d slow -j 2 >long.out 2>&1 &
farm=$!
until [ "$(wc -l <started)" = 2 ]; do sleep 0.05; done 2>/dev/null
check "two farms on one folder refuse each other" says "another farm is at work there (process $farm on" "$rdg" farm ./long 4 -d slow
check "a farm beside shares, too" says "another farm is at work there (process $farm on" "$rdg" farm ./long 4 -d slow --share 0/2
kill -TERM $farm
check "a farm that is stopped ends with status 1" eval '! wait $farm && grep -qF "0 of 4 cases complete, 0 failed" long.out && grep -q interrupted long.out'
check "and leaves no process" eval '! ps -o pid= -p "$(cut -d" " -f2 started | paste -sd,)" | grep -q .'
check "what was begun has no failed try" eval 'says "0 complete, 2 begun, 0 failed, 2 open" "$rdg" farm --state -d slow'

printf '#!/bin/sh\ntrap "" TERM; touch deaf.runs\nwhile :; do sleep 0.2; done\n' >deaf
chmod +x deaf
"$rdg" farm ./deaf 1 -d deaf.farm >out 2>&1 &
farm=$!
until [ -e deaf.runs ]; do sleep 0.05; done
begin=$(date +%s%N)
kill -TERM $farm
wait $farm
took=$((($(date +%s%N) - begin) / 1000000))
check "a process that does not end has five seconds" test $took -gt 4000 -a $took -lt 9000

mkdir scratch
check "cases are computed on a scratch disk" eval '"$rdg" farm "$program" 5 -d moved --scratch "$folder/scratch" >out && grep -q "$folder/scratch/rdg-farm-.*/0003/frc.db" moved/0003/log'
check "which is left empty" eval '[ -z "$(ls scratch)" ]'
"$rdg" farm --table -d moved >out
check "and the same is in the farm" cmp <(head -n 21 farm/index.csv) moved/index.csv

# two farms claim cases one by one; a claim that is left is stale after three heartbeats
mkdir -p both/0002 && echo "elsewhere 1" >both/0002/claim && touch -d '1 hour ago' both/0002/claim
rm -f order
sed -i '$a sleep 0.1' quick
"$rdg" farm ./quick 12 -d both --dynamic --beat 0.2 -j 2 >out &
check "farms share cases that they claim" eval '"$rdg" farm ./quick 12 -d both --dynamic --beat 0.2 -j 2 >out2; wait $!'
check "each is computed once, that of a dead machine, too" eval '[ "$(sort -n order | tr "\n" " ")" = "1 2 3 4 5 6 7 8 9 10 11 12 " ]'
check "no claim is left" eval '[ -z "$(find both -name "claim*")" ]'
# a claim is stale when three heartbeats of 20 s are missing
mkdir -p late/0001 && touch -d '50 seconds ago' late/0001/claim
check "a claim that misses two heartbeats is respected" eval '! timeout 1 "$rdg" farm ./quick 1 -d late --dynamic >out && [ ! -e late/0001/done ]'
touch -d '70 seconds ago' late/0001/claim
check "one that misses three is not" eval 'timeout 10 "$rdg" farm ./quick 1 -d late --dynamic >out'
rm -f started
"$rdg" farm ./long 1 -d dies --dynamic --beat 0.2 >out 2>&1 &
farm=$!
until [ -s started ]; do sleep 0.05; done
kill -9 $farm
sed -i 's/sleep 60/true/' long
check "a case goes to another farm when the first one dies" eval '"$rdg" farm ./long 1 -d dies --dynamic --beat 0.2 >out && [ "$(wc -l <started)" = 2 ]'

check "a number of cases that is none is refused" says "not a whole number from 1 on: 0" "$rdg" farm ./quick 0
check "so is a program that is not there" says "./nonesuch: no such program" "$rdg" farm ./nonesuch 3
check "a name without a folder is explained" says "is named ./PROGRAM" "$rdg" farm nonesuch 3
check "a folder that cannot be made is named" says "folder /dev/null/x: Not a directory" "$rdg" farm ./quick 3 -d /dev/null/x
check "a folder without a farm has no state" says "folder nowhere holds no farm" "$rdg" farm --state -d nowhere
check "a share that is none is refused" says 'option "--share"' "$rdg" farm ./quick 3 --share 3/3
for wrong in "" "./quick" "./quick 0" "./quick 3 4" "./quick 3 -j 0" "./quick 3 --frobnicate" "./quick 3 --share 0/2 --dynamic" "--state ./quick" "./quick 3 --memory 2G"; do
    # shellcheck disable=SC2086 # words
    check "trouble: rdg farm $wrong" ends_with 2 "$rdg" farm $wrong
done
mkdir -p blocked && touch blocked/0002
check "a case that has no folder fails, the others do not" eval 'says "2 of 3 cases complete, 1 failed" "$rdg" farm ./quick 3 -d blocked && says "case 2: " "$rdg" farm ./quick 3 -d blocked'
check "a scratch disk that is not there fails each case, with its name" eval '! "$rdg" farm ./quick 1 -d nodisk --scratch /nonexistent 2>out >out && "$rdg" farm --state -d nodisk | grep -qF "/nonexistent/"'
exit $((failed > 0))
