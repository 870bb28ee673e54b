# Counts checks and shows why one fails. To be sourced by a script that has set work to a
# temporary folder.

passed=0
failed=0

# check NAME COMMAND...: one test. Shows the output of the command if the command fails.
check() {
    local name=$1 status
    shift
    # The function is not called in a condition: bash would then ignore failing commands inside it.
    set +e
    (
        set -e
        "$@"
    ) >"$work/log" 2>&1
    status=$?
    set -e
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n' "$name"
        sed 's/^/    | /' "$work/log" | tail -n 60
    fi
}

# must NAME COMMAND...: the same for a test without which the others make no sense.
must() {
    local before=$failed
    check "$@"
    [ "$failed" -eq "$before" ] || finish
}

finish() { # [NAME]
    printf '%s: %d passed, %d failed\n' "${1-Tests/Packages/Install}" "$passed" "$failed"
    [ "$failed" -eq 0 ]
    exit
}

same() { # WHAT FOUND EXPECTED
    [ "$2" = "$3" ] || {
        printf '%s: %s, expected %s\n' "$1" "$2" "$3"
        return 1
    }
}

absent() { # COMMAND...: fails if the command finds something
    if "$@"; then
        echo "this must not be there"
        return 1
    fi
}
