# shellcheck shell=bash
# For tests that are scripts, to be sourced: run a command as a test, in the words of cmocka. Sets failed.
failed=0

check() { # sentence, command...
    local sentence=$1
    shift
    if "$@"; then
        echo "[       OK ] $sentence"
    else
        echo "[  FAILED  ] $sentence"
        failed=$((failed + 1))
    fi
}
