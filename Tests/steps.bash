# The steps of Tests/run, to be sourced by bash. Rows of steps run in parallel; each step prints its result when it ends; the
# last output is the result of all.
#
# On a terminal, the last line shows the running steps and their times.

# steps_begin ROW...: the functions that run the steps; one `must` runs next to them
steps_begin() {
    logs=$(mktemp -d)
    results=$logs/results
    : >"$results"
    mkdir "$logs/running"
    planned=$(($(declare -f "$@" | grep -c '^ *step ') + 1))
    clear_line=
    if [ -t 1 ]; then
        clear_line=$'\r\033[K'
        # This is not a job of the shell, because `wait` must wait for rows only.
        (tell_running 3>&1 2>/dev/null &)
    fi
}

# It ends when the folder of the running steps is removed. Each step has its share of the width, and its time comes first.
tell_running() {
    local columns share line name start step steps
    while sleep 0.3 && [ -d "$logs/running" ]; do
        columns=$(stty size <&3 | cut -d ' ' -f 2) || columns=80
        line="$(wc -l <"$results") of $planned"
        steps=("$logs/running"/*)
        share=$(((columns - ${#line} - 1) / ${#steps[@]} - 2))
        for step in "${steps[@]}"; do
            # The step may end at this moment.
            { read -r start && read -r name; } <"$step" || continue
            name="$(($(date +%s) - start)) s $name"
            if [ ${#name} -gt $share ]; then name=${name:0:share-3}...; fi
            line+="  $name"
        done
        printf '\r\033[K%s' "$line"
    done
}

# step NAME COMMAND...: runs a step; prints its whole output if it fails, otherwise its last line
step() {
    local name=$1 key log start status
    shift
    key=$(printf '%s' "$name" | tr -c 'A-Za-z0-9' _)
    log=$logs/$key
    start=$SECONDS
    printf '%s\n' "$(date +%s)" "$name" >"$logs/running/$key"
    # The function is not called in a condition: bash would then ignore failing commands inside it.
    set +e
    (
        set -e
        "$@"
    ) >"$log" 2>&1
    status=$?
    set -e
    rm "$logs/running/$key"
    # One single write, because other rows may print at the same time.
    if [ $status -eq 0 ]; then
        printf '%s%s\n    ok, %d s: %s\n' "$clear_line" "$name" $((SECONDS - start)) \
            "$(grep -v '^$' "$log" | tail -n 1; skipped "$log")"
        printf 'ok      %s\n' "$name" >>"$results"
    else
        printf '%s%s\n%s\n    FAILED after %d s: %s\n' "$clear_line" "$name" "$(sed 's/^/    | /' "$log" | tail -n 400)" \
            $((SECONDS - start)) "$name"
        printf 'FAILED  %s\n' "$name" >>"$results"
        {
            printf 'Reasons for "%s":\n' "$name"
            failures "$log"
        } >>"$logs/failures"
    fi
}

# Prints the reasons again at the end of the output, because a log viewer may show only the end.
failures() {
    grep -E '✘|FAIL|error:|Sanitizer' "$1" | grep -vE '\b0 failed\b' | cut -c 1-300 | head -n 12 | sed 's/^/    /' || true
    tail -n 3 "$1" | cut -c 1-300 | sed 's/^/    /'
}

# Prints everything that was skipped.
skipped() {
    grep -iE '\bskipped\b' "$1" | grep -vE '\b0 skipped\b' | sed 's/^/    /' | head -n 20 || true
}

# Without the library there is nothing to test.
must() {
    step "$@"
    if grep -qF "FAILED  $1" "$results"; then
        wait
        printf '%s\nFAILED  %s; the other steps did not run\n' "$clear_line" "$1"
        exit 1
    fi
}

# Prints the result of each step and the totals; its exit status is that of all steps.
steps_end() {
    local failures
    rm -r "$logs/running"
    # A row that ended early must not look as if all of it had passed.
    if [ "$(wc -l <"$results")" -ne "$planned" ]; then
        printf 'FAILED  Only %d of %d steps have ended\n' $(($(wc -l <"$results") - 1)) $((planned - 1)) >>"$results"
    fi
    printf '%s\n' "$clear_line"
    cat "$results"
    if [ -e "$logs/failures" ]; then cat "$logs/failures"; fi
    failures=$(grep -c '^FAILED' "$results" || true)
    printf 'Tests: %d passed, %d failed\n' $(($(wc -l <"$results") - failures)) "$failures"
    [ "$failures" -eq 0 ]
}
