/* Family Sharing: what the members share, and how they lose it. */

#include "base64.h"
#include "facts.h"
#include "files.h"

#include <stdio.h>
#include <string.h>

static bool join(iap_store *store, const char *account) {
    return CHECK_STATUS(iap_store_set_family(store, account, "family", NULL), IAP_OK);
}

/* A family of an owner and a member. Each has a running game on the same store. */
typedef struct family {
    game *owner, *member;
} family;

static family family_on(iap_store *store) {
    const family family = {another_game(store, "owner", "phone"), another_game(store, "member", "phone")};
    join(store, "owner");
    join(store, "member");
    return family;
}

static family family_of_two(void) { return family_on(offers_store_of(ladder_text(true), NULL)); }

/* Returns the account's newest transaction of a product; NULL if there is none. */
static const iap_transaction *latest(game *game, const char *product_id) {
    const iap_transactions *found = game_query(game, IAP_QUERY_LATEST, product_id);
    return iap_transactions_count(found) == 1 ? iap_transactions_at(found, 0) : NULL;
}

static void check_shared(game *member, const char *product_id, uint64_t owners_id) {
    const iap_transaction *shared = latest(member, product_id);
    REQUIRE(shared != NULL);
    CHECK_INT(iap_transaction_state(shared), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_ownership(shared), IAP_OWNERSHIP_FAMILY_SHARED);
    CHECK(iap_transaction_id(shared) != owners_id);
    CHECK_INT(entitlements(member, product_id), 1);
}

TEST(a_family_shares_with_up_to_five_others) {
    iap_store *store = offers_store_of(ladder_text(true), NULL);
    game *members[6];
    for (int i = 0; i < 6; i++) {
        char account[16];
        snprintf(account, sizeof account, "member %d", i);
        members[i] = another_game(store, account, "phone");
        REQUIRE(join(store, account));
    }
    game *seventh = another_game(store, "member 6", "phone");
    CHECK_STATUS(iap_store_set_family(store, "member 6", "family", NULL), IAP_ERROR_INVALID_STATE);
    const uint64_t id = game_own(members[0], LADDER_CHEST);
    CHECK_INT(iap_transaction_ownership(latest(members[0], LADDER_CHEST)), IAP_OWNERSHIP_PURCHASED);
    for (int i = 1; i < 6; i++) {
        test_case("member %d", i);
        check_shared(members[i], LADDER_CHEST, id);
    }
    CHECK(latest(seventh, LADDER_CHEST) == NULL);
}

TEST(what_is_shared_arrives_as_a_purchase_of_the_members_own) {
    static const char *const products[] = {LADDER_CHEST, LADDER_MIDDLE};
    for (size_t i = 0; i < 2; i++) {
        test_case("%s", products[i]);
        const family family = family_of_two();
        const uint64_t id = game_own(family.owner, products[i]);
        REQUIRE(AWAIT_STATE(family.member, IAP_TRANSACTION_PURCHASED, 1));
        game_settle(family.member);
        CHECK_INT(game_count(family.member, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 1);
        const iap_transaction *shared =
            game_nth(family.member, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0)->transaction;
        CHECK_TEXT(iap_transaction_product_id(shared), products[i]);
        CHECK_INT(iap_transaction_ownership(shared), IAP_OWNERSHIP_FAMILY_SHARED);
        CHECK_ID(iap_transaction_payment_id(shared), 0);
        check_shared(family.member, products[i], id);
        CHECK(game_finish(family.member, shared));
        /* The owner finished its own transaction earlier. The other transactions belong to the member. */
        CHECK_INT(history(family.owner, products[i]), 1);
        CHECK_INT(history(family.member, products[i]), 1);
    }
}

TEST(what_is_not_shareable_is_not_shared) {
    const family family = family_of_two();
    REQUIRE(game_own(family.owner, LADDER_TOP) != 0);
    game_settle(family.member);
    CHECK_INT(family.member->log_count, 0);
    CHECK_INT(history(family.member, NULL), 0);
}

TEST(each_renewal_is_shared) {
    const family family = family_of_two();
    const uint64_t id = game_own(family.owner, LADDER_MIDDLE);
    const iap_transaction *first = latest(family.member, LADDER_MIDDLE);
    REQUIRE(id != 0 && first != NULL && pass(family.owner, 40 * DAY_MS));
    game_settle(family.member);
    const iap_transaction *renewed = latest(family.member, LADDER_MIDDLE);
    check_shared(family.member, LADDER_MIDDLE, iap_transaction_id(latest(family.owner, LADDER_MIDDLE)));
    CHECK(iap_transaction_id(renewed) != iap_transaction_id(first));
    CHECK_ID(iap_transaction_original_id(renewed), iap_transaction_id(first));
    CHECK_INT(state_of(family.member, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_INT(game_count(family.member, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 2);
}

/* The developer turns Family Sharing on in App Store Connect: the same store with another file. */
static iap_store *store_with_chest(bool is_shareable) {
    iap_store_options options = store_options();
    options.storekit_text = ladder_text(is_shareable);
    options.storekit_length = strlen(options.storekit_text);
    options.state_path = temporary_path("store.db");
    return store_open_with(&options);
}

TEST(what_was_bought_before_it_could_be_shared_comes_to_who_restores) {
    family family = family_on(store_with_chest(false));
    iap_store *store = family.owner->store;
    const uint64_t id = game_own(family.owner, LADDER_CHEST);
    CHECK(id != 0 && latest(family.member, LADDER_CHEST) == NULL);
    game_restore(family.member);
    REQUIRE(AWAIT(family.member, IAP_EVENT_RESTORE_FINISHED, 1));
    CHECK(latest(family.member, LADDER_CHEST) == NULL);
    game_uninstall(family.owner);
    game_uninstall(family.member);
    store_close(store);

    store = store_with_chest(true);
    game *member = another_game(store, "member", "phone");
    game_settle(member);
    CHECK_INT(member->log_count, 0);
    CHECK_INT(entitlements(member, LADDER_CHEST), 0);
    for (size_t restored = 1; restored <= 2; restored++) {
        test_case("restored %zu times", restored);
        game_restore(member);
        REQUIRE(AWAIT(member, IAP_EVENT_RESTORE_FINISHED, restored));
        CHECK_INT(game_count(member, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED), restored);
        CHECK_INT(game_count(member, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 0);
        const iap_transaction *shared =
            game_nth(member, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED, restored - 1)->transaction;
        CHECK_INT(iap_transaction_ownership(shared), IAP_OWNERSHIP_FAMILY_SHARED);
        check_shared(member, LADDER_CHEST, id);
        CHECK_INT(history(member, LADDER_CHEST), 1);
        REQUIRE(game_finish(member, shared));
    }
}

TEST(sharing_that_is_turned_off_for_a_product_takes_nothing_back) {
    family family = family_on(store_with_chest(true));
    iap_store *store = family.owner->store;
    const uint64_t id = game_own(family.owner, LADDER_CHEST);
    REQUIRE(AWAIT_STATE(family.member, IAP_TRANSACTION_PURCHASED, 1));
    game_uninstall(family.owner);
    game_uninstall(family.member);
    store_close(store);
    game *member = another_game(store_with_chest(false), "member", "phone");
    game_settle(member);
    CHECK_INT(game_count(member, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
    check_shared(member, LADDER_CHEST, id);
}

/* ----------------------------------------------------------------------------------------------------- receipts */

/* Whether the account's receipt contains a transaction; it contains the id as text. */
static bool receipt_has(game *game, uint64_t transaction_id) {
    static uint8_t bytes[65536];
    uint64_t request = 0;
    char id[24];
    snprintf(id, sizeof id, "%llu", (unsigned long long)transaction_id);
    if (!CHECK_STATUS(iap_request_app_receipt(game->client, 1, game_hears_text, game, &request, NULL), IAP_OK))
        return false;
    const heard *answer = game_wait_response(game, request);
    const int64_t length = answer != NULL ? base64_decode(answer->text, bytes, sizeof bytes) : 0;
    for (int64_t i = 0; i + (int64_t)strlen(id) <= length; i++) {
        if (memcmp(bytes + i, id, strlen(id)) == 0) return true;
    }
    CHECK(length > 64);
    return false;
}

TEST(each_member_has_a_receipt_of_its_own) {
    const family family = family_of_two();
    const uint64_t owners = game_own(family.owner, LADDER_CHEST);
    REQUIRE(latest(family.member, LADDER_CHEST) != NULL);
    const uint64_t members = iap_transaction_id(latest(family.member, LADDER_CHEST));
    CHECK(receipt_has(family.owner, owners));
    CHECK(!receipt_has(family.owner, members));
    CHECK(receipt_has(family.member, members));
    CHECK(!receipt_has(family.member, owners));
}

/* --------------------------------------------------------------------------------------------- how sharing ends */

typedef enum { LEAVES, OWNER_LEAVES, STOPS_SHARING, IS_REFUNDED } loss;
static const char *const losses[] = {"the member leaves", "the owner leaves", "the owner stops sharing", "a refund"};

static iap_status_t lose(iap_store *store, loss loss, uint64_t id) {
    switch (loss) {
    case LEAVES: return iap_store_set_family(store, "member", NULL, NULL);
    case OWNER_LEAVES: return iap_store_set_family(store, "owner", NULL, NULL);
    case STOPS_SHARING: return iap_store_set_family_sharing(store, "owner", 0, NULL);
    case IS_REFUNDED: return iap_store_refund(store, id, NULL);
    }
    return IAP_ERROR_INVALID_ARGUMENT;
}

static void check_lost(const char *product_id, loss loss) {
    test_case("%s: %s", product_id, losses[loss]);
    const family family = family_of_two();
    const uint64_t id = game_own(family.owner, product_id);
    REQUIRE(AWAIT_STATE(family.member, IAP_TRANSACTION_PURCHASED, 1));
    const uint64_t shared = iap_transaction_id(latest(family.member, product_id));
    REQUIRE(pass(family.owner, DAY_MS));
    REQUIRE_OK(lose(family.owner->store, loss, id));
    REQUIRE(AWAIT(family.member, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    const iap_transaction *revoked = game_nth(family.member, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE, 0)->transaction;
    CHECK_ID(iap_transaction_id(revoked), shared);
    CHECK_INT(iap_transaction_revocation_date_ms(revoked), iap_store_now_ms(family.owner->store));
    CHECK_INT(iap_transaction_revocation_reason(revoked), IAP_REVOCATION_REASON_OTHER);
    CHECK_INT(iap_transaction_revocation_type(revoked), IAP_REVOCATION_TYPE_FAMILY_REVOKE);
    CHECK_INT(entitlements(family.member, product_id), 0);
    /* The owner still has the entitlement, except after a refund. */
    CHECK_INT(entitlements(family.owner, product_id), loss != IS_REFUNDED);
    game_settle(family.owner);
    CHECK_INT(game_count(family.owner, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), loss == IS_REFUNDED);
}

TEST(what_is_not_shared_any_more_is_revoked_with_date_reason_and_type) {
    for (loss loss = LEAVES; loss <= IS_REFUNDED; loss++) {
        check_lost(LADDER_CHEST, loss);
        check_lost(LADDER_MIDDLE, loss);
    }
}

/* ----------------------------------------------------------------------------------------------------- statuses */

TEST(a_group_may_have_several_statuses_where_it_is_shared) {
    const family family = family_of_two();
    const uint64_t own = game_own(family.member, LADDER_TOP);
    REQUIRE(own != 0 && game_own(family.owner, LADDER_MIDDLE) != 0);
    const iap_subscription_statuses *statuses = game_statuses(family.member, LADDER_GROUP);
    REQUIRE(CHECK_INT(iap_subscription_statuses_count(statuses), 2));
    size_t shared = 0;
    for (size_t i = 0; i < 2; i++) {
        const iap_subscription_status *each = iap_subscription_statuses_at(statuses, i);
        const iap_transaction *transaction = iap_subscription_status_transaction(each);
        CHECK_TEXT(iap_subscription_status_group_id(each), LADDER_GROUP);
        CHECK_INT(iap_subscription_status_state(each), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
        shared += iap_transaction_ownership(transaction) == IAP_OWNERSHIP_FAMILY_SHARED;
        CHECK((iap_transaction_id(transaction) == own) ==
              (iap_transaction_ownership(transaction) == IAP_OWNERSHIP_PURCHASED));
    }
    CHECK_INT(shared, 1);
    /* The owner has one status. */
    CHECK_INT(iap_subscription_statuses_count(game_statuses(family.owner, LADDER_GROUP)), 1);
}

TEST(who_has_lost_the_share_does_not_follow_the_renewals) {
    const family family = family_of_two();
    iap_store *const store = family.owner->store;
    REQUIRE(game_own(family.owner, LADDER_MIDDLE) != 0);
    game_settle(family.member);
    REQUIRE_OK(iap_store_set_family(store, "member", NULL, NULL));
    REQUIRE(AWAIT(family.member, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    game_settle(family.member);
    game_forget(family.member);
    for (int i = 0; i < 3; i++) {
        test_case("renewal %d", i);
        if (i == 2) REQUIRE(let_renewals_fail(family.owner, 16));
        REQUIRE(pass_until(family.owner, end_of(family.owner, LADDER_GROUP)));
        game_settle(family.member);
        CHECK_INT(family.member->log_count, 0);
    }
    CHECK_INT(state_of(family.owner, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD);
    CHECK_INT(state_of(family.member, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_REVOKED);
    const iap_renewal_info *info = renewal_of(family.member, LADDER_GROUP);
    CHECK_INT(iap_renewal_info_is_in_billing_retry(info), 0);
    CHECK_INT(iap_renewal_info_grace_period_expiration_date_ms(info), 0);
    CHECK_INT(iap_renewal_info_will_auto_renew(info), 0);
    CHECK_INT(history(family.member, LADDER_MIDDLE), 1);
}
