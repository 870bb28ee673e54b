/* Families, copies, deletions and clocks in combination: nothing is owned, refunded or granted without reason. */

#include "administration.h"
#include "facts.h"

static bool join(iap_store *store, const char *account) {
    return CHECK_STATUS(iap_store_set_family(store, account, "family", NULL), IAP_OK);
}

typedef struct family {
    game *owner, *member;
} family;

static family family_of_two(void) {
    iap_store *store = offers_store_of(ladder_text(true), NULL);
    const family family = {another_game(store, "owner", "phone"), another_game(store, "member", "phone")};
    join(store, "owner");
    join(store, "member");
    return family;
}

/* The id of the newest transaction of a product that the account has. */
static uint64_t latest_id(game *game, const char *product_id) {
    const iap_transactions *found = game_query(game, IAP_QUERY_LATEST, product_id);
    return CHECK_INT(iap_transactions_count(found), 1) ? iap_transaction_id(iap_transactions_at(found, 0)) : 0;
}

/* Two accounts that have bought products with Family Sharing; the owner first. They then form one family. */
static family family_of_two_buyers(uint64_t *owners, uint64_t *members) {
    iap_store *store = offers_store_of(ladder_text(true), NULL);
    const family family = {another_game(store, "owner", "phone"), another_game(store, "member", "phone")};
    *owners = game_own(family.owner, LADDER_CHEST);
    CHECK_STATUS(iap_store_advance_clock(store, DAY_MS, NULL), IAP_OK);
    *members = game_own(family.member, LADDER_CHEST);
    join(store, "owner");
    join(store, "member");
    game_settle(family.owner);
    game_settle(family.member);
    return family;
}

TEST(the_latest_transaction_is_the_one_that_was_bought_last) {
    uint64_t owners, members;
    const family family = family_of_two_buyers(&owners, &members);
    REQUIRE(owners != 0 && members != 0);
    CHECK_ID(latest_id(family.member, LADDER_CHEST), members);
    const iap_transactions *all = game_query(family.member, IAP_QUERY_ALL, LADDER_CHEST);
    REQUIRE(all != NULL && iap_transactions_count(all) == 2);
    CHECK_ID(iap_transaction_id(iap_transactions_at(all, 1)), members);
    test_case("bought again");
    const heard *again = game_outcome(family.member, game_pay(family.member, LADDER_CHEST, 1));
    REQUIRE(again != NULL);
    CHECK_INT(iap_transaction_state(again->transaction), IAP_TRANSACTION_RESTORED);
    CHECK_ID(iap_transaction_id(iap_transaction_original(again->transaction)), members);
    test_case("the shared one is revoked");
    REQUIRE_OK(iap_store_refund(family.owner->store, owners, NULL));
    game_settle(family.member);
    CHECK_ID(latest_id(family.member, LADDER_CHEST), members);
}

TEST(a_product_is_one_entitlement_also_if_it_is_shared_as_well) {
    uint64_t owners, members;
    const family family = family_of_two_buyers(&owners, &members);
    REQUIRE(owners != 0 && members != 0);
    const iap_transactions *current = game_query(family.member, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
    REQUIRE(current != NULL && iap_transactions_count(current) == 1);
    CHECK_ID(iap_transaction_id(iap_transactions_at(current, 0)), members);
    test_case("without its own purchase");
    REQUIRE_OK(iap_store_refund(family.owner->store, members, NULL));
    game_settle(family.member);
    current = game_query(family.member, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
    REQUIRE(current != NULL && iap_transactions_count(current) == 1);
    CHECK_INT(iap_transaction_ownership(iap_transactions_at(current, 0)), IAP_OWNERSHIP_FAMILY_SHARED);
}

TEST(totals_count_what_was_charged) {
    uint64_t owners, members;
    const family family = family_of_two_buyers(&owners, &members);
    REQUIRE(owners != 0 && members != 0);
    iap_store *store = family.owner->store;
    REQUIRE_OK(iap_store_copy_transaction(store, owners, NULL, NULL));
    CHECK_INT(store_totals(store).transactions, 2);
    CHECK_INT(store_totals(store).unfinished, 0);
    REQUIRE_OK(iap_store_refund(store, owners, NULL));
    CHECK_INT(store_totals(store).transactions, 2);
    CHECK_INT(store_totals(store).refunded, 1);
}

TEST(what_is_signed_in_1970_is_trusted) {
    game *game = game_start();
    REQUIRE_OK(iap_store_set_clock(game->store, 0, NULL));
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_signature_check(bought), IAP_SIGNATURE_VERIFIED);
}

TEST(an_upgrade_to_what_is_not_sold_is_refused) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_MIDDLE);
    REQUIRE_OK(iap_store_set_on_sale(game->store, LADDER_TOP, 0, NULL));
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_change_subscription(game->store, id, LADDER_TOP, IAP_BILLING_PLAN_NONE, &error),
                 IAP_ERROR_INVALID_STATE);
    REQUIRE_OK(iap_store_set_on_sale(game->store, LADDER_TOP, 1, NULL));
    REQUIRE_OK(iap_store_set_payments_allowed(game->store, 0, NULL));
    CHECK_STATUS(iap_store_change_subscription(game->store, id, LADDER_TOP, IAP_BILLING_PLAN_NONE, &error),
                 IAP_ERROR_INVALID_STATE);
}

TEST(a_copy_is_not_paid_back_besides_what_was_paid) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_CHEST);
    uint64_t copy = 0;
    REQUIRE_OK(iap_store_copy_transaction(game->store, id, &copy, NULL));
    CHECK_INT(store_transaction(game->store, copy).price_milliunits, 0);
    iap_store_refund(game->store, copy, NULL);
    iap_store_refund(game->store, id, NULL);
    const int64_t back = store_transaction(game->store, copy).refunded_milliunits +
                         store_transaction(game->store, id).refunded_milliunits;
    CHECK_INT(back, 5000);
}

TEST(a_copy_of_a_members_transaction_hides_nothing) {
    const family family = family_of_two();
    const uint64_t id = game_own(family.owner, LADDER_CHEST);
    const uint64_t shared = latest_id(family.member, LADDER_CHEST);
    REQUIRE(id != 0 && shared != 0);
    REQUIRE_OK(iap_store_copy_transaction(family.owner->store, shared, NULL, NULL));
    REQUIRE_OK(iap_store_refund(family.owner->store, id, NULL));
    CHECK_INT(entitlements(family.owner, NULL), 0);
    CHECK_INT(entitlements(family.member, NULL), 0);
}

TEST(a_copy_of_a_members_old_period_leaves_the_subscription) {
    const family family = family_of_two();
    REQUIRE(game_own(family.owner, LADDER_MIDDLE) != 0);
    const uint64_t first = latest_id(family.member, LADDER_MIDDLE);
    REQUIRE(pass(family.owner, 40 * DAY_MS));
    CHECK_INT(entitlements(family.member, NULL), 1);
    REQUIRE_OK(iap_store_copy_transaction(family.owner->store, first, NULL, NULL));
    CHECK_INT(entitlements(family.member, NULL), 1);
    CHECK_INT(state_of(family.member, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
}

TEST(what_is_deleted_is_nobodys_in_the_family) {
    const family family = family_of_two();
    const uint64_t id = game_own(family.owner, LADDER_CHEST);
    CHECK_INT(entitlements(family.member, NULL), 1);
    REQUIRE_OK(iap_store_delete_transaction(family.owner->store, id, NULL));
    CHECK_INT(entitlements(family.member, NULL), 0);
    CHECK_INT(store_listed(family.owner->store, NULL).count, 0);
}

TEST(a_subscription_does_not_go_back_to_a_copy) {
    game *game = ladder_game();
    const uint64_t first = game_own(game, LADDER_MIDDLE);
    REQUIRE(pass(game, 40 * DAY_MS));
    const uint64_t second = latest_id(game, LADDER_MIDDLE);
    REQUIRE_OK(iap_store_copy_transaction(game->store, first, NULL, NULL));
    REQUIRE_OK(iap_store_delete_transaction(game->store, second, NULL));
    CHECK_ID(iap_transaction_id(period_of(game, LADDER_GROUP)), first);
}

TEST(an_upgrade_that_was_deleted_gives_no_money_back) {
    game *game = ladder_game();
    const uint64_t middle = game_own(game, LADDER_MIDDLE);
    REQUIRE(pass(game, 10 * DAY_MS));
    const uint64_t top = game_own(game, LADDER_TOP);
    CHECK(store_transaction(game->store, middle).refunded_milliunits > 0);
    REQUIRE_OK(iap_store_delete_transaction(game->store, top, NULL));
    CHECK_INT(store_transaction(game->store, middle).refunded_milliunits, 0);
    CHECK_INT(store_transaction(game->store, middle).is_upgraded, 0);
}

TEST(accounts_are_distinguished_by_their_bytes) {
    iap_store *store = offers_store_of(ladder_text(true), NULL);
    game *game = another_game(store, "caf\xc3\xa9", "phone");
    REQUIRE(game_own(game, LADDER_CHEST) != 0);
    REQUIRE_OK(iap_device_sign_in(game->device, "cafe\xcc\x81", NULL));
    CHECK_INT(entitlements(game, NULL), 0);
    game_settle(game);
    REQUIRE(game_own(game, LADDER_TOP) != 0);
}

TEST(a_refund_in_the_family_reaches_who_left_and_came_back) {
    const family family = family_of_two();
    const uint64_t id = game_own(family.owner, LADDER_CHEST);
    REQUIRE_OK(iap_store_set_family(family.owner->store, "member", NULL, NULL));
    CHECK_INT(entitlements(family.member, NULL), 0);
    join(family.owner->store, "member");
    CHECK_INT(entitlements(family.member, NULL), 1);
    REQUIRE_OK(iap_store_refund(family.owner->store, id, NULL));
    CHECK_INT(entitlements(family.member, NULL), 0);
}

TEST(who_got_the_money_back_stays_without) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_TOP);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    CHECK_STATUS(iap_store_set_renewal(game->store, id, &renewal, NULL), IAP_OK);
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_REVOKED);
}

TEST(a_period_that_was_given_back_stays_shared_once) {
    const family family = family_of_two();
    const uint64_t id = game_own(family.owner, LADDER_MIDDLE);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.will_auto_renew = 0;
    renewal.expiration_reason = IAP_EXPIRATION_REASON_BILLING_ERROR;
    REQUIRE_OK(iap_store_set_renewal(family.owner->store, id, &renewal, NULL));
    REQUIRE_OK(iap_store_set_family_sharing(family.owner->store, "owner", 0, NULL));
    iap_store_renewal_init(&renewal);
    REQUIRE_OK(iap_store_set_renewal(family.owner->store, id, &renewal, NULL));
    CHECK_INT(entitlements(family.owner, NULL), 1);
    CHECK_INT(entitlements(family.member, NULL), 0);
}

TEST(who_comes_back_after_retry_shares_again) {
    const family family = family_of_two();
    REQUIRE(game_own(family.owner, LADDER_MIDDLE) != 0);
    REQUIRE(let_renewals_fail(family.owner, 16) && pass(family.owner, 33 * DAY_MS));
    CHECK_INT(state_of(family.owner, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD);
    CHECK_INT(entitlements(family.member, NULL), 1);
    CHECK_INT(state_of(family.member, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD);
    REQUIRE(pass(family.owner, 100 * DAY_MS));
    CHECK_INT(entitlements(family.member, NULL), 0);
    REQUIRE(let_renewals_succeed(family.owner));
    REQUIRE(game_own(family.owner, LADDER_MIDDLE) != 0);
    CHECK_INT(entitlements(family.member, NULL), 1);
    CHECK_INT(state_of(family.member, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
}

/* Whichever member joins last, each member's purchases are shared, even if the other one has a newer purchase of the same
   product. */
TEST(each_members_own_purchase_is_shared_in_either_order) {
    for (int i = 0; i < 2; i++) {
        test_case("%s joins last", i == 0 ? "who bought first" : "who bought last");
        iap_store *store = offers_store_of(ladder_text(true), NULL);
        game *first = another_game(store, "first", "phone"), *last = another_game(store, "last", "phone");
        REQUIRE(game_own(first, LADDER_CHEST) != 0);
        REQUIRE_OK(iap_store_advance_clock(store, DAY_MS, NULL));
        REQUIRE(game_own(last, LADDER_CHEST) != 0);
        REQUIRE(join(store, i == 0 ? "last" : "first") && join(store, i == 0 ? "first" : "last"));
        game_settle(first);
        game_settle(last);
        CHECK_INT(history(first, LADDER_CHEST), 2);
        CHECK_INT(history(last, LADDER_CHEST), 2);
    }
}

/* The account itself owns the subscription, and a member shares a newer one. */
TEST(a_payment_for_an_own_subscription_is_restored_also_if_the_latest_is_shared) {
    iap_store *store = offers_store_of(ladder_text(true), NULL);
    game *own = another_game(store, "member", "phone"), *other = another_game(store, "owner", "phone");
    const uint64_t id = game_own(own, LADDER_MIDDLE);
    REQUIRE(id != 0);
    REQUIRE_OK(iap_store_advance_clock(store, 1000, NULL));
    REQUIRE(game_own(other, LADDER_MIDDLE) != 0 && join(store, "member") && join(store, "owner"));
    REQUIRE(AWAIT_STATE(own, IAP_TRANSACTION_PURCHASED, 2));
    REQUIRE(game_finish(own, game_nth(own, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 1)->transaction));
    CHECK(latest_id(own, LADDER_MIDDLE) != id);
    const heard *again = game_outcome(own, game_pay(own, LADDER_MIDDLE, 1));
    REQUIRE(again != NULL);
    CHECK_INT(iap_transaction_state(again->transaction), IAP_TRANSACTION_RESTORED);
    CHECK_ID(iap_transaction_id(iap_transaction_original(again->transaction)), id);
    test_case("on a device that has never heard of it as purchased");
    game *pad = another_game(store, "member", "pad");
    again = game_outcome(pad, game_pay(pad, LADDER_MIDDLE, 1));
    REQUIRE(again != NULL);
    CHECK_INT(iap_transaction_state(again->transaction), IAP_TRANSACTION_RESTORED);
}

/* The members' copies stay as they were when sharing ended. */
TEST(what_a_member_has_lost_does_not_change_with_the_owners_subscription) {
    for (int i = 0; i < 2; i++) {
        test_case("%s", i == 0 ? "upgraded" : "expired");
        const family family = family_of_two();
        iap_store *store = family.owner->store;
        const uint64_t id = game_own(family.owner, LADDER_MIDDLE);
        game_settle(family.member);
        const iap_transaction *shared = in_history(family.member, latest_id(family.member, LADDER_MIDDLE));
        REQUIRE(id != 0 && shared != NULL);
        const int64_t end = iap_transaction_expiration_date_ms(shared);
        REQUIRE_OK(iap_store_set_family_sharing(store, "owner", 0, NULL));
        if (i == 0) REQUIRE(game_own(family.owner, LADDER_TOP) != 0);
        else REQUIRE_OK(iap_store_expire_subscription(store, id, NULL));
        const iap_transaction *lost = in_history(family.member, iap_transaction_id(shared));
        REQUIRE(lost != NULL);
        CHECK_INT(iap_transaction_is_upgraded(lost), 0);
        CHECK_INT(iap_transaction_expiration_date_ms(lost), end);
    }
}

/* The account's own purchase was revoked, and it owns what a member bought before. */
TEST(a_payment_for_what_is_shared_is_restored_also_if_a_later_purchase_was_refunded) {
    iap_store *store = offers_store_of(ladder_text(true), NULL);
    game *phone = another_game(store, "member", "phone"), *owner = another_game(store, "owner", "phone");
    REQUIRE(join(store, "owner") && game_own(owner, LADDER_CHEST) != 0);
    REQUIRE_OK(iap_store_advance_clock(store, 1000, NULL));
    const uint64_t own = game_own(phone, LADDER_CHEST);
    REQUIRE(own != 0);
    REQUIRE_OK(iap_store_refund(store, own, NULL));
    REQUIRE(join(store, "member") && AWAIT_STATE(phone, IAP_TRANSACTION_PURCHASED, 2));
    REQUIRE(
        game_finish(phone, game_nth(phone, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 1)->transaction));
    CHECK_ID(latest_id(phone, LADDER_CHEST), own);
    game *pad = another_game(store, "member", "pad");
    const heard *again = game_outcome(pad, game_pay(pad, LADDER_CHEST, 1));
    REQUIRE(again != NULL);
    CHECK_INT(iap_transaction_state(again->transaction), IAP_TRANSACTION_RESTORED);
}
