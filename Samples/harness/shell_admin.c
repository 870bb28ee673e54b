#include "books.h"
#include "print.h"
#include "print_store.h"
#include "shell_commands.h"
#include "shell_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- transactions ---- */

static void run_transactions(struct shell *shell, char **words) {
    struct books books;
    if (!books_open(&books, shell->store, words[0])) {
        return;
    }
    for (size_t i = 0; i < books.count; i++) {
        print_entry("ledger", &books.entries[i]);
    }
    if (books.count == 0) {
        print_line("ledger", "empty");
    }
    books_close(&books);
}

static void run_transaction(struct shell *shell, char **words) {
    uint64_t id = 0;
    iap_store_transaction entry = IAP_STORE_TRANSACTION_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(words[0], &id) &&
        shell_taken("transaction", iap_store_get_transaction(shell->store, id, &entry, &error), &error)) {
        print_entry("ledger", &entry);
    }
}

static void run_delete(struct shell *shell, char **words) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_id(words[0], &id) &&
        shell_taken("delete", iap_store_delete_transaction(shell->store, id, &error), &error)) {
        print_line("store", "deleted %" PRIu64 "; the game receives no event", id);
    }
}

static void run_clear(struct shell *shell, char **words) {
    (void)words;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("clear", iap_store_clear_transactions(shell->store, &error), &error)) {
        print_line("store", "deleted all transactions; the game receives no event");
    }
}

/* ---- totals ---- */

static void run_totals(struct shell *shell, char **words) {
    (void)words;
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    if (shell_accepted("totals", iap_store_get_totals(shell->store, &totals, NULL))) {
        print_line("ledger", "%" PRIu64 " charged, %" PRIu64 " unfinished, %" PRIu64 " refunded", totals.transactions,
                   totals.unfinished, totals.refunded);
    }
}

static void run_sheets(struct shell *shell, char **words) {
    (void)words;
    for (const struct name *sheet = names_sheets; sheet->word != NULL; sheet++) {
        print_line("sheet", "%s: shown %zu times", sheet->word, iap_store_sheet_count(shell->store, sheet->value));
    }
}

/* ---- files ---- */

static void run_log(struct shell *shell, char **words) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("log", iap_store_write_log(shell->store, words[0], &error), &error)) {
        print_line("store", "wrote its log to %s; --replay-store replays it", words[0]);
    }
}

static void run_state(struct shell *shell, char **words) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("state", iap_store_write_state(shell->store, words[0], &error), &error)) {
        print_line("store", "wrote its state to %s", words[0]);
    }
}

static bool write_bytes(const char *path, const uint8_t *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    bool good = file != NULL && fwrite(bytes, 1, length, file) == length;
    if (file != NULL) {
        good = fclose(file) == 0 && good;
    }
    return good;
}

static void run_certificate(struct shell *shell, char **words) {
    size_t length = 0;
    if (!shell_accepted("certificate", iap_store_root_certificate(shell->store, NULL, 0, &length, NULL))) {
        return;
    }
    uint8_t *bytes = malloc(length);
    if (bytes != NULL &&
        shell_accepted("certificate", iap_store_root_certificate(shell->store, bytes, length, &length, NULL))) {
        if (write_bytes(words[0], bytes, length)) {
            print_line("store", "wrote its root certificate to %s", words[0]);
        } else {
            print_line("problem", "cannot write %s", words[0]);
        }
    }
    free(bytes);
}

const struct shell_command shell_admin[] = {
    {"transactions", "transactions [ACCOUNT]", "list every transaction, also failed and finished ones", 0, 1,
     run_transactions},
    {"transaction", "transaction ID", "show one transaction", 1, 1, run_transaction},
    {"delete", "delete ID", "delete one transaction completely", 1, 1, run_delete},
    {"clear", "clear", "delete all transactions of all accounts", 0, 0, run_clear},
    {"totals", "totals", "count charged, unfinished and refunded transactions", 0, 0, run_totals},
    {"sheets", "sheets", "show how often each sheet was shown", 0, 0, run_sheets},
    {"log", "log FILE", "write the log of the store; see --replay-store", 1, 1, run_log},
    {"state", "state FILE", "write the state of the store", 1, 1, run_state},
    {"certificate", "certificate FILE", "write the root certificate (DER)", 1, 1, run_certificate},
    {NULL, NULL, NULL, 0, 0, NULL},
};
