#include "print.h"
#include "shell_commands.h"
#include "shell_words.h"

#include <inttypes.h>

/* ---- purchases ---- */

static void run_cancel_next(struct shell *shell, char **words) {
    (void)words;
    if (shell_accepted("cancel-next", iap_store_cancel_next_purchase(shell->store, NULL))) {
        print_line("player", "will cancel the next purchase");
    }
}

static void run_fail_next(struct shell *shell, char **words) {
    int32_t failure = IAP_STORE_FAILURE_NONE;
    if (shell_read_name(words[0], "the failure", names_failures, &failure) &&
        shell_accepted("fail-next", iap_store_fail_next_purchase(shell->store, failure, NULL))) {
        print_line("store", "the next purchase will fail: %s", words[0]);
    }
}

static void run_fail(struct shell *shell, char **words) {
    int32_t failure = IAP_STORE_FAILURE_NONE;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_name(words[0], "the failure", names_purchase_failures, &failure) &&
        shell_taken("fail", iap_store_set_fail_transactions(shell->store, failure, &error), &error)) {
        print_line("store",
                   failure == IAP_STORE_FAILURE_NONE ? "purchases succeed again" : "every purchase fails from now on");
    }
}

static void run_interrupt(struct shell *shell, char **words) {
    int32_t interruption = IAP_STORE_INTERRUPTION_NONE;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_name(words[0], "an interruption", names_interruptions, &interruption) &&
        shell_taken("interrupt", iap_store_set_interrupted_purchases(shell->store, interruption, &error), &error)) {
        print_line("store", interruption == IAP_STORE_INTERRUPTION_NONE
                                ? "purchases are not interrupted"
                                : "every purchase is interrupted; transactions lists them, resolve goes on");
    }
}

static void run_lose(struct shell *shell, char **words) {
    int32_t loss = IAP_STORE_LOSS_ERROR;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_name(words[0], "a loss", names_losses, &loss) &&
        shell_taken("lose", iap_store_lose_next_answer(shell->store, loss, &error), &error)) {
        print_line("store", "the next purchase will be charged, and its response lost");
        if (loss == IAP_STORE_LOSS_SILENCE) {
            shell_expect_silence(shell);
        }
    }
}

/* ---- processes that end ---- */

static void run_restart(struct shell *shell, char **words) {
    (void)words;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("restart", iap_store_restart(shell->store, &error), &error)) {
        print_line("store", "has restarted");
        shell_listen(shell);
    }
}

static void run_kill(struct shell *shell, char **words) {
    int32_t point = IAP_STORE_POINT_NONE;
    uint64_t count = 1;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!shell_read_name(words[0], "a point", names_points, &point) ||
        (words[1] != NULL && !shell_read_number(words[1], "the count", UINT32_MAX, &count))) {
        return;
    }
    if (shell_taken("kill", iap_store_kill_at(shell->store, point, (uint32_t)count, &error), &error)) {
        if (point == IAP_STORE_POINT_NONE) {
            print_line("store", "will not kill this program");
        } else {
            print_line("store", "will kill this program at point %s, time %" PRIu64, words[0], count);
        }
    }
}

/* ---- signatures ---- */

static void run_forge(struct shell *shell, char **words) {
    int32_t forgery = IAP_STORE_FORGERY_NONE;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_name(words[0], "a forgery", names_forgeries, &forgery) &&
        shell_taken("forge", iap_store_set_forgery(shell->store, forgery, &error), &error)) {
        print_line("store", forgery == IAP_STORE_FORGERY_NONE ? "signs correctly" : "forges all signed data: %s",
                   words[0]);
    }
}

const struct shell_command shell_failures[] = {
    {"cancel-next", "cancel-next", "cancel the next purchase", 0, 0, run_cancel_next},
    {"fail-next", "fail-next FAILURE", "let the next purchase fail", 1, 1, run_fail_next},
    {"fail", "fail FAILURE|off", "let every purchase fail", 1, 1, run_fail},
    {"interrupt", "interrupt pending|error|off", "interrupt every purchase until the player acts", 1, 1, run_interrupt},
    {"lose", "lose error|silence", "lose the response of the next purchase", 1, 1, run_lose},
    {"restart", "restart", "restart the store service of the phone", 0, 0, run_restart},
    {"kill", "kill POINT [COUNT]", "kill this program at a point; a wrong point lists them; off", 1, 2, run_kill},
    {"forge", "forge KIND", "forge signed data; a wrong kind lists them; off", 1, 1, run_forge},
    {NULL, NULL, NULL, 0, 0, NULL},
};
