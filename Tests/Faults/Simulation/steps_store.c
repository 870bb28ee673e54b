#include "steps.h"

#include <inttypes.h>

#define DAY INT64_C(86400000)

static void note(world *world, const char *what, iap_status_t status) {
    log_line(&world->log, "store: %s: %s", what, iap_status_name(status));
}

/* The change may make transactions late for every running game. */
static void trouble(world *world) {
    for (int i = 0; i < world->device_count; i++) world->games[i].is_troubled = true;
}

void step_buy_elsewhere(world *world, game *game) {
    const uint32_t count = chance_between(&world->chance, 1, 5);
    for (uint32_t i = 0; i < count; i++) {
        iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
        const int product = (int)chance_below(&world->chance, world->temper.subscriptions ? PRODUCTS : PRODUCTS - 1);
        purchase.product_id = products[product].id;
        purchase.quantity = products[product].kind == CONSUMABLE ? (int32_t)chance_between(&world->chance, 1, 2) : 1;
        const char *account = accounts[world->temper.accounts_change ? chance_below(&world->chance, ACCOUNTS_MAX) : 0];
        uint64_t id = 0;
        const iap_status_t status = iap_store_buy(world->store, account, &purchase, &id, NULL);
        log_line(&world->log, "%s buys %s elsewhere: %" PRIu64 ", %s", account, purchase.product_id, id,
                 iap_status_name(status));
    }
    if (chance_percent(&world->chance, 60)) game_pump(game, 0);
}

void step_answer_approval(world *world, game *game) {
    (void)game;
    uint64_t ids[32];
    size_t count = 0;
    if (iap_store_list_approvals(world->store, ids, 32, &count, NULL) != IAP_OK || count == 0) return;
    const uint64_t id = ids[chance_below(&world->chance, count > 32 ? 32 : (uint32_t)count)];
    if (chance_percent(&world->chance, 75)) note(world, "approve", iap_store_approve(world->store, id, NULL));
    else note(world, "decline", iap_store_decline(world->store, id, NULL));
}

void step_ask_to_buy(world *world, game *game) {
    (void)game;
    note(world, "ask to buy", iap_store_set_ask_to_buy(world->store, chance_percent(&world->chance, 40), NULL));
}

void step_interrupt(world *world, game *game) {
    (void)game;
    if (chance_percent(&world->chance, 40)) {
        const iap_store_interruption_t kind = (iap_store_interruption_t)chance_below(&world->chance, 3);
        note(world, "interrupted purchases", iap_store_set_interrupted_purchases(world->store, kind, NULL));
        return;
    }
    iap_store_transaction sold = IAP_STORE_TRANSACTION_INIT;
    for (int attempt = 0; attempt < 5; attempt++) {
        const uint64_t id = world_any(world, &sold);
        if (id == 0 || !sold.has_purchase_issue) continue;
        note(world, "resolve", iap_store_resolve_issue(world->store, id, NULL));
        return;
    }
}

static void refund(world *world, uint64_t id) {
    if (id == 0) return;
    const iap_status_t status = chance_percent(&world->chance, 70)
                                    ? iap_store_refund(world->store, id, NULL)
                                    : iap_store_revoke(world->store, id, IAP_REVOCATION_TYPE_REFUND_FULL,
                                                       IAP_REVOCATION_REASON_DEVELOPER_ISSUE, NULL);
    log_line(&world->log, "store: refund of %" PRIu64 ": %s", id, iap_status_name(status));
}

void step_refund(world *world, game *game) {
    iap_store_transaction sold = IAP_STORE_TRANSACTION_INIT;
    refund(world, world_any(world, &sold));
    if (chance_percent(&world->chance, 50)) game_pump(game, 0);
}

/* The refund comes while the purchase is on its way. */
void step_refund_newest(world *world, game *game) {
    game_buy(game, (int)chance_below(&world->chance, 5), 1, NULL, false);
    if (chance_percent(&world->chance, 70)) game_pump(game, 1);
    refund(world, world_newest(world));
    game_pump(game, chance_below(&world->chance, 3));
}

static bool can_come_again(const iap_store_transaction *sold) {
    return sold->state == IAP_TRANSACTION_PURCHASED && sold->expiration_date_ms == 0;
}

void step_copy(world *world, game *game) {
    (void)game;
    iap_store_transaction sold = IAP_STORE_TRANSACTION_INIT;
    const uint64_t id = world_any(world, &sold);
    if (id == 0 || !can_come_again(&sold)) return;
    uint64_t copy = 0;
    const iap_status_t status = iap_store_copy_transaction(world->store, id, &copy, NULL);
    log_line(&world->log, "store: %" PRIu64 " comes again as %" PRIu64 ": %s", id, copy, iap_status_name(status));
}

void step_repeat_update(world *world, game *game) {
    iap_store_transaction sold = IAP_STORE_TRANSACTION_INIT;
    const uint64_t id = world_any(world, &sold);
    if (id == 0) return;
    const iap_status_t status = iap_store_repeat_update(world->store, id, NULL);
    log_line(&world->log, "store: repeats %" PRIu64 ": %s", id, iap_status_name(status));
    if (chance_percent(&world->chance, 50)) game_pump(game, 0);
}

void step_advance_clock(world *world, game *game) {
    (void)game;
    const int64_t far = chance_percent(&world->chance, 30) ? chance_between(&world->chance, 1, 40) * DAY
                                                           : chance_between(&world->chance, 1, 3600000);
    note(world, "advance clock", iap_store_advance_clock(world->store, far, NULL));
}

void step_jump_clock(world *world, game *game) {
    (void)game;
    const int64_t now = iap_store_now_ms(world->store);
    if (now > world->latest_ms) world->latest_ms = now;
    const int64_t far = chance_between(&world->chance, 1, 20) * DAY;
    note(world, "set clock",
         iap_store_set_clock(world->store, chance_percent(&world->chance, 60) ? now - far : now + far, NULL));
}

void step_subscription(world *world, game *game) {
    (void)game;
    iap_store_transaction sold = IAP_STORE_TRANSACTION_INIT;
    uint64_t id = 0;
    for (int attempt = 0; attempt < 6 && (id == 0 || sold.expiration_date_ms == 0); attempt++)
        id = world_any(world, &sold);
    if (id == 0 || sold.expiration_date_ms == 0) return;
    iap_store *store = world->store;
    switch (chance_below(&world->chance, 6)) {
    case 0: note(world, "renew", iap_store_force_renewal(store, id, NULL)); break;
    case 1:
        note(world, "auto renew", iap_store_set_auto_renew(store, id, chance_percent(&world->chance, 50), NULL));
        break;
    case 2: note(world, "expire", iap_store_expire_subscription(store, id, NULL)); break;
    case 3:
        note(world, "price increase",
             iap_store_request_price_increase(store, id, 5990, chance_percent(&world->chance, 50), NULL));
        break;
    case 4: note(world, "answer increase", iap_store_answer_price_increase(store, id, 1, NULL)); break;
    default: note(world, "month", iap_store_advance_clock(store, 31 * DAY, NULL)); break;
    }
}

void step_fail_purchase(world *world, game *game) {
    (void)game;
    if (chance_percent(&world->chance, 40)) {
        note(world, "cancel next", iap_store_cancel_next_purchase(world->store, NULL));
        return;
    }
    static const iap_store_failure_t failures[] = {IAP_STORE_FAILURE_UNKNOWN, IAP_STORE_FAILURE_NETWORK,
                                                   IAP_STORE_FAILURE_SYSTEM, IAP_STORE_FAILURE_PRODUCT_UNAVAILABLE};
    note(world, "fail next",
         iap_store_fail_next_purchase(world->store, failures[chance_below(&world->chance, 4)], NULL));
}

void step_simulate_error(world *world, game *game) {
    (void)game;
    static const iap_store_api_t apis[] = {IAP_STORE_API_LOAD_PRODUCTS, IAP_STORE_API_PURCHASE, IAP_STORE_API_SYNC};
    const bool is_on = chance_percent(&world->chance, 40);
    note(world, "simulated error",
         iap_store_set_simulated_error(world->store, apis[chance_below(&world->chance, 3)],
                                       is_on ? IAP_STORE_FAILURE_SYSTEM : IAP_STORE_FAILURE_NONE, NULL));
}

void step_lose_response(world *world, game *game) {
    (void)game;
    trouble(world);
    const iap_store_loss_t loss = chance_percent(&world->chance, 60) ? IAP_STORE_LOSS_ERROR : IAP_STORE_LOSS_SILENCE;
    note(world, "lose next answer", iap_store_lose_next_response(world->store, loss, NULL));
}

void step_network(world *world, game *game) {
    if (game->device == NULL) return;
    game->is_troubled = true;
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    switch (chance_below(&world->chance, 6)) {
    case 0: network.is_down = 1; break;
    case 1: network.never_answers = 1; break;
    case 2: network.latency_ms = chance_between(&world->chance, 1, 5000); break;
    case 3:
        network.latency_ms = 10000;
        network.timeout_ms = 5000;
        break;
    default: break;
    }
    game->is_cut_off = network.is_down || network.never_answers;
    note(world, "network", iap_device_set_network(game->device, &network, NULL));
}

void step_updates(world *world, game *game) {
    if (game->device == NULL) return;
    game->is_troubled = true;
    const iap_store_updates_t updates = (iap_store_updates_t)chance_below(&world->chance, 4);
    note(world, "updates", iap_device_set_updates(game->device, updates, NULL));
}

void step_forge(world *world, game *game) {
    (void)game;
    trouble(world);
    const bool is_forging = !world->is_forging && chance_percent(&world->chance, 70);
    const iap_store_forgery_t forgery =
        is_forging ? (iap_store_forgery_t)chance_between(&world->chance, IAP_STORE_FORGERY_PAYLOAD,
                                                         IAP_STORE_FORGERY_OTHER_DEVICE)
                   : IAP_STORE_FORGERY_NONE;
    if (is_forging && !world->is_forging) world->forged_after = world_newest(world);
    world->is_forging = is_forging;
    log_line(&world->log, "store: forgery %d: %s", (int)forgery,
             iap_status_name(iap_store_set_forgery(world->store, forgery, NULL)));
}

void step_sign_in(world *world, game *game) {
    if (game->device == NULL || game->client == NULL) return;
    game->is_troubled = true;
    if (chance_percent(&world->chance, 25)) {
        game->account = -1;
        note(world, "sign out", iap_device_sign_out(game->device, NULL));
        return;
    }
    const int account = (int)chance_below(&world->chance, ACCOUNTS_MAX);
    game->account = account;
    game->accounts_seen |= 1u << account;
    log_line(&world->log, "%d is now %s's: %s", game->number, accounts[account],
             iap_status_name(iap_device_sign_in(game->device, accounts[account], NULL)));
}

void step_restart_store(world *world, game *game) {
    (void)game;
    trouble(world);
    note(world, "restart", iap_store_restart(world->store, NULL));
}
