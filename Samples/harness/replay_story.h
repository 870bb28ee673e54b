/*
 * replay_story.h: the words for each line of an audit log.
 */
#ifndef HARNESS_REPLAY_STORY_H
#define HARNESS_REPLAY_STORY_H

#include "replay_object.h"

/**
 * Writes what happened. An event that this version does not know is written as it is.
 * \returns false if it did not fit; it is cut then.
 */
bool replay_story_write(char *buffer, size_t capacity, const char *event, const struct replay_object *line);

#endif
