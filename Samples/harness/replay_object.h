/*
 * replay_object.h: reads one object of JSON whose values are texts, whole numbers, true, false or null. Anybody may have
 * written it, so everything that is not exactly that is refused.
 */
#ifndef HARNESS_REPLAY_OBJECT_H
#define HARNESS_REPLAY_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** How many fields an object may have, and how long it may be in bytes. */
#define REPLAY_FIELDS_MAX 32
#define REPLAY_OBJECT_MAX 16384

struct replay_field {
    const char *name;
    const char *text; /**< of a number or a word: as it is written */
    bool is_number;
    int64_t number;
};

struct replay_object {
    struct replay_field fields[REPLAY_FIELDS_MAX];
    size_t count;
    char texts[REPLAY_OBJECT_MAX * 2]; /**< what the fields point to */
    size_t used;
};

/** \returns NULL, or what is wrong with the text. */
const char *replay_object_read(struct replay_object *object, const char *text, size_t length);

/** NULL if there is none of this name. */
const struct replay_field *replay_object_find(const struct replay_object *object, const char *name);

#endif
