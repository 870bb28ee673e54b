/*
 * Each scene below plays one player, observes the store, and reports some quirks.
 */
#include "quirks.h"
#include "probe.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define COINS "com.example.caves.coins.small"
#define SEASON "com.example.caves.season"
#define MONTHLY "com.example.caves.club.monthly"
#define YEARLY "com.example.caves.club.yearly"
#define OFFER "LOYAL"
/* {"alg":"ES256"}, {} and 64 bytes that are no signature. */
#define BAD_JWS                                                                                                        \
    "eyJhbGciOiJFUzI1NiJ9.e30."                                                                                        \
    "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ"

/* In milliseconds. */
enum { REPEAT_LIMIT = 100000, OWN_ANNOUNCEMENT_LIMIT = 2400, SECOND = 1000 };

/* -------------------------------------------------------------------------------------------------------- the report */

static FILE *report;
static const char *only_quirk;
/* The quirks of the scene. */
static const char *const *awaited;
static int is_said[8];

static void say(const char *quirk, int64_t low, int64_t high) {
    for (size_t i = 0; awaited[i] != NULL; i++) {
        if (strcmp(awaited[i], quirk) != 0) continue;
        is_said[i] = 1;
        if (only_quirk == NULL || strcmp(only_quirk, quirk) == 0)
            fprintf(report, "%s %" PRId64 " %" PRId64 "\n", quirk, low < 0 ? 0 : low, high < 0 ? 0 : high);
    }
}

static void say_value(const char *quirk, int64_t value) { say(quirk, value, value); }

static void say_span(const char *quirk, span span, int64_t since) {
    if (span.is_known) say(quirk, span.low - since, span.high - since);
}

/* ---------------------------------------------------------------------------------------------------------- scenes */

static void read_what_is_there(player *player) {
    const response products = ask(player, PRODUCTS);
    response storefront, entitlements;
    say_value("products_hang", !products.is_done);
    if (products.is_done && !products.is_error) say_value("products_empty", products.count == 0);
    storefront = ask(player, STOREFRONT);
    if (storefront.is_done) say_value("storefront_stall_ms", storefront.ended - storefront.begun);
    entitlements = ask(player, ENTITLEMENTS);
    if (entitlements.is_done) say_value("read_stall_ms", entitlements.ended - entitlements.begun);
}

static void buy_a_non_consumable(player *player) {
    const purchase bought = buy(player, EDITOR);
    sighting reported;
    int64_t refunded;
    if (bought.id == 0) return;
    say_value("result_delay_ms", bought.time - bought.begun);
    say_span("listing_lag_ms", when_listed(player, bought.id, 1, bought.time), bought.time);
    wait_ms(player, bought.time + OWN_ANNOUNCEMENT_LIMIT - now);
    say_value("announce_own_nonconsumable", find(ANNOUNCED, bought.id, bought.begun, 0, &reported));
    if (finish(player, bought.id) == 0) return;
    /* A repeat after the finish must not look like the announcement of the refund. */
    wait_ms(player, RESPONSE_LIMIT);
    refunded = now;
    if (!player->stage->act("refund", EDITOR, bought.id)) return;
    say_span("refund_lag_ms", when_listed(player, bought.id, 0, refunded), refunded);
    while (!find(ANNOUNCED, bought.id, refunded, 0, &reported) && now < refunded + 2 * RESPONSE_LIMIT) step(player);
    if (find(ANNOUNCED, bought.id, refunded, 0, &reported))
        say_value("refund_announce_lag_ms", reported.time - refunded);
    else say_value("refund_announce_lag_ms", 2 * RESPONSE_LIMIT);
}

static void buy_a_consumable(player *player) {
    iap_payment payment = IAP_PAYMENT_INIT;
    purchase bought;
    response last = {.count = 0};
    sighting reported;
    int flickers = 0;
    int64_t finished;
    size_t others = 0, repeats;
    payment.product_id = COINS;
    bought = begin_to_pay(player, &payment);
    if (bought.payment_id == 0) return;
    /* The list may have it before the response comes, and lose it again. Nothing is finished meanwhile. */
    while (now < (is_answered(&bought) ? bought.time + 3 * SECOND : bought.begun + RESPONSE_LIMIT)) {
        const response unfinished = ask(player, UNFINISHED);
        if (unfinished.is_done && !unfinished.is_error) {
            for (size_t i = 0; i < last.count; i++) flickers |= !has(&unfinished, last.ids[i]);
            flickers |= bought.id != 0 && !has(&unfinished, bought.id);
            last = unfinished;
        }
        step(player);
    }
    if (bought.id == 0) return;
    say_value("unfinished_flicker", flickers);
    wait_ms(player, 8 * SECOND);
    for (size_t i = 0; find(ANNOUNCED, 0, bought.time, i, &reported); i++) others += reported.id != bought.id;
    say_value("two_ids", others > 0);
    if (find(ANNOUNCED, bought.id, bought.time, 0, &reported))
        say_value("double_delivery_ms", reported.time - bought.time);
    else say_value("double_delivery_ms", 0);
    finished = finish(player, bought.id);
    if (finished == 0) return;
    wait_ms(player, REPEAT_LIMIT);
    repeats = count(ANNOUNCED, bought.id, finished + 1);
    say_value("repeat_after_finish", (int64_t)repeats);
    if (find(ANNOUNCED, bought.id, finished + 1, 0, &reported))
        say_value("repeat_after_finish_ms", reported.time - finished);
}

static void leave_a_consumable_unfinished(player *player) {
    const purchase first = buy(player, COINS);
    purchase second;
    sighting reported;
    int64_t launched;
    if (first.id == 0) return;
    /* An automatic repeat must not look like a replay. */
    wait_ms(player, 10 * SECOND);
    quit(player);
    wait_ms(player, 5 * SECOND);
    launched = now;
    if (!launch(player)) return;
    wait_ms(player, 5 * SECOND);
    say_value("launch_replays_unfinished", find(ANNOUNCED, first.id, launched, 0, &reported));
    second = buy(player, COINS);
    if (second.id != 0) say_value("unfinished_consumable_returned", second.id == first.id);
}

static void buy_one_thing_after_another(player *player) {
    const purchase first = buy_and_finish(player, COINS);
    purchase second;
    if (first.id == 0) return;
    second = buy(player, EDITOR);
    if (second.id != 0) say_value("returns_previous", second.id == first.id);
}

static void buy_a_season_twice(player *player) {
    const purchase first = buy_and_finish(player, SEASON);
    purchase second;
    if (first.id == 0) return;
    wait_ms(player, 5 * SECOND);
    second = buy(player, SEASON);
    if (second.id != 0) say_value("nonrenewing_second", second.id == first.id);
}

static void refund_a_season(player *player) {
    const purchase bought = buy_and_finish(player, SEASON);
    int64_t gone;
    int is_back = 0;
    if (bought.id == 0 || !when_listed(player, bought.id, 1, now).is_known) return;
    wait_ms(player, 10 * SECOND);
    if (!player->stage->act("refund", SEASON, bought.id)) return;
    if (!when_listed(player, bought.id, 0, now).is_known) return;
    for (gone = now; now < gone + 4 * SECOND; step(player)) {
        const response entitlements = ask(player, ENTITLEMENTS);
        is_back |= has(&entitlements, bought.id);
    }
    say_value("refund_relist_flicker", is_back);
}

static void subscribe(player *player) {
    const response before = ask(player, INTRODUCTORY_OFFER);
    const purchase bought = buy(player, MONTHLY);
    sighting reported;
    int yes = 0, no = 0;
    int is_known = 0, is_unfinished = 0;
    int64_t restored;
    purchase again;
    if (bought.id == 0) return;
    say_span("status_lag_ms", when_status_exists(player, bought.time), bought.time);
    wait_ms(player, bought.time + OWN_ANNOUNCEMENT_LIMIT - now);
    say_value("announce_own_subscription", find(ANNOUNCED, bought.id, bought.time, 0, &reported));
    if (finish(player, bought.id) == 0) return;
    wait_ms(player, 10 * SECOND);
    for (int i = 0; i < 16; i++) {
        if (ask(player, INTRODUCTORY_OFFER).flag) yes++;
        else no++;
    }
    if (before.flag) say_value("intro_sticky", no == 0 ? 1 : yes == 0 ? 0 : 2);
    again = buy(player, MONTHLY);
    if (again.time != 0) say_value("owned_subscription", again.id == 0);
    /* A repeat after the finish must not look like a result of the restore. */
    wait_ms(player, RESPONSE_LIMIT);
    restored = now;
    iap_restore_completed_transactions(player->client, NULL, NULL);
    /* The library finishes it again a moment later. */
    while (!is_unfinished && now < restored + LAG_LIMIT) {
        const response unfinished = ask(player, UNFINISHED);
        is_known |= unfinished.is_done && !unfinished.is_error;
        is_unfinished = has(&unfinished, bought.id) || find(LISTED_AS_UNFINISHED, bought.id, restored, 0, &reported);
        step(player);
    }
    if (is_known) say_value("sync_unfinishes_latest", is_unfinished);
}

static void stop_renewing(player *player) {
    const purchase bought = buy_and_finish(player, MONTHLY);
    int64_t stopped;
    sighting reported;
    if (bought.id == 0) return;
    wait_ms(player, 10 * SECOND);
    stopped = now;
    if (!act(player, "stop-renewing", MONTHLY, bought.id)) return;
    wait_ms(player, 5 * SECOND);
    say_value("autorenew_change_announced", find(STATUS_CHANGED, 0, stopped, 0, &reported));
}

/* Uses an invalid signature. */
static void use_a_bad_offer(player *player) {
    iap_payment payment = IAP_PAYMENT_INIT;
    const purchase bought = buy_and_finish(player, MONTHLY);
    purchase offered;
    if (bought.id == 0) return;
    wait_ms(player, 10 * SECOND);
    payment.product_id = MONTHLY;
    payment.offer.id = OFFER;
    payment.offer.jws = BAD_JWS;
    offered = pay(player, &payment);
    if (offered.time == 0 || player->failure.status == IAP_ERROR_UNSUPPORTED) return;
    say_value("offer_to_holder_returns_held", offered.id == bought.id);
    if (offered.id == 0) say_value("bad_promo_error", player->failure.status != IAP_ERROR_INVALID_OFFER_SIGNATURE);
}

static void use_a_bad_introductory_offer(player *player) {
    iap_payment payment = IAP_PAYMENT_INIT;
    purchase bought;
    payment.product_id = MONTHLY;
    payment.offer.introductory_jws = BAD_JWS;
    bought = pay(player, &payment);
    if (bought.time != 0 && player->failure.status != IAP_ERROR_UNSUPPORTED) say_value("bad_override", bought.id != 0);
}

/* Finds the first announcement of a transaction that is not one of the player's own purchases. */
static int wait_for_other(player *player, uint64_t own, int64_t since, sighting *reported) {
    while (now < since + LAG_LIMIT) {
        for (size_t i = 0; find(ANNOUNCED, 0, since, i, reported); i++)
            if (reported->id != own) return 1;
        step(player);
    }
    return 0;
}

static void say_lag_after(player *player, const char *quirk, uint64_t own, int64_t since) {
    sighting reported;
    span listed;
    if (!wait_for_other(player, own, since, &reported)) return;
    listed = when_listed(player, reported.id, 1, reported.time);
    say_span(quirk, listed, reported.time);
}

static void renew(player *player) {
    const purchase bought = buy_and_finish(player, MONTHLY);
    int64_t renewed;
    if (bought.id == 0) return;
    wait_ms(player, 10 * SECOND);
    renewed = now;
    if (player->stage->act("renew", MONTHLY, bought.id))
        say_lag_after(player, "renewal_before_listing_ms", bought.id, renewed);
}

static void reach_the_end_of_a_period(player *player) {
    purchase bought;
    int64_t first = 0, last = 0, after = 0, begun, before, limit;
    sighting reported;
    int will_renew = 0, win_back = 0, is_missing = 0;
    act(player, "fast", "", 0);
    bought = buy_and_finish(player, MONTHLY);
    if (bought.id == 0) return;
    wait_ms(player, 5 * SECOND);
    if (!act(player, "near-end", MONTHLY, bought.id)) return;
    begun = before = now;
    limit = now + 60 * SECOND;
    while (now < limit && after == 0) {
        response status, entitlements;
        /* Both must be from one moment, even if reads are slow. */
        begin_asking(player, STATUSES, &status);
        begin_asking(player, ENTITLEMENTS, &entitlements);
        await(player, &status);
        await(player, &entitlements);
        if (status.is_done && status.state == IAP_SUBSCRIPTION_STATE_EXPIRED) {
            if (first == 0) first = status.ended;
            last = status.begun;
            will_renew |= status.will_renew;
            win_back |= status.win_back_offers > 0;
            is_missing |= entitlements.is_done && !entitlements.is_error && entitlements.count == 0;
        } else if (first != 0) after = status.ended;
        else before = status.begun;
        /* This moment is shortly after the renewal. */
        if (first == 0 && find(ANNOUNCED, 0, begun, 0, &reported) && reported.id != bought.id)
            limit = reported.time + 8 * SECOND;
        step(player);
    }
    if (first == 0) {
        say_value("renewal_flicker_ms", 0);
        return;
    }
    if (after == 0) return;
    say("renewal_flicker_ms", last - first, after - before);
    say_value("renewal_flicker_will_renew", will_renew);
    say_value("renewal_flicker_winback", win_back);
    say_value("renewal_flicker_listing_empty", is_missing);
}

static void miss_renewals(player *player) {
    const purchase bought = buy_and_finish(player, MONTHLY);
    sighting first, reported;
    uint64_t newest = 0;
    int64_t launched;
    if (bought.id == 0) return;
    /* A repeat after the finish must not look like a renewal. */
    wait_ms(player, RESPONSE_LIMIT);
    quit(player);
    for (int i = 0; i < 3; i++) {
        if (!act(player, "renew", MONTHLY, bought.id)) return;
        wait_ms(player, 3 * SECOND);
    }
    launched = now;
    if (!launch(player)) return;
    wait_ms(player, 10 * SECOND);
    for (size_t i = 0; find(ANNOUNCED, 0, launched, i, &reported); i++)
        if (reported.id > newest) newest = reported.id;
    if (count(ANNOUNCED, 0, launched) < 2) return;
    find(ANNOUNCED, 0, launched, 0, &first);
    if (first.id != bought.id) say_value("missed_order", first.id == newest);
    say_value("missed_includes_original", find(ANNOUNCED, bought.id, launched, 0, &reported));
    say_value("missed_newest_twice", count(ANNOUNCED, newest, launched) > 1);
}

static void fail_to_renew(player *player) {
    const purchase bought = buy_and_finish(player, MONTHLY);
    response status, entitlements;
    if (bought.id == 0) return;
    wait_ms(player, 5 * SECOND);
    if (!act(player, "retry", "on", 0) || !act(player, "renew", MONTHLY, bought.id)) return;
    wait_ms(player, 10 * SECOND);
    status = ask(player, STATUSES);
    entitlements = ask(player, ENTITLEMENTS);
    if (status.state == IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY) say_value("retry_listed", entitlements.count > 0);
}

static void enter_a_grace_period(player *player) {
    const purchase bought = buy_and_finish(player, MONTHLY);
    response status;
    if (bought.id == 0) return;
    wait_ms(player, 5 * SECOND);
    if (!act(player, "grace", "on", 0) || !act(player, "renew", MONTHLY, bought.id)) return;
    wait_ms(player, 10 * SECOND);
    status = ask(player, STATUSES);
    if (status.state == IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD) say_value("grace_retry_flag", status.is_in_retry);
}

/* The library reports this error if it receives a subscription that has ended. */
static int is_given_nothing(const player *player, const purchase *purchase) {
    return purchase->time != 0 && purchase->id == 0 && player->failure.status == IAP_ERROR_STORE &&
           strstr(player->failure.message, "with a subscription that has ended") != NULL;
}

static void buy_again_after_a_lapse(player *player) {
    const purchase bought = buy_and_finish(player, MONTHLY);
    purchase again;
    int is_old;
    if (bought.id == 0) return;
    wait_ms(player, 5 * SECOND);
    if (!player->stage->act("expire", MONTHLY, bought.id)) return;
    again = buy(player, MONTHLY);
    is_old = again.id == bought.id || is_given_nothing(player, &again);
    if (again.id == 0 && !is_old) return;
    if (!is_old) {
        say_value("lapse_returns_old", 0);
        return;
    }
    wait_ms(player, 10 * SECOND);
    again = buy(player, MONTHLY);
    is_old = again.id == bought.id || is_given_nothing(player, &again);
    if (again.id != 0 || is_old) say_value("lapse_returns_old", is_old ? 2 : 1);
}

static void upgrade(player *player) {
    const purchase lower = buy_and_finish(player, MONTHLY);
    purchase higher;
    response entitlements;
    if (lower.id == 0 || !when_listed(player, lower.id, 1, now).is_known) return;
    higher = buy_and_finish(player, YEARLY);
    if (higher.id == 0 || !when_listed(player, higher.id, 1, now).is_known) return;
    entitlements = ask(player, ENTITLEMENTS);
    say_value("upgraded_still_listed", has(&entitlements, lower.id));
}

static void be_approved(player *player) {
    int64_t approved;
    if (!act(player, "ask-to-buy", "on", 0) || !buy(player, EDITOR).is_pending) return;
    approved = now;
    if (player->stage->act("approve", "", 0)) say_lag_after(player, "announce_before_listing_ms", 0, approved);
}

static void be_declined(player *player) {
    int64_t declined;
    if (!act(player, "ask-to-buy", "on", 0) || !buy(player, COINS).is_pending) return;
    declined = now;
    if (!act(player, "decline", "", 0)) return;
    wait_ms(player, 10 * SECOND);
    say_value("declined_delivers", count(ANNOUNCED, 0, declined) > 0);
}

static void ask_a_parent_twice(player *player) {
    int64_t approved;
    sighting reported;
    uint64_t first = 0;
    int others = 0;
    if (!act(player, "ask-to-buy", "on", 0) || !buy(player, COINS).is_pending || !buy(player, COINS).is_pending) return;
    approved = now;
    if (!act(player, "approve", "", 0)) return;
    wait_ms(player, 10 * SECOND);
    for (size_t i = 0; find(ANNOUNCED, 0, approved, i, &reported); i++) {
        if (first == 0) first = reported.id;
        others |= reported.id != first;
    }
    if (first != 0) say_value("ask_merges", !others);
}

static void be_interrupted(player *player) {
    purchase bought;
    if (!act(player, "interrupt", "on", 0)) return;
    bought = buy(player, COINS);
    if (bought.time != 0 && bought.id == 0) say_value("interrupted_result", !bought.is_pending);
}

static void read_the_receipt(player *player) {
    response before, after;
    before = ask(player, RECEIPT);
    if (buy_and_finish(player, EDITOR).id == 0) return;
    wait_ms(player, 10 * SECOND);
    after = ask(player, RECEIPT);
    /* A purchase takes more than a hundred bytes. */
    if (before.is_done && after.is_done && !after.is_error)
        say_value("receipt_has_purchases", after.length <= before.length + 100);
}

static const struct scene {
    void (*play)(player *);
    const char *quirks[8];
} scenes[] = {
    {read_what_is_there, {"products_hang", "products_empty", "storefront_stall_ms", "read_stall_ms"}},
    {buy_a_non_consumable,
     {"result_delay_ms", "listing_lag_ms", "announce_own_nonconsumable", "refund_lag_ms", "refund_announce_lag_ms"}},
    {buy_a_consumable,
     {"unfinished_flicker", "two_ids", "double_delivery_ms", "repeat_after_finish", "repeat_after_finish_ms"}},
    {leave_a_consumable_unfinished, {"launch_replays_unfinished", "unfinished_consumable_returned"}},
    {buy_one_thing_after_another, {"returns_previous"}},
    {buy_a_season_twice, {"nonrenewing_second"}},
    {refund_a_season, {"refund_relist_flicker"}},
    {subscribe,
     {"status_lag_ms", "announce_own_subscription", "intro_sticky", "owned_subscription", "sync_unfinishes_latest"}},
    {stop_renewing, {"autorenew_change_announced"}},
    {use_a_bad_offer, {"offer_to_holder_returns_held", "bad_promo_error"}},
    {use_a_bad_introductory_offer, {"bad_override"}},
    {renew, {"renewal_before_listing_ms"}},
    {reach_the_end_of_a_period,
     {"renewal_flicker_ms", "renewal_flicker_will_renew", "renewal_flicker_winback", "renewal_flicker_listing_empty"}},
    {miss_renewals, {"missed_order", "missed_includes_original", "missed_newest_twice"}},
    {fail_to_renew, {"retry_listed"}},
    {enter_a_grace_period, {"grace_retry_flag"}},
    {buy_again_after_a_lapse, {"lapse_returns_old"}},
    {upgrade, {"upgraded_still_listed"}},
    {be_approved, {"announce_before_listing_ms"}},
    {be_declined, {"declined_delivers"}},
    {ask_a_parent_twice, {"ask_merges"}},
    {be_interrupted, {"interrupted_result"}},
    {read_the_receipt, {"receipt_has_purchases"}},
};

static int is_wanted(const struct scene *scene) {
    for (size_t i = 0; scene->quirks[i] != NULL; i++)
        if (only_quirk == NULL || strcmp(only_quirk, scene->quirks[i]) == 0) return 1;
    return 0;
}

static int play_scene(const struct scene *scene, const char *folder, int number, const stage *stage) {
    player player = {.stage = stage};
    int is_open;
    snprintf(player.journal, sizeof player.journal, "%s/quirks.%d.journal", folder, number);
    awaited = scene->quirks;
    memset(is_said, 0, sizeof is_said);
    player.device = stage->begin();
    forget_all(stage->now());
    is_open = launch(&player);
    if (is_open) {
        wait_ms(&player, 5 * SECOND);
        /* The first call after a launch can be slow; this is another quirk. */
        ask(&player, PRODUCTS);
        scene->play(&player);
    }
    if (player.client != NULL) quit(&player);
    for (size_t i = 0; awaited[i] != NULL; i++)
        if (!is_said[i] && (only_quirk == NULL || strcmp(only_quirk, awaited[i]) == 0))
            fprintf(report, "%s -\n", awaited[i]);
    return is_open;
}

int measure_quirks(const char *folder, const char *only, const stage *stage) {
    char path[1024];
    int is_done = 1;
    snprintf(path, sizeof path, "%s/measured.txt", folder);
    report = fopen(path, "w");
    if (report == NULL) return 0;
    only_quirk = only;
    begin_watching();
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (is_wanted(&scenes[i])) is_done &= play_scene(&scenes[i], folder, (int)i + 1, stage);
    end_watching();
    return fclose(report) == 0 && is_done;
}
