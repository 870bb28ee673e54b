# The library without a store, which every system has. Source this file from Tests/Packages/Install/run. Tests/Packages/Everywhere builds it for
# other systems.

game_without_a_store=$root/Tests/Packages/NoStore/check.c

# taken_by_itself STORE OPTION...: which store the package chooses on a system
taken_by_itself() {
    local store=$1
    shift
    rm -rf "$work/chosen"
    cmake -S "$root" -B "$work/chosen" -G Ninja -DIAPBRIDGE_SWIFT=/bin/true "$@"
    grep "^IAPBRIDGE_STORE:STRING=$store\$" "$work/chosen/CMakeCache.txt"
}

no_store_by_pkg_config() { # PREFIX
    local flags
    read -r -a flags <<<"$(pkg "$1" --cflags --libs iap)"
    "${CC:-cc}" -std=c99 "$game_without_a_store" -o "$work/hidden" "${flags[@]}"
    "$work/hidden"
}

no_store_by_find_package() { # PREFIX
    local folder=$work/find-no-store
    rm -rf "$folder"
    mkdir "$folder"
    cp "$game_without_a_store" "$folder"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.21)' 'project(game LANGUAGES C)' \
        "find_package(IAPBridge $(minor_version) CONFIG REQUIRED COMPONENTS no-store)" 'add_executable(check check.c)' \
        'target_link_libraries(check PRIVATE IAPBridge::iap)' >"$folder/CMakeLists.txt"
    cmake -S "$folder" -B "$folder/build" -G Ninja -DCMAKE_PREFIX_PATH="$1"
    cmake --build "$folder/build"
    "$folder/build/check"
}

# A library of the game that is installed with its targets.
no_store_behind_an_exported_library() {
    local folder=$work/export-no-store
    rm -rf "$folder"
    mkdir "$folder"
    echo 'int engine(void) { return 0; }' >"$folder/engine.c"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.21)' 'project(engine LANGUAGES C)' "add_subdirectory($root iap)" \
        'add_library(engine STATIC engine.c)' 'target_link_libraries(engine PUBLIC IAPBridge::iap)' \
        'install(TARGETS engine EXPORT engine DESTINATION lib)' 'install(EXPORT engine DESTINATION lib/cmake/engine)' \
        >"$folder/CMakeLists.txt"
    cmake -S "$folder" -B "$folder/build" -G Ninja -DIAPBRIDGE_STORE=none
    cmake --build "$folder/build"
}

check_no_store() {
    local prefix=$work/none
    must "the library without a store is installed" install_package "$prefix" "$work/none-build" -DIAPBRIDGE_STORE=none \
        -DCMAKE_INSTALL_LIBDIR=lib
    check "no-store: the installation is complete" laid_out "$prefix" no-store
    mv "$prefix" "$prefix.moved"
    prefix=$prefix.moved
    check "no-store: a C program with pkg-config" no_store_by_pkg_config "$prefix"
    check "no-store: find_package" no_store_by_find_package "$prefix"
    check "no-store: used by an exported library" no_store_behind_an_exported_library
    check "no-store: another component is refused" refuses "$prefix" "is no-store, not shared" -DSHOP_COMPONENTS=shared

    check "Linux has the reference store" taken_by_itself reference
    # Without an NDK, CMake itself stops at the name Android; toolchain files of NDKs set this as well.
    check "Android has the library without a store" taken_by_itself none -DANDROID=ON
    check "another store is refused" configure_fails "it can be apple, reference or none" -DIAPBRIDGE_STORE=play
    check "the App Store is refused on Linux" configure_fails "which Linux does not have; here it can be reference or none" \
        -DIAPBRIDGE_STORE=apple
    check "the reference store is refused on Android" configure_fails "does not have; here it can be none" \
        -DANDROID=ON -DIAPBRIDGE_STORE=reference
    check "IAPBRIDGE_SELF_CONTAINED is refused without a store" configure_fails "leave IAPBRIDGE_SELF_CONTAINED out" \
        -DIAPBRIDGE_STORE=none -DIAPBRIDGE_SELF_CONTAINED=ON
    check "a prebuilt library is refused without a store" configure_fails "names a library with a store" \
        -DIAPBRIDGE_STORE=none -DIAPBRIDGE_PREBUILT_LIBRARY="$work/built/libiap.so"
    check "iap-store is refused without a store" configure_fails "together with the library and its reference store" \
        -DIAPBRIDGE_STORE=none -DIAPBRIDGE_PROGRAM=ON
}
