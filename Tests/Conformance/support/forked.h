/*
 * forked.h: runs a part of a test in a process that fork() has made from this one, without exec(), because loading the library
 * takes longer than most tests. A game must not do this. Here it is possible, because this process has one thread and nothing
 * open. One thing of the parent remains: Swift's libraries keep the id of each thread in the thread's own memory, and write it
 * into locks. So the child uses the library in a new thread.
 */
#ifndef CONFORMANCE_FORKED_H
#define CONFORMANCE_FORKED_H

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct forked_part {
    int (*run)(const void *context);
    const void *context;
    int result;
} forked_part;

static inline void *forked_thread(void *argument) {
    forked_part *part = (forked_part *)argument;
    part->result = part->run(part->context);
    return NULL;
}

/** Call it in the child. \returns the result of the part; 2 if there is no thread for it. */
static inline int run_forked(int (*run)(const void *context), const void *context) {
    forked_part part = {run, context, 2};
    pthread_t thread;
    if (pthread_create(&thread, NULL, forked_thread, &part) == 0) pthread_join(thread, NULL);
    return part.result;
}

/** Runs a part in a new process, which lives two minutes at most. \returns how it ended, as waitpid() reports it. */
static inline int run_apart(int (*run)(const void *context), const void *context) {
    int status = -1;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        alarm(120);
        const int result = run_forked(run, context);
        fflush(stdout);
        _exit(result);
    }
    if (child > 0) waitpid(child, &status, 0);
    return status;
}

#endif
