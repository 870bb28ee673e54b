# Bare Debians in folders, which stand in for machines and containers. Source this file; set work to a temporary folder first.

# bare_debian FOLDER: makes one. The first call downloads it to BARE_DEBIAN, and the others copy it.
export BARE_DEBIAN=${BARE_DEBIAN-$work/base}
bare_debian() {
    local source release base=$BARE_DEBIAN
    if [ ! -d "$base" ]; then
        "$root/.ci/install" debootstrap
        source=$({ grep -hoE '^(URIs:|deb) .*' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true; } |
            grep -oE 'https?://[^ ]+' | head -n 1)
        release=$(. /etc/os-release && echo "$VERSION_CODENAME")
        debootstrap --variant=minbase "$release" "$base" "$source" >"$work/debootstrap.log" 2>&1 ||
            { cat "$work/debootstrap.log" >&2 && exit 1; }
    fi
    cp -a "$base" "$1"
    mount -t proc proc "$1/proc"
    # As in containers.
    ln -sfn /proc/self/fd "$1/dev/fd"
}

# inside FOLDER COMMAND...: runs a command as root of that Debian, with nothing of this machine's environment
inside() {
    local system=$1
    shift
    chroot "$system" /usr/bin/env -i PATH="${INSIDE_PATH-}/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" HOME=/root LC_ALL=C \
        DEBIAN_FRONTEND=noninteractive "$@"
}

# Removes the folder work, unless something of this machine is still mounted there.
remove_debians() {
    local mounted
    awk -v "work=$work/" 'index($2, work) == 1 { print $2 }' /proc/mounts | sort -r | while read -r mounted; do umount "$mounted"; done
    if grep -qF " $work/" /proc/mounts; then
        echo "still mounted: $work" >&2
        return 1
    fi
    rm -rf --one-file-system "$work"
}
