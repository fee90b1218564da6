#!/bin/bash
# The command rdg on the runs of a demo: each of its commands, and what it says when something is wrong.
set -u
: "${BUILD:=build}"
rdg=$PWD/$BUILD/tools/rdg/rdg
alter=$PWD/$BUILD/test/tools/alter # a run, by SQL, with its checksums
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. test/check.sh

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

cd "$folder" || exit 1
"$rdg" ls >/dev/null 2>&1 && exit 1
demo=$OLDPWD/$BUILD/demos/tutorial/cusp
"$demo" >/dev/null 2>&1 || { echo "$demo does not run"; exit 1; }
mapfile -t run < <("$rdg" ls | awk 'NR > 1 { print $1 }')

check "ls lists the runs with their special points" says "FP" "$rdg" ls
check "bd prints a column of the special points" says "la" "$rdg" bd "${run[0]}" la -t FP
check "bd prints all columns with all digits" says "point,label,type" "$rdg" bd "${run[0]}" --csv
check "points says how the run was computed" says "first_active" "$rdg" points "${run[0]}"
check "plot draws a picture" eval '"$rdg" plot "${run[0]}" ka la -o p.png && [ -s p.png ]'
check "diff finds a run equal to itself" ends_with 0 "$rdg" diff "${run[0]}" "${run[0]}"
cp "runs/${run[0]}.db" runs/other.db
"$alter" runs/other.db "update point set type = 'UZ' where type = 'FP'"
check "diff tells another run apart" ends_with 1 "$rdg" diff "${run[0]}" other
check "a run that does not exist is named, with those that do" says "${run[0]}" "$rdg" bd nonesuch
check "a column that does not exist is named, with those that do" says "it has: point" "$rdg" bd "${run[0]}" kappa
check "a type that does not occur is trouble" ends_with 2 "$rdg" bd "${run[0]}" -t XX
check "a command that does not exist is trouble" ends_with 2 "$rdg" frobnicate
check "an option that does not exist is trouble" ends_with 2 "$rdg" ls --frobnicate
check "too few words are trouble" ends_with 2 "$rdg" plot "${run[0]}" ka
check "help names every command" eval '[ "$("$rdg" --help | grep -c "^  rdg ")" = 9 ]'
check "each command has help of its own" says "usage: rdg diff" "$rdg" diff --help
check "export writes the table as CSV" eval '"$rdg" export "${run[0]}" t.csv && grep -q "^point,label,type" t.csv'
check "export copies a run" eval '"$rdg" export "${run[0]}" runs/copy.db && "$rdg" diff "${run[0]}" copy'
check "a curve has no surface to export" says "has no triangles: it is a curve" "$rdg" export "${run[0]}" t.vtk
"$OLDPWD/$BUILD/demos/tutorial/sphere" >/dev/null 2>&1
check "export writes a surface for ParaView" eval '"$rdg" export sphere s.vtk && [ "$(awk "/^POLYGONS/ { print \$2 }" s.vtk)" = \
    "$(sqlite3 runs/sphere.db "select count(*) from triangle")" ]'
check "sql answers" says "FP" "$rdg" sql "${run[0]}" "select type from special"
check "sql does not write" ends_with 2 "$rdg" sql "${run[0]}" "delete from point"
check "a name does not lead out of the folder" says "is no name for a run" "$rdg" sql ../x "select 1"
cp runs/other.db runs/hostile.db
cp runs/other.db $'runs/\e]0;name\a.db'
"$alter" runs/hostile.db "update point set type = char(27) || '[2J' || char(155) || '1m' where label; update run set value = 'at' || char(27, 10) || '7' \
    where key = 'stop'; update quantity set unit = char(27) || ']0;unit' || char(7)"
looks() { # each command that prints what is in a file
    "$rdg" ls; "$rdg" bd hostile; "$rdg" bd hostile --csv; "$rdg" points hostile; "$rdg" diff hostile "${run[0]}"
    "$rdg" sql hostile 'select type as "a'$'\e''b", value from special, run'; "$rdg" bd $'\e[2J'; "$rdg" bd hostile $'\e[2J'
}
check "control characters of a file do not reach the terminal" eval '! looks 2>&1 | LC_ALL=C grep -qP "[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]"'
check "what is around them does" eval 'looks 2>&1 | grep -q "?\[2J??1m"'
check "a run that has ended is watched to its end" eval '[ "$("$rdg" watch other | wc -l)" -eq "$(("$(sqlite3 runs/other.db "select count(*) from point")" + 1))" ]'
cp runs/other.db runs/grows.db
"$alter" runs/grows.db "update run set value = 0 where key = 'finished'"
check "one that nobody writes is told to be cut off" ends_with 1 "$rdg" watch grows
sleep 20 &
writer=$!
echo $writer >runs/grows.db-lock
"$rdg" watch grows point >watched &
watcher=$!
sleep 0.5
"$alter" runs/grows.db "insert into point(point, type, row_checksum) values(777777, '', 0), (-777777, '', 0); update run set value = 1 where key = 'finished'"
check "one that is written is watched until it ends" wait $watcher
kill $writer
"$alter" runs/grows.db "update run set value = 0 where key = 'finished'"
check "a picture has the caption that is given" eval '"$rdg" plot grows point point -o caption.svg --caption "m = 1 kg" >/dev/null 2>&1; grep -q "m = 1 kg" caption.svg'
check "a caption without its text is refused" ends_with 2 "$rdg" plot grows point point --caption
check "the picture of a run that nobody writes is drawn once, and told" ends_with 1 "$rdg" plot grows point point -o grows.svg --live
sleep 20 &
writer=$!
echo $writer >runs/grows.db-lock
cp grows.svg before.svg
"$rdg" plot grows point point -o grows.svg --live >/dev/null &
watcher=$!
sleep 0.5
"$alter" runs/grows.db "insert into point(point, type, row_checksum) values(888888, '', 0); update run set value = 1 where key = 'finished'"
check "a picture follows a run until it ends" wait $watcher
kill $writer
check "and shows what has come" eval '! cmp -s grows.svg before.svg'
check "with what came meanwhile, once" eval '[ "$(grep -c 777777 watched)" = 2 ] && [ "$(sort watched | uniq -d | wc -l)" = 0 ]'
cp runs/other.db runs/grows.db
"$alter" runs/grows.db "update run set value = 0 where key = 'finished'"
sleep 20 &
writer=$!
echo $writer >runs/grows.db-lock
"$rdg" watch grows point >/dev/null 2>gone &
watcher=$!
"$rdg" plot grows point point -o grows.svg --live >/dev/null 2>gone_picture &
drawer=$!
sleep 1
rm -f runs/grows.db
check "a run that is removed while it is watched is told" eval '! wait $watcher && grep -q "rdg watch: grows is no longer there" gone'
check "one that is drawn, too, and that the picture follows it" eval '! wait $drawer && grep -q "rdg plot: grows is no longer there" gone_picture && grep -q "as the run grows" gone_picture'
check "functions of the library are not named" eval '! "$rdg" bd nonesuch 2>&1 | grep -q rdg_'
kill $writer
rm -f runs/grows.db*
"$alter" runs/other.db "delete from point where point > 3; update run set value = 0 where key = 'finished'"
check "a run that was cut off is shown as such" says "not finished" "$rdg" ls
mkfifo runs/other.db-lock
check "a pipe in place of the lock is not waited for" ends_with 1 timeout 5 "$rdg" watch other
rm runs/other.db-lock
echo precious >victim
for ending in csv npz h5 db; do
    rm -f t.$ending* && ln -s victim t.$ending && ln -s victim t.$ending.part
    check "export as .$ending writes through no link" eval '"$rdg" export "${run[0]}" t.$ending && [ -s t.$ending ] && [ ! -L t.$ending ] && \
        [ ! -e t.$ending.part ] && [ "$(cat victim)" = precious ]'
    echo older >t.$ending
    check "and leaves an older file where it fails" eval '! "$rdg" export nonesuch t.$ending 2>/dev/null && [ "$(cat t.$ending)" = older ]'
done
mkdir full.csv full.npz full.h5 full.db
for ending in csv npz h5 db; do
    check "a folder in place of .$ending is told" ends_with 2 "$rdg" export "${run[0]}" full.$ending
done
echo "a log" >t.db-wal
check "a copy does not take the place of a run that was cut off" says "choose another name" "$rdg" export "${run[0]}" t.db
mkfifo pipe.csv
check "a table does not take the place of a pipe" says "a device or a pipe" "$rdg" export "${run[0]}" pipe.csv
echo 'nonsense' >runs/other.db
check "a damaged run does not stop the list" says "cannot be read" "$rdg" ls
check "a folder that does not exist is trouble" ends_with 2 "$rdg" ls -d nowhere

((failed == 0))
