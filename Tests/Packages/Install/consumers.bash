# Programs that use the package. Source this file from Tests/Packages/Install/run.

# Every game here prints whether it could buy and finish.
plays() { # PROGRAM
    same "$1" "$("$1" "$storekit")" "bought 2, finished 1"
}

pkg() { # PREFIX ARGUMENT...
    local prefix=$1
    shift
    PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig pkg-config "$@"
}

pkg_config_program() { # PREFIX PROGRAM
    local flags
    read -r -a flags <<<"$(pkg "$1" --cflags --libs iap)"
    "${CC:-cc}" -std=c99 -Wall -Wextra -Wpedantic -Werror "$here/shop.c" -o "$2" "${flags[@]}"
}

by_pkg_config() { # PREFIX
    pkg_config_program "$1" "$work/shop"
    # The program requires the SONAME, without a path.
    readelf -d "$work/shop" | grep -F "[$soname]"
    LD_LIBRARY_PATH=$1/lib plays "$work/shop"
}

# The folder of a game: the program and nothing else of this project.
game_folder() { # FOLDER
    mkdir -p "$1"
    cp "$here"/shop.{c,cpp} "$here/CMakeLists.txt" "$1"
}

by_find_package() { # PREFIX COMPONENT GENERATOR
    local game=$work/find-$2-${3// /-}
    rm -rf "$game"
    game_folder "$game"
    cmake -S "$game" -B "$game/build" -G "$3" -DCMAKE_PREFIX_PATH="$1" -DSHOP_COMPONENTS="$2" -DSHOP_VERSION="$(minor_version)"
    cmake --build "$game/build"
    grep "^IAPBridge_DIR:.*=$1/" "$game/build/CMakeCache.txt"
    plays "$game/build/shop-c"
    plays "$game/build/shop-cpp"
}

refuses() { # PREFIX TEXT OPTION...
    local prefix=$1 text=$2 output
    shift 2
    game_folder "$work/refused"
    rm -rf "$work/refused/build"
    if output=$(cmake -S "$work/refused" -B "$work/refused/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" "$@" 2>&1); then
        echo "CMake accepted it"
        return 1
    fi
    # CMake wraps lines.
    tr -s '\n ' ' ' <<<"$output" | grep -F "$text" || { echo "$output" && return 1; }
}

agree_on_the_version() { # PREFIX
    local version
    version=$(header_version)
    same "pkg-config" "$(pkg "$1" --modversion iap)" "$version"
    same "file" "$(readlink "$1/lib/libiap.so")" "libiap.so.$version"
    same "library" "$(LD_LIBRARY_PATH=$1/lib "$work/shop" --version)" "$version"
    cat >"$work/version.cmake" <<END
set(PACKAGE_FIND_VERSION $version)
include($1/lib/cmake/IAPBridge/IAPBridgeConfigVersion.cmake)
message(STATUS "\${PACKAGE_VERSION} \${PACKAGE_VERSION_EXACT}")
END
    same "CMake" "$(cmake -P "$work/version.cmake")" "-- $version TRUE"
}

# use_installed PREFIX COMPONENT: uses the package in its place, and again after it was moved
use_installed() {
    local prefix=$1 component=$2 generator other=self-contained
    [ "$component" = shared ] || other=shared
    check "$component: the installation is complete" laid_out "$prefix" "$component"
    check "$component: the SONAME is that of the ABI" has_soname "$prefix/lib/libiap.so"
    check "$component: exactly the interface is exported" exports_the_interface "$prefix/lib/$soname"
    check "$component: a C program with pkg-config" by_pkg_config "$prefix"
    check "$component: signal handlers are as the guide says" leaves_signals "$prefix" "$component"
    check "$component: header, library, CMake and pkg-config agree on the version" agree_on_the_version "$prefix"
    check "$component: find_package, Ninja" by_find_package "$prefix" "$component" Ninja
    mv "$prefix" "$prefix.moved"
    check "$component, moved: a C program with pkg-config" by_pkg_config "$prefix.moved"
    check "$component, moved: find_package, Makefiles" by_find_package "$prefix.moved" "$component" "Unix Makefiles"
    check "$component: the other component is refused" refuses "$prefix.moved" "is $component, not $other" \
        -DSHOP_COMPONENTS="$other"
    check "$component: the previous minor version is refused" refuses "$prefix.moved" "requested version \"0.1\"" -DSHOP_VERSION=0.1
}

# The programs of a build tree, and what the game would ship.
by_subdirectory() { # GENERATOR SETTING...
    local generator=$1 game=$work/sub-${1// /-}
    shift
    game_folder "$game"
    cmake -S "$game" -B "$game/build" -G "$generator" -DIAPBRIDGE_SOURCES="$root" "$@"
    cmake --build "$game/build"
    plays "$game/build/shop-c"
    plays "$game/build/shop-cpp"
    readelf -d "$game/build/shop-c" | grep -F "[$soname]"
    cmake --install "$game/build" --prefix "$game/shipped"
    [ ! -e "$game/shipped/include" ] || { echo "the game installs the headers, too" && return 1; }
    mv "$game/build" "$game/gone"
    [ ! -d "$work/built" ] || mv "$work/built" "$work/gone"
    plays "$game/shipped/game/shop-c"
    [ ! -d "$work/gone" ] || mv "$work/gone" "$work/built"
    mv "$game/gone" "$game/build"
}

use_subdirectory() { # SETTING...
    check "add_subdirectory, Ninja" by_subdirectory Ninja "$@"
    check "add_subdirectory, Makefiles" by_subdirectory "Unix Makefiles" "$@"
}

plain_prebuilt() {
    game_folder "$work/plain"
    cmake -S "$work/plain" -B "$work/plain/build" -G Ninja -DIAPBRIDGE_SOURCES="$root" -DIAPBRIDGE_PREBUILT_LIBRARY="$prebuilt"
    cmake --build "$work/plain/build"
    plays "$work/plain/build/shop-c"
}

# ---------------------------------------------------------------------------------------------------- rebuilding

built_at() { stat -c %y "$@"; }

nothing_to_do() { # FOLDER
    local before
    before=$(built_at "$1"/shop-{c,cpp} "$1"/iap-bridge/lib/{built,"$soname"})
    cmake --build "$1" >"$work/build-log"
    cat "$work/build-log"
    absent grep -iE 'SwiftPM|Linking|Compiling' "$work/build-log"
    same "times" "$(built_at "$1"/shop-{c,cpp} "$1"/iap-bridge/lib/{built,"$soname"})" "$before"
}

# A newer source is compiled. The resulting library is the same, therefore the game is not linked again.
rebuilds() { # FOLDER SOURCE
    local before game
    before=$(built_at "$1/iap-bridge/lib/built")
    game=$(built_at "$1"/shop-{c,cpp})
    touch -r "$2" "$work/time"
    touch "$2"
    cmake --build "$1" >"$work/build-log"
    touch -r "$work/time" "$2"
    cat "$work/build-log"
    grep -F "Building IAPBridge with SwiftPM" "$work/build-log"
    [ "$(built_at "$1/iap-bridge/lib/built")" != "$before" ] || { echo "$2 was not looked at" && return 1; }
}

# The settings are those of the existing build trees.
check_rebuilding() {
    local generator folder
    for generator in Ninja Unix-Makefiles; do
        folder=$work/sub-$generator/build
        check "$generator: a build without a change does nothing" nothing_to_do "$folder"
        check "$generator: a Swift source is rebuilt" rebuilds "$folder" "$root/Sources/Shared/IAPModel/Values.swift"
        check "$generator: a second build does nothing" nothing_to_do "$folder"
    done
    check "a changed header causes a build" rebuilds "$work/sub-Ninja/build" "$root/Include/iap/iap_store.h"
}
