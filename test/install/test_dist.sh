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

change_log_has_the_version() { grep -q "^## ${version//./\\.}" "$sources/CHANGELOG.md"; }

makes() { (cd "$sources" && $MAKE BUILD="$work/build" CC="$CC" "$@") >"$work/log" 2>&1 || { tail "$work/log"; false; }; }

# neither the program for HDF5 nor that for MPI is compiled or installed
does_without() { makes -n HDF5= MPICC= PREFIX=/usr DESTDIR="$work/root" install && ! grep -qE 'tools/rdg-hdf5/main\.c|tools/rdg-farm-mpi/main\.c|rdg-hdf5\.1' "$work/log"; }

check "the package has the version in its name and can be unpacked" unpacks
check "it has every file" has_every_file
check "the list of changes has this version" change_log_has_the_version
check "a file of it compiles" makes "$work/build/core/base/at_exit.o"
check "what is left to build is known without git" makes -n libraries
check "HDF5 and MPI are optional" does_without
exit $((failed > 0))
