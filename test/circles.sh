#!/bin/sh
# No circle of files: sources that call each other in a loop, directly or through others, are one source in pieces,
# of which none can be read or tested by itself.
#
#   test/circles.sh object... header...
#
# An arrow goes from an object to each that defines a symbol which it uses, and from a header to each that it includes
# (guards hide such a circle from the compiler). Each circle is printed with its arrows; the exit status is 1 if there
# is one.
set -eu
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for file; do
    case $file in
    *.h) echo "$file" >>"$work/headers" ;;
    *) echo "$file" >>"$work/objects" ;;
    esac
done
set -- $(cat "$work/objects")

# "object: symbol type ..." to "user definer symbol"
${NM:-nm} -A -g -P "$@" >"$work/symbols"
awk '{ sub(/\.o:$/, "", $1) }
     $3 ~ /^[Uwv]$/ { used[++uses] = $2; user[uses] = $1; next }
     { home[$2] = $1 }
     END {
         for (i = 1; i <= uses; i++)
             if (used[i] in home && home[used[i]] != user[i])
                 print user[i], home[used[i]], used[i]
     }' "$work/symbols" | sort >"$work/arrows"

# one object has no arrows; many that have none were not made of symbols (as by a link-time optimiser)
[ $# -lt 2 ] || [ -s "$work/arrows" ] || { echo "no arrows between $# objects: nm does not read them"; exit 1; }

# headers have names of their own, whatever their folder: "user included #include"
[ ! -e "$work/headers" ] || xargs awk '
    FNR == 1 { name = FILENAME; sub(/.*\//, "", name); home[name] = FILENAME }
    /^#include ["<]/ { split($2, part, /["<>]/); name = part[2]; sub(/.*\//, "", name)
                       used[++uses] = name; user[uses] = FILENAME }
    END { for (i = 1; i <= uses; i++) if (used[i] in home) print user[i], home[used[i]], "#include" }
' <"$work/headers" >>"$work/arrows"
awk -f "$here/circles.awk" "$work/arrows" >"$work/circles" && exit 0
while read -r circle; do
    echo "$circle"
    echo "${circle#a circle: }" | tr ' ' '\n' |
        awk 'NR == FNR { in_it[$1]; next }
             $1 in in_it && $2 in in_it { print "    " $1 " uses " $3 " of " $2 }' - "$work/arrows"
done <"$work/circles"
exit 1
