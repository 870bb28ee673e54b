# The packages that CPack makes, and the archive of the sources. Read by Tests/Packages/Install/run.

files_of() { # FOLDER
    (cd "$1" && find . ! -type d | sort)
}

# The archive has the same files as an installation. A program builds with the unpacked archive.
archive_is_like_the_installation() { # BUILD PREFIX
    local name unpacked=$work/unpacked-package
    name=iapbridge-$(header_version)-linux-$(uname -m)
    (cd "$1" && cpack -G TGZ)
    mkdir "$unpacked"
    tar -xzf "$1/$name.tar.gz" -C "$unpacked"
    same "folders of the archive" "$(ls "$unpacked")" "$name"
    diff <(files_of "$2") <(files_of "$unpacked/$name")
    by_pkg_config "$unpacked/$name"
    agree_on_the_version "$unpacked/$name"
}

# dpkg-shlibdeps knows no package for the Swift runtime, so this check leaves it out. Tests/Packages/Install/debian installs the real packages.
debian_packages_have_the_version() { # BUILD PREFIX
    local package file version unpacked=$work/unpacked-debian
    version=$(header_version)
    (cd "$1" && cpack -G DEB -D CPACK_DEBIAN_PACKAGE_SHLIBDEPS=OFF)
    for package in libiap libiap-dev; do
        file=$1/${package}_${version}_$(dpkg --print-architecture).deb
        same "version of $package" "$(dpkg-deb --field "$file" Version)" "$version"
        dpkg-deb --extract "$file" "$unpacked"
    done
    same "libiap-dev needs" "$(dpkg-deb --field "$file" Depends)" "libiap (= $version)"
    diff <(files_of "$2") <(files_of "$unpacked/usr")
}

# unpack_sources FOLDER: makes the archive of the sources and unpacks it into FOLDER; two archives must be identical
unpack_sources() {
    local name
    name=iapbridge-$(header_version)
    mkdir "$work/archives" "$work/archives-again"
    "$root/Sources/Package/source-archive" "$work/archives"
    "$root/Sources/Package/source-archive" "$work/archives-again"
    cmp "$work/archives/$name.tar.gz" "$work/archives-again/$name.tar.gz"
    rm -rf "$1"
    mkdir -p "$1"
    tar -xzf "$work/archives/$name.tar.gz" -C "$1"
    same "folders of the archive" "$(ls -A "$1")" "$name"
    diff <(git -C "$root" ls-files -z | tr '\0' '\n' | sort) <(files_of "$1/$name" | sed 's,^\./,,')
    (cd "$1/$name" && find . -type f -print0 | xargs -0 sha256sum) >"$work/digests"
    (cd "$root" && sha256sum --check --quiet --strict "$work/digests")
    local link
    for link in $(cd "$1/$name" && find . -type l); do
        same "link $link" "$(readlink "$1/$name/$link")" "$(readlink "$root/$link")"
    done
}

# SwiftPM reads every target of the unpacked sources, and the C part is built. This takes seconds.
sources_are_complete() { # FOLDER
    local sources
    sources=$1/iapbridge-$(header_version)
    if command -v swift >/dev/null; then
        swift package --package-path "$sources" --scratch-path "$work/described" describe --type json >"$work/described.json"
    else
        echo "swift is not on PATH"
    fi
    cmake -S "$sources" -B "$work/from-sources" -G Ninja -DIAPBRIDGE_STORE=none -DCMAKE_INSTALL_LIBDIR=lib
    cmake --build "$work/from-sources"
    cmake --install "$work/from-sources" --prefix "$work/from-sources-installed"
    same "pkg-config" "$(pkg "$work/from-sources-installed" --modversion iap)" "$(header_version)"
    no_store_by_pkg_config "$work/from-sources-installed"
}

# The whole library and a program, from the unpacked sources. This takes minutes.
sources_build() { # FOLDER
    local sources prefix=$work/built-from-sources
    local swift=(swift build --package-path "$1/iapbridge-$(header_version)" --scratch-path "$1/swift")
    sources=$1/iapbridge-$(header_version)
    cmake -S "$sources" -B "$1/cmake" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DIAPBRIDGE_DEBUG=ON -DIAPBRIDGE_SCRATCH_PATH="$1/swift"
    cmake --build "$1/cmake"
    cmake --install "$1/cmake" --prefix "$prefix"
    by_pkg_config "$prefix"
    agree_on_the_version "$prefix"
    IAPBRIDGE_OWN_BUILD=1 "${swift[@]}" --product iap-store
    same "iap-store" "$("$1/swift/debug/iap-store" --version)" "iap-store $(header_version)"
}

# check_sources FOLDER: unpacks the sources into FOLDER. Without git there is nothing to make the archive from.
check_sources() {
    if [ "$(git -C "$root" rev-parse --show-toplevel 2>/dev/null)" != "$root" ]; then
        echo "skipped: the archive of the sources; this is not a git clone"
        return
    fi
    must "the archive of the sources has every file" unpack_sources "$1"
    check "the unpacked sources are complete" sources_are_complete "$1"
}
