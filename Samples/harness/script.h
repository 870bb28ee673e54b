/*
 * script.h: the scripted run.
 */
#ifndef HARNESS_SCRIPT_H
#define HARNESS_SCRIPT_H

#include "options.h"

/** Runs every step and prints the transcript. True if each step went as it should. */
bool script_run(const struct options *options, iap_store *store);

#endif
