/*
 * flows.h: what a game goes through, under each profile of the store's habits.
 *
 * The game of a flow does what a game has to do: it grants a purchase once, by the original transaction id and the purchase date,
 * saves that, and then finishes. Beside its own save it has the usual inventory, so that the same purchases are counted twice over.
 *
 * Time goes on in small steps. After each step the store's charges, both counters and all that is owned are checked: what the
 * player has paid for does not flicker. In the background a thread may be late: what has to hold then holds soon.
 */
#ifndef CONFORMANCE_FLOWS_H
#define CONFORMANCE_FLOWS_H

#include "inventory.h"

#include <setjmp.h>

#define FLOW_STEP_MS INT64_C(100)
/** How long something may take that has to come, in the store's time. */
#define FLOW_PATIENCE_MS INT64_C(60000)
#define FLOW_DAY_MS (INT64_C(24) * 3600 * 1000)

#define FLOW_PLAYERS_MAX 4
#define FLOW_GRANTS_MAX 64
#define FLOW_PRODUCTS_MAX 4

/** What one purchase is known by, whatever ids it comes under. */
typedef struct flow_grant {
    uint64_t original_id;
    int64_t purchase_date_ms;
} flow_grant;

typedef struct flow_delivery {
    uint64_t id;
    int32_t count; /**< the last delivery count */
    int launch;    /**< the last launch in which it was handed out */
    uint64_t payment_id;
    bool is_removed; /**< it is finished for the game */
} flow_delivery;

/** A game on a device, and its save. */
typedef struct player {
    struct flow *flow;
    game *game;
    int launches;
    bool keeps_unfinished; /**< it grants and saves, and does not finish */
    /** The save, which outlives a launch. */
    flow_grant grants[FLOW_GRANTS_MAX];
    size_t grant_count;
    int64_t coins;
    /** What was handed out on this device. */
    flow_delivery deliveries[FLOW_GRANTS_MAX];
    size_t delivery_count;
    /** How often a revocation was told, and the ids. */
    uint64_t revoked[FLOW_GRANTS_MAX];
    uint64_t revoked_originals[FLOW_GRANTS_MAX];
    size_t revoked_count;
    const char *owned[FLOW_PRODUCTS_MAX]; /**< has to stay owned */
    const char *ended[FLOW_PRODUCTS_MAX]; /**< must not be owned again */
    const char *unlock;                   /**< has to stay unlocked, whichever product brings it */
    int64_t inventory_coins;              /**< as the inventory last said */
} player;

typedef struct flow {
    iap_store *store;
    iap_profile profile;
    player players[FLOW_PLAYERS_MAX];
    size_t player_count;
    /** What the players have agreed to so far: the store charges no more, and nothing counts more. */
    uint64_t charges;
    int64_t coins_paid, gems_paid;
    bool counters_may_fall; /**< after a refund */
    int looks;              /**< how often UNTIL has looked, and for how long */
    int64_t waited_ms;
    jmp_buf lost; /**< where it goes on when something does not hold: the rest of the flow has no meaning then */
} flow;

/** Plays under each profile, on a store of its own, and checks at the end that the charges are what the players agreed to, that all of
 *  it was finished, and that nothing is granted again later. CONFORMANCE_PROFILE names the only profile to play; with checked handles it
 *  is the worst one. */
void flow_under_each_profile(void (*play)(flow *flow));
/** The same under the documented profile with one habit. */
void flow_under_habit(iap_habit habit, int64_t value, void (*play)(flow *flow));
/** The value of a habit in the store of a flow. */
int64_t flow_habit(const flow *flow, iap_habit habit);

/** A running game of the account "player". */
player *flow_player(flow *flow);
/** One that does not run yet. */
player *flow_install(flow *flow, const char *account, const char *device_name);
void player_launch(player *player);
void player_quit(player *player);
void player_relaunch(player *player);

/** Lets time pass in steps, and checks each. */
void flow_let_pass(flow *flow, int64_t milliseconds, int64_t step_ms);
/** Moves the clock in one step. */
void flow_jump(flow *flow, int64_t milliseconds);
void flow_wait(flow *flow, const char *file, int line, const char *what);
/** Lets time pass until the condition holds, a minute at most. */
#define UNTIL(flow, condition)                                                                                         \
    do {                                                                                                               \
        (flow)->looks = 0;                                                                                             \
        (flow)->waited_ms = 0;                                                                                         \
        while (!(condition)) flow_wait(flow, __FILE__, __LINE__, #condition);                                          \
    } while (0)

/** What became of a payment. */
typedef struct outcome {
    iap_transaction_state_t state; /**< IAP_TRANSACTION_UNKNOWN if nothing did */
    uint64_t id, original_id;
    iap_status error;
} outcome;

/** Begins a payment to which the player agrees: the store may charge it. */
uint64_t player_pays(player *player, const char *product_id);
/** Begins a payment that must not be charged. */
uint64_t player_asks(player *player, const char *product_id);
/** What was told last of a payment, if it is more than that it was begun. */
outcome player_heard(const player *player, uint64_t payment_id);
outcome player_outcome(player *player, uint64_t payment_id);
/** Pays and waits for the outcome. */
outcome player_buys(player *player, const char *product_id);
/** Buys, and waits until it is owned, which it has to stay. */
outcome player_owns(player *player, const char *product_id);

bool is_owned(const player *player, const char *product_id);
/** Waits until it is owned; it has to stay so. */
void flow_stays_owned(player *player, const char *product_id);
/** From now on it may end. */
void flow_may_end(player *player, const char *product_id);
/** Waits until it is not owned; it has to stay so. */
void flow_stays_ended(player *player, const char *product_id);
/** Waits until both counters say so. */
void flow_has_coins(player *player, int64_t amount);
/** How often the game has heard that this was taken back. */
size_t player_revocations(const player *player, uint64_t transaction_id);
/** How often the game has been told of this state. */
size_t player_count(const player *player, iap_transaction_state_t state);
/** How many of a product the store has charged to all accounts and not refunded. */
int64_t flow_charged(const flow *flow, const char *product_id);
/** The end of the newest period of an account's subscription. */
int64_t flow_period_end(const flow *flow, const char *product_id);
/** Whether everything that was charged and not refunded is finished. */
bool flow_is_finished(const flow *flow);
/** The newest entry of the store's list. */
uint64_t flow_newest(const flow *flow);

#endif
