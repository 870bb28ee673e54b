# Functions for scripts that run the C# binding with Mono. They install what is missing.

csharp_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
csharp_runtime=$csharp_root/Sources/Bindings/CSharp/Runtime
"$csharp_root/.ci/install" mono-mcs mono-runtime libmono-system-core4.0-cil python3

# compile_csharp PROGRAM FILE...: compiles a program from these files and the sources of the binding. CSHARP_GENERATED may name
# another folder with generated files.
compile_csharp() {
    local program=$1
    shift
    mcs -nologo -unsafe -langversion:7.2 -warn:4 -warnaserror -optimize -out:"$program" "$@" \
        "$csharp_runtime"/*.cs "${CSHARP_GENERATED:-$csharp_runtime/Generated}"/*.cs
}

# run_csharp LIBDIR PROGRAM [ARGUMENT...]: runs it with the libiap.so of a folder
run_csharp() {
    local library=$1
    shift
    LD_LIBRARY_PATH=$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} mono "$@"
}
