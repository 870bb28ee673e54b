/* Games that play a flow, and what must be true during the flow. */

#include "flows.h"

#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How long repeats of finished purchases may come: two repeats, fifteen seconds apart. */
#define REPEATS_MS INT64_C(32000)
#define REPEAT_STEP_MS INT64_C(4000)

/* Ends the flow. Never call it inside a callback, because a callback must return. */
static void lose(flow *flow) { longjmp(flow->lost, 1); }

/* ------------------------------------------------------------------------------------------------ what a game does */

static int64_t coins_of(const iap_transaction *transaction) {
    const bool is_coins = strcmp(iap_transaction_product_id(transaction), COINS) == 0;
    return is_coins ? INT64_C(100) * iap_transaction_quantity(transaction) : 0;
}

static bool save(void *context, const iap_transaction *transaction) {
    player *player = context;
    if (player->has_full_disk) return false;
    player->coins += coins_of(transaction);
    return true;
}

static iap_status_t finish(void *context, const iap_transaction *transaction) {
    const player *player = context;
    if (player->keeps_unfinished) return IAP_ERROR_CANCELLED;
    const iap_status_t status = iap_finish_transaction(player->game->client, transaction, NULL);
    CHECK_STATUS(status, IAP_OK);
    return status;
}

static void break_rule(void *context, const char *rule, const char *text) {
    const player *player = context;
    test_fail(__FILE__, __LINE__, "%s: %s; %s", rule, text, game_log_text(player->game));
}

static void play(game *game, const heard *entry) {
    player *player = game->context;
    const iap_transaction *transaction = entry->transaction;
    const grant *granted = transaction != NULL ? table_find(&player->save, careful_key(transaction)) : NULL;
    const bool was_taken_back = granted == NULL || granted->is_taken_back;
    player->careful.client = game->client;
    careful_hear(&player->careful, entry);
    if (entry->type == IAP_EVENT_ENTITLEMENT_REVOKED) {
        if (player->revoked_count == sizeof player->revoked / sizeof *player->revoked) abort();
        player->revoked[player->revoked_count++] = iap_transaction_id(transaction);
        if (!was_taken_back) player->coins -= coins_of(transaction);
    }
    /* What was restored and finished must not be delivered either. */
    if (entry->type == IAP_EVENT_TRANSACTION_REMOVED && iap_transaction_id(transaction) != 0)
        careful_delivery(&player->careful, iap_transaction_id(transaction))->is_removed = true;
}

/* ----------------------------------------------------------------------------------------------- what must be true */

static const char *unlock_of(const char *product_id) {
    static const char *const unlocks[][2] = {
        {SWORD, "sword"}, {LEVELS, "levels"}, {SEASON, "season"}, {CLUB_MONTH, "club"}, {CLUB_YEAR, "club"}};
    for (size_t i = 0; i < sizeof unlocks / sizeof unlocks[0]; i++)
        if (strcmp(unlocks[i][0], product_id) == 0) return unlocks[i][1];
    return NULL;
}

bool is_owned(const player *player, const char *product_id) {
    return iap_owns(player->game->client, product_id, NULL) == 1;
}

static bool is_unlocked(const player *player, const char *unlock) {
    return iap_inventory_is_unlocked(player->game->client, unlock, NULL) == 1;
}

/* Returns what is wrong; NULL if nothing is wrong. */
static const char *fault_of(const player *player) {
    static char text[128];
    for (size_t i = 0; i < FLOW_PRODUCTS_MAX; i++) {
        const char *owned = player->owned[i], *ended = player->ended[i];
        if (owned != NULL && !is_owned(player, owned)) {
            snprintf(text, sizeof text, "%s is paid for and not owned", owned);
            return text;
        }
        if (owned != NULL && !is_unlocked(player, unlock_of(owned))) {
            snprintf(text, sizeof text, "%s is paid for and its unlock is gone", owned);
            return text;
        }
        if (ended != NULL && is_owned(player, ended)) {
            snprintf(text, sizeof text, "%s has ended and is owned again", ended);
            return text;
        }
    }
    if (player->unlock != NULL && !is_unlocked(player, player->unlock)) {
        snprintf(text, sizeof text, "%s is paid for and not unlocked", player->unlock);
        return text;
    }
    return NULL;
}

static void process(const player *player) {
    const uint32_t timeout_ms = test_execution == IAP_EXECUTION_MANUAL ? 0 : 2;
    while (game_process(player->game, 0) > 0 || iap_client_wait_events(player->game->client, timeout_ms) == 1) {
    }
}

static void check_counters(player *player) {
    flow *flow = player->flow;
    const int64_t inventory = coins(player->game);
    const bool holds = inventory <= flow->coins_paid && player->coins <= flow->coins_paid &&
                       gems(player->game) <= flow->gems_paid &&
                       (flow->counters_may_fall || inventory >= player->inventory_coins);
    if (!holds) {
        test_fail(__FILE__, __LINE__,
                  "paid for %lld coins and %lld gems; inventory %lld and %lld, before %lld; save %lld",
                  (long long)flow->coins_paid, (long long)flow->gems_paid, (long long)inventory,
                  (long long)gems(player->game), (long long)player->inventory_coins, (long long)player->coins);
        lose(flow);
    }
    player->inventory_coins = inventory;
}

static void check(player *player) {
    const time_t end = time(NULL) + TIMEOUT_MS / 1000;
    const char *fault = fault_of(player);
    while (fault != NULL && test_execution == IAP_EXECUTION_BACKGROUND && time(NULL) < end) {
        process(player);
        fault = fault_of(player);
    }
    if (fault != NULL) {
        test_fail(__FILE__, __LINE__, "%s at %lld; %s", fault, (long long)iap_store_now_ms(player->flow->store),
                  game_log_text(player->game));
        lose(player->flow);
    }
    check_counters(player);
}

static void step(flow *flow, int64_t milliseconds) {
    if (milliseconds > 0) CHECK_STATUS(iap_store_advance_clock(flow->store, milliseconds, NULL), IAP_OK);
    for (size_t i = 0; i < flow->player_count; i++)
        if (flow->players[i].game->client != NULL) process(&flow->players[i]);
    for (size_t i = 0; i < flow->player_count; i++)
        if (flow->players[i].game->client != NULL) check(&flow->players[i]);
    if (!CHECK(store_totals(flow->store).transactions <= flow->charges)) lose(flow);
}

void flow_jump(flow *flow, int64_t milliseconds) { step(flow, milliseconds); }

void flow_let_pass(flow *flow, int64_t milliseconds, int64_t step_ms) {
    for (int64_t passed = 0; passed < milliseconds; passed += step_ms) step(flow, step_ms);
}

void flow_wait(flow *flow, const char *file, int line, const char *what) {
    if (flow->looks == 0) flow->wait_end = time(NULL) + TIMEOUT_MS / 1000;
    if (flow->waited_ms >= FLOW_TIMEOUT_MS) {
        /* On a busy machine, the library's thread may not have run since the clock of the store moved. */
        if (test_execution == IAP_EXECUTION_BACKGROUND && time(NULL) < flow->wait_end) {
            for (size_t i = 0; i < flow->player_count; i++)
                if (flow->players[i].game->client != NULL) iap_client_wait_events(flow->players[i].game->client, 10);
            step(flow, 0);
            return;
        }
        test_fail(file, line, "does not come: %s; %s", what,
                  flow->player_count > 0 ? game_log_text(flow->players[0].game) : "");
        lose(flow);
    }
    /* The first check comes before any time has passed. When a wait takes long, the checks become less frequent. */
    const int64_t milliseconds = flow->looks == 0 ? 0 : flow->waited_ms < 2000 ? FLOW_STEP_MS : 5 * FLOW_STEP_MS;
    step(flow, milliseconds);
    flow->looks++;
    flow->waited_ms += milliseconds;
}

/* --------------------------------------------------------------------------------------------------------- players */

player *flow_install(flow *flow, const char *account, const char *device_name) {
    if (flow->player_count == FLOW_PLAYERS_MAX) abort();
    char file[96];
    static int number;
    snprintf(file, sizeof file, "%d.journal", ++number);
    player *added = &flow->players[flow->player_count++];
    *added = (player){.flow = flow, .game = game_install(flow->store, account, device_name)};
    added->game->journal_path = temporary_path(file);
    added->game->inventory = &usual_inventory;
    added->game->then = play;
    added->game->context = added;
    careful_init(&added->careful, &added->save);
    added->careful.context = added;
    added->careful.write = save;
    added->careful.finish = finish;
    added->careful.broken = break_rule;
    return added;
}

player *flow_player(flow *flow) {
    player *added = flow_install(flow, "player", "phone");
    player_launch(added);
    return added;
}

void player_launch(player *player) {
    careful_launch(&player->careful);
    if (!game_launch(player->game)) lose(player->flow);
}

void player_quit(player *player) { game_quit(player->game); }

void player_relaunch(player *player) {
    player_quit(player);
    player_launch(player);
}

/* -------------------------------------------------------------------------------------------------------- payments */

uint64_t player_asks(player *player, const char *product_id) { return game_pay(player->game, product_id, 1); }

uint64_t player_pays(player *player, const char *product_id) {
    flow *flow = player->flow;
    flow->charges++;
    if (strcmp(product_id, COINS) == 0) flow->coins_paid += 100;
    if (strcmp(product_id, GEMS) == 0) flow->gems_paid += 20;
    if (strcmp(product_id, LEVELS) == 0) flow->gems_paid += 5;
    if (strcmp(product_id, CLUB_MONTH) == 0) flow->gems_paid += 10;
    return player_asks(player, product_id);
}

outcome player_heard(const player *player, uint64_t payment_id) {
    const game *game = player->game;
    outcome last = {IAP_TRANSACTION_UNKNOWN, 0, 0, IAP_OK};
    for (size_t i = 0; i < game->log_count; i++) {
        const iap_transaction *transaction = game->log[i].transaction;
        if (game->log[i].type != IAP_EVENT_TRANSACTION_UPDATED ||
            iap_transaction_payment_id(transaction) != payment_id ||
            iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASING)
            continue;
        iap_error error = IAP_ERROR_VALUE_INIT;
        iap_transaction_error(transaction, &error);
        last = (outcome){iap_transaction_state(transaction), iap_transaction_id(transaction),
                         iap_transaction_original_id(transaction), error.status};
    }
    return last;
}

outcome player_outcome(player *player, uint64_t payment_id) {
    UNTIL(player->flow, player_heard(player, payment_id).state != IAP_TRANSACTION_UNKNOWN);
    return player_heard(player, payment_id);
}

outcome player_buys(player *player, const char *product_id) {
    return player_outcome(player, player_pays(player, product_id));
}

outcome player_owns(player *player, const char *product_id) {
    const outcome bought = player_buys(player, product_id);
    CHECK_INT(bought.state, IAP_TRANSACTION_PURCHASED);
    flow_stays_owned(player, product_id);
    return bought;
}

/* ------------------------------------------------------------------------------------------------------ what is owned */

static void set_product(const char **products, const char *from, const char *to) {
    for (size_t i = 0; i < FLOW_PRODUCTS_MAX; i++) {
        if (products[i] != from && (products[i] == NULL || from == NULL || strcmp(products[i], from) != 0)) continue;
        products[i] = to;
        return;
    }
}

void flow_stays_owned(player *player, const char *product_id) {
    set_product(player->ended, product_id, NULL);
    UNTIL(player->flow, is_owned(player, product_id) && is_unlocked(player, unlock_of(product_id)));
    set_product(player->owned, NULL, product_id);
}

void flow_may_end(player *player, const char *product_id) { set_product(player->owned, product_id, NULL); }

void flow_stays_ended(player *player, const char *product_id) {
    set_product(player->owned, product_id, NULL);
    UNTIL(player->flow, !is_owned(player, product_id));
    set_product(player->ended, NULL, product_id);
}

void flow_has_coins(player *player, int64_t amount) {
    UNTIL(player->flow, player->coins == amount && coins(player->game) == amount);
}

size_t player_revocations(const player *player, uint64_t transaction_id) {
    size_t count = 0;
    for (size_t i = 0; i < player->revoked_count; i++) count += player->revoked[i] == transaction_id;
    return count;
}

size_t player_count(const player *player, iap_transaction_state_t state) {
    return game_count(player->game, IAP_EVENT_TRANSACTION_UPDATED, state);
}

/* ------------------------------------------------------------------------------------------------------- the store */

int64_t flow_quirk(const flow *flow, iap_quirk_t quirk) {
    int64_t value = 0;
    CHECK_STATUS(iap_store_get_quirk(flow->store, quirk, &value, NULL), IAP_OK);
    return value;
}

#define ENTRIES_MAX 64

/* The entries of the store's list, in the order of their ids. */
static size_t entries(const flow *flow, iap_store_transaction *list) {
    uint64_t ids[ENTRIES_MAX];
    size_t count = 0;
    CHECK_STATUS(iap_store_list_transactions(flow->store, NULL, ids, ENTRIES_MAX, &count, NULL), IAP_OK);
    if (count > ENTRIES_MAX) abort();
    for (size_t i = 0; i < count; i++) {
        list[i] = (iap_store_transaction)IAP_STORE_TRANSACTION_INIT;
        CHECK_STATUS(iap_store_get_transaction(flow->store, ids[i], &list[i], NULL), IAP_OK);
    }
    return count;
}

int64_t flow_charged(const flow *flow, const char *product_id) {
    iap_store_transaction list[ENTRIES_MAX];
    const size_t count = entries(flow, list);
    int64_t charged = 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].product_id, product_id) == 0 && list[i].price_milliunits > 0 &&
            list[i].state == IAP_TRANSACTION_PURCHASED)
            charged += list[i].quantity;
    return charged;
}

int64_t flow_period_end(const flow *flow, const char *product_id) {
    iap_store_transaction list[ENTRIES_MAX];
    const size_t count = entries(flow, list);
    int64_t end = 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].product_id, product_id) == 0 && list[i].expiration_date_ms > end)
            end = list[i].expiration_date_ms;
    CHECK(end > 0);
    return end;
}

uint64_t flow_newest(const flow *flow) {
    iap_store_transaction list[ENTRIES_MAX];
    const size_t count = entries(flow, list);
    return CHECK(count > 0) ? list[count - 1].id : 0;
}

/* ------------------------------------------------------------------------------------------------------ the profiles */

static bool all_run(const flow *flow) {
    for (size_t i = 0; i < flow->player_count; i++)
        if (flow->players[i].game->client == NULL || flow->players[i].keeps_unfinished ||
            flow->players[i].has_full_disk)
            return false;
    return true;
}

bool flow_is_finished(const flow *flow) {
    const iap_store_totals totals = store_totals(flow->store);
    /* The game does not have to finish purchases that were refunded first. */
    return totals.unfinished <= totals.refunded;
}

/* Checks what must be true at the end. */
static void check_end(flow *flow) {
    CHECK_INT(store_totals(flow->store).transactions, flow->charges);
    if (flow_quirk(flow, IAP_QUIRK_REPEAT_AFTER_FINISH) > 0) flow_let_pass(flow, REPEATS_MS, REPEAT_STEP_MS);
    if (all_run(flow)) UNTIL(flow, flow_is_finished(flow));
    CHECK_INT(store_totals(flow->store).transactions, flow->charges);
}

static void play_to_end(flow *flow, void (*play)(struct flow *flow)) {
    if (setjmp(flow->lost) != 0) return;
    play(flow);
    check_end(flow);
}

/* Plays a flow on its own store. */
static void play_under(iap_profile_t profile, iap_quirk_t quirk, int64_t value, void (*play)(flow *flow)) {
    const iap_store_options options = store_options();
    flow flow = {.profile = profile};
    if (!CHECK_STATUS(iap_store_open(&options, &flow.store, NULL), IAP_OK)) return;
    CHECK_STATUS(iap_store_set_profile(flow.store, profile, NULL), IAP_OK);
    if (quirk != IAP_QUIRK_NONE) CHECK_STATUS(iap_store_set_quirk(flow.store, quirk, value, NULL), IAP_OK);
    play_to_end(&flow, play);
    for (size_t i = 0; i < flow.player_count; i++) {
        game_uninstall(flow.players[i].game);
        careful_free(&flow.players[i].careful);
        table_clear(&flow.players[i].save);
    }
    CHECK_STATUS(iap_store_close(flow.store, NULL), IAP_OK);
}

/* Handles, and what sanitizers check, are the same under all profiles. */
static bool plays_worst_only(void) {
#ifdef EACH_TEST_IS_A_PROGRAM
    return true;
#else
    return getenv("IAP_CHECK") != NULL;
#endif
}

void flow_under_each_profile(void (*play)(flow *flow)) {
    const char *only = getenv("CONFORMANCE_PROFILE");
    for (size_t i = 0; i < iap_profile_count(); i++) {
        const iap_profile_t profile = iap_profile_at(i);
        const char *name = iap_profile_name(profile);
        if (only != NULL && strcmp(only, name) != 0) continue;
        if (only == NULL && plays_worst_only() && profile != IAP_PROFILE_WORST) continue;
        test_case("profile %s", name);
        play_under(profile, IAP_QUIRK_NONE, 0, play);
    }
}

void flow_under_quirk(iap_quirk_t quirk, int64_t value, void (*play)(flow *flow)) {
    test_case("%s %lld", iap_quirk_name(quirk), (long long)value);
    play_under(IAP_PROFILE_DOCUMENTED, quirk, value, play);
}
