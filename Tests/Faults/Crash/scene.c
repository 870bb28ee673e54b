#define _GNU_SOURCE
#include "scene.h"

#include "folder.h"
#include "forked.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static shim_trace *trace;

/* The process shares this memory with its launches, but not with other workers. */
static void map_trace(void) {
    static pid_t owner;
    if (owner == getpid()) return;
    owner = getpid();
    trace = mmap(NULL, sizeof *trace, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (trace == MAP_FAILED) _exit(1);
}

typedef struct counted {
    launch launch;
    interruption interruption;
    uint32_t seed;
} counted;

static int play(const void *context) {
    const counted *counted = context;
    const launch *launch = &counted->launch;
    shim_begin(launch->folder, counted->interruption.at, counted->interruption.how, counted->seed, trace);
    return player_run(launch);
}

static int recover_and_look(const void *context) {
    const launch *launches = context;
    const int result = player_run(&launches[0]);
    return result != 0 ? result : player_run(&launches[1]);
}

int scene_run(const scene *scene, const char *folder, role role, const interruption *interruption, uint32_t seed) {
    counted counted = {{folder, scene->flow, role, scene->execution, false}, {0, SHIM_AFTER}, seed};
    if (interruption != NULL) counted.interruption = *interruption;
    counted.launch.may_fail = counted.interruption.at > 0 && counted.interruption.how == SHIM_FULL;
    map_trace();
    return run_apart(play, &counted);
}

int scene_recover(const scene *scene, const char *folder) {
    const launch launches[] = {{folder, scene->flow, ROLE_RECOVER, scene->execution, false},
                               {folder, scene->flow, ROLE_LOOK, scene->execution, false}};
    return run_apart(recover_and_look, launches);
}

/* The header stays, so that the library recognizes its journal. Without the list of tables after it nothing is readable. */
static bool damage_journal(const char *folder) {
    static const char zeros[100];
    char path[128];
    snprintf(path, sizeof path, "%s/journal.db", folder);
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool is_damaged = file >= 0 && pwrite(file, zeros, sizeof zeros, 100) == (ssize_t)sizeof zeros;
    if (file >= 0) close(file);
    return is_damaged;
}

bool scene_prepare(scene *scene) {
    const char *folder = scene->prepared;
    folder_empty(folder);
    if (!scene->flow->is_new && scene_run(scene, folder, ROLE_PREPARE, NULL, 1) != 0) return false;
    if (scene->flow->is_reinstalled) {
        char store[64], path[128];
        if (!folder_make(store)) return false;
        folder_copy_file(folder, store, "store.db");
        folder_copy(store, folder);
        folder_remove(store);
        snprintf(path, sizeof path, "%s/store.db", folder);
        if (access(path, R_OK) != 0) return false;
    }
    if (scene->flow->is_damaged && !damage_journal(folder)) return false;
    char played[64];
    if (!folder_make(played) || !folder_copy(folder, played)) return false;
    const int status = scene_run(scene, played, ROLE_PLAY, NULL, 2);
    folder_remove(played);
    memcpy(&scene->steps, trace, sizeof scene->steps);
    return status == 0 && scene->steps.count <= SHIM_STEPS_MAX;
}

long scene_durable_steps(const scene *scene) {
    long count = 0;
    for (long i = 0; i < scene->steps.count; i++) count += scene->steps.steps[i] != SHIM_WRITE;
    return count;
}

const shim_trace *scene_trace(void) { return trace; }

bool scene_is_new_state(const scene *scene, const char *folder, uint64_t purpose) {
    const uint64_t hash = (folder_hash(folder) + purpose * 0x9E37 + (uint64_t)scene->execution) | 1;
    tally *tally = scene->tally;
    for (size_t i = hash % STATES_MAX;; i = (i + 1) % STATES_MAX) {
        uint64_t found = 0;
        if (atomic_compare_exchange_strong(&tally->hashes[i], &found, hash)) return true;
        if (found == hash) return false;
    }
}
