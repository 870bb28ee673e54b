#include "moments.h"

#include "folder.h"
#include "rules.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const how_names[SHIM_HOW_COUNT] = {"before",
                                                      "after",
                                                      "torn",
                                                      "power failure, all unsynced lost",
                                                      "power failure, newer half lost",
                                                      "power failure, only the newest left",
                                                      "full disk"};
static const char *const step_names[] = {"write", "sync", "truncate", "create", "unlink", "rename"};

/* -------------------------------------------------------------------------------------------- checking the rules */

static void fail(const scene *scene, const interruption *first, const interruption *second, const char *text) {
    atomic_fetch_add(&scene->tally->failed, 1);
    printf("FAIL crash, %s, %s mode, step %ld of %ld (%s), %s", scene->flow->name,
           scene->execution == IAP_EXECUTION_MANUAL ? "manual" : "background", first->at, (long)scene->steps.count,
           step_names[scene->steps.steps[first->at - 1]], how_names[first->how]);
    if (second != NULL) printf("; and in the recovery step %ld, %s", second->at, how_names[second->how]);
    printf(":\n%s", text);
    fflush(stdout);
}

/* Recovers and checks the rules. */
static void recover(const scene *scene, const char *folder, const interruption *first, const interruption *second) {
    static notes notes;
    char text[100];
    atomic_fetch_add(&scene->tally->states, 1);
    const int status = scene_recover(scene, folder);
    notes_read(folder, &notes);
    judgement judgement = {.flow = scene->flow, .execution = scene->execution, .notes = &notes};
    if (first->how == SHIM_FULL) judgement.full_launch = scene->flow->is_new || scene->flow->is_reinstalled ? 1 : 2;
    rules_judge(&judgement);
    if (judgement.failures > 0) {
        fail(scene, first, second, judgement.text);
    } else if (status != 0) {
        snprintf(text, sizeof text, "  the recovery ended with wait status 0x%x\n", (unsigned)status);
        fail(scene, first, second, text);
    }
}

/* The folder "older" has what the kill has left. If the store is as it was before the finish, it delivers the transaction
   again. If the journal does not know the finish but the store does, the library told the store too early. */
static void judge_order(const scene *scene, const char *folder, const char *older, const interruption *first) {
    static notes notes, after;
    static const char *const store_files[] = {"store.db", "store.db-wal", "store.db-shm"};
    for (size_t i = 0; i < 3; i++) folder_copy_file(scene->prepared, older, store_files[i]);
    scene_run(scene, older, ROLE_LOOK, NULL, 3);
    notes_read(older, &notes);
    notes_read(folder, &after);
    for (size_t i = 0; i < after.count; i++) {
        const note *line = &after.notes[i];
        if (line->word == NOTE_STORED && line->launch == after.launches - 1 && line->numbers[1] != 0 &&
            notes_find(&notes, NOTE_DELIVERED, line->id, notes.launches) > 0)
            fail(scene, first, NULL, "  R2: the store knows the finish, but the journal does not\n");
    }
}

/* ------------------------------------------------------------------------------------------------------- moments */

/* Interrupts a launch. Returns whether it ended as expected. */
static bool interrupt(const scene *scene, const char *folder, role role, const interruption *interruption) {
    const int status = scene_run(scene, folder, role, interruption, role == ROLE_PLAY ? 2 : 3);
    atomic_fetch_add(&scene->tally->moments, 1);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && interruption->how != SHIM_FULL) return true;
    /* On a full disk, it may be impossible to open anything. */
    if (WIFEXITED(status) && WEXITSTATUS(status) == 3 && interruption->how == SHIM_FULL) return true;
    /* Threads do not always take the same number of steps. */
    return status == 0 && (interruption->how == SHIM_FULL || scene->execution == IAP_EXECUTION_BACKGROUND);
}

static bool is_single_moment(const scene *scene, const interruption *moment) {
    const bool is_write = scene->steps.steps[moment->at - 1] == SHIM_WRITE;
    switch (moment->how) {
    case SHIM_BEFORE:
    case SHIM_AFTER: return true;
    case SHIM_TORN: return is_write;
    /* full_disk.c tests a disk that is full from the start. */
    case SHIM_FULL: return is_write && scene->execution == IAP_EXECUTION_MANUAL && !scene->flow->is_new;
    default: return !is_write && scene->execution == IAP_EXECUTION_MANUAL;
    }
}

/* Whether the kill comes between two groups of writes: another player sees nothing of an incomplete group. */
static bool is_boundary(const scene *scene, const interruption *moment) {
    const uint8_t *steps = &scene->steps.steps[moment->at - 1];
    if (moment->how == SHIM_BEFORE) return steps[0] != SHIM_WRITE;
    return moment->how == SHIM_AFTER &&
           (steps[0] != SHIM_WRITE || moment->at == scene->steps.count || steps[1] != SHIM_WRITE);
}

static void try_single(const scene *scene, const char *folder, const char *older, const interruption *first) {
    if (!folder_copy(scene->prepared, folder) || !interrupt(scene, folder, ROLE_PLAY, first)) {
        fail(scene, first, NULL, "  the game did not end as expected\n");
        return;
    }
    if (!scene_is_new_state(scene, folder, 1)) return;
    const bool is_killed = first->how != SHIM_FULL && scene->execution == IAP_EXECUTION_MANUAL;
    if (is_killed && scene->flow->owned_is_unfinished) folder_copy(folder, older);
    if (is_killed && is_boundary(scene, first)) {
        atomic_fetch_add(&scene->tally->rivals, 1);
        if (scene_run(scene, folder, ROLE_RIVAL, NULL, 3) != 0)
            fail(scene, first, NULL, "  another player cannot launch the game\n");
    }
    recover(scene, folder, first, NULL);
    if (is_killed && scene->flow->owned_is_unfinished) judge_order(scene, folder, older, first);
}

void moments_single(const scene *scene) {
    char folder[64], older[64];
    if (!folder_make(folder) || !folder_make(older)) _exit(1);
    for (;;) {
        const long number = atomic_fetch_add(&scene->tally->next, 1);
        if (number >= scene->steps.count * SHIM_HOW_COUNT) break;
        const interruption first = {1 + number / SHIM_HOW_COUNT, (shim_how)(number % SHIM_HOW_COUNT)};
        if (is_single_moment(scene, &first)) try_single(scene, folder, older, &first);
    }
    folder_remove(folder);
    folder_remove(older);
}

static bool is_pair_moment(const shim_trace *steps, const interruption *moment) {
    const uint8_t kind = steps->steps[moment->at - 1];
    if (moment->how == SHIM_AFTER) return kind != SHIM_WRITE;
    return steps->marked[moment->at - 1] || (kind != SHIM_WRITE && kind != SHIM_SYNC);
}

/* Interrupts the recovery from one kill. */
static void interrupt_again(const scene *scene, const char *left, const char *folder, const interruption *first) {
    static shim_trace steps;
    folder_copy(left, folder);
    const int status = scene_run(scene, folder, ROLE_RECOVER, NULL, 3);
    memcpy(&steps, scene_trace(), sizeof steps);
    if (status != 0 || steps.count > SHIM_STEPS_MAX) fail(scene, first, NULL, "  the recovery has failed\n");
    for (long number = 0; status == 0 && number < steps.count * 2; number++) {
        const interruption second = {1 + number / 2, number % 2 == 0 ? SHIM_BEFORE : SHIM_AFTER};
        if (!is_pair_moment(&steps, &second)) continue;
        folder_copy(left, folder);
        if (!interrupt(scene, folder, ROLE_RECOVER, &second))
            fail(scene, first, &second, "  the game did not end as expected\n");
        else if (scene_is_new_state(scene, folder, 3)) recover(scene, folder, first, &second);
    }
}

void moments_pairs(const scene *scene) {
    char folder[64], left[64];
    if (!folder_make(folder) || !folder_make(left)) _exit(1);
    for (;;) {
        const long number = atomic_fetch_add(&scene->tally->next, 1);
        if (number >= scene->steps.count * 2) break;
        const interruption first = {1 + number / 2, number % 2 == 0 ? SHIM_BEFORE : SHIM_AFTER};
        if (!is_pair_moment(&scene->steps, &first)) continue;
        if (!folder_copy(scene->prepared, left) || scene_run(scene, left, ROLE_PLAY, &first, 2) != SIGKILL)
            fail(scene, &first, NULL, "  the game did not end as expected\n");
        else if (scene_is_new_state(scene, left, 2)) interrupt_again(scene, left, folder, &first);
    }
    folder_remove(folder);
    folder_remove(left);
}
