/* A C target for the headers. It gives them to programs that use the library as a package. */
#include "headers.h"
