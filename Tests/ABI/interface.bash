# The interface according to the headers. Source this file, with root set to the folder of the project and include set to the
# folder of the headers.

interface_includes() {
    local header
    for header in "$include"/iap/*.h; do printf '#include <iap/%s>\n' "$(basename "$header")"; done
}

# interface_text [COMPILER FLAG...]: all headers as one, without comments and directives
interface_text() {
    interface_includes |
        "${CC:-cc}" -std=c11 -ffreestanding "$@" -I"$include" -E -P -x c -
}

# interface_library FILE: a C library that has the functions of the interface, without code behind them
interface_library() {
    local folder
    folder=$(mktemp -d)
    {
        interface_includes
        # Turns every declaration of a function, also one on several lines, into its definition.
        interface_text | awk '
            /^typedef |^struct |^static |^ *}|^{/ { inside = /{ *$/ }
            inside || /^typedef / { if (/^}/) inside = 0; next }
            declaration != "" || /^[a-z].*iap_[a-z_0-9]*\(/ {
                declaration = declaration " " $0
                if ($0 !~ /;/) next
                sub(/;.*/, " { __builtin_trap(); }", declaration)
                if (declaration !~ /static/) print declaration
                declaration = ""
            }'
    } >"$folder/interface.c"
    "${CC:-cc}" -std=c11 -g -O0 -fPIC -shared -w -I"$include" "$folder/interface.c" -o "$1" \
        -Wl,--version-script="$root/Sources/IAPClientFunctions/exports.map" -Wl,-soname,libiap.so.0
    rm -rf "$folder"
}

# interface_layout [FLAG...]: lines "STRUCT FIELD OFFSET" and "STRUCT - SIZE" for the machine that the flags choose
interface_layout() {
    local folder
    folder=$(mktemp -d)
    interface_text | awk -f "$root/Tests/ABI/fields.awk" >"$folder/fields"
    # The size follows the last field of each struct.
    awk '$1 != last && last != "" { print last, "-" } { print; last = $1 } END { print last, "-" }' "$folder/fields" \
        >"$folder/asked"
    {
        printf '#include <stddef.h>\n'
        interface_includes
        printf 'const unsigned layout[] = {\n'
        awk '{ print $2 == "-" ? "(unsigned)sizeof(" $1 ")," : "(unsigned)offsetof(" $1 ", " $2 ")," }' "$folder/asked"
        printf '};\n'
    } >"$folder/layout.c"
    # The values come from the assembler text, because the machine may be a different one.
    "${CC:-cc}" -std=c11 -ffreestanding -fno-pic -O0 "$@" -I"$include" -S "$folder/layout.c" -o "$folder/layout.s"
    awk '$1 == ".long" { print $2 } $1 == ".zero" { for (i = 0; i < $2; i += 4) print 0 }' "$folder/layout.s" >"$folder/numbers"
    paste -d ' ' "$folder/asked" "$folder/numbers"
    rm -rf "$folder"
}

# The description of a library by libabigail, without places and paths.
interface_description() { # LIBRARY
    abidw --no-show-locs --no-corpus-path --no-comp-dir-path --no-parameter-names --type-id-style hash "$1" |
        sed "s/ path='[^']*interface\.c'//; s/ comp-dir-path='[^']*'//"
}
