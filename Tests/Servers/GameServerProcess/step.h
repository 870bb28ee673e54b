/* The responses that a test wants. */
#ifndef GAME_SERVER_STEP_H
#define GAME_SERVER_STEP_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { STEP_ANSWER, STEP_RAW, STEP_CLOSE, STEP_RESET, STEP_HANG, STEP_DRIP, STEP_FLOOD } step_kind;

typedef struct step {
    step_kind kind;
    char *bytes; /**< the bytes to send; to be freed */
    size_t length;
} step;

/** Reads a line, which it changes. Returns false if the line is invalid. */
bool step_read(char *line, step *step);

/** Adds to a queue; the last step stays in it. */
void steps_add(step step);
/** NULL if there is none. */
const step *steps_first(void);
void steps_next(void);

#endif
