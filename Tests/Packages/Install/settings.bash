# What CMake refuses, and what it corrects. Source this file from Tests/Packages/Install/run.

# configure_fails TEXT OPTION...: the package as a top-level project; no swift runs before the build
configure_fails() {
    local text=$1 output
    shift
    rm -rf "$work/refused-settings"
    if output=$(cmake -S "$root" -B "$work/refused-settings" -G Ninja -DIAPBRIDGE_SWIFT=/bin/true "$@" 2>&1); then
        echo "it was taken"
        return 1
    fi
    tr -s '\n ' ' ' <<<"$output" | grep -F "$text" || { echo "$output" && return 1; }
}

cross_build_with_an_sdk() {
    rm -rf "$work/cross"
    cmake -S "$root" -B "$work/cross" -G Ninja -DIAPBRIDGE_SWIFT=/bin/true -DCMAKE_SYSTEM_NAME=Linux \
        -DCMAKE_SYSTEM_PROCESSOR=aarch64 "-DIAPBRIDGE_SWIFT_BUILD_FLAGS=--swift-sdk;aarch64-debian"
}

# project FOLDER LINE...: a game's project with these lines
project() {
    local folder=$1
    shift
    rm -rf "$folder"
    mkdir -p "$folder"
    cp "$here/shop.c" "$folder"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.21)' 'project(game LANGUAGES C)' "$@" >"$folder/CMakeLists.txt"
}

# Two parts of a game that both add the package and do not know each other.
taken_twice() { # LIBRARY
    project "$work/twice" 'add_subdirectory(a)' 'add_subdirectory(b)'
    local part
    for part in a b; do
        mkdir "$work/twice/$part"
        cp "$here/shop.c" "$work/twice/$part"
        printf '%s\n' "add_subdirectory(\"$root\" iap-bridge)" "add_executable(shop-$part shop.c)" \
            "target_link_libraries(shop-$part PRIVATE IAPBridge::iap)" >"$work/twice/$part/CMakeLists.txt"
    done
    cmake -S "$work/twice" -B "$work/twice/build" -G Ninja -DIAPBRIDGE_PREBUILT_LIBRARY="$1"
    cmake --build "$work/twice/build"
    plays "$work/twice/build/a/shop-a"
    plays "$work/twice/build/b/shop-b"
}

found_and_taken() { # PREFIX
    project "$work/both" 'find_package(IAPBridge CONFIG REQUIRED)' "add_subdirectory(\"$root\" iap-bridge)" \
        'add_executable(shop shop.c)' 'target_link_libraries(shop PRIVATE IAPBridge::iap)'
    cmake -S "$work/both" -B "$work/both/build" -G Ninja -DCMAKE_PREFIX_PATH="$1"
    cmake --build "$work/both/build"
    plays "$work/both/build/shop"
}

# The parent decides where its libraries go.
leaves_the_parent_its_folders() { # LIBRARY
    local with
    for with in OFF ON; do
        project "$work/parent-$with" "set(IAPBRIDGE_INSTALL $with)" "add_subdirectory(\"$root\" iap-bridge)" \
            'include(GNUInstallDirs)' 'file(WRITE ${CMAKE_BINARY_DIR}/libdir "${CMAKE_INSTALL_LIBDIR}")'
        cmake -S "$work/parent-$with" -B "$work/parent-$with/build" -G Ninja -DCMAKE_INSTALL_PREFIX=/usr \
            -DIAPBRIDGE_PREBUILT_LIBRARY="$1"
    done
    same "the parent's folder" "$(cat "$work/parent-ON/build/libdir")" "$(cat "$work/parent-OFF/build/libdir")"
}

# A library that was copied to another place, without the links that lead to it.
alone_in_its_folder() { # LIBRARY
    mkdir -p "$work/lonely"
    cp "$1" "$work/lonely/libiap.so"
    by_subdirectory Ninja -DIAPBRIDGE_PREBUILT_LIBRARY="$work/lonely/libiap.so"
    # A new library in its place is used when the game is built again.
    cp -p "$work/lonely/libiap.so" "$work/lonely/other.so"
    printf 'another' >>"$work/lonely/other.so"
    mv "$work/lonely/other.so" "$work/lonely/libiap.so"
    touch "$work/lonely/libiap.so"
    cmake --build "$work/sub-Ninja/build"
    cmp "$work/lonely/libiap.so" "$work/sub-Ninja/build/iap-bridge/prebuilt/$soname"
}

# A library that contains Swift's runtime takes a long build. The installed files next to it do not depend on its content.
brings_the_licences() {
    printf 'void iap_version(void) {}\n' >"$work/inside.c"
    "${CC:-cc}" -shared -fPIC -Wl,-soname="$soname" "$work/inside.c" -o "$work/inside.so"
    install_package "$work/inside" "$work/inside-build" -DIAPBRIDGE_PREBUILT_LIBRARY="$work/inside.so"
    grep 'set(IAPBridge_COMPONENT "self-contained")' "$work/inside/lib/cmake/IAPBridge/IAPBridgeConfig.cmake"
    has_licences "$work/inside" self-contained
}

# Only CMake's check: no compiler for 32 bits is needed.
refuses_other_bits() { # PREFIX
    local bytes
    for bytes in 4 8; do
        cat >"$work/bits.cmake" <<END
set(PACKAGE_FIND_VERSION $(header_version))
set(CMAKE_SIZEOF_VOID_P $bytes)
include($1/lib/cmake/IAPBridge/IAPBridgeConfigVersion.cmake)
message(STATUS "unsuitable: \${PACKAGE_VERSION_UNSUITABLE}")
END
        cmake -P "$work/bits.cmake" >"$work/bits-$bytes"
    done
    same "32 bits" "$(cat "$work/bits-4")" "-- unsuitable: TRUE"
    same "64 bits" "$(cat "$work/bits-8")" "-- unsuitable: "
}

# sample_takes_the_package PREFIX SAMPLE: the sample's folder alone, without the repository around it
sample_takes_the_package() {
    local folder=$work/alone-$2
    rm -rf "$folder"
    cp -r "$root/Samples/$2" "$folder"
    cmake -S "$folder" -B "$folder/build" -G Ninja -DCMAKE_PREFIX_PATH="$1" -DGAME_STOREKIT="$storekit"
    grep "^IAPBridge_DIR:.*=$1/" "$folder/build/CMakeCache.txt"
}

check_settings() { # LIBRARY PREFIX
    check "another processor needs a Swift SDK" configure_fails "not for Linux aarch64" \
        -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64
    check "with one it is taken" cross_build_with_an_sdk
    mkdir -p "$work/iPhoneOS.sdk"
    check "iOS takes an xcframework" configure_fails "make-xcframework" -DCMAKE_SYSTEM_NAME=iOS \
        -DCMAKE_OSX_SYSROOT="$work/iPhoneOS.sdk"
    # As the toolchain file of cocos2d-x sets it.
    check "a Mac may have the reference store" configure_fails "for this machine" -DCMAKE_SYSTEM_NAME=Darwin \
        -DIAPBRIDGE_STORE=reference
    check "iOS by the name of Darwin, too" configure_fails "make-xcframework" -DCMAKE_SYSTEM_NAME=Darwin -DIOS=ON
    check "and by its SDK" configure_fails "make-xcframework" -DCMAKE_SYSTEM_NAME=Darwin \
        -DCMAKE_OSX_SYSROOT="$work/iPhoneOS.sdk"
    check "a folder is no library" configure_fails "names the folder" -DIAPBRIDGE_PREBUILT_LIBRARY="$root"
    check "nor is any file" configure_fails "is not a library for this system" -DIAPBRIDGE_PREBUILT_LIBRARY=/etc/passwd
    check "nor is any other library" configure_fails "is not libiap" \
        -DIAPBRIDGE_PREBUILT_LIBRARY="$(ldconfig -p | sed -n 's/.*libstdc++\.so\.6 .*=> //p' | head -n 1)"
    check "a library without a SONAME is not installed as if it were" configure_fails "has no SONAME" \
        -DIAPBRIDGE_PREBUILT_LIBRARY="$work/plain.so"
    check "two parts of a game may bring it" taken_twice "$1"
    check "one may be found, another brought" found_and_taken "$2"
    check "a parent keeps its folders" leaves_the_parent_its_folders "$1"
    check "a library that lies alone gets its names" alone_in_its_folder "$1"
    check "licences are installed" brings_the_licences
    check "a project of other bits does not find it" refuses_other_bits "$2"
    local sample
    for sample in c-minimal cpp-minimal unit-test cocos2d-x; do
        check "$sample takes the installed package" sample_takes_the_package "$2" "$sample"
    done
    if pkg-config --exists sdl2 SDL2_ttf; then
        check "sdl2 takes the installed package" sample_takes_the_package "$2" sdl2
    else
        echo "skipped: sdl2 with the installed package; there is no SDL2 here"
    fi
}
