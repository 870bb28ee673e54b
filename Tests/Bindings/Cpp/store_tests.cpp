// A store, its settings and its ledger. Tests/Bindings/Scenarios and the tests of Sources/Documentation/Testing.md use the other controls.

#include "check.hpp"
#include "shop.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace {

TEST(store_tells_what_it_sells) {
    Shop shop;
    CHECK(shop.store.product_ids().size() == 3);
    CHECK(shop.store.warnings().empty());
    CHECK(shop.store.buy("anna", {coins_id}));
    auto totals = shop.store.totals();
    CHECK(totals && totals->transactions == 1 && totals->unfinished == 1 && totals->refunded == 0);
    auto certificate = shop.store.root_certificate();
    REQUIRE(certificate);
    // DER: a sequence with a two-byte length.
    CHECK(certificate->size() > 100 && certificate->at(0) == 0x30 && certificate->at(1) == 0x82);
}

TEST(bad_file_is_an_error_that_names_the_place) {
    iap::StoreOptions options;
    options.storekit_text = "{ this is no JSON";
    auto store = iap::Store::open(options);
    REQUIRE(!store);
    CHECK(store.error().status() == IAP_ERROR_INVALID_STORE_FILE && !store.error().message().empty());
}

TEST(store_refuses_to_close_while_in_use) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    CHECK(shop.store.close().error().status() == IAP_ERROR_BUSY);
    CHECK(shop.store.close().error().message().find("devices of the store are open") != std::string::npos);
    CHECK(shop.device.close().error().status() == IAP_ERROR_BUSY);
    CHECK(client->close());
    CHECK(shop.device.close());
    CHECK(shop.store.close());
}

TEST(settings_are_reported_as_they_were_set) {
    Shop shop;
    auto fresh = shop.store.settings();
    REQUIRE(fresh);
    CHECK(fresh->payments_allowed && !fresh->ask_to_buy && fresh->storefront == "USA" && fresh->locale == "en_US");
    CHECK(shop.store.set_ask_to_buy(true));
    CHECK(shop.store.set_payments_allowed(false));
    CHECK(shop.store.set_dialogs_disabled(true));
    CHECK(shop.store.set_billing_retry_on_renewal(true));
    CHECK(shop.store.set_billing_grace_period(16));
    CHECK(shop.store.set_renewal_limit(6));
    CHECK(shop.store.set_time_rate(15));
    CHECK(shop.store.set_interrupted_purchases(iap::StoreInterruption::error));
    CHECK(shop.store.set_fail_transactions(iap::StoreFailure::invalid_offer_price));
    CHECK(shop.store.set_storefront("DEU", "de_DE"));
    CHECK(shop.store.set_simulated_error(iap::StoreApi::load_products, iap::StoreFailure::network));
    auto failure = shop.store.simulated_error(iap::StoreApi::load_products);
    CHECK(failure && *failure == iap::StoreFailure::network);
    auto settings = shop.store.settings();
    REQUIRE(settings);
    CHECK(settings->ask_to_buy && !settings->payments_allowed && settings->dialogs_disabled);
    CHECK(settings->billing_retry_on_renewal && settings->billing_grace_period_days == 16);
    CHECK(settings->renewal_limit == 6 && settings->time_rate == 15);
    CHECK(settings->interrupted_purchases == iap::StoreInterruption::error);
    CHECK(settings->fail_transactions == iap::StoreFailure::invalid_offer_price);
    CHECK(settings->storefront == "DEU" && settings->locale == "de_DE");
    CHECK(shop.store.reset_to_default_state());
    auto reset = shop.store.settings();
    CHECK(reset && reset->payments_allowed && !reset->ask_to_buy && reset->renewal_limit == 0);
    auto refused = shop.store.set_renewal_limit(-1);
    CHECK(fails_with(refused, IAP_ERROR_INVALID_ARGUMENT));
}

TEST(quirks_are_listed_with_their_texts) {
    Shop shop;
    CHECK(shop.store.set_profile(iap::Profile::worst) && *shop.store.profile() == iap::Profile::worst);
    auto value = shop.store.quirk(iap::Quirk::two_ids);
    CHECK(value && *value == iap::value_in(iap::Profile::worst, iap::Quirk::two_ids));
    CHECK(shop.store.set_quirk(iap::Quirk::listing_lag_ms, 1234) &&
          *shop.store.quirk(iap::Quirk::listing_lag_ms) == 1234);
    CHECK(iap::profiles().size() == 5 && iap::profiles().front() == iap::Profile::documented);
    CHECK(iap::quirks().size() == iap_quirk_count() && iap::quirks().back() == iap::Quirk::storefront_on_subscribing);
    for (const iap::Profile profile : iap::profiles()) {
        CHECK(iap::profile_named(iap::name_of(profile)) == profile);
    }
    for (const iap::Quirk quirk : iap::quirks()) {
        CHECK(iap::quirk_named(iap::name_of(quirk)) == quirk);
        CHECK(!iap::sentence_of(quirk).empty() && !iap::source_of(quirk).empty());
        CHECK(iap::largest_value_of(quirk) >= 1);
    }
    CHECK(iap::name_of(iap::Profile::ios_27_simulator) == "ios-27-simulator");
    CHECK(iap::name_of(iap::Quirk::missed_order) == "missed_order");
    CHECK(iap::name_of(iap::Quirk::missed_order, 1) == "newest_first");
    CHECK(iap::name_of(iap::Quirk::missed_order, 2).empty() && iap::name_of(iap::Quirk::two_ids, 1).empty());
    CHECK(iap::name_of(iap::Quirk::none).empty() && iap::name_of(iap::Profile::none).empty());
    CHECK(iap::sentence_of(iap::Quirk::none).empty() && iap::source_of(iap::Quirk::none).empty());
    CHECK(iap::largest_value_of(iap::Quirk::none) == -1);
    CHECK(iap::value_in(iap::Profile::none, iap::Quirk::two_ids) == -1);
    CHECK(iap::quirk_named("x") == iap::Quirk::none && iap::profile_named("x") == iap::Profile::none);
    const std::string name = std::string("worst") + '\0';
    CHECK(iap::profile_named(name) == iap::Profile::none && iap::quirk_named(name) == iap::Quirk::none);
}

TEST(country_and_language_change_during_the_purchase) {
    Game game;
    CHECK(game.store.move_during_next_purchase("DEU"));
    CHECK(game.store.set_locale_during_next_purchase("de_DE"));
    CHECK(game.buy(coins_id).state() == iap::TransactionState::purchased);
    auto settings = game.store.settings();
    CHECK(settings && settings->storefront == "DEU" && settings->locale == "de_DE");
    CHECK(fails_with(game.store.move_during_next_purchase("Atlantis"), IAP_ERROR_INVALID_ARGUMENT));
}

TEST(store_signs_as_the_games_server) {
    Shop shop;
    iap::StoreSigningRequest request;
    request.kind = iap::StoreSignature::introductory_offer_jws;
    request.product_id = club_id;
    request.allows_introductory_offer = true;
    auto token = shop.store.sign(request);
    REQUIRE(token);
    CHECK(std::count(token->begin(), token->end(), '.') == 2);
    CHECK(!shop.store.signing_key_id().empty());
    request.kind = iap::StoreSignature::advanced_commerce_jws;
    request.request_json = "{\"note\":\"" + std::string(30000, 'x') + "\"}";
    auto large = shop.store.sign(request);
    CHECK(large && large->size() > 30000);
    request.kind = iap::StoreSignature();
    CHECK(fails_with(shop.store.sign(request), IAP_ERROR_INVALID_ARGUMENT));
}

TEST(text_with_a_nul_is_refused) {
    Shop shop;
    iap::Store &store = shop.store;
    iap::StoreSigningRequest request;
    request.kind = iap::StoreSignature::introductory_offer_jws;
    request.product_id = with_nul;
    iap::StorePurchase purchase;
    purchase.product_id = with_nul;
    iap::StoreRenewal renewal;
    renewal.auto_renew_product_id = with_nul;
    const auto is_refused = [](const auto &result) {
        return !result && result.error().status() == IAP_ERROR_INVALID_TEXT && !result.error().message().empty();
    };
    CHECK(is_refused(store.sign(request)) && is_refused(store.buy("anna", purchase)));
    CHECK(is_refused(store.set_renewal(1, renewal)) && is_refused(store.change_subscription(1, with_nul)));
    CHECK(is_refused(store.set_on_sale(with_nul, true)) && is_refused(store.move_during_next_purchase(with_nul)));
    CHECK(is_refused(store.set_locale_during_next_purchase(with_nul)) && is_refused(store.set_family(with_nul, "")));
    CHECK(is_refused(store.set_family("anna", with_nul)) && is_refused(store.set_family_sharing(with_nul, true)));
    CHECK(is_refused(store.transaction_ids(with_nul)));
    CHECK(is_refused(store.answer_next_sheet(iap::StoreSheet::message, iap::StoreAnswer::accept, with_nul)));
    CHECK(is_refused(shop.device.sign_in(with_nul)) && is_refused(shop.device.send_purchase_intent(with_nul)));
}

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

TEST(billing_problem_is_set_and_resolved) {
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

// An observer without the function has not received it.
TEST(refund_waits_for_an_observer_with_a_function_for_it) {
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

TEST(family_shares_until_it_does_not) {
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

TEST(transactions_are_copied_deleted_and_cleared) {
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

} // namespace
