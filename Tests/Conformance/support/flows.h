/*
 * flows.h: what a game goes through, under each profile of the store's quirks.
 *
 * The game of a flow is the careful one of Tests/Game. Besides its own save file, it has the usual inventory. Both count the
 * same purchases.
 *
 * Time passes in small steps. After each step, the flow checks the store's charges, both counters and everything that is owned:
 * access to a paid product must never be interrupted. In background mode a thread may be late; each condition then becomes true
 * soon after.
 */
#ifndef CONFORMANCE_FLOWS_H
#define CONFORMANCE_FLOWS_H

#include "careful_game.h"
#include "inventory.h"

#include <setjmp.h>

#define FLOW_STEP_MS INT64_C(100)
/** The longest wait for an expected event, in the store's time. */
#define FLOW_TIMEOUT_MS INT64_C(60000)
#define FLOW_DAY_MS (INT64_C(24) * 3600 * 1000)

#define FLOW_PLAYERS_MAX 4
#define FLOW_PRODUCTS_MAX 4

/** A game on a device, and its save file. */
typedef struct player {
    struct flow *flow;
    game *game;
    careful_game careful;
    bool keeps_unfinished; /**< it grants and saves, and does not finish */
    bool has_full_disk;    /**< it cannot save a purchase, and therefore neither grants nor finishes it */
    /** The save file, which is kept between launches. */
    table save;
    int64_t coins;
    /** The ids of the received revocations. */
    uint64_t revoked[64];
    size_t revoked_count;
    const char *owned[FLOW_PRODUCTS_MAX]; /**< must stay owned */
    const char *ended[FLOW_PRODUCTS_MAX]; /**< must not be owned again */
    const char *unlock;                   /**< must stay unlocked, by any product */
    int64_t inventory_coins;              /**< as the inventory last reported */
} player;

typedef struct flow {
    iap_store *store;
    iap_profile_t profile;
    player players[FLOW_PLAYERS_MAX];
    size_t player_count;
    /** What the players have agreed to so far: the store charges no more, and no counter is higher. */
    uint64_t charges;
    int64_t coins_paid, gems_paid;
    bool counters_may_fall; /**< after a refund */
    int looks;              /**< how often UNTIL has checked */
    int64_t waited_ms;      /**< by the clock of the store */
    time_t wait_end;        /**< by the machine's clock; background mode waits until then */
    jmp_buf lost; /**< the target of a jump when a condition fails, because the rest of the flow then has no meaning */
} flow;

/** Plays under each profile, each time on a new store. At the end, checks that the charges are what the players agreed to, that
 *  all purchases are finished, and that no later event grants anything again. CONFORMANCE_PROFILE names the only profile to
 *  play; with checked handles, only the worst profile is played. */
void flow_under_each_profile(void (*play)(flow *flow));
/** The same under the documented profile with one quirk. */
void flow_under_quirk(iap_quirk_t quirk, int64_t value, void (*play)(flow *flow));
/** The value of a quirk in the store of a flow. */
int64_t flow_quirk(const flow *flow, iap_quirk_t quirk);

/** A running game of the account "player". */
player *flow_player(flow *flow);
/** A game that does not run yet. */
player *flow_install(flow *flow, const char *account, const char *device_name);
void player_launch(player *player);
void player_quit(player *player);
void player_relaunch(player *player);

/** Lets time pass in steps, and checks after each step. */
void flow_let_pass(flow *flow, int64_t milliseconds, int64_t step_ms);
/** Moves the clock in one step. */
void flow_jump(flow *flow, int64_t milliseconds);
void flow_wait(flow *flow, const char *file, int line, const char *what);
/** Lets time pass until the condition is true, one minute at most. */
#define UNTIL(flow, condition)                                                                                         \
    do {                                                                                                               \
        (flow)->looks = 0;                                                                                             \
        (flow)->waited_ms = 0;                                                                                         \
        while (!(condition)) flow_wait(flow, __FILE__, __LINE__, #condition);                                          \
    } while (0)

/** The outcome of a payment. */
typedef struct outcome {
    iap_transaction_state_t state; /**< IAP_TRANSACTION_UNKNOWN if there is no outcome */
    uint64_t id, original_id;
    iap_status_t error;
} outcome;

/** Starts a payment to which the player agrees: the store may charge it. */
uint64_t player_pays(player *player, const char *product_id);
/** Starts a payment that must not be charged. */
uint64_t player_asks(player *player, const char *product_id);
/** The last update of a payment; the update that it was started does not count. */
outcome player_heard(const player *player, uint64_t payment_id);
outcome player_outcome(player *player, uint64_t payment_id);
/** Pays and waits for the outcome. */
outcome player_buys(player *player, const char *product_id);
/** Buys, and waits until the product is owned. It must then stay owned. */
outcome player_owns(player *player, const char *product_id);

bool is_owned(const player *player, const char *product_id);
/** Waits until the product is owned. It must then stay owned. */
void flow_stays_owned(player *player, const char *product_id);
/** From now on the ownership may end. */
void flow_may_end(player *player, const char *product_id);
/** Waits until the product is not owned. It must then stay so. */
void flow_stays_ended(player *player, const char *product_id);
/** Waits until both counters have this amount. */
void flow_has_coins(player *player, int64_t amount);
/** How often the game has received the revocation of this transaction. */
size_t player_revocations(const player *player, uint64_t transaction_id);
/** How often the game has received this state. */
size_t player_count(const player *player, iap_transaction_state_t state);
/** How many units of a product the store has charged to all accounts and not refunded. */
int64_t flow_charged(const flow *flow, const char *product_id);
/** The end of the newest period of an account's subscription. */
int64_t flow_period_end(const flow *flow, const char *product_id);
/** Whether everything that was charged and not refunded is finished. */
bool flow_is_finished(const flow *flow);
/** The newest entry of the store's list. */
uint64_t flow_newest(const flow *flow);

#endif
