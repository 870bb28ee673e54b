#include "flows.h"

#include "holdings.h"
#include "verdicts.h"

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
    game_finish(game, SIZE_MAX);
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
    verdicts_answer(game, SIZE_MAX);
    wait_a_while(game);
    iap_store_advance_clock(world->store, VERDICT_WAIT_MAX_MS, NULL);
    wait_a_while(game);
    verdicts_answer(game, SIZE_MAX);
    wait_a_while(game);
    save_and_finish(game);
}

const flow flows[] = {
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
const size_t flow_count = sizeof flows / sizeof flows[0];
