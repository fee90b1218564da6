#!/bin/bash
# Every call of BLAS, LAPACK and UMFPACK's numerical part stands between rdg_blas_begin() and rdg_blas_end().
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/check.sh

# Lines with a call that is neither an argument of RDG_BLAS() nor below an open rdg_blas_begin()
calls_left_open() {
    awk 'FNR == 1 { open = wrapped = 0 }
         /RDG_BLAS\($/ { wrapped = FNR + 1 }
         /rdg_blas_begin\(/ { open++ }
         /(LAPACKE_[a-z]|cblas_[a-z]|umfpack_[dz]l_(numeric|solve|wsolve)\()/ && !open && FNR != wrapped {
             rest = $0
             gsub(/RDG_BLAS\((LAPACKE|umfpack)_[a-z_]*\(/, "", rest)
             if (rest ~ /(LAPACKE_[a-z]+[a-z_]*\(|cblas_[a-z]+\(|umfpack_[dz]l_(numeric|solve|wsolve)\()/)
                 print FILENAME ":" FNR ": " $0
         }
         /rdg_blas_end\(/ { open-- }' "$@"
}

none_is_left_open() {
    local found
    found=$(calls_left_open core/*/*.c core/*/*/*.c toolboxes/*/*.c toolboxes/*/*/*.c)
    [ -z "$found" ] || { echo "$found"; return 1; }
}

one_that_is_left_open_is_found() {
    [ -n "$(printf '    LAPACKE_dgetrf_work(1);\n' | calls_left_open)" ] &&
        [ -n "$(printf 'rdg_blas_begin();\nrdg_blas_end(0);\ncblas_ddot(n);\n' | calls_left_open)" ] &&
        [ -z "$(printf 'if (RDG_BLAS(umfpack_dl_solve(1)))\n' | calls_left_open)" ] &&
        [ -z "$(printf 'RDG_BLAS(\n    LAPACKE_dgetrf_work(1));\n' | calls_left_open)" ]
}

check "every call of BLAS works in one thread" none_is_left_open
check "a call that does not would be found" one_that_is_left_open_is_found
exit $((failed > 0))
