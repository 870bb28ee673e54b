#ifndef GAME_SERVER_SERVER_H
#define GAME_SERVER_SERVER_H

#include <stddef.h>
#include <stdint.h>

/** Writes one line to the standard output at once. */
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Answers what comes to the listening socket, as the lines from `input` want it, until those end. */
void serve(int listener, int input, int log, uint32_t *request_count);

#endif
