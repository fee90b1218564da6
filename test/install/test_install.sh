#!/bin/bash
# Install into a scratch prefix, then build and run a user's program that knows nothing but pkg-config.
# Run by test/run.sh, whose caller says MAKE, BUILD, CC and CFLAGS.
set -u
: "${MAKE:=make}" "${BUILD:=build}" "${CC:=gcc}" "${CFLAGS:=-O2}"
prefix=$PWD/$BUILD/test/install/prefix
program=$PWD/$BUILD/test/install/user_program
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
read -ra flags <<<"$CFLAGS"
. test/check.sh

installs() { $MAKE install PREFIX="$prefix" DESTDIR= >"$prefix.log" 2>&1 || { cat "$prefix.log"; false; }; }

builds() { # options of pkg-config...
    local words
    read -ra words <<<"$(pkg-config "$@" --cflags --libs ridgewalk)"
    $CC "${flags[@]}" test/install/user_program.c "${words[@]}" -o "$program"
}

runs() {
    local said
    said=$("$program") &&
        [ "$said" = "ridgewalk $(pkg-config --modversion ridgewalk): boundary of the domain, 2 folds" ]
}

needs_shared_library() { objdump -p "$program" | grep -q 'NEEDED *libridgewalk\.so\.[0-9]*$'; }

# nothing but the system's own libraries at the start, and each of the others with the first call of it
loads_later() {
    local words
    read -ra words <<<"$(pkg-config --cflags --libs ridgewalk)"
    $CC "${flags[@]}" test/install/libraries.c "${words[@]}" -lm -o "$program.libraries" && "$program.libraries" >"$prefix.log" &&
        diff - "$prefix.log" <<END
start:
curve: fftw3 sqlite3
sparse matrix: openblas fftw3 sqlite3 umfpack cholmod
modes: openblas fftw3 sqlite3 umfpack cholmod arpack
END
}

# as it is where the dynamic loader is to bind everything at the start
binds_at_once() { LD_BIND_NOW=1 "$program.libraries" | diff - "$prefix.log"; }

# a library of a name that is not there, in place of FFTW
tells_what_is_missing() {
    sed 's/libfftw3[.]so[.]3/libfftw3.so.0/' "$prefix"/lib/libridgewalk.so.0 >"$prefix/libridgewalk.so.0"
    local said status
    said=$(LD_LIBRARY_PATH=$prefix "$program.libraries" 2>&1)
    status=$?
    rm "$prefix/libridgewalk.so.0"
    [ "$status" = 127 ] && grep -q "^Error: Ridgewalk needs fftw_.*() of the library fftw3: libfftw3.so.0: cannot open" <<<"$said"
}

only_public_headers() {
    local installed public
    installed=$(ls "$prefix/include/ridgewalk")
    public=$(find core toolboxes -name '*.h' ! -name '*_impl.h' -printf '%f\n' | sort)
    [ "$installed" = "$public" ]
}

has_command() {
    [ "$("$prefix/bin/rdg" --version)" = "rdg (Ridgewalk) $(pkg-config --modversion ridgewalk)" ] &&
        [ -s "$prefix/share/man/man1/rdg.1" ] && { ! command -v mpicc >/dev/null || "$prefix/bin/rdg-farm-mpi" --help | grep -q mpirun; } &&
        { [ ! -x "$BUILD/tools/rdg/rdg-reduce" ] || "$prefix/bin/rdg-reduce" --help | grep -q mpirun; }
}

exports_what_is_public() {
    local exported declared
    exported=$(nm -D --defined-only "$prefix"/lib/libridgewalk.so | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort)
    declared=$(sed -n 's/^    \(rdg_.*\);$/\1/p' "$BUILD/exports.map" | sort)
    [ "$(wc -l <<<"$exported")" -gt 400 ] && [ -z "$(comm -13 <(echo "$declared") <(echo "$exported"))" ] &&
        [ -z "$(nm -D --defined-only "$prefix"/lib/libridgewalk.so | grep -v RIDGEWALK_)" ]
}

has_what_headers_declare() {
    local missing
    missing=$(comm -23 <(sed -n 's/^    \(rdg_.*\);$/\1/p' "$BUILD/exports.map" | sort) \
        <(nm -D --defined-only "$prefix"/lib/libridgewalk.so | awk '{ sub(/@.*/, "", $3); print $3 }' | sort))
    [ -z "$missing" ] || { echo "declared, but not there: $missing"; return 1; }
}

builds_with_cmake() {
    local build=$PWD/$BUILD/test/install/cmake
    rm -rf "$build"
    cmake -S test/install -B "$build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$CC" >"$prefix.log" 2>&1 &&
        cmake --build "$build" >>"$prefix.log" 2>&1 || { cat "$prefix.log"; return 1; }
    program=$build/user_program runs
}

builds_in_cplusplus() {
    local words
    read -ra words <<<"$(pkg-config --cflags --libs ridgewalk)"
    program=$PWD/$BUILD/test/install/user_program_cpp
    c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror test/install/user_program.cpp "${words[@]}" -o "$program" && runs
}

uninstalls() {
    $MAKE uninstall PREFIX="$prefix" DESTDIR= >"$prefix.log" 2>&1 || return 1
    [ -z "$(find "$prefix" ! -type d)" ]
}

rm -rf "$prefix"
mkdir -p "$prefix"
check "make install works with a prefix" installs
check "the public headers are installed, and no others" only_public_headers
check "a user's program builds with what pkg-config says" builds
check "it is linked to the shared library by its soname" needs_shared_library
check "it traces a response, in the version that pkg-config knows" runs
check "the command rdg and its man page are there" has_command
if [ -e "$BUILD/tools/loading/loading.o" ]; then
    check "it loads each library with the first call of it" loads_later
    check "so it does where all functions are bound at the start" binds_at_once
    check "a library that is missing ends it with a message" tells_what_is_missing
fi
check "the shared library exports what public headers declare alone" exports_what_is_public
check "and all of it" has_what_headers_declare
if command -v c++ >/dev/null; then
    check "a program in C++ uses the same macros" eval '(builds_in_cplusplus)'
else
    echo "[  SKIPPED ] a program in C++ uses the same macros: c++ is not there"
fi
if command -v cmake >/dev/null; then
    check "a project finds it by find_package()" builds_with_cmake
else
    echo "[  SKIPPED ] a project finds it by find_package(): cmake is not there"
fi
rm -f "$prefix"/lib/libridgewalk.so*
check "without the shared library it builds with pkg-config --static" builds --static
check "it needs no shared library then" eval '! needs_shared_library'
check "it runs alone" runs
check "make uninstall leaves no file behind" uninstalls

((failed == 0))
