/*
 * iap_inventory.h: the library holds what the player has bought.
 *
 * A game may say what its products grant: counters (coins) and unlocks (no advertising). Then a purchase is granted by the
 * library, in the same commit of the journal that notes the grant, so that it is granted exactly once by construction,
 * before the observers hear of the transaction. They hear it with IAP_DELIVERY_GRANTED, and the game only finishes it.
 *
 * WHAT IS GRANTED
 *
 *  - A purchased transaction grants everything of its product, counters times its quantity, and so does each renewal of a
 *    subscription. One that was handed out to the game before the product had grants is left to the game, and stays
 *    IAP_DELIVERY_SEEN: the game may call iap_inventory_add() with the id of the transaction as the key. A refund then takes
 *    nothing. Its unlocks come when it is finished: at the next launch, or with a restore.
 *  - A restored transaction grants its unlocks only: what was counted has been spent or is in a save (iap_inventory_export()).
 *  - What the account owns grants its unlocks without a restore, also on a new device: the library reads it at each launch and
 *    whenever it changes (iap_owns()). Nothing is told to the observers.
 *  - An unlock that came with an expiration date ends with it, or with the billing grace period after it: when the store says
 *    that the subscription has ended and why, else ten seconds later, because the store may tell a renewal some seconds late.
 *  - A revoked transaction is treated by the policy of each of its grants, once, before the observers hear of it.
 *
 * The inventory is the journal's: one for each player of the device. Without a journal file it lasts until the client is closed.
 *
 * Threads, ownership words and error rules are those of <iap/iap.h>.
 *
 * Balances are never below zero and never above IAP_INVENTORY_BALANCE_MAX, where they stop.
 */
#ifndef IAP_IAP_INVENTORY_H
#define IAP_IAP_INVENTORY_H

#include "iap.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The layout is the same, whatever packing is in force where this is included. */
#pragma pack(push, 8)

typedef int32_t iap_grant_kind;
#define IAP_GRANT_COUNTER 1 /**< adds an amount, to be spent */
#define IAP_GRANT_UNLOCK 2  /**< unlocks something for as long as a purchase of it holds */

/** What becomes of a grant when the store takes the purchase back. */
typedef int32_t iap_revocation_policy;
#define IAP_REVOCATION_TAKE_BACK 0    /**< it is taken back; of a counter, as much of its amount as the balance holds */
#define IAP_REVOCATION_KEEP 1         /**< the player keeps it */
#define IAP_REVOCATION_GAME_DECIDES 2 /**< it stays until the game calls iap_inventory_take_back() */

#define IAP_INVENTORY_BALANCE_MAX INT64_C(9000000000000000)
#define IAP_INVENTORY_NAME_LENGTH_MAX 255u
#define IAP_INVENTORY_GRANTS_MAX 10000u

/** What a product grants; several for one product are allowed. Start it with IAP_GRANT_INIT. */
typedef struct iap_grant {
    uint32_t struct_size;
    iap_grant_kind kind;
    const char *product_id; /**< copies it */
    const char *name;       /**< copies it: of the counter or the unlock, 1 to 255 bytes */
    int64_t amount;         /**< of a counter, for a quantity of one: 1 to 1,000,000,000,000; of an unlock 0 */
    iap_revocation_policy revocation_policy;
    uint32_t reserved; /**< 0; not looked at */
} iap_grant;

/* clang-format off */
#define IAP_GRANT_INIT {IAP_STRUCT_SIZE(iap_grant), 0, NULL, NULL, 0, IAP_REVOCATION_TAKE_BACK, 0}
/* clang-format on */

/** Start it with IAP_INVENTORY_OPTIONS_INIT. What code and file say is taken together; the same product may not grant the
 *  same name twice, and a name is either a counter or an unlock: also while the player holds something under it that an earlier
 *  version of the game has granted; then the client is not opened (IAP_ERROR_INVALID_ARGUMENT, and the message has the name). */
struct iap_inventory_options {
    uint32_t struct_size;
    uint32_t reserved; /**< 0; not looked at */
    const iap_grant *grants;
    size_t grant_count; /**< at most IAP_INVENTORY_GRANTS_MAX */
    /** A JSON file (copies the path), read when the client is opened:
     *  {"products": [{"id": "coins.100", "grants": [{"counter": "coins", "amount": 100},
     *                                               {"unlock": "no_ads", "on_revocation": "keep"}]}]}
     *  "on_revocation" is "take_back" (also if absent), "keep" or "game_decides". Products without "grants", and ids in place
     *  of objects, grant nothing. Other keys of a product are left alone, but "grant" is taken for a misspelt "grants"; other
     *  keys of a grant are a mistake. */
    const char *grants_path;
};

/* clang-format off */
#define IAP_INVENTORY_OPTIONS_INIT {IAP_STRUCT_SIZE(iap_inventory_options), 0, NULL, 0, NULL}
/* clang-format on */

/**
 * Sets a grant to IAP_GRANT_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param grant borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_grant_init(iap_grant *grant);
/**
 * Sets options to IAP_INVENTORY_OPTIONS_INIT. It writes the size that the LIBRARY knows, so it is for bindings that
 * allocate as much as the library says; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 * \since 0.1
 */
void iap_inventory_options_init(iap_inventory_options *options);

/**
 * How much a counter holds on disk.
 * \param client borrows it.
 * \param counter borrows it.
 * \returns the balance; 0 for a name that holds nothing; or IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_INVALID_STATE (the client was opened without an inventory), IAP_ERROR_CLOSED.
 * \since 0.1
 */
int64_t iap_inventory_balance(iap_client *client, const char *counter);
/**
 * Whether something is unlocked now.
 * \param client borrows it.
 * \param unlock borrows it.
 * \returns 1 or 0; or a negative status as iap_inventory_balance().
 * \since 0.1
 */
int32_t iap_inventory_is_unlocked(iap_client *client, const char *unlock);

typedef struct iap_inventory_items iap_inventory_items;
typedef struct iap_inventory_item iap_inventory_item; /**< a counter or an unlock; lives as long as its list */

/**
 * Everything that is held, and every name that a grant has, by name. A copy; it costs no wait.
 * \param client borrows it.
 * \param items gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (no inventory), IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_inventory_list(iap_client *client, const iap_inventory_items **items, iap_error *error);
/**
 * The length of a list.
 * \param items borrows it. \returns how many.
 * \since 0.1
 */
size_t iap_inventory_items_count(const iap_inventory_items *items);
/**
 * One item of a list.
 * \param items borrows it. \param index from 0. \returns borrows a handle that lives as long as the list; NULL past the end.
 * \since 0.1
 */
const iap_inventory_item *iap_inventory_items_at(const iap_inventory_items *items, size_t index);
/**
 * Lets a list go.
 * \param items takes back what iap_inventory_list() gave; NULL is ignored.
 * \since 0.1
 */
void iap_inventory_items_release(const iap_inventory_items *items);
/**
 * Whether it is a counter or an unlock.
 * \param item borrows it. \returns an IAP_GRANT_… value.
 * \since 0.1
 */
iap_grant_kind iap_inventory_item_kind(const iap_inventory_item *item);
/**
 * Its name.
 * \param item borrows it. \returns the name.
 * \since 0.1
 */
const char *iap_inventory_item_name(const iap_inventory_item *item);
/**
 * What a counter holds.
 * \param item borrows it. \returns the balance; of an unlock 0.
 * \since 0.1
 */
int64_t iap_inventory_item_balance(const iap_inventory_item *item);
/**
 * Whether an unlock was unlocked when the list was made.
 * \param item borrows it. \returns 1 or 0; of a counter 0.
 * \since 0.1
 */
int32_t iap_inventory_item_is_unlocked(const iap_inventory_item *item);
/**
 * When an unlock ends.
 * \param item borrows it. \returns milliseconds since 1970; 0 if it does not end, is not unlocked, or is a counter.
 * \since 0.1
 */
int64_t iap_inventory_item_expiration_date_ms(const iap_inventory_item *item);

/**
 * Spends from a counter, once for each key: a second call with a key that was used for the same counter and amount succeeds
 * and spends nothing, also after a restart, so that a game that does not know whether its call was carried out repeats it.
 * The player has what they paid for when the completion has come without an error.
 * \param client borrows it.
 * \param counter copies it.
 * \param amount 1 to IAP_INVENTORY_BALANCE_MAX.
 * \param key copies it: 1 to 255 bytes that the game makes once for each thing that it sells, for example a UUID.
 * \param completion called once by iap_client_process_events(), when it is on disk; may be NULL for hosts that poll. Fails
 *        with IAP_ERROR_INSUFFICIENT_BALANCE (the key is free again) or IAP_ERROR_KEY_IN_USE (for another counter, amount or
 *        call): nothing was spent; with IAP_ERROR_STORAGE or IAP_ERROR_STORAGE_FULL; or with IAP_ERROR_CANCELLED (the client
 *        was closed, or the game cancelled; it may have been carried out). After these the same call again, with the same key,
 *        is safe.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also an amount out of range, or the name of an unlock), IAP_ERROR_INVALID_TEXT,
 *          IAP_ERROR_TOO_LARGE, IAP_ERROR_INVALID_STATE (no inventory), IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_inventory_spend(iap_client *client, const char *counter, int64_t amount, const char *key,
                               iap_completion_function completion, void *user_data, uint64_t *request_id,
                               iap_error *error);
/**
 * Adds to a counter what the player has earned without paying, once for each key, as iap_inventory_spend() spends. A name that
 * no grant has becomes a counter by it.
 * \param client borrows it.
 * \param counter copies it.
 * \param amount 1 to IAP_INVENTORY_BALANCE_MAX.
 * \param key copies it: 1 to 255 bytes; spending and adding share the keys.
 * \param completion called once by iap_client_process_events(), when it is on disk; may be NULL for hosts that poll. Fails
 *        with IAP_ERROR_KEY_IN_USE or IAP_ERROR_TOO_LARGE (the balance would be too large; the key is free again): nothing
 *        was added; with IAP_ERROR_STORAGE or IAP_ERROR_STORAGE_FULL; or with IAP_ERROR_CANCELLED (the client was
 *        closed, or the game cancelled; it may have been carried out). After these the same call again, with the same key, is safe.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns as iap_inventory_spend().
 * \since 0.1
 */
iap_status iap_inventory_add(iap_client *client, const char *counter, int64_t amount, const char *key,
                             iap_completion_function completion, void *user_data, uint64_t *request_id,
                             iap_error *error);
/**
 * Takes back what a revoked transaction granted under IAP_REVOCATION_GAME_DECIDES: of a counter, as much of its amount as the
 * balance holds. What was taken back before is not taken again.
 * \param client borrows it.
 * \param transaction_id of a transaction whose revocation the observers have heard of.
 * \param completion called once by iap_client_process_events(), when it is on disk; may be NULL for hosts that poll. Fails
 *        with IAP_ERROR_NOT_FOUND (the inventory knows no revoked transaction of this id); with IAP_ERROR_STORAGE or
 *        IAP_ERROR_STORAGE_FULL; or with IAP_ERROR_CANCELLED (the client was closed, or the game cancelled; it may have been
 *        carried out). After these the same call again is safe.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (no inventory), IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_inventory_take_back(iap_client *client, uint64_t transaction_id, iap_completion_function completion,
                                   void *user_data, uint64_t *request_id, iap_error *error);
/**
 * The whole inventory as text, for the game's cloud save: balances, unlocks, the ids of what was granted, and the last
 * 10,000 keys. One line of JSON with a version; it names no player. Nothing protects it: a game to which that matters signs or
 * encrypts it.
 * \param client borrows it.
 * \param completion called once by iap_client_process_events(); may be NULL for hosts that poll. Fails with
 *        IAP_ERROR_TOO_LARGE (above 16 MiB, which an import would not take), IAP_ERROR_STORAGE, IAP_ERROR_CANCELLED (the
 *        client was closed, or the game cancelled).
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (no inventory), IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_inventory_export(iap_client *client, iap_text_function completion, void *user_data, uint64_t *request_id,
                                iap_error *error);
/**
 * Puts an exported inventory in place of this one, in one commit, and on top of it what has happened here and the text does not
 * know. Importing an old save of this device takes nothing away, and importing the same text again changes nothing:
 *
 *  - What transactions have granted here and the text does not know is granted again, and what was taken back there or here
 *    stays taken back: no purchase is lost and none is counted twice.
 *  - Then what the game has added here under keys that the text does not know is added again, and after all of that what it has
 *    spent under such keys is spent again, down to 0 at most. For example, a save holds 900 coins. Since then the player has
 *    bought 100, spent 100 and earned 7, so that they have 907. The import of the save gives 907.
 *  - A text has the last 10,000 keys. If it has that many, what was added or spent here before the oldest of them is taken to
 *    be in its balances already.
 *  - The keys of both are remembered.
 *
 * \param client borrows it.
 * \param text copies it: as iap_inventory_export() gave it, at most 16 MiB.
 * \param completion called once by iap_client_process_events(), when it is on disk; may be NULL for hosts that poll. Fails
 *        with IAP_ERROR_INVALID_TEXT (no export, or of a newer version, or it holds as a counter what the grants have for an
 *        unlock, or the other way round; the message names the place): nothing was changed; with IAP_ERROR_STORAGE or
 *        IAP_ERROR_STORAGE_FULL; or with IAP_ERROR_CANCELLED (the client was closed, or the game cancelled; it may have been
 *        carried out). After these the same call again is safe.
 * \param user_data handed to the completion.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT (not UTF-8, empty), IAP_ERROR_TOO_LARGE,
 *          IAP_ERROR_INVALID_STATE (no inventory), IAP_ERROR_CLOSED.
 * \since 0.1
 */
iap_status iap_inventory_import(iap_client *client, const char *text, iap_completion_function completion,
                                void *user_data, uint64_t *request_id, iap_error *error);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_INVENTORY_H */
