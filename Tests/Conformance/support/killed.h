/*
 * killed.h: games in processes of their own, which are killed in the middle of what they do.
 */
#ifndef CONFORMANCE_KILLED_H
#define CONFORMANCE_KILLED_H

#include "game.h"

/** What a game does in the process that is to be killed, told apart by a number. */
typedef void (*doomed)(game *game, int number);

/**
 * Runs this test in another process, where a game does `part` and has to be killed in it. Then launches the game again, on
 * the same state file. A test calls it before anything else and ends if there is no game: then it is the other process, or
 * something has failed.
 * \param test the name of the test: __func__.
 * \param has_journal whether the game remembers what it has heard.
 */
game *game_after_kill(const char *test, doomed part, int number, bool has_journal);

/** Does what the game's own thread does until the process is killed. Events that come are not processed. */
void wait_to_be_killed(game *game);

#endif
