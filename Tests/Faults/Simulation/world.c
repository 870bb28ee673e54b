#include "world.h"

#include "catalogue.h"
#include "checker.h"
#include "holdings.h"
#include "playing.h"
#include "steps.h"
#include "verdicts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** How many turns a launch may take, without faults, until there is nothing left to do. */
#define TURNS_MAX 60
/** How far the clock moves in one step, and how often, until everything that a quirk has planned has come: six repeats, five
 *  seconds apart. */
#define REST_STEP_MS 6000
#define REST_STEPS 10
/** The maximum number of steps of a world. */
#define STEPS_MAX 160

const product products[PRODUCTS] = {
    {COINS, CONSUMABLE}, {GEMS, CONSUMABLE}, {COINS_LARGE, CONSUMABLE}, {SWORD, OWNED},
    {LEVELS, OWNED},     {SEASON, SEASONAL}, {CLUB_MONTH, RENEWING},
};

const char *const accounts[ACCOUNTS_MAX] = {"ann", "bob"};

static temper temper_of(chance *chance) {
    /* One world in eight is quiet: there are only purchases in it. */
    const uint32_t share = chance_percent(chance, 12) ? 0 : 50;
    temper temper = {0};
    bool *const switches[] = {&temper.crashes,          &temper.disk_faults,   &temper.network,    &temper.forgeries,
                              &temper.accounts_change,  &temper.clock_jumps,   &temper.refunds,    &temper.approvals,
                              &temper.subscriptions,    &temper.host_faults,   &temper.late_games, &temper.odd_updates,
                              &temper.simulated_errors, &temper.second_device, &temper.inventory,  &temper.verifies};
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) *switches[i] = chance_percent(chance, share);
    /* A forgery takes the store ten times as long as a signature. */
    if (chance_percent(chance, 80)) temper.forgeries = false;
    /* The store signs unfinished transactions again for each launch and each device, therefore worlds with many of them are
       less frequent. */
    if (chance_percent(chance, 50)) temper.verifies = false;
    if (chance_percent(chance, 50)) temper.late_games = false;
    if (chance_percent(chance, 50)) temper.second_device = false;
    /* The inventory of a journal belongs to one player on one device. */
    if (temper.inventory) temper.accounts_change = temper.second_device = false;
    return temper;
}

/* Uses a separate sequence of numbers: a world without quirks is then the same in both cases. */
static bool has_quirks_of(uint64_t seed) {
    chance chance = chance_of(seed, 2);
    return chance_percent(&chance, 50);
}

void world_begin(world *world, uint64_t seed, temper temper) {
    memset(world, 0, sizeof *world);
    world->seed = seed;
    world->chance = chance_of(seed, 1);
    world->temper = temper;
    world->purchases.entry_size = sizeof(purchase);
    iap_store_options options = playing_store(catalogue_text, NULL);
    options.seed = seed | 1;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_store_open(&options, &world->store, &error) != IAP_OK)
        checker_break(world, "store", "iap_store_open: %s", error.message);
    world->device_count = temper.second_device ? 2 : 1;
    world->account_count = ACCOUNTS_MAX;
    for (int i = 0; i < world->device_count; i++) {
        game *game = &world->games[i];
        char name[32];
        snprintf(name, sizeof name, "device%d", i);
        game->world = world;
        careful_init(&game->careful, &world->save);
        game->careful.context = game;
        game->careful.manner = FINISHES_LATER;
        game->careful.finish = game_finish_one;
        game->careful.broken = game_break_rule;
        game->number = i;
        game->account = -1;
        game->disk = disk_new(name, seed + (uint64_t)i);
        snprintf(game->journal_path, sizeof game->journal_path, "/simulated/%s/journal.db", name);
        game->requests = calloc(REQUESTS_MAX, sizeof *game->requests);
        game->spends = calloc(SPENDS_MAX, sizeof *game->spends);
        game->questions = calloc(QUESTIONS_MAX, sizeof *game->questions);
        if (game->requests == NULL || game->spends == NULL || game->questions == NULL) abort();
    }
}

/* -------------------------------------------------------------------------------- the final phase without faults */

static void make_peace(world *world) {
    world->is_forging = world->is_late = false;
    world->is_peaceful = true;
    iap_store_set_forgery(world->store, IAP_STORE_FORGERY_NONE, NULL);
    iap_store_reset_to_default_state(world->store, NULL);
    /* Events that were planned before the clock was set back come, too. */
    if (world->quirks > 0 && iap_store_now_ms(world->store) < world->latest_ms)
        iap_store_set_clock(world->store, world->latest_ms, NULL);
    const iap_device_network perfect = IAP_DEVICE_NETWORK_INIT;
    for (int i = 0; i < world->device_count; i++) {
        game *game = &world->games[i];
        disk_heal(game->disk);
        if (game->device == NULL) continue;
        iap_device_set_network(game->device, &perfect, NULL);
        game->is_cut_off = false;
        iap_device_set_updates(game->device, IAP_STORE_UPDATES_IN_ORDER, NULL);
    }
}

/* What the quirks have planned reaches a running game. */
static void let_rest_come(game *game) {
    world *world = game->world;
    for (int i = 0; i < REST_STEPS && game->client != NULL; i++) {
        game_settle(game, TURNS_MAX);
        iap_store_advance_clock(world->store, REST_STEP_MS, NULL);
    }
    game_settle(game, TURNS_MAX);
    world->is_undoing = false;
}

/* Turns, saves and finishes until nothing more comes; the first of two passes counts the turns. */
static void live_in_peace(game *game) {
    world *world = game->world;
    int turns = 0;
    game->careful.manner = FINISHES_LATER;
    if (world->quirks > 0 && !world->is_over) let_rest_come(game);
    for (int round = 0; round < 4 && game->client != NULL; round++) {
        turns += game_settle(game, TURNS_MAX * 2);
        if (world->temper.verifies) {
            iap_store_advance_clock(world->store, VERDICT_WAIT_MAX_MS, NULL);
            turns += game_settle(game, TURNS_MAX * 2);
        }
        if (round == 0) checker_see_settled(game);
        if (world->temper.inventory) holdings_repeat(game, false);
        game_save(game);
        careful_finish(&game->careful, SIZE_MAX);
        game_finish_queue(game);
    }
    turns += game_settle(game, TURNS_MAX * 2);
    if (world->temper.inventory && game->client != NULL) holdings_check(game);
    if (turns > TURNS_MAX) checker_break(world, "R7", "device %d: %d turns without faults", game->number, turns);
    if ((uint32_t)turns > world->pumps_at_most) world->pumps_at_most = (uint32_t)turns;
}

void world_end(world *world) {
    log_line(&world->log, "peace at %" PRId64, iap_store_now_ms(world->store));
    for (int i = 0; i < world->device_count; i++) game_close(&world->games[i]);
    make_peace(world);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < world->device_count; i++) {
            game *game = &world->games[i];
            for (int account = 0; account < world->account_count; account++) {
                if (!game_launch(game, account)) {
                    checker_break(world, "R7", "device %d cannot be launched without faults", i);
                    return;
                }
                live_in_peace(game);
                game_close(game);
            }
        }
        if (round == 0) {
            world->is_over = true;
            checker_audit(world);
            continue;
        }
        /* Everything is finished, therefore the library delivers nothing any more. */
        for (size_t i = 0; i < world->purchases.capacity; i++) {
            const purchase *entry = table_at(&world->purchases, i);
            for (int device = 0; entry != NULL && device < world->device_count; device++) {
                careful_game *game = &world->games[device].careful;
                const uint64_t id = entry->transaction.id;
                if (careful_delivery(game, id)->launch + (uint32_t)world->account_count > game->launch)
                    checker_break(world, "R3", "device %d: %" PRIu64 " comes again without faults", device, id);
            }
        }
    }
}

void world_run(world *world, uint64_t seed, bool has_quirks) {
    chance chance = chance_of(seed, 0);
    temper temper = temper_of(&chance);
    temper.quirks = has_quirks && has_quirks_of(seed);
    const uint32_t steps = chance_between(&chance, STEPS_MAX / 4, STEPS_MAX);
    world_begin(world, seed, temper);
    log_line(&world->log, "world %" PRIu64 ", %u steps", seed, steps);
    if (temper.quirks) step_quirks(world, &world->games[0]);
    for (; world->steps < steps && world->rule == NULL; world->steps++) world_step(world);
    if (world->rule == NULL) world_end(world);
    log_line(&world->log, "end: %" PRIu64 " transactions", world->transactions);
}

void world_free(world *world) {
    for (int i = 0; i < world->device_count; i++) game_free(&world->games[i]);
    if (iap_store_close(world->store, NULL) != IAP_OK) checker_break(world, "close", "the store cannot be closed");
    table_clear(&world->purchases);
    table_clear(&world->save);
    log_free(&world->log);
}
