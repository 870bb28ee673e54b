#include "check.hpp"
#include "shop.hpp"
#include "tests.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace {

// Buys and returns the last transaction that the game received for this purchase.
iap::Transaction outcome(iap::Client &client, Notes &notes, const std::string &product_id) {
    const std::size_t before = notes.updated.size();
    CHECK(client.add_payment({product_id, 1, "", false}));
    pump_until(client, [&] { return notes.updated.size() >= before + 2; });
    return notes.updated.empty() ? iap::Transaction() : notes.updated.back();
}

std::optional<iap::Result<iap::Products>> ask_for_products(iap::Client &client) {
    std::optional<iap::Result<iap::Products>> answer;
    CHECK(client.request_products({coins_id}, [&](iap::Result<iap::Products> result) { answer = std::move(result); }));
    pump_until(client, [&] { return answer.has_value(); });
    return answer;
}

void settings_are_told_as_they_were_set() {
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

void habits_are_set_by_profile_and_one_by_one() {
    Shop shop;
    auto profile = shop.store.profile();
    CHECK(profile && *profile == iap::Profile::documented);
    for (const iap::Profile each : iap::profiles()) {
        CHECK(shop.store.set_profile(each));
        profile = shop.store.profile();
        CHECK(profile && *profile == each);
        for (const iap::Habit habit : iap::habits()) {
            auto value = shop.store.habit(habit);
            CHECK(value && *value == iap::value_in(each, habit));
        }
    }
    CHECK(shop.store.set_habit(iap::Habit::listing_lag_ms, 1234));
    auto value = shop.store.habit(iap::Habit::listing_lag_ms);
    CHECK(value && *value == 1234);
    profile = shop.store.profile();
    CHECK(profile && *profile == iap::Profile::none);
    CHECK(shop.store.reset_to_default_state());
    profile = shop.store.profile();
    CHECK(profile && *profile == iap::Profile::documented);
    auto refused = shop.store.set_habit(iap::Habit::two_ids, 2);
    CHECK(fails_with(refused, IAP_ERROR_INVALID_ARGUMENT));
    CHECK(refused.error().message().find("two_ids takes a value from 0 to 1, not 2") != std::string::npos);
    CHECK(fails_with(shop.store.set_profile(iap::Profile::none), IAP_ERROR_INVALID_ARGUMENT));
    CHECK(fails_with(shop.store.habit(iap::Habit::none), IAP_ERROR_INVALID_ARGUMENT));
}

void habits_are_listed_with_their_texts() {
    CHECK(iap::profiles().size() == 5 && iap::profiles().front() == iap::Profile::documented);
    CHECK(iap::habits().size() == iap_habit_count() && iap::habits().back() == iap::Habit::storefront_on_subscribing);
    for (const iap::Profile profile : iap::profiles()) {
        CHECK(iap::profile_named(iap::name_of(profile)) == profile);
    }
    for (const iap::Habit habit : iap::habits()) {
        CHECK(iap::habit_named(iap::name_of(habit)) == habit);
        CHECK(!iap::sentence_of(habit).empty() && !iap::source_of(habit).empty());
        CHECK(iap::largest_value_of(habit) >= 1);
    }
    CHECK(iap::name_of(iap::Profile::ios_27_simulator) == "ios-27-simulator");
    CHECK(iap::name_of(iap::Habit::missed_order) == "missed_order");
    CHECK(iap::name_of(iap::Habit::missed_order, 1) == "newest_first");
    CHECK(iap::name_of(iap::Habit::missed_order, 2).empty() && iap::name_of(iap::Habit::two_ids, 1).empty());
    CHECK(iap::name_of(iap::Habit::none).empty() && iap::name_of(iap::Profile::none).empty());
    CHECK(iap::sentence_of(iap::Habit::none).empty() && iap::source_of(iap::Habit::none).empty());
    CHECK(iap::largest_value_of(iap::Habit::none) == -1);
    CHECK(iap::value_in(iap::Profile::none, iap::Habit::two_ids) == -1);
    CHECK(iap::habit_named("x") == iap::Habit::none && iap::profile_named("x") == iap::Profile::none);
    const std::string name = std::string("worst") + '\0';
    CHECK(iap::profile_named(name) == iap::Profile::none && iap::habit_named(name) == iap::Habit::none);
}

void clock_can_be_set_back() {
    Shop shop;
    const std::int64_t before = shop.store.now_ms();
    CHECK(shop.store.set_clock(before + 5000));
    CHECK(shop.store.now_ms() == before + 5000);
    CHECK(shop.store.set_clock(before));
    CHECK(shop.store.now_ms() == before);
    CHECK(fails_with(shop.store.set_clock(-1), IAP_ERROR_INVALID_ARGUMENT));
}

void simulated_error_reaches_the_game_and_ends() {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    CHECK(shop.store.set_simulated_error(iap::StoreApi::load_products, iap::StoreFailure::network));
    auto told = shop.store.simulated_error(iap::StoreApi::load_products);
    CHECK(told && *told == iap::StoreFailure::network);
    auto failed = ask_for_products(*client);
    CHECK(failed && !*failed && failed->error().category() == iap::Category::network);
    CHECK(shop.store.set_simulated_error(iap::StoreApi::load_products, iap::StoreFailure::none));
    told = shop.store.simulated_error(iap::StoreApi::load_products);
    CHECK(told && *told == iap::StoreFailure::none);
    auto answered = ask_for_products(*client);
    CHECK(answered && *answered);
    auto refused = shop.store.set_simulated_error(iap::StoreApi::sync, iap::StoreFailure::invalid_signature);
    CHECK(fails_with(refused, IAP_ERROR_INVALID_ARGUMENT) && !refused.error().message().empty());
}

void feature_can_be_absent() {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    CHECK(iap_supports(client->handle(), IAP_FEATURE_BILLING_PLANS, nullptr) == 1);
    CHECK(shop.store.set_supported(iap::Feature::billing_plans, false));
    CHECK(iap_supports(client->handle(), IAP_FEATURE_BILLING_PLANS, nullptr) == 0);
}

void product_leaves_the_sale_and_returns() {
    Shop shop;
    Notes notes;
    auto client = shop.launch();
    REQUIRE(client);
    REQUIRE(client->add_observer(notes.observer()));
    CHECK(shop.store.set_on_sale(coins_id, false));
    auto refused = outcome(*client, notes, coins_id);
    CHECK(refused.error() && refused.error()->status() == IAP_ERROR_PRODUCT_UNAVAILABLE);
    CHECK(shop.store.set_on_sale(coins_id, true));
    CHECK(outcome(*client, notes, coins_id).state() == iap::TransactionState::purchased);
    CHECK(fails_with(shop.store.set_on_sale("com.example.none", false), IAP_ERROR_NOT_FOUND));
}

void country_and_language_change_during_the_purchase() {
    Shop shop;
    Notes notes;
    auto client = shop.launch();
    REQUIRE(client);
    REQUIRE(client->add_observer(notes.observer()));
    CHECK(shop.store.move_during_next_purchase("DEU"));
    CHECK(shop.store.set_locale_during_next_purchase("de_DE"));
    CHECK(outcome(*client, notes, coins_id).state() == iap::TransactionState::purchased);
    auto settings = shop.store.settings();
    CHECK(settings && settings->storefront == "DEU" && settings->locale == "de_DE");
    CHECK(fails_with(shop.store.move_during_next_purchase("Atlantis"), IAP_ERROR_INVALID_ARGUMENT));
}

void player_answers_sheets() {
    Shop shop;
    Notes notes;
    auto client = shop.launch();
    REQUIRE(client);
    REQUIRE(client->add_observer(notes.observer()));
    const std::uint64_t bought = outcome(*client, notes, editor_id).id();
    CHECK(shop.store.answer_next_sheet(iap::StoreSheet::refund, iap::StoreAnswer::accept, "approve"));
    CHECK(shop.store.sheet_count(iap::StoreSheet::refund) == 0);
    CHECK(iap_request_refund(client->handle(), bought, nullptr, nullptr, nullptr, nullptr, nullptr) == IAP_OK);
    CHECK(pump_until(*client, [&] { return notes.revoked.size() == 1; }));
    CHECK(shop.store.sheet_count(iap::StoreSheet::refund) == 1);
    auto refused = shop.store.answer_next_sheet(iap::StoreSheet::refund, iap::StoreAnswer::accept, "perhaps");
    CHECK(fails_with(refused, IAP_ERROR_INVALID_ARGUMENT));
}

void store_signs_as_the_games_server() {
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

void text_with_a_nul_is_refused() {
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
    CHECK(is_refused(store.transaction_ids(with_nul)) && is_refused(store.write_log(with_nul)));
    CHECK(is_refused(store.write_state(with_nul)) && is_refused(iap::Store::replay({}, with_nul)));
    CHECK(is_refused(store.answer_next_sheet(iap::StoreSheet::message, iap::StoreAnswer::accept, with_nul)));
    CHECK(is_refused(shop.device.sign_in(with_nul)) && is_refused(shop.device.send_purchase_intent(with_nul)));
}

} // namespace

const std::vector<check::Test> settings_tests = {
    {"settings_are_told_as_they_were_set", settings_are_told_as_they_were_set},
    {"habits_are_set_by_profile_and_one_by_one", habits_are_set_by_profile_and_one_by_one},
    {"habits_are_listed_with_their_texts", habits_are_listed_with_their_texts},
    {"clock_can_be_set_back", clock_can_be_set_back},
    {"simulated_error_reaches_the_game_and_ends", simulated_error_reaches_the_game_and_ends},
    {"feature_can_be_absent", feature_can_be_absent},
    {"product_leaves_the_sale_and_returns", product_leaves_the_sale_and_returns},
    {"country_and_language_change_during_the_purchase", country_and_language_change_during_the_purchase},
    {"player_answers_sheets", player_answers_sheets},
    {"store_signs_as_the_games_server", store_signs_as_the_games_server},
    {"text_with_a_nul_is_refused", text_with_a_nul_is_refused},
};
