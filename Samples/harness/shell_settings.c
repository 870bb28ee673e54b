#include "print.h"
#include "print_store.h"
#include "shell_commands.h"
#include "shell_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- all of them ---- */

static void print_simulated_errors(struct shell *shell) {
    for (const struct name *api = names_apis; api->word != NULL; api++) {
        iap_store_failure failure = IAP_STORE_FAILURE_NONE;
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (shell_taken("settings", iap_store_get_simulated_error(shell->store, api->value, &failure, &error),
                        &error) &&
            failure != IAP_STORE_FAILURE_NONE) {
            print_line("", "error %s: %s", api->word, names_word(names_failures, failure));
        }
    }
}

static void print_habit(const char *label, iap_habit habit, int64_t value) {
    const char *name = iap_habit_value_name(habit, value);
    if (name == NULL && iap_habit_largest(habit) == 1) {
        name = value == 1 ? "on" : "off";
    }
    if (name != NULL) {
        print_line(label, "habit %s: %s", iap_habit_name(habit), name);
    } else {
        print_line(label, "habit %s: %" PRId64, iap_habit_name(habit), value);
    }
}

/* Prints the profile. Without a profile, prints the habits that differ from the documentation. */
static void print_habits(struct shell *shell) {
    iap_profile profile = IAP_PROFILE_NONE;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!shell_taken("settings", iap_store_get_profile(shell->store, &profile, &error), &error)) {
        return;
    }
    if (profile != IAP_PROFILE_NONE) {
        print_line("", "profile: %s", iap_profile_name(profile));
        return;
    }
    print_line("", "profile: none");
    for (size_t i = 0; i < iap_habit_count(); i++) {
        iap_habit habit = iap_habit_at(i);
        int64_t value = 0;
        if (shell_taken("settings", iap_store_get_habit(shell->store, habit, &value, &error), &error) &&
            value != iap_habit_value_in(habit, IAP_PROFILE_DOCUMENTED)) {
            print_habit("", habit, value);
        }
    }
}

static void run_settings(struct shell *shell, char **words) {
    (void)words;
    iap_store_settings settings = IAP_STORE_SETTINGS_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("settings", iap_store_get_settings(shell->store, &settings, &error), &error)) {
        print_settings(&settings);
        print_habits(shell);
        print_simulated_errors(shell);
    }
}

static void run_reset(struct shell *shell, char **words) {
    (void)words;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("reset", iap_store_reset_to_default_state(shell->store, &error), &error)) {
        const iap_device_network network = IAP_DEVICE_NETWORK_INIT;
        shell->network = network;
        shell->game.patience_ms = 0;
        print_line("store", "has the settings of the .storekit file");
        shell_listen(shell);
    }
}

/* ---- time and renewals ---- */

static void run_set_clock(struct shell *shell, char **words) {
    int64_t milliseconds = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_time(words[0], &milliseconds) &&
        shell_taken("set-clock", iap_store_set_clock(shell->store, milliseconds, &error), &error)) {
        char time[32];
        print_time(time, sizeof time, iap_store_now_ms(shell->store));
        print_line("store", "it is now %s", time);
        shell_listen(shell);
    }
}

static void run_rate(struct shell *shell, char **words) {
    uint64_t rate = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_number(words[0], "the rate", INT32_MAX, &rate) &&
        shell_taken("rate", iap_store_set_time_rate(shell->store, (int32_t)rate, &error), &error)) {
        print_line("store", "new periods use the time rate %" PRIu64, rate);
    }
}

static void run_billing_retry(struct shell *shell, char **words) {
    int32_t on = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_switch(words[0], "billing-retry", &on) &&
        shell_taken("billing-retry", iap_store_set_billing_retry_on_renewal(shell->store, on, &error), &error)) {
        print_line("store", on ? "payments for renewals fail" : "payments for renewals succeed");
    }
}

static void run_grace(struct shell *shell, char **words) {
    uint64_t days = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_number(words[0], "the grace period in days", INT32_MAX, &days) &&
        shell_taken("grace", iap_store_set_billing_grace_period(shell->store, (int32_t)days, &error), &error)) {
        print_line("store", days == 0 ? "there is no grace period" : "the grace period is %" PRIu64 " days", days);
    }
}

static void run_limit(struct shell *shell, char **words) {
    uint64_t renewals = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_number(words[0], "the limit", INT32_MAX, &renewals) &&
        shell_taken("limit", iap_store_set_renewal_limit(shell->store, (int32_t)renewals, &error), &error)) {
        print_line("store",
                   renewals == 0 ? "subscriptions renew without a limit" : "subscriptions renew %" PRIu64 " times",
                   renewals);
    }
}

/* ---- sale and payments ---- */

static void run_sale(struct shell *shell, char **words) {
    int32_t on = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_switch(words[1], "sale", &on) &&
        shell_taken("sale", iap_store_set_on_sale(shell->store, words[0], on, &error), &error)) {
        print_line("store", on ? "sells %s" : "no longer sells %s", words[0]);
    }
}

static void run_payments(struct shell *shell, char **words) {
    int32_t on = 0;
    if (shell_read_switch(words[0], "payments", &on) &&
        shell_accepted("payments", iap_store_set_payments_allowed(shell->store, on, NULL))) {
        print_line("store", on ? "players may pay" : "players must not pay");
    }
}

static void run_dialogs(struct shell *shell, char **words) {
    int32_t on = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_read_switch(words[0], "dialogs", &on) &&
        shell_taken("dialogs", iap_store_set_dialogs_disabled(shell->store, !on, &error), &error)) {
        print_line("store", on ? "sheets are shown" : "no sheets are shown; the player accepts each one");
    }
}

static void run_language(struct shell *shell, char **words) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (shell_taken("language", iap_store_set_locale_during_next_purchase(shell->store, words[0], &error), &error)) {
        print_line("store", "the language will change to %s during the next purchase", words[0]);
    }
}

/* ---- habits of real systems ---- */

static void run_profile(struct shell *shell, char **words) {
    iap_profile profile = iap_profile_named(words[0]);
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (profile == IAP_PROFILE_NONE) {
        char names[256] = "";
        for (size_t i = 0; i < iap_profile_count(); i++) {
            size_t length = strlen(names);
            snprintf(names + length, sizeof names - length, "%s%s", i == 0 ? "" : ", ",
                     iap_profile_name(iap_profile_at(i)));
        }
        print_line("problem", "profile must be one of: %s", names);
    } else if (shell_taken("profile", iap_store_set_profile(shell->store, profile, &error), &error)) {
        print_line("store", "has the habits of %s", words[0]);
    }
}

/* The name of a choice, on or off, or a number. */
static bool read_habit_value(const char *text, iap_habit habit, int64_t *value) {
    const int64_t largest = iap_habit_largest(habit);
    char names[128] = "";
    for (int64_t choice = 0; iap_habit_value_name(habit, choice) != NULL; choice++) {
        const char *name = iap_habit_value_name(habit, choice);
        size_t length = strlen(names);
        if (strcmp(text, name) == 0) {
            *value = choice;
            return true;
        }
        snprintf(names + length, sizeof names - length, "%s%s", choice == 0 ? "" : ", ", name);
    }
    if (names[0] != '\0') {
        print_line("problem", "%s must be one of: %s", iap_habit_name(habit), names);
        return false;
    }
    if (largest == 1) {
        int32_t on = 0;
        bool is_switch = shell_read_switch(text, iap_habit_name(habit), &on);
        *value = on;
        return is_switch;
    }
    uint64_t number = 0;
    bool is_number = shell_read_number(text, iap_habit_name(habit), (uint64_t)largest, &number);
    *value = (int64_t)number;
    return is_number;
}

static void run_habit(struct shell *shell, char **words) {
    iap_habit habit = iap_habit_named(words[0]);
    int64_t value = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (habit == IAP_HABIT_NONE) {
        char name[64];
        shell_show(name, sizeof name, words[0]);
        print_line("problem", "there is no habit %s; iap_store.h lists the habits, use lower case here", name);
    } else if (read_habit_value(words[1], habit, &value) &&
               shell_taken("habit", iap_store_set_habit(shell->store, habit, value, &error), &error)) {
        print_habit("store", habit, value);
        print_line("", "%s", iap_habit_sentence(habit));
    }
}

const struct shell_command shell_settings[] = {
    {"settings", "settings", "list the settings of the store", 0, 0, run_settings},
    {"reset", "reset", "use the settings of the .storekit file", 0, 0, run_reset},
    {"set-clock", "set-clock TIME", "move the store's clock, also back: 2026-03-01T12:30", 1, 1, run_set_clock},
    {"rate", "rate NUMBER", "Xcode's time rate: 15 is a month every 30 seconds, 0 real time", 1, 1, run_rate},
    {"billing-retry", "billing-retry on|off", "on: payments for renewals fail", 1, 1, run_billing_retry},
    {"grace", "grace DAYS", "set the billing grace period: 3, 16 or 28 days; 0 for none", 1, 1, run_grace},
    {"limit", "limit RENEWALS", "stop after this number of renewals; 0 for no limit", 1, 1, run_limit},
    {"sale", "sale PRODUCT on|off", "put a product on sale, or remove it from sale", 2, 2, run_sale},
    {"payments", "payments on|off", "allow or forbid payments", 1, 1, run_payments},
    {"dialogs", "dialogs on|off", "show sheets, or show none", 1, 1, run_dialogs},
    {"language", "language LOCALE", "change the language during the next purchase: de_DE", 1, 1, run_language},
    {"profile", "profile NAME", "set the habits of a real system: documented, macos-26, worst, ...", 1, 1, run_profile},
    {"habit", "habit NAME VALUE", "set one habit: a number, on or off, or a choice", 2, 2, run_habit},
    {NULL, NULL, NULL, 0, 0, NULL},
};
