/*
 * moments.h: every moment at which a flow can be interrupted, each once.
 */
#ifndef CRASH_MOMENTS_H
#define CRASH_MOMENTS_H

#include "scene.h"

/**
 * Kills before and after each step and within each write. In manual mode, the power also fails before each durable step, in
 * three ways, and the disk is full from each write on. Where a group of writes is complete, another player comes before the
 * game recovers.
 */
void moments_single(const scene *scene);
/**
 * Kills after each durable step, before steps that change names or lengths, and where the game has noted something since the
 * previous step. Then kills once more at each such moment of the recovery. All other kills leave a part of the writes that
 * belong to one flush; SQLite ignores such a part. moments_single() shows this.
 */
void moments_pairs(const scene *scene);

#endif
