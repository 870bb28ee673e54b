/*
 * flows.h: what a game does from its launch to its end, always in the same order. Each operation of the disk therefore has a
 * fixed number.
 */
#ifndef SIMULATION_FLOWS_H
#define SIMULATION_FLOWS_H

#include "world.h"

typedef struct flow {
    const char *name;
    void (*play)(world *world, game *game);
    bool has_inventory, verifies;
} flow;

extern const flow flows[];
extern const size_t flow_count;

#endif
