#ifndef PLAIN_EXTENSIONS_H
#define PLAIN_EXTENSIONS_H

#include "certificate.h"

/** Reads all that extensions say. Returns 1, or 0 if one is there that a plain certificate has not, or has in another form, or
    lacks one that it has. */
int plain_extensions_read(plain_bytes extensions, plain_certificate *certificate);

#endif
