/* The ledger of the store after the year. */
#include "ledger.h"
#include "print.h"
#include "print_store.h"
#include "step_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sums {
    int64_t paid, given_back;
    size_t granted; /**< transactions that a game had to grant */
};

static struct sums add_up(const struct ledger *ledger, const char *account) {
    struct sums sums = {0, 0, 0};
    for (size_t i = 0; i < ledger->count; i++) {
        const iap_store_transaction *entry = &ledger->entries[i];
        print_entry("ledger", entry);
        if (strcmp(entry->account, account) == 0) {
            sums.paid += entry->price_milliunits;
            sums.given_back += entry->refunded_milliunits;
            sums.granted += entry->state == IAP_TRANSACTION_PURCHASED || entry->state == IAP_TRANSACTION_REVOKED;
        }
    }
    return sums;
}

enum verdict step_whole_ledger(struct script *script) {
    struct game *phone = &script->phone;
    struct ledger ledger;
    if (!ledger_open(&ledger, script->store, NULL)) {
        return VERDICT_BAD;
    }
    struct sums sums = add_up(&ledger, phone->account);
    ledger_close(&ledger);
    print_line(phone->account, "has paid %" PRId64 " thousandths, of which %" PRId64 " were refunded", sums.paid,
               sums.given_back);
    print_line(phone->device_name, "%zu granted", phone->save.count);
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    bool good = step_check(sums.granted == phone->save.count, "the game granted each purchase once");
    good &= step_check(sums.granted == script->charged, "the store sold what the player bought");
    return step_verdict(
        step_check(iap_store_get_totals(script->store, &totals, NULL) == IAP_OK && totals.unfinished == 0,
                   "nothing is unfinished") &&
        good);
}
