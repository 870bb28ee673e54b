# install_lua VERSION...: installs these versions of Lua with their header files, if they are missing
install_lua() {
    local version
    local -A headers=([lua5.1]=liblua5.1-0-dev [lua5.2]=liblua5.2-dev [lua5.3]=liblua5.3-dev [lua5.4]=liblua5.4-dev
        [luajit]=libluajit-5.1-dev)
    for version in "$@"; do
        if [[ -z ${headers[$version]-} ]]; then
            echo "no such version: $version; there are ${!headers[*]}" >&2
            return 2
        fi
        "$root/.ci/install" pkg-config "$version" "${headers[$version]}"
    done
}
