#include "checker.h"
#include "holdings.h"
#include "steps.h"
#include "verdicts.h"

#define TURNS 50

static const char *token_of(world *world) {
    static const char *const tokens[] = {NULL, NULL, "01234567-89ab-4cde-8f01-23456789abcd",
                                         "89abcdef-0123-4567-89ab-cdef01234567"};
    return tokens[chance_below(&world->chance, 4)];
}

void step_buy(world *world, game *game) {
    const uint32_t many = world->is_forging ? 6 : game->careful.manner == FINISHES_AT_ONCE ? 60 : 20;
    const uint32_t count = chance_between(&world->chance, 1, chance_percent(&world->chance, 40) ? 4 : many);
    for (uint32_t i = 0; i < count; i++) {
        /* Mostly products that can be bought again. */
        const uint32_t any = chance_below(&world->chance, 40);
        const int product = any >= PRODUCTS ? (int)(any % 3) : (int)any;
        if (products[product].kind == RENEWING && !world->temper.subscriptions) continue;
        const int quantity = products[product].kind == CONSUMABLE ? (int)chance_between(&world->chance, 1, 3) : 1;
        const bool asks = world->temper.approvals && chance_percent(&world->chance, 10);
        game_buy(game, product, quantity, token_of(world), asks);
    }
    if (chance_percent(&world->chance, 80)) game_settle(game, TURNS);
}

void step_pump(world *world, game *game) {
    const uint32_t turns = chance_between(&world->chance, 1, 4);
    for (uint32_t i = 0; i < turns; i++) game_pump(game, chance_between(&world->chance, 0, 2));
}

void step_settle(world *world, game *game) {
    (void)world;
    if (game_settle(game, TURNS) < TURNS) checker_see_settled(game);
}

void step_save(world *world, game *game) {
    (void)world;
    game_save(game);
}

void step_finish(world *world, game *game) {
    if (chance_percent(&world->chance, 50)) game_save(game);
    careful_finish(&game->careful,
                   chance_percent(&world->chance, 70) ? SIZE_MAX : chance_between(&world->chance, 1, 3));
    if (chance_percent(&world->chance, 30)) game_finish_queue(game);
    if (chance_percent(&world->chance, 70)) game_settle(game, TURNS);
}

void step_restore(world *world, game *game) {
    game_restore(game);
    if (chance_percent(&world->chance, 70)) game_settle(game, TURNS);
}

void step_query(world *world, game *game) {
    game_query(game, (iap_query_t)chance_between(&world->chance, IAP_QUERY_UNFINISHED, IAP_QUERY_CURRENT_ENTITLEMENTS));
    if (chance_percent(&world->chance, 50)) game_pump(game, 0);
}

void step_relaunch(world *world, game *game) {
    if (chance_percent(&world->chance, 70)) game_save(game);
    game_close(game);
    if (chance_percent(&world->chance, 70)) game_launch(game, game->device_account);
}

void step_die(world *world, game *game) {
    game_die(game, chance_percent(&world->chance, 50) ? DISK_KILL : DISK_POWER_FAILURE);
    if (chance_percent(&world->chance, 70)) game_launch(game, game->device_account);
}

void step_spend(world *world, game *game) {
    const uint32_t count = chance_between(&world->chance, 1, 4);
    for (uint32_t i = 0; i < count; i++) holdings_spend(game, chance_between(&world->chance, 1, 300));
    if (chance_percent(&world->chance, 60)) game_settle(game, TURNS);
}

void step_repeat_spends(world *world, game *game) {
    (void)world;
    holdings_repeat(game, true);
}

void step_answer(world *world, game *game) {
    verdicts_give(game, chance_percent(&world->chance, 70) ? SIZE_MAX : 2);
    if (chance_percent(&world->chance, 60)) game_settle(game, TURNS);
    if (chance_percent(&world->chance, 30))
        iap_store_advance_clock(world->store, chance_between(&world->chance, 500, 5000), NULL);
}
