#include "checker.h"
#include "holdings.h"
#include "verdicts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void checker_break(world *world, const char *rule, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    log_line(&world->log, "BROKEN %s: %s", rule, text);
    if (world->rule == NULL) world->rule = rule;
}

static int product_of(const char *id) {
    for (int i = 0; i < PRODUCTS; i++) {
        if (strcmp(products[i].id, id) == 0) return i;
    }
    return -1;
}

purchase *world_purchase(world *world, uint64_t id) {
    purchase *entry = table_of(&world->purchases, (table_key){id, 0});
    if (entry->key.id != 0) return entry;
    entry->key.id = entry->first_id = id;
    entry->account = entry->product = -1;
    return entry;
}

purchase *checker_learn(world *world, uint64_t id) {
    purchase *entry = world_purchase(world, id);
    if (entry->is_known) return entry;
    iap_store_transaction transaction = IAP_STORE_TRANSACTION_INIT;
    if (iap_store_get_transaction(world->store, id, &transaction, NULL) != IAP_OK) return NULL;
    if (transaction.state != IAP_TRANSACTION_PURCHASED && transaction.state != IAP_TRANSACTION_REVOKED) return NULL;
    for (int i = 0; i < ACCOUNTS_MAX; i++) {
        if (strcmp(accounts[i], transaction.account) == 0) entry->account = i;
    }
    entry->product = product_of(transaction.product_id);
    if (entry->product < 0 || entry->account < 0) return NULL;
    entry->key = (table_key){transaction.original_id, transaction.purchase_date_ms};
    entry->first_id = products[entry->product].kind == RENEWING ? id : transaction.original_id;
    entry->is_known = true;
    return entry;
}

/* ----------------------------------------------------------------------------------------- received transactions */

/* The game checks the rest of R3 and R4. */
static void see_purchased(game *game, const iap_transaction *transaction, const purchase *entry) {
    world *world = game->world;
    const handling *known = &entry->on[game->number];
    const int32_t count = iap_transaction_delivery_count(transaction);
    const iap_delivery_state_t delivery = iap_transaction_delivery_state(transaction);
    const iap_delivery_state_t expected = holdings_has(game, entry->product) ? IAP_DELIVERY_GRANTED
                                          : count > 1                        ? IAP_DELIVERY_SEEN
                                                                             : IAP_DELIVERY_NEW;
    const bool is_restored = known->is_restored && expected == IAP_DELIVERY_NEW && delivery == IAP_DELIVERY_SEEN;
    if (delivery != expected && !is_restored)
        checker_break(world, "R4", "device %d: %" PRIu64 " comes with delivery state %d and count %d", game->number,
                      entry->transaction.id, (int)delivery, (int)count);
    if (world->is_forging && entry->transaction.id > world->forged_after)
        checker_break(world, "R5",
                      "device %d: %" PRIu64 " is handed out, but nothing was signed rightly since it was sold",
                      game->number, entry->transaction.id);
}

void checker_see_updated(game *game, const iap_transaction *transaction) {
    world *world = game->world;
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    const uint64_t id = iap_transaction_id(transaction);
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_transaction_error(transaction, &error);
    log_line(&world->log, "%d updated %" PRIu64 ": state %d, payment %" PRIu64 ", %s, count %d, %s", game->number, id,
             (int)state, iap_transaction_payment_id(transaction), iap_transaction_product_id(transaction),
             (int)iap_transaction_delivery_count(transaction), iap_status_name(status));
    if (state == IAP_TRANSACTION_UNVERIFIED) {
        if (iap_transaction_signature_check(transaction) == IAP_SIGNATURE_VERIFIED)
            checker_break(world, "R5", "device %d: %" PRIu64 " is both verified and unverified", game->number, id);
        game->is_troubled = true;
        if (id != 0) world_purchase(world, id)->on[game->number].is_forged = true;
        return;
    }
    if (state == IAP_TRANSACTION_REJECTED && (id == 0 || verdicts_is_valid(game, id)))
        checker_break(world, "verification", "device %d: %" PRIu64 " is rejected", game->number, id);
    if (state != IAP_TRANSACTION_PURCHASED && state != IAP_TRANSACTION_RESTORED) return;
    purchase *entry = id != 0 ? checker_learn(world, id) : NULL;
    if (entry == NULL) {
        checker_break(world, "ledger", "device %d: %" PRIu64 " was never sold", game->number, id);
        return;
    }
    if (iap_transaction_signature_check(transaction) != IAP_SIGNATURE_VERIFIED)
        checker_break(world, "R5", "device %d: %" PRIu64 " is delivered unverified", game->number, id);
    if ((game->accounts_seen & (1u << entry->account)) == 0)
        checker_break(world, "R6", "device %d: %" PRIu64 " of %s is delivered to another account", game->number, id,
                      accounts[entry->account]);
    if (world->temper.verifies && (!entry->on[game->number].is_valid || !verdicts_is_valid(game, id)))
        checker_break(world, "R5", "device %d: %" PRIu64 " is delivered, but the game's verdict is not valid",
                      game->number, id);
    if (state == IAP_TRANSACTION_RESTORED) entry->on[game->number].is_restored = true;
    if (state == IAP_TRANSACTION_PURCHASED) see_purchased(game, transaction, entry);
}

void checker_see_finish(game *game, const iap_transaction *transaction, iap_status_t status) {
    world *world = game->world;
    const uint64_t id = iap_transaction_id(transaction);
    log_line(&world->log, "%d finishes %" PRIu64 ": %s", game->number, id, iap_status_name(status));
    if (status != IAP_OK && status != IAP_ERROR_NOT_FOUND && status != IAP_ERROR_INVALID_STATE)
        checker_break(world, "finish", "device %d: %" PRIu64 " cannot be finished: %s", game->number, id,
                      iap_status_name(status));
    if (status != IAP_OK || id == 0) return;
    if (careful_delivery(&game->careful, id)->is_asked) return;
    world_purchase(world, id)->on[game->number].syncs_when_asked = disk_sync_count(game->disk);
}

void checker_see_removed(game *game, const iap_transaction *transaction) {
    world *world = game->world;
    const uint64_t id = iap_transaction_id(transaction);
    const iap_transaction_state_t state = iap_transaction_state(transaction);
    log_line(&world->log, "%d removed %" PRIu64 ": state %d", game->number, id, (int)state);
    if (id == 0 || state != IAP_TRANSACTION_PURCHASED) return;
    purchase *entry = checker_learn(world, id);
    if (entry == NULL) return;
    if (!careful_delivery(&game->careful, id)->is_asked)
        checker_break(world, "R2", "device %d: %" PRIu64 " is removed without a finish", game->number, id);
    else if (disk_sync_count(game->disk) <= entry->on[game->number].syncs_when_asked)
        checker_break(world, "R2", "device %d: %" PRIu64 " is removed without a flush", game->number, id);
    iap_store_transaction sold = IAP_STORE_TRANSACTION_INIT;
    iap_store_get_transaction(world->store, id, &sold, NULL);
    if (!sold.is_finished && !world->is_undoing && game->account == entry->account &&
        game->accounts_seen == 1u << game->account)
        checker_break(world, "R2", "device %d: %" PRIu64 " is removed, but not finished in the store", game->number,
                      id);
}

void checker_see_revoked(game *game, const iap_transaction *transaction) {
    world *world = game->world;
    const uint64_t id = iap_transaction_id(transaction);
    log_line(&world->log, "%d revoked %" PRIu64 ": delivery state %d", game->number, id,
             (int)iap_transaction_delivery_state(transaction));
    purchase *entry = id != 0 ? checker_learn(world, id) : NULL;
    if (entry == NULL || iap_transaction_state(transaction) != IAP_TRANSACTION_REVOKED) {
        checker_break(world, "I8", "device %d: a revocation of %" PRIu64 " of state %d", game->number, id,
                      (int)iap_transaction_state(transaction));
        return;
    }
    if ((game->accounts_seen & (1u << entry->account)) == 0)
        checker_break(world, "R6", "device %d receives a revocation of the account %s", game->number,
                      accounts[entry->account]);
    iap_store_transaction sold = IAP_STORE_TRANSACTION_INIT;
    if (iap_store_get_transaction(world->store, id, &sold, NULL) == IAP_OK && sold.state != IAP_TRANSACTION_REVOKED)
        checker_break(world, "I8", "device %d: %" PRIu64 " is revoked, but not in the ledger", game->number, id);
    if (entry->is_refused && iap_transaction_delivery_state(transaction) != IAP_DELIVERY_NEW)
        checker_break(world, "I8", "device %d: %" PRIu64 " had the verdict invalid, but its revocation comes",
                      game->number, id);
    entry->on[game->number].is_revocation_heard = true;
}

void checker_see_open(game *game, iap_status_t status, const char *message) {
    if (status == IAP_OK) return;
    const bool is_storage = status == IAP_ERROR_STORAGE || status == IAP_ERROR_STORAGE_FULL;
    if (is_storage && disk_has_failed(game->disk)) return;
    checker_break(game->world, "open", "device %d: iap_client_open: %s: %s", game->number, iap_status_name(status),
                  message);
}

void checker_see_problem(game *game, const iap_error *error) {
    log_line(&game->world->log, "%d problem %s: %s", game->number, iap_status_name(error->status), error->message);
    const bool is_storage = error->status == IAP_ERROR_STORAGE || error->status == IAP_ERROR_STORAGE_FULL;
    if (is_storage && disk_has_failed(game->disk)) return;
    /* A verdict that is not available now. */
    if (!is_storage && game->world->temper.verifies && error->status == IAP_ERROR_SERVER) return;
    checker_break(game->world, "problem", "device %d: %s: %s", game->number, iap_status_name(error->status),
                  error->message);
}
