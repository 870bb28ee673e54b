#include "script.h"
#include "print.h"
#include "steps.h"

#include <stdio.h>
#include <stdlib.h>

bool step_check(bool holds, const char *claim) {
    if (!holds) {
        print_line("problem", "not so: %s", claim);
    }
    return holds;
}

enum verdict step_verdict(bool good) { return good ? VERDICT_GOOD : VERDICT_BAD; }

enum verdict step_skip(const char *missing) {
    print_line("skipped", "the .storekit file has no %s", missing);
    return VERDICT_SKIPPED;
}

bool step_has_answer(const struct game *game) { return game->heard.answers > 0; }

bool step_has_removal(const struct game *game) { return game->heard.removed > 0; }

static const struct step {
    const char *title;
    const char *expected;
    enum verdict (*run)(struct script *script);
} steps[] = {
    {"May this player pay?", "yes", step_may_pay},
    {"The products", "each one with its price, and the id that the store does not know", step_products},
    {"A consumable, three at once", "purchased, granted, finished", step_consumable},
    {"A non-consumable", "purchased, granted, finished", step_non_consumable},
    {"An auto-renewable subscription", "purchased, granted, finished", step_subscription},
    {"The player changes their mind", "failed with IAP_ERROR_CANCELLED, nothing charged", step_cancel},
    {"The network fails", "failed with IAP_ERROR_NETWORK, nothing charged", step_failure},
    {"Ask to Buy", "deferred; approved by a parent; then purchased, granted, finished", step_ask_to_buy},
    {"Killed when purchased, before the grant", "the next launch gets it as delivery 2, grants it, finishes it",
     step_killed_before_grant},
    {"Killed after the grant, before the finish", "the next launch gets it as delivery 2, grants nothing, finishes it",
     step_killed_after_grant},
    {"One more launch", "what was finished does not come back", step_nothing_returns},
    {"A second device of the same player restores", "everything owned comes as restored, once", step_second_device},
    {"Somebody else restores", "nothing comes, and the restore is finished all the same", step_nothing_to_restore},
    {"The books", "the store charged exactly what the game granted, and nothing is unfinished", step_ledger},
};

#define STEP_COUNT (sizeof steps / sizeof steps[0])

static const char *verdict_text(enum verdict verdict) {
    switch (verdict) {
    case VERDICT_GOOD: return "as expected";
    case VERDICT_SKIPPED: return "skipped";
    default: return "NOT AS EXPECTED";
    }
}

static bool summarize(const size_t counts[3]) {
    size_t not_run = STEP_COUNT - counts[VERDICT_GOOD] - counts[VERDICT_BAD] - counts[VERDICT_SKIPPED];
    printf("%zu steps: %zu as expected, %zu not as expected", STEP_COUNT, counts[VERDICT_GOOD], counts[VERDICT_BAD]);
    if (counts[VERDICT_SKIPPED] > 0) {
        printf(", %zu skipped", counts[VERDICT_SKIPPED]);
    }
    if (not_run > 0) {
        printf(", %zu not run", not_run);
    }
    putchar('\n');
    return counts[VERDICT_BAD] == 0 && not_run == 0;
}

static bool run_steps(struct script *script) {
    size_t counts[3] = {0, 0, 0};
    for (size_t i = 0; i < STEP_COUNT && !script->phone.gave_up; i++) {
        printf("%zu. %s\n", i + 1, steps[i].title);
        print_line("expected", "%s", steps[i].expected);
        game_forget(&script->phone);
        enum verdict verdict = steps[i].run(script);
        print_line("verdict", "%s", verdict_text(verdict));
        putchar('\n');
        counts[verdict]++;
    }
    return summarize(counts);
}

bool script_run(const struct options *options, iap_store *store) {
    struct script script = {.options = options, .store = store};
    script.phone.account = GAME_ACCOUNT;
    script.phone.device_name = GAME_DEVICE;
    script.phone.policy = GAME_FINISHES;
    /* A .storekit file may turn Ask to Buy on. Here it is on only where a step asks for it. */
    bool good = step_check(iap_store_set_ask_to_buy(store, 0) == IAP_OK, "Ask to Buy can be turned off") &&
                game_open(&script.phone, store, options->state) && run_steps(&script);
    good = game_close(&script.phone) && good;
    free(script.consumable);
    free(script.other_consumable);
    free(script.non_consumable);
    free(script.subscription);
    return good;
}
