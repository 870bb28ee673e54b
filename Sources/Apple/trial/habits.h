/*
 * habits.h: measures a store's habits: what real systems do that Apple's documentation does not say, or says otherwise.
 */
#ifndef TRIAL_HABITS_H
#define TRIAL_HABITS_H

#include "player.h"

/**
 * Measures the habits that a program can measure. FOLDER, which must have no journals yet, gets measured.txt, a line for each:
 * its name, and the two numbers between which its value lies; or "-" if the store gave no occasion to see it.
 * \param only the name of one habit; NULL for all.
 * \returns 1, or 0 if a client could not be opened or the file not be written.
 */
int measure_habits(const char *folder, const char *only, const stage *stage);

#endif
