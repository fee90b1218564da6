#!/bin/bash
# The source package of `make dist`: it is complete, and its Makefile works without git.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${MAKE:=make}" "${BUILD:=build}" "${CC:=gcc}"
. test/check.sh
if ! git rev-parse HEAD >/dev/null 2>&1; then
    echo "[  SKIPPED ] the source package: these sources are not a git repository"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(awk '/define RDG_VERSION_(MAJOR|MINOR|PATCH) / { v = v s $3; s = "." } END { print v }' core/base/version.h)
sources=$work/ridgewalk-$version

unpacks() { $MAKE dist BUILD="$work" >"$work/log" 2>&1 && tar -xzf "$sources.tar.gz" -C "$work" || { cat "$work/log"; false; }; }

has_every_file() { diff <(git ls-tree -r --name-only HEAD | sort) <(cd "$sources" && find . -type f -o -type l | sed 's|^\./||' | sort); }

# each file that states the version of the project: the version is what stands between the two patterns
states_the_version() {
    local file before after found bad=0
    while IFS='|' read -r file before after; do
        found=$(sed -nE "s/$before([0-9]+\.[0-9]+\.[0-9]+)$after.*$/\1/p" "$sources/$file" | head -n 1)
        [ "$found" = "$version" ] || { echo "$file: version \"$found\" in place of $version"; bad=1; }
    done <<'END'
CHANGELOG.md|^## |,
CITATION.cff|^version: |
README.md|^.*cite version | by
debian/changelog|^ridgewalk \(|\)
python/pyproject.toml|^version = "|"
python/ridgewalk/library.py|^VERSION = "|"
END
    return $bad
}

# a domain without an address is one that nobody can register, and control and changelog name the same
maintainer_is_stated_once() {
    local control changelog
    control=$(sed -n 's/^Maintainer: //p' "$sources/debian/control")
    changelog=$(sed -n 's/^ -- \(.*>\)  .*/\1/p' "$sources/debian/changelog" | head -n 1)
    [ -n "$control" ] && [ "$control" = "$changelog" ] || { echo "\"$control\" and \"$changelog\""; false; }
}

makes() { (cd "$sources" && $MAKE BUILD="$work/build" CC="$CC" "$@") >"$work/log" 2>&1 || { tail "$work/log"; false; }; }

# neither the program for HDF5 nor those for MPI are compiled or installed
does_without() { makes -n HDF5= MPICC= PREFIX=/usr DESTDIR="$work/root" install && ! grep -qE 'tools/rdg-hdf5/main\.c|tools/rdg-farm-mpi/main\.c|tools/rdg-reduce/main\.c|rdg-hdf5\.1' "$work/log"; }

check "the package has the version in its name and can be unpacked" unpacks
check "it has every file" has_every_file
check "each file that states the version states this one" states_the_version
check "the Debian packages have one maintainer" maintainer_is_stated_once
check "a file of it compiles" makes "$work/build/core/base/at_exit.o"
check "what is left to build is known without git" makes -n libraries
check "HDF5 and MPI are optional" does_without
exit $((failed > 0))
