/*
 * crash.c: kills a game at every step that changes a file, in each flow of a purchase. After each kill it checks that the rules
 * are true. It also kills the game a second time, while it recovers.
 *
 *   crash [PART]   runs everything, or the flows whose names contain PART
 *
 * With CRASH_SHORT in the environment, only the purchase flow has the second kill and background mode.
 *
 * Each launch of the game is a process that fork() makes from a process that has already loaded and used the library, because
 * loading takes longer than a launch. A killed process leaves real files. They may be in memory, which makes no difference for
 * a kill. The shim simulates what a power failure would lose.
 */
#define _GNU_SOURCE
#include "moments.h"

#include "folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Games mostly wait; they compute little. */
#define WORKERS_PER_PROCESSOR 2
#define STEPS_MIN 8

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int thread_count(void) {
    int count = 0;
    DIR *directory = opendir("/proc/self/task");
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    if (directory != NULL) closedir(directory);
    return count;
}

/* Uses the library once. What the library sets up at its first use is then ready in each process that is made from this one. */
static bool warm_up(void) {
    char folder[64];
    if (!folder_make(folder)) return false;
    const launch prepare = {folder, &flows[1], ROLE_PREPARE, IAP_EXECUTION_MANUAL, false};
    const launch play = {folder, &flows[1], ROLE_PLAY, IAP_EXECUTION_MANUAL, false};
    bool works = player_run(&prepare) == 0 && player_run(&play) == 0;
    folder_remove(folder);
    if (works && thread_count() != 1) {
        printf("FAIL crash: a manual client has left threads behind, therefore the process cannot fork\n");
        works = false;
    }
    return works;
}

/* Runs a part of the work in several processes in parallel. */
static void work(void (*body)(const scene *scene), const scene *scene) {
    long workers = sysconf(_SC_NPROCESSORS_ONLN) * WORKERS_PER_PROCESSOR;
    if (workers < 2) workers = 2;
    atomic_store(&scene->tally->next, 0);
    fflush(stdout);
    for (long i = 0; i < workers; i++) {
        if (fork() == 0) {
            body(scene);
            fflush(stdout);
            _exit(0);
        }
    }
    for (int status; wait(&status) > 0;) {
        if (status != 0) atomic_fetch_add(&scene->tally->failed, 1);
    }
}

static long all_moments, all_states, all_rivals, all_failures;

/* Does one kind of work, and prints how many moments there were and how many states they left. */
static double measure(void (*body)(const scene *scene), const scene *scene, long *moments, long *states) {
    const double start = now_s();
    const long moments_before = atomic_load(&scene->tally->moments), states_before = atomic_load(&scene->tally->states);
    work(body, scene);
    *moments = atomic_load(&scene->tally->moments) - moments_before;
    *states = atomic_load(&scene->tally->states) - states_before;
    return now_s() - start;
}

static void run_scene(scene *scene) {
    long moments[3] = {0}, states[3] = {0};
    double seconds[3] = {0};
    if (!scene_prepare(scene) || scene->steps.count < STEPS_MIN) {
        printf("FAIL crash, %s: it fails without a kill, or has more than %ld steps\n", scene->flow->name,
               (long)scene->steps.count);
        atomic_fetch_add(&scene->tally->failed, 1);
        return;
    }
    const long steps = scene->steps.count, durable = scene_durable_steps(scene);
    seconds[0] = measure(moments_single, scene, &moments[0], &states[0]);
    const bool is_whole = getenv("CRASH_SHORT") == NULL || scene->flow == &flows[1];
    if (is_whole && !scene->flow->is_killed_once) seconds[1] = measure(moments_pairs, scene, &moments[1], &states[1]);
    if (is_whole && !scene->flow->is_manual_only) {
        scene->execution = IAP_EXECUTION_BACKGROUND;
        if (scene_prepare(scene)) seconds[2] = measure(moments_single, scene, &moments[2], &states[2]);
        else atomic_fetch_add(&scene->tally->failed, 1);
    }
    printf("crash, %-12s N = %3ld (%2ld durable): %4ld moments leave %4ld states; a second kill at %4ld leaves %4ld; "
           "in background mode %4ld leave %4ld; %ld failed (%.1f + %.1f + %.1f s)\n",
           scene->flow->name, steps, durable, moments[0], states[0], moments[1], states[1], moments[2], states[2],
           atomic_load(&scene->tally->failed), seconds[0], seconds[1], seconds[2]);
}

static void run_flow(const flow *flow, tally *tally) {
    char folder[64];
    memset(tally, 0, sizeof *tally);
    static scene scene;
    scene = (struct scene){.flow = flow, .prepared = folder, .tally = tally, .execution = IAP_EXECUTION_MANUAL};
    if (folder_make(folder)) {
        run_scene(&scene);
        folder_remove(folder);
    } else {
        atomic_fetch_add(&tally->failed, 1);
    }
    all_moments += atomic_load(&tally->moments);
    all_states += atomic_load(&tally->states);
    all_rivals += atomic_load(&tally->rivals);
    all_failures += atomic_load(&tally->failed);
    fflush(stdout);
}

int main(int argument_count, char **arguments) {
    tally *tally = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (tally == MAP_FAILED || !warm_up()) {
        printf("FAIL crash: the warm-up game fails\n");
        return 1;
    }
    int flows_run = 0;
    for (size_t i = 0; i < flow_count; i++) {
        if (argument_count > 1 && strstr(flows[i].name, arguments[1]) == NULL) continue;
        run_flow(&flows[i], tally);
        flows_run++;
    }
    printf(
        "crash: %d flows, %ld moments, %ld states recovered from, %ld of them after another player came, %ld failed\n",
        flows_run, all_moments, all_states, all_rivals, all_failures);
    return all_failures == 0 && all_moments > 0 ? 0 : 1;
}
