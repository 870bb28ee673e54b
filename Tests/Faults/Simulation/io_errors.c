/*
 * io_errors.c: lets each operation of the journal's disk fail, in each flow: EIO, ENOSPC for writes, failing flushes, once and
 * permanently. The power also fails at each operation that changes something. Then the disk works again and the game launches
 * again, and the rules of checker.h must be true.
 */
#define _GNU_SOURCE
#include "checker.h"
#include "holdings.h"
#include "jobs.h"
#include "playing.h"
#include "verdicts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OPERATIONS_MAX 4096
#define SECONDS_PER_CASE 60
#define TAIL_LINES 40
/** How many broken cases of a flow are shown in full. */
#define SHOWN_MAX 1

/** What a game does from its launch to its end, always in the same order. Each operation of the disk therefore has a fixed
 *  number. */
typedef struct flow {
    const char *name;
    void (*play)(world *world, game *game);
    bool has_inventory, verifies;
} flow;

/* ------------------------------------------------------------------------------------------------------- the flows */

#define TURNS 20
#define DAY INT64_C(86400000)

/* Starts a game again, once, if it was killed or could not be opened. */
static void wait_a_while(game *game) {
    if (game->client == NULL) game_launch(game, 0);
    game_settle(game, TURNS);
}

static void buy(game *game, int product, bool asks) {
    wait_a_while(game);
    game_buy(game, product, 1, NULL, asks);
    wait_a_while(game);
}

static void save_and_finish(game *game) {
    game_save(game);
    careful_finish(&game->careful, SIZE_MAX);
    wait_a_while(game);
}

static void play_purchase(world *world, game *game) {
    (void)world;
    buy(game, 0, false);
    buy(game, 3, false);
    save_and_finish(game);
}

static void play_deferred(world *world, game *game) {
    buy(game, 0, true);
    uint64_t id = 0;
    size_t count = 0;
    iap_store_list_approvals(world->store, &id, 1, &count, NULL);
    if (count > 0) iap_store_approve(world->store, id, NULL);
    wait_a_while(game);
    save_and_finish(game);
}

static void play_renewal(world *world, game *game) {
    buy(game, 6, false);
    save_and_finish(game);
    iap_store_advance_clock(world->store, 32 * DAY, NULL);
    wait_a_while(game);
    save_and_finish(game);
}

static void play_restore(world *world, game *game) {
    (void)world;
    buy(game, 3, false);
    save_and_finish(game);
    game_restore(game);
    wait_a_while(game);
    save_and_finish(game);
}

static void play_refund(world *world, game *game) {
    buy(game, 0, false);
    save_and_finish(game);
    iap_store_refund(world->store, world_newest(world), NULL);
    wait_a_while(game);
}

static void play_refund_of_unfinished(world *world, game *game) {
    buy(game, 1, false);
    iap_store_refund(world->store, world_newest(world), NULL);
    wait_a_while(game);
    save_and_finish(game);
}

static void play_late_finish(world *world, game *game) {
    (void)world;
    buy(game, 0, false);
    buy(game, 1, false);
    game_save(game);
    game_close(game);
    wait_a_while(game);
    save_and_finish(game);
}

/* The library grants before the game receives the event. */
static void play_grant(world *world, game *game) {
    (void)world;
    buy(game, 0, false);
    save_and_finish(game);
    buy(game, 4, false);
    save_and_finish(game);
}

/* The store revokes the purchase while the journal may still have to write that it is granted. */
static void play_refund_of_granted(world *world, game *game) {
    wait_a_while(game);
    game_buy(game, 0, 1, NULL, false);
    game_pump(game, 1);
    iap_store_refund(world->store, world_newest(world), NULL);
    wait_a_while(game);
    save_and_finish(game);
}

static void play_spend(world *world, game *game) {
    (void)world;
    buy(game, 0, false);
    save_and_finish(game);
    if (game->client != NULL) holdings_spend(game, 30);
    wait_a_while(game);
    if (game->client != NULL) holdings_spend(game, 90);
    if (game->client != NULL) holdings_repeat(game, true);
    wait_a_while(game);
}

/* Enough purchases for each verdict to occur; the undecided ones are asked about again. */
static void play_verify(world *world, game *game) {
    for (int i = 0; i < 4; i++) buy(game, 0, false);
    verdicts_give(game, SIZE_MAX);
    wait_a_while(game);
    iap_store_advance_clock(world->store, VERDICT_WAIT_MAX_MS, NULL);
    wait_a_while(game);
    verdicts_give(game, SIZE_MAX);
    wait_a_while(game);
    save_and_finish(game);
}

static const flow flows[] = {
    {"purchase", play_purchase, false, false},
    {"deferred", play_deferred, false, false},
    {"renewal", play_renewal, false, false},
    {"restore", play_restore, false, false},
    {"refund", play_refund, false, false},
    {"refund-of-unfinished", play_refund_of_unfinished, false, false},
    {"finish", play_late_finish, false, false},
    {"grant", play_grant, true, false},
    {"refund-of-granted", play_refund_of_granted, true, false},
    {"spend", play_spend, true, false},
    {"verify", play_verify, false, true},
};
#define FLOW_COUNT (sizeof flows / sizeof flows[0])

/* ------------------------------------------------------------------------------------------------------- the cases */

/** What happens in a case. */
typedef struct trial {
    const flow *flow;
    uint64_t operation;
    disk_fault fault;
    bool is_lasting, loses_power; /**< the power fails at the end of the flow */
} trial;

typedef struct counts {
    uint64_t trials, broken, operations, kinds[DISK_OPERATION_KINDS];
} counts;
#define COUNTS (sizeof(counts) / sizeof(uint64_t))

static const char *const fault_names[] = {"nothing", "EIO", "ENOSPC", "a failed flush", "a power failure", "a kill"};
static world current;

static void print_trial(const trial *trial) {
    printf("BROKEN %s: rule %s, %s at operation %" PRIu64 "%s%s\n", trial->flow->name, current.rule,
           fault_names[trial->fault], trial->operation, trial->is_lasting ? " and from then on" : "",
           trial->loses_power ? ", then a power failure" : "");
}

/* Plays a flow on a new disk. Returns whether no rule was broken. */
static bool run_trial(const trial *trial, disk_operation *kinds, uint64_t *operations, bool is_shown) {
    const temper quiet = {.inventory = trial->flow->has_inventory, .verifies = trial->flow->verifies};
    alarm(SECONDS_PER_CASE);
    snprintf(jobs_running, sizeof jobs_running, "%s, operation %" PRIu64, trial->flow->name, trial->operation);
    world_begin(&current, trial->operation * 8 + (uint64_t)trial->fault, quiet);
    current.account_count = 1;
    game *game = &current.games[0];
    if (kinds != NULL) disk_trace(game->disk, kinds, OPERATIONS_MAX);
    if (trial->fault != DISK_NO_FAULT) disk_fail_at(game->disk, trial->operation, trial->fault, trial->is_lasting);
    trial->flow->play(&current, game);
    if (trial->loses_power) game_die(game, DISK_POWER_FAILURE);
    else game_close(game);
    if (operations != NULL) *operations = disk_operation_count(game->disk);
    disk_trace(game->disk, NULL, 0);
    if (current.rule == NULL) world_end(&current);
    const bool is_whole = current.rule == NULL;
    if (!is_whole) print_trial(trial);
    if (!is_whole && is_shown) printf("%s", log_tail(&current.log, TAIL_LINES));
    world_free(&current);
    return is_whole;
}

/* Which faults an operation can have, and what follows. */
static bool can_have(disk_operation kind, const trial *trial) {
    switch (trial->fault) {
    /* A read leaves nothing behind that a power failure could lose. A flush fails in its own way. */
    case DISK_IO_ERROR: return kind != DISK_LOCK && kind != DISK_SYNC && (kind != DISK_READ || !trial->loses_power);
    case DISK_FULL: return kind == DISK_WRITE && !trial->loses_power;
    case DISK_SYNC_ERROR: return kind == DISK_SYNC;
    default: return kind != DISK_LOCK && kind != DISK_READ && !trial->is_lasting && !trial->loses_power;
    }
}

static void run_flow(const flow *flow, int64_t jobs, int64_t job, counts *counts) {
    static disk_operation kinds[OPERATIONS_MAX];
    trial trial = {flow, 0, DISK_NO_FAULT, false, false};
    run_trial(&trial, kinds, &counts->operations, true);
    /* With TESTS_SHORT, every third operation fails, and only once; every fortieth one also fails in the ways that have a
       consequence. */
    const bool is_short = getenv("TESTS_SHORT") != NULL;
    for (uint64_t i = 0; i < counts->operations; i++) counts->kinds[kinds[i]]++;
    int64_t number = 0;
    for (trial.operation = 1; trial.operation <= counts->operations; trial.operation++) {
        for (trial.fault = DISK_IO_ERROR; trial.fault <= DISK_POWER_FAILURE; trial.fault++) {
            for (int way = 0; way < 4; way++) {
                trial.is_lasting = way & 1;
                trial.loses_power = way & 2;
                if (is_short && (way != 0 || trial.operation % 3 != 0) && trial.operation % 40 != 0) continue;
                if (!can_have(kinds[trial.operation - 1], &trial) || number++ % jobs != job) continue;
                counts->trials++;
                if (!run_trial(&trial, NULL, NULL, counts->broken < SHOWN_MAX)) counts->broken++;
            }
        }
    }
}

/* Runs the part of one process. The results of each flow are as many numbers as `counts` has. */
static int run_job(const char *name, int64_t jobs, int64_t job) {
    counts *results = calloc(FLOW_COUNT, sizeof *results);
    if (results == NULL) abort();
    jobs_watch_signals(stdout);
    disk_register();
    for (size_t i = 0; i < FLOW_COUNT; i++) {
        if (name == NULL || strcmp(name, flows[i].name) == 0) run_flow(&flows[i], jobs, job, &results[i]);
    }
    jobs_print(stdout, (const uint64_t *)results, FLOW_COUNT * COUNTS);
    free(results);
    return 0;
}

int main(int argument_count, char **arguments) {
    const char *name = NULL;
    int64_t jobs = 0, job = -1;
    const jobs_option known[] = {
        {.name = "--jobs", .number = &jobs}, {.name = "--job", .number = &job}, {.name = "--flow", .text = &name}, {0}};
    if (argument_count == 2) name = arguments[1];
    else if (!jobs_read_options(argument_count, arguments, known)) return 2;
    jobs = jobs_count(jobs);
    if (job >= 0) return run_job(name, jobs, job);

    const int64_t start = playing_now_ms();
    counts *sums = calloc(FLOW_COUNT, sizeof *sums);
    /* Each process counts all operations of a flow, and plays its part of the cases. */
    char *how = calloc(FLOW_COUNT * COUNTS + 1, 1), words[256];
    if (sums == NULL || how == NULL) abort();
    for (size_t i = 0; i < FLOW_COUNT * COUNTS; i++) how[i] = i % COUNTS < 2 ? '+' : '>';
    snprintf(words, sizeof words, "%s%s", name != NULL ? "--flow " : "", name != NULL ? name : "");
    int failed = jobs_run(jobs, words, (uint64_t *)sums, how);
    uint64_t trials = 0, broken = 0;
    for (size_t i = 0; i < FLOW_COUNT; i++) {
        const uint64_t *kinds = sums[i].kinds;
        trials += sums[i].trials;
        broken += sums[i].broken;
        if (sums[i].trials == 0) {
            if (name == NULL || strcmp(name, flows[i].name) == 0) failed++;
            continue;
        }
        printf("%-20s %4" PRIu64 " operations (%" PRIu64 " opens, %" PRIu64 " reads, %" PRIu64 " writes, %" PRIu64
               " syncs, %" PRIu64 " truncations, %" PRIu64 " deletions, %" PRIu64 " locks), %" PRIu64 " cases, %" PRIu64
               " broken\n",
               flows[i].name, sums[i].operations, kinds[DISK_OPEN], kinds[DISK_READ], kinds[DISK_WRITE],
               kinds[DISK_SYNC], kinds[DISK_TRUNCATE], kinds[DISK_DELETE], kinds[DISK_LOCK], sums[i].trials,
               sums[i].broken);
    }
    free(sums);
    free(how);
    printf("I/O errors: %" PRIu64 " cases, %" PRIu64 " broken, %.1f s\n", trials, broken,
           (double)(playing_now_ms() - start) / 1000);
    return failed == 0 && trials > 0 && broken == 0 ? 0 : 1;
}
