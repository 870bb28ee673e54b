/*
 * replay_object.h: reads one JSON object whose values are texts, whole numbers, true, false or null. The origin of the file is
 * unknown, so everything else is refused.
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
    const char *text; /**< a number or a word has its original text */
    bool is_number;
    int64_t number;
};

struct replay_object {
    struct replay_field fields[REPLAY_FIELDS_MAX];
    size_t count;
    char texts[REPLAY_OBJECT_MAX * 2]; /**< the memory of the fields */
    size_t used;
};

/** \returns NULL, or the fault of the text. */
const char *replay_object_read(struct replay_object *object, const char *text, size_t length);

/** Returns the field with this name, or NULL. */
const struct replay_field *replay_object_find(const struct replay_object *object, const char *name);

#endif
