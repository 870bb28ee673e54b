#include "check.hpp"
#include "shop.hpp"
#include "tests.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

constexpr std::int64_t day_ms = 86'400'000;

iap::StorePurchase purchase_of(const std::string &product_id) {
    iap::StorePurchase purchase;
    purchase.product_id = product_id;
    return purchase;
}

// The transaction as the transaction manager lists it; empty, reported as a failure, if there is none.
iap::StoreTransaction listed(const iap::Store &store, std::uint64_t id) {
    auto transaction = store.transaction(id);
    return CHECK(transaction) ? *transaction : iap::StoreTransaction();
}

iap::StoreTransaction newest(const iap::Store &store) {
    auto ids = store.transaction_ids();
    return CHECK(ids && !ids->empty()) ? listed(store, ids->back()) : iap::StoreTransaction();
}

std::size_t count(const iap::Store &store, const std::string &account) {
    auto ids = store.transaction_ids(account);
    return CHECK(ids) ? ids->size() : 0;
}

// A path in the folder for temporary files that no other run of the tests uses.
std::string temporary_path(const std::string &name) {
    return (std::filesystem::temp_directory_path() / ("iap-cpp-" + std::to_string(getpid()) + "-" + name)).string();
}

std::string content(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

void purchase_elsewhere_is_listed_with_all_that_is_known() {
    Shop shop;
    iap::StorePurchase purchase = purchase_of(coins_id);
    purchase.quantity = 3;
    auto bought = shop.store.buy("ben", purchase);
    REQUIRE(bought);
    auto ids = shop.store.transaction_ids("ben");
    REQUIRE(ids && ids->size() == 1 && ids->front() == *bought);
    CHECK(count(shop.store, "") == 1 && count(shop.store, "anna") == 0);
    auto transaction = shop.store.transaction(*bought);
    REQUIRE(transaction);
    CHECK(transaction->state == iap::TransactionState::purchased && transaction->id == *bought);
    CHECK(transaction->original_id == *bought && transaction->purchase_date_ms == shop.store.now_ms());
    CHECK(transaction->expiration_date_ms == 0 && transaction->revocation_date_ms == 0);
    CHECK(transaction->price_milliunits == 2970 && transaction->refunded_milliunits == 0);
    CHECK(transaction->quantity == 3 && transaction->ownership == iap::Ownership::purchased);
    CHECK(transaction->offer_type == iap::OfferType::none && !transaction->is_finished && !transaction->is_renewal);
    CHECK(transaction->currency_code == "USD" && transaction->account == "ben" && transaction->product_id == coins_id);
    purchase.quantity = 11;
    CHECK(fails_with(shop.store.buy("ben", purchase), IAP_ERROR_INVALID_QUANTITY));
    CHECK(fails_with(shop.store.transaction(1), IAP_ERROR_NOT_FOUND));
}

void subscription_renews_and_ends_when_told() {
    Shop shop;
    iap::Store &store = shop.store;
    auto first = store.buy("anna", purchase_of(club_id));
    REQUIRE(first);
    CHECK(listed(store, *first).is_auto_renewing && listed(store, *first).expiration_date_ms > 0);
    CHECK(store.set_auto_renew(*first, false));
    CHECK(!listed(store, *first).is_auto_renewing);
    CHECK(store.force_renewal(*first));
    auto ids = store.transaction_ids();
    REQUIRE(ids && ids->size() == 2);
    CHECK(newest(store).is_renewal && newest(store).original_id == *first);
    CHECK(fails_with(store.change_subscription(*first, "com.example.none"), IAP_ERROR_NOT_FOUND));
    CHECK(store.change_subscription(*first, club_id));
    CHECK(fails_with(store.resolve_issue(*first), IAP_ERROR_INVALID_STATE));
    CHECK(store.expire_subscription(*first));
    CHECK(!listed(store, *first).is_auto_renewing);
    CHECK(fails_with(store.set_auto_renew(*first, true), IAP_ERROR_INVALID_STATE));
}

void price_increase_waits_for_its_answer() {
    Shop shop;
    auto first = shop.store.buy("anna", purchase_of(club_id));
    REQUIRE(first);
    CHECK(shop.store.request_price_increase(*first, 3990, true));
    CHECK(listed(shop.store, *first).is_pending_price_increase_consent);
    CHECK(shop.store.answer_price_increase(*first, true));
    CHECK(!listed(shop.store, *first).is_pending_price_increase_consent);
    CHECK(fails_with(shop.store.answer_price_increase(*first, true), IAP_ERROR_INVALID_STATE));
    CHECK(shop.store.advance_clock(32 * day_ms));
    CHECK(newest(shop.store).price_milliunits == 3990);
}

void billing_problem_is_set_and_resolved() {
    Shop shop;
    auto first = shop.store.buy("anna", purchase_of(club_id));
    REQUIRE(first);
    iap::StoreRenewal renewal;
    renewal.is_in_billing_retry = true;
    renewal.grace_period_expiration_date_ms = shop.store.now_ms() + day_ms;
    CHECK(shop.store.set_renewal(*first, renewal));
    CHECK(listed(shop.store, *first).has_purchase_issue);
    CHECK(shop.store.resolve_issue(*first));
    CHECK(!newest(shop.store).has_purchase_issue);
    renewal.auto_renew_product_id = "com.example.none";
    CHECK(fails_with(shop.store.set_renewal(*first, renewal), IAP_ERROR_NOT_FOUND));
}

void purchase_is_revoked_with_its_reason() {
    Shop shop;
    auto bought = shop.store.buy("anna", purchase_of(editor_id));
    REQUIRE(bought);
    CHECK(shop.store.revoke(*bought, iap::RevocationType::refund_full, iap::RevocationReason::developer_issue));
    auto transaction = shop.store.transaction(*bought);
    REQUIRE(transaction);
    CHECK(transaction->state == iap::TransactionState::revoked);
    CHECK(transaction->refunded_milliunits == 4990 && transaction->revocation_date_ms == shop.store.now_ms());
    auto refused = shop.store.revoke(*bought, iap::RevocationType::refund_full, iap::RevocationReason::other);
    CHECK(fails_with(refused, IAP_ERROR_INVALID_STATE));
}

// An observer without the function has not received it.
void refund_waits_for_an_observer_with_a_function_for_it() {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    Notes notes;
    iap::Observer part = notes.observer();
    part.entitlement_revoked = nullptr;
    REQUIRE(client->add_observer(std::move(part)));
    iap::Payment payment;
    payment.product_id = editor_id;
    REQUIRE(client->add_payment(payment));
    REQUIRE(pump_until(*client, [&] { return notes.last(iap::TransactionState::purchased) != nullptr; }));
    const iap::Transaction bought = *notes.last(iap::TransactionState::purchased);
    REQUIRE(client->finish(bought));
    REQUIRE(pump_until(*client, [&] { return notes.removed.size() == 1; }));
    REQUIRE(shop.store.refund(bought.id()));
    for (int i = 0; i < 10; i++) {
        CHECK(client->process_events());
    }
    CHECK(notes.revoked.empty());
    Notes others;
    REQUIRE(client->add_observer(others.observer()));
    CHECK(pump_until(*client, [&] { return others.revoked.size() == 1; }));
    CHECK(others.revoked.size() == 1 && others.revoked[0].id() == bought.id());
}

void family_shares_until_it_does_not() {
    Shop shop;
    CHECK(shop.store.set_family("anna", "ours"));
    CHECK(shop.store.set_family("ben", "ours"));
    REQUIRE(shop.store.buy("anna", purchase_of(editor_id)));
    auto shared = shop.store.transaction_ids("ben");
    REQUIRE(shared && shared->size() == 1);
    CHECK(listed(shop.store, shared->front()).ownership == iap::Ownership::family_shared);
    CHECK(shop.store.set_family_sharing("anna", false));
    CHECK(listed(shop.store, shared->front()).state == iap::TransactionState::revoked);
    CHECK(shop.store.set_family("ben", ""));
}

void transactions_are_copied_deleted_and_cleared() {
    Shop shop;
    auto bought = shop.store.buy("anna", purchase_of(coins_id));
    REQUIRE(bought);
    CHECK(shop.store.repeat_update(*bought));
    auto copy = shop.store.copy_transaction(*bought);
    REQUIRE(copy);
    CHECK(*copy != *bought && listed(shop.store, *copy).original_id == *bought);
    CHECK(shop.store.delete_transaction(*bought));
    CHECK(fails_with(shop.store.transaction(*bought), IAP_ERROR_NOT_FOUND));
    CHECK(shop.store.clear_transactions());
    CHECK(count(shop.store, "") == 0);
}

void log_is_played_back() {
    Shop shop;
    REQUIRE(shop.store.buy("anna", purchase_of(club_id)));
    CHECK(shop.store.advance_clock(40 * day_ms));
    const std::string log = temporary_path("log"), state = temporary_path("state"), again = temporary_path("again");
    CHECK(shop.store.write_log(log));
    CHECK(shop.store.write_state(state));
    auto replayed = iap::Store::replay(Shop::options(), log);
    REQUIRE(replayed);
    CHECK(replayed->write_state(again));
    CHECK(!content(state).empty() && content(state) == content(again));
    CHECK(replayed->now_ms() == shop.store.now_ms());
    std::ofstream(log) << "no log\n";
    CHECK(fails_with(iap::Store::replay(Shop::options(), log), IAP_ERROR_INVALID_STORE_FILE));
    for (const std::string &path : {log, state, again}) {
        std::filesystem::remove(path);
    }
}

} // namespace

const std::vector<check::Test> ledger_tests = {
    {"purchase_elsewhere_is_listed_with_all_that_is_known", purchase_elsewhere_is_listed_with_all_that_is_known},
    {"subscription_renews_and_ends_when_told", subscription_renews_and_ends_when_told},
    {"price_increase_waits_for_its_answer", price_increase_waits_for_its_answer},
    {"billing_problem_is_set_and_resolved", billing_problem_is_set_and_resolved},
    {"purchase_is_revoked_with_its_reason", purchase_is_revoked_with_its_reason},
    {"refund_waits_for_an_observer_with_a_function_for_it", refund_waits_for_an_observer_with_a_function_for_it},
    {"family_shares_until_it_does_not", family_shares_until_it_does_not},
    {"transactions_are_copied_deleted_and_cleared", transactions_are_copied_deleted_and_cleared},
    {"log_is_played_back", log_is_played_back},
};
