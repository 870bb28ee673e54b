#include "script.h"
#include "names.h"
#include "print.h"
#include "step_list.h"

#include <stdio.h>
#include <string.h>

static const struct run {
    const char *name;
    const struct step *steps;
    /* With a virtual clock and no threads in the library, the order of events is the same in each run. */
    iap_execution_t execution;
    bool hears_store_news;
} runs[] = {
    {SCRIPT_DEFAULT, script_purchases, IAP_EXECUTION_BACKGROUND, false},
    {"store", script_store, IAP_EXECUTION_MANUAL, true},
    {"subscriptions", script_subscriptions, IAP_EXECUTION_MANUAL, true},
    {"full-disk", script_full_disk, IAP_EXECUTION_MANUAL, false},
};

static const struct run *find_run(const char *name) {
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        if (strcmp(runs[i].name, name) == 0) {
            return &runs[i];
        }
    }
    return NULL;
}

bool script_exists(const char *name) { return find_run(name) != NULL; }

static const char *verdict_text(enum verdict verdict) {
    switch (verdict) {
    case VERDICT_GOOD: return "as expected";
    case VERDICT_SKIPPED: return "skipped";
    default: return "NOT AS EXPECTED";
    }
}

static bool summarize(size_t step_count, const size_t counts[3]) {
    size_t not_run = step_count - counts[VERDICT_GOOD] - counts[VERDICT_BAD] - counts[VERDICT_SKIPPED];
    printf("%zu steps: %zu as expected, %zu not as expected", step_count, counts[VERDICT_GOOD], counts[VERDICT_BAD]);
    if (counts[VERDICT_SKIPPED] > 0) {
        printf(", %zu skipped", counts[VERDICT_SKIPPED]);
    }
    if (not_run > 0) {
        printf(", %zu not run", not_run);
    }
    putchar('\n');
    return counts[VERDICT_BAD] == 0 && not_run == 0;
}

static bool run_steps(struct script *script, const struct step *steps) {
    size_t counts[3] = {0, 0, 0};
    size_t step_count = 0;
    for (; steps[step_count].run != NULL; step_count++) {
        if (script->phone.gave_up) {
            continue;
        }
        const struct step *step = &steps[step_count];
        printf("%zu. %s\n", step_count + 1, step->title);
        print_line("expected", "%s", step->expected);
        game_forget(&script->phone);
        game_forget(&script->tablet);
        enum verdict verdict = step->run(script);
        /* Without threads in the library all remaining events arrive now. */
        if (script->phone.execution == IAP_EXECUTION_MANUAL && !step_settles(script)) {
            verdict = VERDICT_BAD;
        }
        print_line("verdict", "%s", verdict_text(verdict));
        putchar('\n');
        counts[verdict]++;
    }
    return summarize(step_count, counts);
}

/* The settings that every step expects. A step that changes a setting restores it. */
static bool take_settings_back(iap_store *store) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool good = step_check(iap_store_set_ask_to_buy(store, 0, NULL) == IAP_OK, "Ask to Buy can be turned off");
    good &= step_order("interruptions", iap_store_set_interrupted_purchases(store, IAP_STORE_INTERRUPTION_NONE, &error),
                       &error);
    good &= step_order("failures", iap_store_set_fail_transactions(store, IAP_STORE_FAILURE_NONE, &error), &error);
    good &= step_order("dialogs", iap_store_set_dialogs_disabled(store, 0, &error), &error);
    good &= step_order("the time rate", iap_store_set_time_rate(store, 0, &error), &error);
    good &= step_order("billing retry", iap_store_set_billing_retry_on_renewal(store, 0, &error), &error);
    return step_order("the grace period", iap_store_set_billing_grace_period(store, 0, &error), &error) && good;
}

/* A .storekit file may turn on Ask to Buy and errors. Here they are on only if a step turns them on. */
static bool calm_down(iap_store *store) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool good = take_settings_back(store);
    for (const struct name *api = names_apis; api->word != NULL; api++) {
        good &= step_order(api->word, iap_store_set_simulated_error(store, api->value, IAP_STORE_FAILURE_NONE, &error),
                           &error);
    }
    return good;
}

bool script_run(const struct options *options, iap_store *store) {
    const struct run *run = find_run(options->script);
    struct script script = {.options = options, .store = store};
    script.phone.account = GAME_ACCOUNT;
    script.phone.device_name = GAME_DEVICE;
    script.phone.policy = GAME_FINISHES;
    script.phone.execution = run->execution;
    script.phone.hears_store_news = run->hears_store_news;
    bool good = calm_down(store) && game_open(&script.phone, store, options->state) && run_steps(&script, run->steps);
    good = game_close(&script.tablet) && good;
    good = game_close(&script.phone) && good;
    step_forget_products(&script);
    return good;
}
