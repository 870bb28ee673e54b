# How CMake runs swift build: in which configuration and folder, one build at a time, with lines of progress. Source this file from
# Tests/Packages/Install/run. A program stands in for swift.

# The stand-in writes its configuration and folder into a file. With IN_TURNS it waits for the test, between its beginning and its end.
make_swift() {
    building=$work/building
    stand_in=$building/swift
    mkdir -p "$stand_in"
    mkfifo "$stand_in/entered" "$stand_in/go"
    printf 'void iap_version(void) {}\n' >"$stand_in/iap.c"
    "${CC:-cc}" -shared -fPIC -Wl,-soname="$soname" "$stand_in/iap.c" -o "$stand_in/libiap.so"
    cat >"$stand_in/swift" <<END
#!/usr/bin/env bash
set -eu
runtime=shared
while [ \$# -gt 0 ]; do
    case \$1 in
    -c) configuration=\$2 ;;
    --scratch-path) scratch=\$2 ;;
    --product) product=\$2 ;;
    -static-stdlib) runtime=inside ;;
    esac
    shift
done
echo "begin \$configuration \$scratch" >>"$stand_in/calls"
echo "[1/2] Compiling Half"
if [ -n "\${IN_TURNS-}" ]; then
    timeout 120 bash -c "echo entered >'$stand_in/entered'; read -r _ <'$stand_in/go'"
fi
[ -z "\${FAULT-}" ] || { echo "error: \$FAULT" && exit 3; }
mkdir -p "\$scratch/\$configuration"
cp "$stand_in/libiap.so" "\$scratch/\$configuration/libiap.so"
cp /bin/true "\$scratch/\$configuration/\$product"
echo "end \$configuration \$scratch \$product \$runtime" >>"$stand_in/calls"
END
    chmod +x "$stand_in/swift"
}

# configured NAME [SETTING...]: a game's project that adds the library from SOURCES
configured() {
    local name=$1
    shift
    project "$building/$name" "add_subdirectory(\"${SOURCES-$root}\" iap-bridge)"
    cmake -S "$building/$name" -B "$building/$name/build" -G Ninja -DIAPBRIDGE_SWIFT="$stand_in/swift" "$@"
}

built() { # NAME [SETTING...]
    configured "$@"
    : >"$stand_in/calls"
    cmake --build "$building/$1/build" --target iapbridge_build
}

# The folder in which SwiftPM builds for a project.
scratch_of() { # NAME [SETTING...]
    local line
    line=$(configured "$@" | grep -o 'SwiftPM builds the library in .*')
    echo "${line#SwiftPM builds the library in }"
}

release_for_every_game() {
    local type
    for type in Debug Release ''; do
        built "type-$type" -DCMAKE_BUILD_TYPE="$type"
        grep -q '^end release ' "$stand_in/calls" || { echo "$type: $(cat "$stand_in/calls")" && return 1; }
        cmp "$stand_in/libiap.so" "$building/type-$type/build/iap-bridge/lib/$soname" || [ "$type" = Release ]
    done
    built asked -DCMAKE_BUILD_TYPE=Release -DIAPBRIDGE_DEBUG=ON
    grep -q '^end debug ' "$stand_in/calls"
}

one_folder_for_several_projects() {
    local first second
    export XDG_CACHE_HOME=$building/cache
    first=$(scratch_of first)
    case $first in "$building/cache/iapbridge/$(header_version)-"*) ;; *) echo "$first" && return 1 ;; esac
    second=$(scratch_of second -DCMAKE_BUILD_TYPE=Debug)
    same "the second project" "$second" "$first"
    [ "$(scratch_of other -DIAPBRIDGE_SELF_CONTAINED=ON)" != "$first" ]
    [ "$(scratch_of other "-DIAPBRIDGE_SWIFT_BUILD_FLAGS=-Xswiftc;-g")" != "$first" ]
    unset XDG_CACHE_HOME
    mkdir -p "$building/home"
    case $(HOME=$building/home scratch_of third) in "$building/home/.cache/iapbridge/"*) ;; *) return 1 ;; esac
    same "without a home" "$(HOME=/nonexistent scratch_of third)" "$building/third/build/iap-bridge/swift"
    same "a folder that the game names" "$(scratch_of third -DIAPBRIDGE_SCRATCH_PATH="$building/mine")" "$building/mine"
}

other_sources_have_another_folder() {
    local copy=$building/copied first changed
    export XDG_CACHE_HOME=$building/cache
    mkdir -p "$copy"
    cp -r "$root/CMakeLists.txt" "$root/Include" "$root/Sources" "$root/Package.swift" "$root/LICENSE" "$copy"
    first=$(SOURCES=$copy scratch_of of-copy)
    [ "$first" != "$(scratch_of of-root)" ]
    sed -i 's/^#define IAP_HEADER_VERSION 0x.*/#define IAP_HEADER_VERSION 0x000901u/' "$copy/Include/iap/iap.h"
    changed=$(SOURCES=$copy scratch_of of-copy)
    case $changed in "$building/cache/iapbridge/0.9.1-"*) ;; *) echo "$changed" && return 1 ;; esac
    # FetchContent puts sources below the build tree.
    project "$building/fetching" 'add_subdirectory("${CMAKE_BINARY_DIR}/_deps/iap" iap-bridge)'
    mkdir -p "$building/fetching/build/_deps"
    mv "$copy" "$building/fetching/build/_deps/iap"
    cmake -S "$building/fetching" -B "$building/fetching/build" -G Ninja -DIAPBRIDGE_SWIFT="$stand_in/swift" |
        grep -F "SwiftPM builds the library in $building/fetching/build/iap-bridge/swift"
}

# The library and the programs contain Swift's runtime, so they share a folder. The shared library has another one.
programs_share_the_folder() {
    local whole
    for whole in ON OFF; do
        : >"$stand_in/calls"
        cmake -S "$root" -B "$building/programs-$whole" -G Ninja -DIAPBRIDGE_SWIFT="$stand_in/swift" -DCMAKE_BUILD_TYPE=Release \
            -DIAPBRIDGE_SCRATCH_PATH="$building/shared" -DIAPBRIDGE_SELF_CONTAINED=$whole -DIAPBRIDGE_PROGRAM=ON \
            -DIAPBRIDGE_MICROHTTPD=/usr/include -DIAPBRIDGE_POSTGRESQL=/usr/include
        cmake --build "$building/programs-$whole"
        sed -n 's/^end release //p' "$stand_in/calls" >"$building/calls-$whole"
        [ -x "$building/programs-$whole/program/iap-store" ] && [ -x "$building/programs-$whole/program/iap-server" ]
    done
    local static="$building/shared-self-contained"
    same "self-contained" "$(cat "$building/calls-ON")" "$static iap inside
$static iap-store inside
$static iap-server inside"
    same "shared" "$(cat "$building/calls-OFF")" "$building/shared iap shared
$static iap-store inside
$static iap-server inside"
}

# told FILE_DESCRIPTOR TEXT: reads lines until one has the text
told() {
    local line
    while IFS= read -r -t 60 line <&"$1"; do
        case $line in *"$2"*) return 0 ;; esac
    done
    echo "nobody said: $2"
    return 1
}

two_builds_take_turns() {
    export XDG_CACHE_HOME=$building/cache IN_TURNS=1
    local name
    for name in one two; do configured "$name"; done
    : >"$stand_in/calls"
    mkfifo "$building/two.out"
    cmake --build "$building/one/build" --target iapbridge_build >"$building/one.out" 2>&1 &
    local one=$!
    read -r -t 60 _ <"$stand_in/entered"
    cmake --build "$building/two/build" --target iapbridge_build >"$building/two.out" 2>&1 &
    local two=$!
    exec 7<"$building/two.out"
    told 7 "another project builds the library in $building/cache/iapbridge/"
    same "builds at the same time" "$(wc -l <"$stand_in/calls")" 1
    cat <&7 >/dev/null &
    echo go >"$stand_in/go"
    wait "$one"
    read -r -t 60 _ <"$stand_in/entered"
    echo go >"$stand_in/go"
    wait "$two"
    same "turns" "$(cut -d ' ' -f 1 "$stand_in/calls" | tr '\n' ' ')" "begin end begin end "
    [ -e "$building/one/build/iap-bridge/lib/$soname" ] && [ -e "$building/two/build/iap-bridge/lib/$soname" ]
}

says_what_it_does() {
    export IN_TURNS=1
    configured slow -DIAPBRIDGE_SCRATCH_PATH="$building/slow-swift" -DIAPBRIDGE_PROGRESS_SECONDS=0.1
    mkfifo "$building/slow.out"
    cmake --build "$building/slow/build" --target iapbridge_build >"$building/slow.out" 2>&1 &
    local build=$!
    exec 8<"$building/slow.out"
    read -r -t 60 _ <"$stand_in/entered"
    told 8 "IAPBridge: swift build has run for 0 min. Last step: [1/2] Compiling Half"
    cat <&8 >/dev/null &
    echo go >"$stand_in/go"
    wait "$build"
    same "the time between two lines" "$(sed -n 's/^IAPBRIDGE_PROGRESS_SECONDS:.*=//p' "$building/one/build/CMakeCache.txt")" 60
    # After the build nothing waits for the next line.
    timeout 60 bash -c '"$0" 3600 echo built | cat' "$root/Sources/Package/swift-build" | grep -x built
}

a_failed_build_is_a_failure() {
    local status=0
    configured faulty -DIAPBRIDGE_SCRATCH_PATH="$building/faulty-swift"
    FAULT="no such module" cmake --build "$building/faulty/build" --target iapbridge_build >"$building/faulty.out" 2>&1 || status=$?
    [ "$status" -ne 0 ] || { echo "it succeeded" && return 1; }
    grep -F "error: no such module" "$building/faulty.out"
    grep -F "swift build failed" "$building/faulty.out"
    [ ! -e "$building/faulty/build/iap-bridge/lib/built" ]
    "$root/Sources/Package/swift-build" 3600 sh -c 'exit 7' || status=$?
    same "status" "$status" 7
}

check_building() {
    make_swift
    check "a game of any build type gets the release build" release_for_every_game
    check "the projects of a user share a folder" one_folder_for_several_projects
    check "other sources and versions have another folder" other_sources_have_another_folder
    check "the programs share the folder of the self-contained library" programs_share_the_folder
    check "two builds take turns" two_builds_take_turns
    check "a long build says what it does" says_what_it_does
    check "a failed build is a failure" a_failed_build_is_a_failure
}
