#include "print_store.h"
#include "names.h"
#include "print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/** The maximum length of the line of remarks. */
#define REMARKS_LENGTH_MAX 400

static void remark(char *remarks, const char *text) {
    size_t length = strlen(remarks);
    snprintf(remarks + length, REMARKS_LENGTH_MAX - length, "%s%s", length == 0 ? "" : ", ", text);
}

static void remark_time(char *remarks, const char *text, int64_t milliseconds) {
    char time[32], words[64];
    print_time(time, sizeof time, milliseconds);
    snprintf(words, sizeof words, "%s %s", text, time);
    remark(remarks, words);
}

static void remark_money(char *remarks, const iap_store_transaction *entry) {
    char words[64];
    snprintf(words, sizeof words, "%" PRId64 " thousandths refunded", entry->refunded_milliunits);
    remark(remarks, words);
}

static void remark_flags(char *remarks, const iap_store_transaction *entry) {
    const struct {
        bool holds;
        const char *text;
    } flags[] = {
        {entry->is_renewal != 0, "a renewal"},
        {entry->ownership == IAP_OWNERSHIP_FAMILY_SHARED, "shared by the family"},
        {entry->is_upgraded != 0, "upgraded"},
        {entry->is_auto_renewing != 0, "renews"},
        {entry->has_purchase_issue != 0, "has an issue"},
        {entry->is_pending_price_increase_consent != 0, "waits for price increase consent"},
        {entry->is_pending_ask_to_buy != 0, "waits for approval"},
        {entry->is_finished != 0, "finished"},
    };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (flags[i].holds) {
            remark(remarks, flags[i].text);
        }
    }
}

void print_entry(const char *label, const iap_store_transaction *entry) {
    char time[32];
    print_time(time, sizeof time, entry->purchase_date_ms);
    print_line(label, "%" PRIu64 " %s: %s x%" PRId32 " by %s on %s for %" PRId64 " thousandths of %s", entry->id,
               print_state_name(entry->state), entry->product_id, entry->quantity, entry->account, time,
               entry->price_milliunits, entry->currency_code);
    char remarks[REMARKS_LENGTH_MAX] = "";
    if (entry->expiration_date_ms != 0) {
        remark_time(remarks, "until", entry->expiration_date_ms);
    }
    if (entry->offer_type != IAP_OFFER_TYPE_NONE) {
        char words[64];
        snprintf(words, sizeof words, "%s offer", names_word(names_offer_types, entry->offer_type));
        remark(remarks, words);
    }
    remark_flags(remarks, entry);
    if (entry->revocation_date_ms != 0) {
        remark_time(remarks, "revoked on", entry->revocation_date_ms);
    }
    if (entry->refunded_milliunits != 0) {
        remark_money(remarks, entry);
    }
    if (entry->original_id != 0 && entry->original_id != entry->id) {
        char words[64];
        snprintf(words, sizeof words, "first transaction %" PRIu64, entry->original_id);
        remark(remarks, words);
    }
    if (remarks[0] != '\0') {
        print_line("", "%s", remarks);
    }
}
