/*
 * replay_story.h: the sentence for each line of an audit log.
 */
#ifndef HARNESS_REPLAY_STORY_H
#define HARNESS_REPLAY_STORY_H

#include "replay_object.h"

/**
 * Writes the sentence of a line. For an event that this version does not know, writes the name of the event.
 * \returns false if the sentence did not fit and was cut.
 */
bool replay_story_write(char *buffer, size_t capacity, const char *event, const struct replay_object *line);

#endif
