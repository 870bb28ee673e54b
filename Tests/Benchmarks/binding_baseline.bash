# build_baseline LIBDIR PROGRAM: compiles binding_baseline.c; to be sourced by the benchmarks of the bindings
build_baseline() {
    local root
    root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
    "${CC:-cc}" -O2 -std=c99 -Wall -Wextra -Werror -I "$root/Include" "$root/Tests/Benchmarks/binding_baseline.c" -o "$2" -L "$1" \
        -Wl,-rpath,"$1" -liap
}
