#ifndef GAME_SERVER_SERVER_H
#define GAME_SERVER_SERVER_H

#include <stddef.h>
#include <stdint.h>

/** Immediately writes one line to the standard output. */
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Responds to connections of the listening socket, as the lines from `input` say, until they end. */
void serve(int listener, int input, int log, uint32_t *request_count);

#endif
