# The package as a dependency of another package, from a tagged repository, for games in Swift or C.

# A repository with the tracked files in their present state, under a tag.
tagged_copy() { # FOLDER
    mkdir "$1"
    git -C "$root" ls-files -z | tar -C "$root" --null --files-from - --create | tar -C "$1" --extract
    git -C "$1" init --quiet
    git -C "$1" add --all
    git -C "$1" -c user.name=somebody -c user.email=somebody@example.com commit --quiet --message "A version"
    git -C "$1" tag "$(header_version)"
}

# A package with a C game that depends on it and buys something. SwiftPM refuses unsafe flags in dependencies with a version.
depends_on_a_version() {
    tagged_copy "$work/iap-bridge"
    mkdir -p "$work/dependent/Sources/game"
    cp "$here/shop.c" "$work/dependent/Sources/game/main.c"
    cat >"$work/dependent/Package.swift" <<MANIFEST
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "game",
    dependencies: [.package(url: "$work/iap-bridge", exact: "$(header_version)")],
    targets: [.executableTarget(name: "game", dependencies: [.product(name: "iap", package: "iap-bridge")])]
)
MANIFEST
    env -u IAPBRIDGE_OWN_BUILD swift build --package-path "$work/dependent" --scratch-path "$build/dependent"
    "$(swift build --package-path "$work/dependent" --scratch-path "$build/dependent" --show-bin-path)/game" "$storekit"
}
