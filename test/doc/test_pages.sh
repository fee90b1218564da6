#!/bin/bash
# The pages as a reader meets them: each piece of C compiles, tables are whole, pictures and files they lead to are
# there, and <ridgewalk/ridgewalk.h> has everything, in C and in C++.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${BUILD:=build}" "${CC:=gcc}"
. test/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t pages < <(find . -name '*.md' ! -path "./$BUILD/*" ! -path './build/*' -printf '%P\n' | sort)
checked=(-std=c11 -Wall -Wextra -Werror -Wno-unused -Wno-unused-parameter -Wno-unused-value -Itest/doc/snippets -Idemos/first-steps -I"$BUILD/include")

pieces_compile() {
    local file bad=0 n=0
    while read -r file; do
        n=$((n + 1))
        $CC "${checked[@]}" -fsyntax-only "$file" || bad=1
    done < <(awk -v folder="$work" -f test/doc/snippets/snippets.awk "${pages[@]}")
    ((n > 50)) || { echo "only $n pieces of C were found"; return 1; }
    return $bad
}

wrong_piece_is_seen() {
    printf '```c\nrdg_hbm_create(beam, RDG_HARMONICS(1), 3);\n```\n' >"$work/wrong.md"
    ! $CC "${checked[@]}" -fsyntax-only "$(awk -v folder="$work" -f test/doc/snippets/snippets.awk "$work/wrong.md" | sed "s|^.*/||; s|^|$work/|")" 2>/dev/null
}

tables_are_whole() { awk -f test/doc/snippets/tables.awk "${pages[@]}"; }

# pictures of the manual that nobody knows how to draw anew
pictures_are_known() {
    diff <(cd doc/figures && ls -- *.png | sed 's/\.png$//' | sort) <(grep -v '^#' doc/figures/pictures.txt | cut -d' ' -f1 | sort)
}

# links to files, pictures among them, that are not there
links_lead_somewhere() {
    local page bad=0 to
    for page in "${pages[@]}"; do
        while read -r to; do
            [ -e "$(dirname "$page")/$to" ] || { echo "$page: $to is not there"; bad=1; }
        done < <(grep -oE '\]\([^)#: ]+[)#]' "$page" | sed -e 's/^](//' -e 's/[)#]$//')
    done
    return $bad
}

# links to sections: the heading in lower case, blanks as minus, without other signs
sections_are_there() {
    local page bad=0 to section file
    for page in "${pages[@]}"; do
        while IFS='#' read -r to section; do
            file=$page && [ -z "$to" ] || file=$(dirname "$page")/$to
            sed -n 's/^##* //p' "$file" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9_ -]//g; s/ /-/g' | grep -qxF -- "$section" ||
                { echo "$page: $to has no section $section"; bad=1; }
        done < <(grep -oE '\]\([^): ]*\.?[^): ]*#[^) ]+\)' "$page" | grep -v '://' | sed -e 's/^](//' -e 's/)$//')
    done
    return $bad
}

# files and folders that a page names between back ticks
named_files_are_there() {
    local place path bad=0
    while IFS= read -r place; do
        path=$(grep -oE '`[^`]+`$' <<<"$place" | tr -d '`')
        [ -e "$path" ] || { echo "not there: $place"; bad=1; }
    done < <(grep -noE '`(core|toolboxes|demos|test|tools|python|doc)/[A-Za-z0-9_./-]+`' "${pages[@]}")
    return $bad
}

# pieces for the shell: targets of make and commands of rdg are those that there are
shell_pieces_are_known() {
    local place word bad=0 targets commands
    targets=$(sed -n 's/^\([a-z_.-]*\):.*## .*/\1/p' Makefile)
    commands=$("$BUILD"/tools/rdg/rdg --help | sed -n 's/^  rdg \([a-z]*\) .*/\1/p')
    while IFS= read -r place; do
        word=${place##* }
        case $place in
        *make\ *) grep -qx -- "$word" <<<"$targets" || [[ $word == build/* ]] || { echo "no target: $place"; bad=1; } ;;
        *) grep -qx -- "$word" <<<"$commands" || { echo "no command: $place"; bad=1; } ;;
        esac
    done < <(awk 'FNR == 1 { fenced = 0 } /^```/ { fenced = !fenced; next }
                  fenced && match($0, /^(\$ )?(make|rdg) [a-z][a-z\/_-]*/) { print FILENAME ":" FNR ": " substr($0, RSTART, RLENGTH) }' "${pages[@]}"
             grep -noE '`(make|rdg) [a-z][a-z/_-]*' "${pages[@]}" | tr -d '`')
    return $bad
}

# each alias of deprecated_names.h stands for a name that a public header declares, and nothing else uses the old name
old_names_are_aliases() {
    local old new bad=0 sources
    mapfile -t sources < <(find core toolboxes demos tools test python -name '*.[ch]' ! -name deprecated_names.h; printf '%s\n' "${pages[@]}")
    while read -r old new; do
        grep -rqw --include='*.h' --exclude=deprecated_names.h "$new" core toolboxes || { echo "$old: no public name $new"; bad=1; }
        ! grep -lw "$old" "${sources[@]}" || { echo "uses the old name $old"; bad=1; }
    done < <(awk '/^#define .*old name/ { sub(/\([^)]*\)/, ""); sub(/\(.*/, "", $3); print $2, $3 }' core/base/deprecated_names.h)
    return $bad
}

has_every_header() { # language, options of the compiler...
    local language=$1 missing
    shift
    echo '#include <ridgewalk/ridgewalk.h>' >"$work/all.c"
    missing=$(comm -23 <(find core toolboxes -name '*.h' ! -name '*_impl.h' -printf '%f\n' | sort) \
        <($CC -x "$language" "$@" -I"$BUILD/include" -M "$work/all.c" | tr -s ' \\' '\n\n' | sed -n 's|.*/ridgewalk/||p' | sort))
    [ -z "$missing" ] || { echo "not in ridgewalk.h: $missing"; return 1; }
}

check "each piece of C in the manual's pages compiles" pieces_compile
check "a piece that does not compile is seen" wrong_piece_is_seen
check "rows of tables have as many cells as the table" tables_are_whole
check "each picture of the manual is known by what draws it" pictures_are_known
check "links to files and pictures lead somewhere" links_lead_somewhere
check "links to sections, too" sections_are_there
check "files that a page names are there" named_files_are_there
check "so are targets of make and commands of rdg" shell_pieces_are_known
check "old names are aliases of public ones that nothing else uses" old_names_are_aliases
check "ridgewalk.h includes every public header" has_every_header c -std=c11
check "in C++, too" has_every_header c++ -std=c++11
exit $((failed > 0))
