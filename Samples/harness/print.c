#define _POSIX_C_SOURCE 200809L

#include "print.h"

#include <iap/iap_subscriptions.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Product ids and names come from files of unknown origin. They must not add line breaks. */
static void print_visibly(const char *text) {
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '\n') {
            fputs("\\n", stdout);
        } else if (byte < 0x20 || byte == 0x7F) {
            printf("\\x%02x", byte);
        } else {
            putchar(byte);
        }
    }
}

void print_line(const char *label, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    printf("  %-9s ", label);
    if (text != NULL) {
        va_start(arguments, format);
        vsnprintf(text, (size_t)length + 1, format, arguments);
        va_end(arguments);
        print_visibly(text);
        free(text);
    }
    putchar('\n');
}

void print_error(const char *label, const char *what, const iap_error *error) {
    print_line(label, "%s: %s: %s", what, iap_status_name(error->status), error->message);
    if (error->store_domain[0] != '\0') {
        print_line("", "from %s, code %" PRId64 "%s", error->store_domain, error->store_code,
                   error->retryable ? ", retryable" : "");
    }
}

static const char *type_name(iap_product_type_t type) {
    switch (type) {
    case IAP_PRODUCT_TYPE_CONSUMABLE: return "consumable";
    case IAP_PRODUCT_TYPE_NON_CONSUMABLE: return "non-consumable";
    case IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION: return "non-renewing";
    case IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION: return "auto-renewable";
    default: return "unknown type";
    }
}

static const char *unit_name(iap_period_unit_t unit) {
    switch (unit) {
    case IAP_PERIOD_UNIT_DAY: return "day";
    case IAP_PERIOD_UNIT_WEEK: return "week";
    case IAP_PERIOD_UNIT_MONTH: return "month";
    case IAP_PERIOD_UNIT_YEAR: return "year";
    default: return "unknown unit";
    }
}

void print_period(char *buffer, size_t capacity, iap_period_unit_t unit, int32_t value) {
    snprintf(buffer, capacity, "%" PRId32 " %s%s", value, unit_name(unit), value == 1 ? "" : "s");
}

const char *print_text(const char *text) { return text != NULL ? text : "(not reported)"; }

void print_product(const iap_product *product) {
    char period[64] = "";
    bool renews = iap_product_subscription_period_unit(product) != IAP_PERIOD_UNIT_NONE;
    if (renews) {
        print_period(period, sizeof period, iap_product_subscription_period_unit(product),
                     iap_product_subscription_period_value(product));
    }
    print_line("product", "%s (%s): \"%s\" for %s%s%s", iap_product_id(product), type_name(iap_product_type(product)),
               iap_product_display_name(product), iap_product_display_price(product), renews ? " every " : "", period);
    print_line("", "exactly %" PRId64 " thousandths of %s; %s", iap_product_price_milliunits(product),
               iap_product_currency_code(product), iap_product_description(product));
}

const char *print_state_name(iap_transaction_state_t state) {
    switch (state) {
    case IAP_TRANSACTION_PURCHASING: return "purchasing";
    case IAP_TRANSACTION_PURCHASED: return "purchased";
    case IAP_TRANSACTION_FAILED: return "failed";
    case IAP_TRANSACTION_RESTORED: return "restored";
    case IAP_TRANSACTION_DEFERRED: return "deferred";
    case IAP_TRANSACTION_REVOKED: return "revoked";
    case IAP_TRANSACTION_UNVERIFIED: return "unverified";
    default: return "unknown state";
    }
}

void print_transaction(const char *label, const char *word, const iap_transaction *transaction) {
    char details[192] = "";
    size_t length = 0;
    uint64_t id = iap_transaction_id(transaction);
    if (id != 0) {
        length += (size_t)snprintf(details, sizeof details, ", transaction %" PRIu64, id);
    }
    if (iap_transaction_state(transaction) == IAP_TRANSACTION_RESTORED) {
        length += (size_t)snprintf(details + length, sizeof details - length, ", original %" PRIu64,
                                   iap_transaction_id(iap_transaction_original(transaction)));
    }
    if (iap_transaction_expiration_date_ms(transaction) != 0) {
        char time[32];
        print_time(time, sizeof time, iap_transaction_expiration_date_ms(transaction));
        length += (size_t)snprintf(details + length, sizeof details - length, ", until %s", time);
    }
    if (iap_transaction_delivery_count(transaction) != 0) {
        snprintf(details + length, sizeof details - length, ", delivery %" PRId32,
                 iap_transaction_delivery_count(transaction));
    }
    print_line(label, "%s %s x%" PRId32 "%s", word, iap_transaction_product_id(transaction),
               iap_transaction_quantity(transaction), details);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_transaction_error(transaction, &error) != IAP_OK) {
        print_error("", "because", &error);
    }
}

void print_removal(const char *label, const iap_transaction *transaction) {
    uint64_t id = iap_transaction_id(transaction);
    if (id == 0) {
        print_line(label, "finished the failed payment for %s", iap_transaction_product_id(transaction));
    } else {
        print_line(label, "finished transaction %" PRIu64, id);
    }
}

void print_time(char *buffer, size_t capacity, int64_t milliseconds) {
    /* The harness uses a virtual clock, so this is the time of the store, the same in each run. */
    time_t seconds = (time_t)(milliseconds / 1000);
    struct tm parts;
    if (gmtime_r(&seconds, &parts) == NULL || strftime(buffer, capacity, "%Y-%m-%d %H:%M:%S UTC", &parts) == 0) {
        snprintf(buffer, capacity, "%" PRId64 " ms", milliseconds);
    }
}
