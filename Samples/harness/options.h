/*
 * options.h: what the command line said.
 */
#ifndef HARNESS_OPTIONS_H
#define HARNESS_OPTIONS_H

#include <iap/iap_store.h>
#include <stdbool.h>

struct options {
    const char *storekit; /**< the .storekit file */
    const char *state;    /**< the folder of the store's state, the journals and the save games */
    const char *script;   /**< the name of the scripted run */
    bool shell;
    const char *replay;        /**< not NULL: the copy of an audit log that is to be told */
    const char *replay_store;  /**< not NULL: the log of a store that is to be played back */
    const char *child_product; /**< not NULL: this process is the game that is killed while it buys this product */
    bool child_grants;         /**< it is killed after the grant, not before */
};

/** Opens the store of these options. Says what went wrong. */
bool options_open_store(const struct options *options, iap_store **store);

/** The file in which the store keeps its state; to be freed. NULL if there is no memory. */
char *options_state_path(const struct options *options);

#endif
