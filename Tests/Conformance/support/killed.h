/*
 * killed.h: games in their own processes, which are killed in the middle of their work.
 */
#ifndef CONFORMANCE_KILLED_H
#define CONFORMANCE_KILLED_H

#include "game.h"

/** What a game does in the process that is to be killed; the number distinguishes cases. */
typedef void (*doomed)(game *game, int number);

/**
 * Runs this test in another process, where a game runs `part` and must be killed in it. Then launches the game again, on the
 * same state file. A test calls this function first and ends if it returns no game: then this is the other process, or
 * something has failed.
 * \param test the name of the test: __func__.
 * \param has_journal whether the game remembers what it has received.
 */
game *game_after_kill(const char *test, doomed part, int number, bool has_journal);

/** Does the work of the game's own thread until the process is killed. It does not process events. */
void wait_to_be_killed(game *game);

#endif
