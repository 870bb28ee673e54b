/*
 * options.h: the options of the command line.
 */
#ifndef HARNESS_OPTIONS_H
#define HARNESS_OPTIONS_H

#include <iap/iap_store.h>
#include <stdbool.h>

struct options {
    const char *storekit;      /**< the .storekit file */
    const char *state;         /**< the folder of the store's state, the journals and the save files */
    const char *script;        /**< the name of the scripted run */
    const char *replay;        /**< not NULL: the copy of an audit log to explain */
    const char *child_product; /**< not NULL: this process is the game that is killed while it buys this product */
    bool child_grants;         /**< it is killed after the grant, not before */
};

/** Opens the store of these options. Prints a failure. */
bool options_open_store(const struct options *options, iap_store **store);

/** Returns the path of the state file; the caller frees it. Returns NULL if memory runs out. */
char *options_state_path(const struct options *options);

#endif
