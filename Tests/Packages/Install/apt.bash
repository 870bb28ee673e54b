# .ci/install, with programs that stand in for dpkg-query, apt-get, sudo and sleep. Source this file from Tests/Packages/Install/run.

make_apt() {
    apt=$work/apt
    mkdir "$apt"
    # It knows one package.
    printf '#!/bin/sh\nfor last; do :; done\n[ "$last" = present ] && echo "install ok installed"\n' >"$apt/dpkg-query"
    # It refuses the first BUSY calls.
    cat >"$apt/apt-get" <<END
#!/bin/sh
echo "\$*" >>"$apt/calls"
if [ "\$(grep -c '^-o' "$apt/calls")" -le "\${BUSY-0}" ]; then
    echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 12 (unattended-upgr)" >&2
    exit 100
fi
case "\$*" in *" \${BROKEN-nothing}"*) echo "E: Unable to locate package" >&2 && exit 100 ;; esac
END
    printf '#!/bin/sh\necho "sleep $*" >>"%s"\n' "$apt/calls" >"$apt/sleep"
    printf '#!/bin/sh\nexec "$@"\n' >"$apt/sudo"
    chmod +x "$apt"/*
}

# install_with STATUS ARGUMENT...: runs .ci/install, whose messages are then in $apt/said
install_with() {
    local expected=$1 status=0 printed
    shift
    : >"$apt/calls"
    printed=$(PATH=$apt:$PATH "$root/.ci/install" "$@" 2>"$apt/said") || status=$?
    cat "$apt/said" "$apt/calls"
    same "status" "$status" "$expected"
    same "standard output" "$printed" ""
}

installs_what_is_missing() {
    install_with 0 present
    same "calls" "$(cat "$apt/calls")" ""
    install_with 0 one present two
    grep 'installing with apt-get.*: one two' "$apt/said"
    same "calls" "$(cat "$apt/calls")" "-o DPkg::Lock::Timeout=10 update
-o DPkg::Lock::Timeout=10 install -y --no-install-recommends one two"
}

installs_nothing_if_told() {
    local message=".ci/install: these packages are missing: one two. Install them: apt-get install --no-install-recommends one two"
    install_with 1 --no-install one present two
    same "message" "$(cat "$apt/said")" "$message"
    IAPBRIDGE_NO_INSTALL=1 install_with 1 one present two
    same "message" "$(cat "$apt/said")" "$message"
    same "calls" "$(cat "$apt/calls")" ""
    IAPBRIDGE_NO_INSTALL=1 install_with 0 present
    IAPBRIDGE_NO_INSTALL=0 install_with 0 one
    grep -F ' one' "$apt/calls"
}

# The variable reaches the script through the two commands of the README.
reaches_it_through() { # COMMAND
    local status=0
    printf '#!/bin/sh\nexit 1\n' >"$apt/swift"
    chmod +x "$apt/swift"
    : >"$apt/calls"
    PATH=$apt:$PATH IAPBRIDGE_NO_INSTALL=1 "$root/$1" >"$apt/said" 2>&1 || status=$?
    rm "$apt/swift"
    cat "$apt/said"
    same "status" "$status" 1
    grep -E 'these packages are missing: .*libsqlite3-dev libssl-dev' "$apt/said"
    same "calls" "$(cat "$apt/calls")" ""
}

waits_for_other_programs() {
    BUSY=1 install_with 0 one
    same "calls" "$(grep -c update "$apt/calls") $(grep -c '^sleep 10' "$apt/calls")" "2 1"
    grep -F 'another program uses apt; waiting for up to ten minutes: E: Could not get lock' "$apt/said"
    BUSY=1000 install_with 1 one
    same "waits" "$(grep -c '^sleep 10' "$apt/calls")" 59
    same "lines" "$(grep -c 'another program uses apt' "$apt/said")" 10
    grep -F 'apt-get could not install one' "$apt/said"
}

tells_why_it_failed() {
    BROKEN=one install_with 1 one
    grep -F 'Unable to locate package' "$apt/said"
    same "calls" "$(wc -l <"$apt/calls")" 2
}

check_apt() {
    make_apt
    check "apt: what is missing is named and installed" installs_what_is_missing
    check "apt: nothing is installed if nothing may be" installs_nothing_if_told
    check "apt: Tests/run installs nothing then" reaches_it_through Tests/run
    check "apt: Samples/run installs nothing then" reaches_it_through Samples/run
    check "apt: another program may use apt" waits_for_other_programs
    check "apt: a failure is told" tells_why_it_failed
}
