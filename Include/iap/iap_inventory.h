/*
 * iap_inventory.h: the library keeps the balances and unlocks of the player.
 *
 * A game can declare what its products grant: counters (coins) and unlocks (no advertising). Then
 * the library grants each purchase. The library changes the inventory and records the grant in one
 * commit of the journal, so it grants each purchase exactly once. This happens before the observers
 * receive the transaction. They receive the transaction with IAP_DELIVERY_GRANTED, and the game
 * only has to finish it.
 *
 * WHAT IS GRANTED
 *
 *  - A purchased transaction grants everything that its product grants. Counters are multiplied by
 *    the quantity. Each renewal of a subscription grants everything again. There is one exception:
 *    the game received the purchase before the product had grants. Then the game has to grant the
 *    purchase, and the delivery state stays IAP_DELIVERY_SEEN. For this the game can call
 *    iap_inventory_add() with the original id and the purchase date as the key. A refund of such a
 *    purchase removes nothing. The unlocks of the purchase come after the game has finished it: at
 *    the next launch, or with a restore.
 *  - A period of a subscription that was upgraded grants no unlocks: iap_transaction_is_upgraded().
 *  - A restored transaction grants only its unlocks. It adds nothing to counters: the player has
 *    spent the amounts, or they are in a save (iap_inventory_export()).
 *  - The account's current entitlements grant their unlocks without a restore, also on a new
 *    device. The library reads the entitlements at each launch and whenever they change
 *    (iap_owns()). The observers receive entitlement_changed for this, and no transaction.
 *  - An unlock with an expiration date ends on that date, or after the billing grace period that
 *    follows the date. The exact moment is when the store reports that the subscription has ended
 *    and why. Without this report the unlock ends ten seconds after that date, because the store
 *    can report a renewal some seconds late.
 *  - When a transaction is revoked, the library applies the revocation policy of each of its
 *    grants, once. This happens before the observers receive the revocation.
 *
 * The inventory is stored in the journal: one inventory for each player of the device. Without a
 * journal file the inventory lasts until the client is closed.
 *
 * The rules of <iap/iap.h> apply for threads, ownership words and errors.
 *
 * A balance is never below zero and never above IAP_INVENTORY_BALANCE_MAX. A grant that would
 * exceed the maximum sets the balance to the maximum.
 */
#ifndef IAP_IAP_INVENTORY_H
#define IAP_IAP_INVENTORY_H

#include <iap/iap.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The structs keep this packing, even if the including file uses another one. */
#pragma pack(push, 8)

typedef int32_t iap_grant_kind_t;
#define IAP_GRANT_COUNTER 1 /**< adds an amount that the player can spend */
#define IAP_GRANT_UNLOCK 2  /**< unlocks something while a purchase that grants it is valid */

/** What happens to a grant when the store revokes the purchase. */
typedef int32_t iap_revocation_policy_t;
/** The library removes the grant. From a counter it removes as much of the granted amount as the
 *  balance holds. */
#define IAP_REVOCATION_TAKE_BACK 0
#define IAP_REVOCATION_KEEP 1         /**< the player keeps the grant */
#define IAP_REVOCATION_GAME_DECIDES 2 /**< the grant stays until the game calls iap_inventory_take_back() */

#define IAP_INVENTORY_BALANCE_MAX INT64_C(9000000000000000)
#define IAP_INVENTORY_NAME_LENGTH_MAX 255u
#define IAP_INVENTORY_GRANTS_MAX 10000u

/** One thing that a product grants. A product can have several grants. Initialize it with
 *  IAP_GRANT_INIT. */
typedef struct iap_grant {
    uint32_t struct_size;
    iap_grant_kind_t kind;
    const char *product_id; /**< copies it */
    const char *name;       /**< copies it: the name of the counter or unlock, 1 to 255 bytes */
    int64_t amount;         /**< for a counter: 1 to 1,000,000,000,000 for a quantity of one; for an unlock: 0 */
    iap_revocation_policy_t revocation_policy;
    uint32_t reserved; /**< 0; ignored */
} iap_grant;

/* clang-format off */
#define IAP_GRANT_INIT {IAP_STRUCT_SIZE(iap_grant), 0, NULL, NULL, 0, IAP_REVOCATION_TAKE_BACK, 0}
/* clang-format on */

/** What the products grant. Initialize it with IAP_INVENTORY_OPTIONS_INIT. The library uses the
 *  grants of the code and of the file together. A product must not grant the same name twice. A
 *  name is either a counter or an unlock, even if the player has the name from an earlier version
 *  of the game. If the grants break one of these rules, the client is not opened
 *  (IAP_ERROR_INVALID_ARGUMENT, or IAP_ERROR_INVALID_FILE if a grant of the file breaks the rule;
 *  the message has the name). */
struct iap_inventory_options {
    uint32_t struct_size;
    uint32_t reserved; /**< 0; ignored */
    const iap_grant *grants;
    size_t grant_count; /**< at most IAP_INVENTORY_GRANTS_MAX */
    /** A JSON file (copies the path). The library reads it when it opens the client: {"products":
     *  [{"id": "coins.100", "grants": [{"counter": "coins", "amount": 100}, {"unlock": "no_ads",
     *  "on_revocation": "keep"}]}]} "on_revocation" is "take_back" (the default), "keep" or
     *  "game_decides". A product without "grants" grants nothing, and a product id in place of an
     *  object grants nothing either. The library ignores other keys of a product, except "grant":
     *  this key is an error, because it is probably a misspelt "grants". Other keys of a grant are
     *  errors. */
    const char *grants_path;
};

/* clang-format off */
#define IAP_INVENTORY_OPTIONS_INIT {IAP_STRUCT_SIZE(iap_inventory_options), 0, NULL, 0, NULL}
/* clang-format on */

/**
 * Sets a grant to IAP_GRANT_INIT. This function writes the size that the LIBRARY knows. It is for
 * bindings that allocate the size that the library returns; C and C++ use the macro.
 * \param grant borrows it; NULL is ignored.
 */
void iap_grant_init(iap_grant *grant);
/**
 * Sets options to IAP_INVENTORY_OPTIONS_INIT. This function writes the size that the LIBRARY knows.
 * It is for bindings that allocate the size that the library returns; C and C++ use the macro.
 * \param options borrows it; NULL is ignored.
 */
void iap_inventory_options_init(iap_inventory_options *options);

/**
 * Returns the balance of a counter, as it is on disk.
 * \param client borrows it.
 * \param counter borrows it.
 * \param error may be NULL; borrows it: IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT,
 *        IAP_ERROR_INVALID_STATE (the client was opened without an inventory), IAP_ERROR_CLOSED.
 * \returns the balance, never a negative value; 0 for a name that the inventory does not hold, and
 *          if the call failed.
 */
int64_t iap_inventory_balance(iap_client *client, const char *counter, iap_error *error);
/**
 * Returns whether an unlock is unlocked now.
 * \param client borrows it.
 * \param unlock borrows it.
 * \param error may be NULL; borrows it; as iap_inventory_balance().
 * \returns 1 or 0, never a negative value; 0 if the call failed.
 */
int32_t iap_inventory_is_unlocked(iap_client *client, const char *unlock, iap_error *error);

typedef struct iap_inventory_items iap_inventory_items;
typedef struct iap_inventory_item iap_inventory_item; /**< a counter or an unlock; it lives as long as its list */

/**
 * Lists all counters and unlocks, sorted by name. The list has everything that the player holds and
 * every name that a grant has. It is a copy. The call returns immediately.
 * \param client borrows it.
 * \param items gives a handle, to be released; NULL on failure.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (no inventory),
 *          IAP_ERROR_CLOSED.
 */
iap_status_t iap_inventory_list(iap_client *client, const iap_inventory_items **items, iap_error *error);
/**
 * Returns the length of a list.
 * \param items borrows it. \returns how many.
 */
size_t iap_inventory_items_count(const iap_inventory_items *items);
/**
 * Returns one item of a list.
 * \param items borrows it. \param index from 0. \returns borrows a handle that lives as long as the
 *        list; NULL past the end.
 */
const iap_inventory_item *iap_inventory_items_at(const iap_inventory_items *items, size_t index);
/**
 * Releases a list.
 * \param items takes back the handle from iap_inventory_list(); NULL is ignored.
 */
void iap_inventory_items_release(const iap_inventory_items *items);
/**
 * Returns the kind of the item: a counter or an unlock.
 * \param item borrows it. \returns an IAP_GRANT_… value.
 */
iap_grant_kind_t iap_inventory_item_kind(const iap_inventory_item *item);
/**
 * Returns the name of the item.
 * \param item borrows it. \returns the name.
 */
const char *iap_inventory_item_name(const iap_inventory_item *item);
/**
 * Returns the balance of a counter.
 * \param item borrows it. \returns the balance; 0 for an unlock.
 */
int64_t iap_inventory_item_balance(const iap_inventory_item *item);
/**
 * Returns whether an unlock was unlocked when the list was made.
 * \param item borrows it. \returns 1 or 0; 0 for a counter.
 */
int32_t iap_inventory_item_is_unlocked(const iap_inventory_item *item);
/**
 * Returns the time at which an unlock ends.
 * \param item borrows it. \returns milliseconds since 1970; 0 if it does not end, is not unlocked,
 *        or is a counter.
 */
int64_t iap_inventory_item_expiration_date_ms(const iap_inventory_item *item);

/**
 * Spends an amount from a counter, once for each key. If a key was already used for the same
 * counter and amount, the call succeeds and spends nothing, also after a restart. A game that does
 * not know whether its call took effect can therefore repeat it. Give the player what the amount
 * buys only after the completion came without an error.
 * \param client borrows it.
 * \param counter copies it.
 * \param amount 1 to IAP_INVENTORY_BALANCE_MAX.
 * \param key copies it: 1 to 255 bytes. The game makes a new key for each thing that it sells, for
 *        example a UUID.
 * \param completion iap_client_process_events() calls it once, when the change is on disk; may be
 *        NULL for hosts that poll. The request can fail with IAP_ERROR_INSUFFICIENT_BALANCE (the
 *        key is free again) or IAP_ERROR_KEY_IN_USE (the key belongs to another counter, amount or
 *        function). After these two errors nothing was spent. Three other errors are possible:
 *        IAP_ERROR_STORAGE, IAP_ERROR_STORAGE_FULL and IAP_ERROR_CANCELLED (the client was closed,
 *        or the game cancelled the request). After any of these three it is safe to repeat the call
 *        with the same key. After IAP_ERROR_CANCELLED it is possible that the change took effect.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT (also for an amount out of range, or the name of an
 *          unlock), IAP_ERROR_INVALID_TEXT, IAP_ERROR_TOO_LARGE, IAP_ERROR_INVALID_STATE (no
 *          inventory), IAP_ERROR_CLOSED.
 */
iap_status_t iap_inventory_spend(iap_client *client, const char *counter, int64_t amount, const char *key,
                                 iap_completion_function completion, void *user_data, uint64_t *request_id,
                                 iap_error *error);
/**
 * Adds to a counter an amount that the player earned without paying. The call adds once for each
 * key, as iap_inventory_spend() spends. If no grant has the name, this call makes the name a
 * counter.
 * \param client borrows it.
 * \param counter copies it.
 * \param amount 1 to IAP_INVENTORY_BALANCE_MAX.
 * \param key copies it: 1 to 255 bytes. Spending and adding share the keys.
 * \param completion iap_client_process_events() calls it once, when the change is on disk; may be
 *        NULL for hosts that poll. The request can fail with IAP_ERROR_KEY_IN_USE or
 *        IAP_ERROR_TOO_LARGE (the balance would be too large; the key is free again). After these
 *        two errors nothing was added. Three other errors are possible: IAP_ERROR_STORAGE,
 *        IAP_ERROR_STORAGE_FULL and IAP_ERROR_CANCELLED (the client was closed, or the game
 *        cancelled the request). After any of these three it is safe to repeat the call with the
 *        same key. After IAP_ERROR_CANCELLED it is possible that the change took effect.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns as iap_inventory_spend().
 */
iap_status_t iap_inventory_add(iap_client *client, const char *counter, int64_t amount, const char *key,
                               iap_completion_function completion, void *user_data, uint64_t *request_id,
                               iap_error *error);
/**
 * Removes what a revoked transaction granted under IAP_REVOCATION_GAME_DECIDES. From a counter it
 * removes as much of the granted amount as the balance holds. A second call for the same
 * transaction removes nothing more.
 * \param client borrows it.
 * \param transaction_id the id of a transaction; the observers have received its revocation.
 * \param completion iap_client_process_events() calls it once, when the change is on disk; may be
 *        NULL for hosts that poll. The request can fail with IAP_ERROR_NOT_FOUND (the inventory
 *        knows no revoked transaction with this id), with IAP_ERROR_STORAGE or
 *        IAP_ERROR_STORAGE_FULL, or with IAP_ERROR_CANCELLED (the client was closed, or the game
 *        cancelled the request). After IAP_ERROR_CANCELLED it is possible that the change took
 *        effect. After these errors it is safe to repeat the call.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (no inventory),
 *          IAP_ERROR_CLOSED.
 */
iap_status_t iap_inventory_take_back(iap_client *client, uint64_t transaction_id, iap_completion_function completion,
                                     void *user_data, uint64_t *request_id, iap_error *error);
/**
 * Exports the whole inventory as text for the game's cloud save. The text holds the balances, the
 * unlocks, the ids of the granted transactions, and the last 10,000 keys. It is one line of JSON
 * with a version, and it names no player. The text is not protected against tampering: sign or
 * encrypt it if that matters to the game.
 * \param client borrows it.
 * \param completion iap_client_process_events() calls it once; may be NULL for hosts that poll. The
 *        request can fail with IAP_ERROR_TOO_LARGE (above 16 MiB, which an import would refuse),
 *        IAP_ERROR_STORAGE, or IAP_ERROR_CANCELLED (the client was closed, or the game cancelled).
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_STATE (no inventory),
 *          IAP_ERROR_CLOSED.
 */
iap_status_t iap_inventory_export(iap_client *client, iap_text_function completion, void *user_data,
                                  uint64_t *request_id, iap_error *error);
/**
 * Replaces the inventory of this client with an exported inventory, and keeps what happened here
 * since the export. Both take effect in one commit. An old save of this device removes nothing (but
 * see refunds below), and a second import of the same text changes nothing:
 *
 *  - If a transaction granted something here and the text does not know the transaction, the
 *    library grants the same again. What was removed after a revocation, in the text or here, stays
 *    removed. No purchase is lost, and no purchase counts twice.
 *  - Then the library adds again what the game added here under keys that the text does not know.
 *    After that it spends again what the game spent here under keys that the text does not know. No
 *    balance goes below 0. Example: a save holds 900 coins. Since then the player has bought 100,
 *    spent 100 and earned 7, so the balance is 907. The import of the save gives 907. Refunds since
 *    the export are taken back before all this. So a refund of coins that were spent first also
 *    takes coins that the player got later.
 *  - A text has the last 10,000 keys. If the text has this number of keys, the library assumes that
 *    the balances of the text already include what was added or spent here before the oldest of
 *    these keys.
 *  - The library remembers the keys of both inventories.
 * \param client borrows it.
 * \param text copies it: an exported text from iap_inventory_export(), at most 16 MiB.
 * \param completion iap_client_process_events() calls it once, when the change is on disk; may be
 *        NULL for hosts that poll. The request can fail with IAP_ERROR_INVALID_TEXT: then nothing
 *        was changed. This error has three causes: the text is not an export; the text is an export
 *        of a newer version; a name is a counter in the text and an unlock in the grants, or an
 *        unlock in the text and a counter in the grants. The message names the place. The request
 *        can also fail with IAP_ERROR_STORAGE or IAP_ERROR_STORAGE_FULL, or with
 *        IAP_ERROR_CANCELLED (the client was closed, or the game cancelled the request). After
 *        IAP_ERROR_CANCELLED it is possible that the change took effect. After these errors it is
 *        safe to repeat the call.
 * \param user_data the completion receives it.
 * \param request_id gives the id of the request; may be NULL.
 * \param error may be NULL; borrows it.
 * \returns IAP_OK, IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT (not UTF-8, empty),
 *          IAP_ERROR_TOO_LARGE, IAP_ERROR_INVALID_STATE (no inventory), IAP_ERROR_CLOSED.
 */
iap_status_t iap_inventory_import(iap_client *client, const char *text, iap_completion_function completion,
                                  void *user_data, uint64_t *request_id, iap_error *error);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif /* IAP_IAP_INVENTORY_H */
