/* exported_functions.h: every function that the library exports. `run` makes the list of Tests/Packages/ABI/baseline.txt. */
#ifndef CONFORMANCE_EXPORTED_FUNCTIONS_H
#define CONFORMANCE_EXPORTED_FUNCTIONS_H

#include <stddef.h>

typedef struct exported_function {
    const char *name;
    /** The type of its result and those of its arguments, as in Tests/Packages/ABI/baseline.txt. */
    const char *declaration;
    void (*call)(void); /**< to be called with its own arguments */
} exported_function;

extern const exported_function exported_functions[];
extern const size_t exported_function_count;

#endif
