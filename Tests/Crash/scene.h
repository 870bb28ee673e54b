/*
 * scene.h: a flow with the files that it begins with, and launches of the game in processes of their own.
 */
#ifndef CRASH_SCENE_H
#define CRASH_SCENE_H

#include "crash_shim.h"
#include "player.h"

#define STATES_MAX (1 << 18)

/** What the workers have in common. */
typedef struct tally {
    atomic_long next;    /**< the next piece of work */
    atomic_long moments; /**< processes that were killed, or had a full disk */
    atomic_long states;  /**< of them those that left other files than any before; each was recovered from */
    atomic_long rivals;  /**< of those the ones in which another player came first */
    atomic_long failed;  /**< those in which a rule did not hold */
    _Atomic uint64_t hashes[STATES_MAX];
} tally;

/** A flow, and what it begins with. */
typedef struct scene {
    const flow *flow;
    const char *prepared; /**< the folder */
    tally *tally;
    iap_execution execution;
    shim_trace steps; /**< of the flow; their count is N */
} scene;

/** Prepares the flow and counts its steps. */
bool scene_prepare(scene *scene);
/** How many steps do more than write. */
long scene_durable_steps(const scene *scene);

/** Where a launch is to be interrupted. */
typedef struct interruption {
    long at;
    shim_how how;
} interruption;

/** One launch. \param interruption NULL only counts. \returns how it ended, as waitpid() tells it. */
int scene_run(const scene *scene, const char *folder, role role, const interruption *interruption, uint32_t seed);
/** The steps of the last launch that this process ran so. */
const shim_trace *scene_trace(void);
/** The launch that recovers, and one that only looks. */
int scene_recover(const scene *scene, const char *folder);
/** Whether no other kill has left these files. What was left for different purposes is told apart. */
bool scene_is_new_state(const scene *scene, const char *folder, uint64_t purpose);

#endif
