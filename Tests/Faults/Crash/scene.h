/*
 * scene.h: a flow with its initial files, and launches of the game in separate processes.
 */
#ifndef CRASH_SCENE_H
#define CRASH_SCENE_H

#include "crash_shim.h"
#include "player.h"

#define STATES_MAX (1 << 18)

/** What the workers share. */
typedef struct tally {
    atomic_long next;    /**< the next piece of work */
    atomic_long moments; /**< processes that were killed, or had a full disk */
    atomic_long states;  /**< those that left new files; each of them had a recovery */
    atomic_long rivals;  /**< those in which another player came first */
    atomic_long failed;  /**< those that broke a rule */
    _Atomic uint64_t hashes[STATES_MAX];
} tally;

/** A flow, and its initial state. */
typedef struct scene {
    const flow *flow;
    const char *prepared; /**< the folder */
    tally *tally;
    iap_execution_t execution;
    shim_trace steps; /**< of the flow; their count is N */
} scene;

/** Prepares the flow and counts its steps. */
bool scene_prepare(scene *scene);
/** How many steps do more than write. */
long scene_durable_steps(const scene *scene);

/** The moment at which a launch is interrupted. */
typedef struct interruption {
    long at;
    shim_how how;
} interruption;

/** Runs one launch. \param interruption NULL only counts. \returns how it ended, as waitpid() reports it. */
int scene_run(const scene *scene, const char *folder, role role, const interruption *interruption, uint32_t seed);
/** The steps of the last launch that this process ran with this function. */
const shim_trace *scene_trace(void);
/** Runs the launch that recovers, and one that only reads. */
int scene_recover(const scene *scene, const char *folder);
/** Whether no other kill has left these files. Each purpose has its own set of states. */
bool scene_is_new_state(const scene *scene, const char *folder, uint64_t purpose);

#endif
