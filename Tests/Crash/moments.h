/*
 * moments.h: every moment at which a flow can be interrupted, each tried once.
 */
#ifndef CRASH_MOMENTS_H
#define CRASH_MOMENTS_H

#include "scene.h"

/**
 * Kills before and after each step and within each write. In manual mode the power fails before each durable step as well,
 * in three ways, and the disk is full from each write on; and where a group of writes is complete, another player comes before the game
 * recovers.
 */
void moments_single(const scene *scene);
/**
 * Kills after each durable step, before those that change names or lengths, and where the game has noted something since
 * the step before; and once more at each such moment of the recovery. All other kills leave a part of the writes that belong
 * to one sync, which SQLite takes for none of them; moments_single() shows that.
 */
void moments_pairs(const scene *scene);

#endif
