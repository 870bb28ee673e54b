/*
 * script.h: the scripted runs.
 */
#ifndef HARNESS_SCRIPT_H
#define HARNESS_SCRIPT_H

#include "options.h"

#define SCRIPT_DEFAULT "purchases"

bool script_exists(const char *name);

/** Runs every step of the script in the options and prints the transcript. Returns true if all steps passed. */
bool script_run(const struct options *options, iap_store *store);

#endif
