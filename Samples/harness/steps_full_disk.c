#define _POSIX_C_SOURCE 200809L

/* Purchases and a restore while the game cannot write its save file, and a purchase with two transaction ids. */
#include "print.h"
#include "step_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Long enough for each profile. */
#define WAIT_SECONDS 60

/* Real stores are slow, so the time passes second by second. */
static bool waits(struct script *script) {
    bool good = true;
    for (int second = 0; good && second < WAIT_SECONDS; second++) {
        good = step_check(iap_store_advance_clock(script->store, 1000, NULL) == IAP_OK, "the clock moves") &&
               step_settles(script);
    }
    return good;
}

/* A folder with the name of the new save file: the game cannot write the file, even if its user is root. */
static bool fill_disk(const struct game *game, bool is_full) {
    size_t capacity = strlen(game->save.path) + sizeof ".new";
    char *path = malloc(capacity);
    if (path == NULL) {
        return false;
    }
    snprintf(path, capacity, "%s.new", game->save.path);
    bool good = step_check((is_full ? mkdir(path, 0700) : rmdir(path)) == 0, "the folder is created or removed");
    free(path);
    print_line(game->device_name, is_full ? "has a full disk" : "has space on its disk");
    return good;
}

static bool taps_twice_and_once_more(struct script *script) {
    struct game *phone = &script->phone;
    bool good = game_buy(phone, script->consumable, 1) && game_buy(phone, script->consumable, 1) && waits(script) &&
                game_buy(phone, script->consumable, 1) && waits(script);
    return good && step_check(phone->heard.granted == 0, "nothing was granted");
}

static bool launches_again(struct script *script) {
    struct game *phone = &script->phone;
    if (!game_close(phone)) {
        return false;
    }
    print_line(phone->device_name, "is launched again");
    return game_open(phone, script->store, script->options->state) && waits(script);
}

/* Some systems return the unfinished purchase for another tap, others charge for each tap. */
static bool loses_nothing(struct script *script, iap_profile_t profile) {
    struct game *phone = &script->phone;
    iap_store_totals before = IAP_STORE_TOTALS_INIT, after = IAP_STORE_TOTALS_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const int64_t held = save_holds(&phone->save, script->consumable);
    game_forget(phone);
    print_line("store", "has the quirks of %s", iap_profile_name(profile));
    bool good = step_order("the profile", iap_store_set_profile(script->store, profile, &error), &error) &&
                step_order("the totals", iap_store_get_totals(script->store, &before, &error), &error) &&
                fill_disk(phone, true) && taps_twice_and_once_more(script);
    good = fill_disk(phone, false) && good && launches_again(script) &&
           step_order("the totals", iap_store_get_totals(script->store, &after, &error), &error);
    const uint64_t charged = after.transactions - before.transactions;
    print_line("ledger", "%" PRIu64 " charged, %" PRIu64 " unfinished", charged, after.unfinished);
    script->charged += charged;
    good = step_check(charged > 0, "the store charged the player") && good;
    good &= step_check(phone->heard.granted == charged, "each charged purchase was granted once");
    good &= step_check(save_holds(&phone->save, script->consumable) == held + (int64_t)charged, "and nothing else");
    return step_check(after.unfinished == 0, "nothing is unfinished") && good;
}

enum verdict step_full_disk(struct script *script) {
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    bool good = true;
    for (size_t i = 0; good && i < iap_profile_count(); i++) {
        good = loses_nothing(script, iap_profile_at(i));
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_verdict(
        step_order("the profile", iap_store_set_profile(script->store, IAP_PROFILE_DOCUMENTED, &error), &error) &&
        good);
}

static bool restores(struct script *script) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    game_forget(&script->tablet);
    print_line("tablet", "asks for a restore");
    return step_order("the restore", iap_restore_completed_transactions(script->tablet.client, NULL, &error), &error) &&
           waits(script) && step_check(script->tablet.heard.restore_finished == 1, "it finished once");
}

enum verdict step_restore_with_full_disk(struct script *script) {
    struct game *tablet = &script->tablet;
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = script->non_consumable;
    if (script->non_consumable == NULL) {
        return step_skip("non-consumable");
    }
    *tablet = (struct game){
        .account = GAME_ACCOUNT, .device_name = "tablet", .policy = GAME_FINISHES, .execution = IAP_EXECUTION_MANUAL};
    if (!step_buys(script, &payment) || !game_open(tablet, script->store, script->options->state)) {
        return VERDICT_BAD;
    }
    bool good = fill_disk(tablet, true) && restores(script) &&
                step_check(tablet->heard.granted == 0 && tablet->heard.removed == 0, "nothing was granted or finished");
    good = fill_disk(tablet, false) && good && restores(script) &&
           step_check(tablet->heard.granted == 1 && tablet->heard.removed == 1, "it was granted once, and finished");
    return step_verdict(game_close(tablet) && good);
}

/* The store delivers a finished purchase once more, under another transaction id. */
enum verdict step_two_ids(struct script *script) {
    struct game *phone = &script->phone;
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = script->consumable;
    if (script->consumable == NULL) {
        return step_skip("consumable");
    }
    if (!step_buys(script, &payment)) {
        return VERDICT_BAD;
    }
    const uint64_t id = iap_transaction_id(phone->heard.outcome);
    const int64_t held = save_holds(&phone->save, script->consumable);
    uint64_t copy = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    game_forget(phone);
    bool good = step_order("the copy", iap_store_copy_transaction(script->store, id, &copy, &error), &error) &&
                waits(script) && step_check(phone->heard.granted == 0, "it was not granted again");
    return step_verdict(step_check(save_holds(&phone->save, script->consumable) == held, "the player has no more") &&
                        good);
}
