/*
 * jobs.h: a test program that shares its work between several processes of itself, and its options.
 */
#ifndef TESTS_GAME_JOBS_H
#define TESTS_GAME_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define JOBS_MAX 64

/** An option "--name NUMBER"; with a text, "--name TEXT"; with a flag, only "--name". */
typedef struct jobs_option {
    const char *name;
    int64_t *number;
    const char **text;
    bool *flag;
} jobs_option;

/** Reads a command line; the last option has no name. Returns false if the line is wrong. */
bool jobs_read_options(int count, char **arguments, const jobs_option *options);
/** How many processes are right for this machine, or as many as were asked for. */
int64_t jobs_count(int64_t asked);

/** The path of this program; empty if the system does not tell it. */
const char *jobs_program(void);

/** What runs now. If the process ends by a signal, it prints this. */
extern char jobs_running[96];
void jobs_watch_signals(FILE *report);

/** Prints the results of one process. */
void jobs_print(FILE *report, const uint64_t *numbers, size_t count);
/**
 * Runs this program `jobs` times, with these arguments and "--jobs JOBS --job NUMBER", and prints what the processes print.
 * \param how one character for each number of jobs_print(): '+' adds the numbers of the processes, '^' combines them by an
 *        exclusive or, '>' takes the highest.
 * \returns how many processes have failed or have no results.
 */
int jobs_run(int64_t jobs, const char *arguments, uint64_t *numbers, const char *how);

#endif
