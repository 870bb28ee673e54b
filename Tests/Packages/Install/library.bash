# Checks of a library and its package. Source this file from Tests/Packages/Install/run.

header_version() {
    local number
    number=$(sed -n 's/^#define IAP_HEADER_VERSION \(0x[0-9a-f]*\)u$/\1/p' "$root/Include/iap/iap.h")
    echo "$((number >> 16)).$((number >> 8 & 255)).$((number & 255))"
}

# The version for find_package: 1.2 of 1.2.3.
minor_version() {
    header_version | sed 's/\.[0-9]*$//'
}

# install_package PREFIX BUILD [SETTING...]
install_package() {
    local prefix=$1 folder=$2
    shift 2
    cmake -S "$root" -B "$folder" -G Ninja "$@"
    cmake --build "$folder"
    cmake --install "$folder" --prefix "$prefix"
}

laid_out() { # PREFIX COMPONENT
    local file
    for file in lib/pkgconfig/iap.pc lib/cmake/IAPBridge/IAPBridgeConfig{,Version}.cmake \
        share/iapbridge/{iap_api.json,iap_no_store.c} share/man/man3/iap.3; do
        [ -f "$1/$file" ] || { echo "$file is missing" && return 1; }
    done
    same "headers" "$(ls "$1/include/iap")" "$(ls "$root/Include/iap")"
    if [ "$2" = no-store ]; then
        same "libraries" "$(cd "$1/lib" && echo lib*)" "libiap.a"
    else
        same "lib/$soname" "$(readlink "$1/lib/$soname")" "libiap.so.$(header_version)"
        same "lib/libiap.so" "$(readlink "$1/lib/libiap.so")" "libiap.so.$(header_version)"
    fi
    has_licences "$1" "$2"
    # No file may contain the folder of the build or of the installation.
    absent grep -rlF -e "$1" -e "$root" "$1/lib/pkgconfig" "$1/lib/cmake"
}

# The licences of Swift and of Unicode's tables belong to the library that contains them.
has_licences() { # PREFIX COMPONENT
    local files
    case $2 in
    self-contained) files="ICU-LICENSE.txt LICENSE SWIFT-LICENSE.txt SWIFT-RUNTIME.md" ;;
    shared) files="LICENSE SWIFT-RUNTIME.md" ;;
    no-store) files="LICENSE" ;;
    esac
    same "licences" "$(cd "$1/share/licenses/iap" && echo *)" "$files"
}

has_soname() { # LIBRARY
    same SONAME "$(readelf -d "$1" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')" "$soname"
}

# Exactly the functions of the headers are exported, each with the version of the ABI. No symbol is missing that only a Swift
# library could provide.
exports_the_interface() { # LIBRARY
    same "exported functions" "$(nm -D --defined-only "$1" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort)" \
        "$(sed -n 's/^function \(iap_[a-z0-9_]*\):.*/\1/p' "$root/Tests/Packages/ABI/baseline.txt" | sort)"
    same "symbols without @@IAP_0" "$(nm -D --defined-only "$1" | awk '$2 != "A" && $3 !~ /^iap_[a-z0-9_]*@@IAP_0$/')" ""
}

# Swift's runtime handles crashes by default; the runtime inside the library must not.
leaves_signals() { # PREFIX COMPONENT
    local flags handled=7 status=0
    [ "$2" = shared ] || handled=0
    read -r -a flags <<<"$(pkg "$1" --cflags --libs iap)"
    "${CC:-cc}" -std=c99 "$here/signals.c" -o "$work/signals" "${flags[@]}"
    same "signals that are handled" "$(env -i --default-signal LD_LIBRARY_PATH="$1/lib" "$work/signals")" "$handled"
    same "without backtraces" "$(env -i --default-signal LD_LIBRARY_PATH="$1/lib" SWIFT_BACKTRACE=enable=no "$work/signals")" 0
    env -i --default-signal LD_LIBRARY_PATH="$1/lib" "$work/signals" own || status=$?
    same "the game's own handler" "$status" 42
}

needs_only_the_system() { # LIBRARY
    local list
    list=$(ldd "$1")
    echo "$list"
    absent grep -iE 'swift|Foundation|dispatch|BlocksRuntime|not found' <<<"$list"
    same RUNPATH "$(readelf -d "$1" | sed -n 's/.*(RUNPATH).*\[\(.*\)\]/\1/p')" '$ORIGIN'
    same "libraries of other folders" "$(awk '$2 == "=>" { print $3 } $2 ~ /^\(/ { print $1 }' <<<"$list" |
        grep -vE '^(/usr)?/lib(32|64)?/|^linux-vdso' || true)" ""
}

# The program and its libraries in a folder that is all that it sees: the system's libraries, its own, no Swift. It also has
# /proc, where libdispatch checks its own threads: without /proc, libdispatch ends the process sooner or later.
runs_alone() { # PREFIX
    local alone=$work/alone path
    mkdir -p "$alone/game" "$alone/tmp" "$alone/proc"
    pkg_config_program "$1" "$alone/game/shop"
    cp -L "$1/lib/$soname" "$storekit" "$alone/game"
    for path in $(ldd "$alone/game/$soname" "$alone/game/shop" | grep -oE '/[^ )]+' | grep -vE ':$|/game/' | sort -u); do
        mkdir -p "$alone$(dirname "$path")"
        cp -L "$path" "$alone$path"
    done
    same "files of Swift's" "$(find "$alone" | grep -iE 'swift|foundation' || true)" ""
    local inside=(env -i LD_LIBRARY_PATH=/game unshare --map-root-user --pid --fork --mount-proc --root="$alone")
    local how="by unshare, in a root of its own" folder=/game
    if ! "${inside[@]}" /game/shop --version; then
        folder=$alone/game
        inside=(env -i LD_LIBRARY_PATH="$folder")
        how="with an empty environment only, as unshare is not allowed here"
    fi
    echo "$how" >"$work/alone-how"
    same "the game" "$("${inside[@]}" "$folder/shop" "$folder/Game.storekit")" "bought 2, finished 1"
}

asks_servers() { # PREFIX
    local answer
    pkg_config_program "$1" "$work/shop"
    answer=$(LD_LIBRARY_PATH=$1/lib "$work/shop" "$storekit" --ask-server)
    echo "$answer"
    grep '^IAP_ERROR_NETWORK: 127.0.0.1' <<<"$answer"
}
