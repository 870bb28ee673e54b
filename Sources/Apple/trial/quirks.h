/*
 * quirks.h: measures a store's quirks. A quirk is a behaviour of real systems that Apple's documentation omits or contradicts.
 */
#ifndef TRIAL_QUIRKS_H
#define TRIAL_QUIRKS_H

#include "player.h"

/**
 * Measures the quirks that a program can measure. Writes measured.txt into FOLDER, which must not contain journals yet. Each line
 * has a quirk's name and the two limits of its value, or "-" if the store gave no opportunity to measure it.
 * \param only the name of the only quirk to measure; NULL for all.
 * \returns 1, or 0 if a client could not be opened or the file could not be written.
 */
int measure_quirks(const char *folder, const char *only, const stage *stage);

#endif
