/* Compares what the games know with the whole ledger. */
#include "checker.h"
#include "verdicts.h"

#include <inttypes.h>
#include <stdlib.h>

/* Every transaction of the store; to be freed. */
static uint64_t *list(world *world, size_t *count) {
    *count = 0;
    if (iap_store_list_transactions(world->store, NULL, NULL, 0, count, NULL) != IAP_OK) return NULL;
    uint64_t *ids = calloc(*count + 1, sizeof *ids);
    if (ids == NULL) abort();
    iap_store_list_transactions(world->store, NULL, ids, *count, count, NULL);
    return ids;
}

uint64_t world_newest(world *world) {
    size_t count = 0;
    uint64_t *ids = list(world, &count);
    const uint64_t newest = count > 0 ? ids[count - 1] : 0;
    free(ids);
    return newest;
}

uint64_t world_any(world *world, iap_store_transaction *transaction) {
    size_t count = 0;
    uint64_t *ids = list(world, &count);
    const uint64_t id = count > 0 ? ids[chance_below(&world->chance, (uint32_t)count)] : 0;
    free(ids);
    if (id == 0 || iap_store_get_transaction(world->store, id, transaction, NULL) != IAP_OK) return 0;
    return id;
}

/* Whether the game on some device has requested the finish, and its journal was flushed since. */
static bool is_rightly_finished(world *world, const purchase *entry) {
    const uint64_t id = entry->transaction.id;
    for (int i = 0; i < world->device_count; i++) {
        const handling *known = &entry->on[i];
        if (careful_delivery(&world->games[i].careful, id)->is_asked &&
            disk_sync_count(world->games[i].disk) > known->syncs_when_asked)
            return true;
    }
    return false;
}

/* The clock of the store stands between two steps. A subscription that is refunded and bought again in the same millisecond has
   one key for both periods. No shipped game meets that. */
static bool shares_its_key(world *world, uint64_t id, table_key key) {
    size_t count = 0;
    uint64_t *ids = list(world, &count);
    bool shares = false;
    for (size_t i = 0; i < count && !shares; i++) {
        const purchase *other = checker_learn(world, ids[i]);
        shares = other != NULL && ids[i] != id && !other->is_refused && other->key.id == key.id &&
                 other->key.date_ms == key.date_ms;
    }
    free(ids);
    return shares;
}

static void audit_one(world *world, uint64_t id) {
    iap_store_transaction sold = IAP_STORE_TRANSACTION_INIT;
    if (iap_store_get_transaction(world->store, id, &sold, NULL) != IAP_OK) {
        checker_break(world, "ledger", "%" PRIu64 " is listed, but cannot be read", id);
        return;
    }
    const bool is_revoked = sold.state == IAP_TRANSACTION_REVOKED;
    if (sold.state != IAP_TRANSACTION_PURCHASED && !is_revoked) return;
    if (world->is_over) world->transactions++;
    purchase *entry = checker_learn(world, id);
    if (entry == NULL) return;
    const bool is_granted = save_has(&world->save, entry->key);
    if (entry->is_refused) {
        /* The purchase is paid, but the game's verdict is invalid: the library itself finishes it. */
        if (is_granted && !shares_its_key(world, id, entry->key))
            checker_break(world, "R5", "%" PRIu64 " has the verdict invalid and was granted", id);
        if (world->is_over && !sold.is_finished && !is_revoked)
            checker_break(world, "R7", "%" PRIu64 " has the verdict invalid and is unfinished", id);
        return;
    }
    if (sold.is_finished && !is_rightly_finished(world, entry))
        checker_break(world, "R2",
                      "%" PRIu64 " is finished in the store, but no game requested it or no journal has it", id);
    if (sold.is_finished && !is_granted && !is_revoked)
        checker_break(world, "R1", "%" PRIu64 " is finished and was not granted", id);
    if (!world->is_over) return;
    if (!sold.is_finished && !is_revoked) checker_break(world, "R7", "%" PRIu64 " is still unfinished", id);
    if (!is_granted && !is_revoked) checker_break(world, "R7", "%" PRIu64 " is paid and was never granted", id);
    for (int i = 0; is_revoked && i < world->device_count; i++) {
        /* A purchase that was never delivered there may be missing. An update with a wrong signature counts as received. */
        const handling *known = &entry->on[i];
        if (careful_delivery(&world->games[i].careful, id)->launch != 0 && !known->is_forged &&
            !known->is_revocation_heard)
            checker_break(world, "I8", "device %d has not received the revocation of %" PRIu64, i, id);
    }
}

void checker_audit(world *world) {
    size_t count = 0;
    uint64_t *ids = list(world, &count);
    world->transactions = 0;
    for (size_t i = 0; i < count; i++) audit_one(world, ids[i]);
    free(ids);
}

void checker_see_settled(game *game) {
    world *world = game->world;
    if (game->client == NULL || game->is_troubled || game->is_cut_off ||
        (world->temper.verifies && !world->is_peaceful) || disk_has_failed(game->disk))
        return;
    size_t count = 0;
    uint64_t *ids = list(world, &count);
    for (size_t i = 0; i < count && ids[i] <= game->newest_at_launch; i++) {
        purchase *entry = checker_learn(world, ids[i]);
        if (entry == NULL || entry->account != game->account) continue;
        const delivery *known = careful_delivery(&game->careful, ids[i]);
        if (known->launch == game->careful.launch || known->is_removed || known->is_asked) continue;
        iap_store_transaction sold = IAP_STORE_TRANSACTION_INIT;
        iap_store_get_transaction(world->store, ids[i], &sold, NULL);
        if (sold.is_finished || sold.state != IAP_TRANSACTION_PURCHASED) continue;
        /* An open payment for its product delays its delivery. */
        if (careful_awaits(&game->careful, products[entry->product].id)) continue;
        checker_break(world, "R4", "device %d: %" PRIu64 " is unfinished and was not delivered in launch %u",
                      game->number, ids[i], game->careful.launch);
    }
    free(ids);
}
