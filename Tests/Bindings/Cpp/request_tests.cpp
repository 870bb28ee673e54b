// The requests of a client, with functions. The awaitable forms in coroutine_tests.cpp call the others.

#include "check.hpp"
#include "shop.hpp"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

// The result of a request, when it has come.
template <class T> struct Answer {
    std::optional<iap::Result<T>> result;

    auto function() {
        return [this](iap::Result<T> answer) { result = std::move(answer); };
    }
    bool came(iap::Client &client) {
        return pump_until(client, [this] { return result.has_value(); });
    }
};

TEST(features_and_version_are_reported) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    CHECK(iap::version() >= IAP_HEADER_VERSION);
    CHECK(client->supports(iap::Feature::messages));
    CHECK(shop.store.set_supported(iap::Feature::messages, false));
    CHECK(!client->supports(iap::Feature::messages));
    CHECK(client->close());
    CHECK(!client->supports(iap::Feature::promotions));
}

TEST(subscription_tells_its_status_and_what_comes_next) {
    Shop shop;
    Notes notes;
    auto client = shop.launch();
    REQUIRE(client);
    iap::Observer observer = notes.observer();
    std::vector<iap::SubscriptionStatus> news;
    observer.subscription_status_changed = [&](const iap::SubscriptionStatus &status) { news.push_back(status); };
    REQUIRE(client->add_observer(std::move(observer)));
    REQUIRE(client->add_payment({club_id}));
    REQUIRE(pump_until(*client, [&] { return !news.empty(); }));
    Answer<std::vector<iap::SubscriptionStatus>> all;
    Answer<std::vector<iap::SubscriptionStatus>> one;
    Answer<bool> eligible;
    REQUIRE(client->request_subscription_statuses("2001", all.function()));
    REQUIRE(client->request_transaction_status(notes.updated.back().id(), one.function()));
    REQUIRE(client->request_introductory_offer_eligibility("2001", eligible.function()));
    REQUIRE(all.came(*client) && one.came(*client) && eligible.came(*client));
    REQUIRE(*all.result && (*all.result)->size() == 1 && *one.result && (*one.result)->size() == 1);
    CHECK(eligible.result->has_value() && !**eligible.result);
    iap::RenewalInfo info;
    {
        // The info keeps its status alive.
        iap::SubscriptionStatus status = (**all.result)[0];
        all.result.reset();
        CHECK(status.state() == iap::SubscriptionState::subscribed && status.group_id() == "2001");
        CHECK(status.transaction().product_id() == club_id);
        info = status.renewal_info();
    }
    CHECK(info.signature_check() == iap::SignatureCheck::verified && info.product_id() == club_id);
    CHECK(info.renewal_date() && *info.renewal_date() > shop.store.now() && !info.grace_period_expiration_date());
    CHECK(news[0].state() == iap::SubscriptionState::subscribed);
}

TEST(history_comes_in_pages) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    for (int i = 0; i < 3; i++) {
        CHECK(shop.store.buy("anna", {coins_id}));
    }
    std::string page;
    std::vector<std::uint64_t> ids;
    for (int i = 0; i < 2; i++) {
        Answer<iap::TransactionsPage> answer;
        REQUIRE(client->request_transactions_page(iap::Query::unfinished, coins_id, 2, page, answer.function()));
        REQUIRE(answer.came(*client) && *answer.result);
        for (const iap::Transaction &transaction : (*answer.result)->transactions) {
            ids.push_back(transaction.id());
        }
        page = (*answer.result)->next_page;
        CHECK(page.empty() == (i == 1));
    }
    CHECK(ids.size() == 3 && ids[0] < ids[1] && ids[1] < ids[2]);
}

TEST(message_is_shown_when_the_game_likes) {
    Shop shop;
    iap::ClientOptions options;
    options.execution = iap::Execution::manual;
    options.device = shop.device.handle();
    options.handles_messages = true;
    auto client = iap::Client::open(std::move(options));
    REQUIRE(client);
    std::optional<iap::Message> message;
    iap::Observer observer;
    observer.message_received = [&](const iap::Message &received) { message = received; };
    REQUIRE(client->add_observer(std::move(observer)));
    CHECK(shop.device.send_message(iap::MessageReason::billing_issue));
    REQUIRE(pump_until(*client, [&] { return message.has_value(); }));
    CHECK(message->reason() == iap::MessageReason::billing_issue);
    CHECK(shop.store.sheet_count(iap::StoreSheet::message) == 0);
    Answer<void> shown;
    REQUIRE(client->display_message(*message, nullptr, shown.function()));
    REQUIRE(shown.came(*client));
    CHECK(*shown.result && shop.store.sheet_count(iap::StoreSheet::message) == 1);
    CHECK(fails_with(client->display_message(*message, nullptr, {}), IAP_ERROR_NOT_FOUND));
}

TEST(intent_is_kept_taken_or_declined) {
    Shop shop;
    Notes notes;
    auto client = shop.launch();
    REQUIRE(client);
    int heard = 0;
    iap::Observer observer = notes.observer();
    observer.purchase_intent_received = [&](const iap::PurchaseIntent &) { heard++; };
    REQUIRE(client->add_observer(std::move(observer)));
    CHECK(shop.device.send_purchase_intent(coins_id) && shop.device.send_purchase_intent(editor_id));
    REQUIRE(pump_until(*client, [&] { return heard == 2; }));
    auto intents = client->queue_purchase_intents();
    REQUIRE(intents && intents->size() == 2);
    const iap::PurchaseIntent coins = (*intents)[0];
    const iap::PurchaseIntent editor = (*intents)[1];
    CHECK(coins.product_id() == coins_id && coins.offer_type() == iap::OfferType::none && !coins.is_deferred());
    CHECK(client->defer_purchase_intent(coins));
    CHECK(client->queue_purchase_intents()->front().is_deferred());
    CHECK(client->decline_purchase_intent(editor));
    CHECK(fails_with(client->take_purchase_intent(editor), IAP_ERROR_NOT_FOUND));
    iap::Payment payment;
    payment.product_id = coins_id;
    payment.quantity = 2;
    auto taken = client->take_purchase_intent(coins, payment);
    REQUIRE(taken);
    REQUIRE(pump_until(*client, [&] { return notes.last(iap::TransactionState::purchased) != nullptr; }));
    CHECK(notes.updated.back().payment_id() == *taken && notes.updated.back().quantity() == 2);
    CHECK(client->queue_purchase_intents()->empty());
}

TEST(product_list_comes_from_a_file_and_the_cache_keeps_it) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    const std::string path = temporary_file("products.json");
    std::ofstream(path) << R"(["com.example.coins", "com.example.none"])";
    iap::ProductListOptions options;
    options.path = path;
    options.timeout = std::chrono::seconds(5);
    Answer<iap::Products> listed;
    REQUIRE(client->request_product_list(options, listed.function()));
    REQUIRE(listed.came(*client) && *listed.result);
    CHECK((*listed.result)->list_source == iap::ProductListSource::file);
    CHECK((*listed.result)->products.size() == 1 && (*listed.result)->invalid_ids.size() == 1);
    Answer<iap::Products> cached;
    REQUIRE(client->request_cached_products({}, cached.function()));
    REQUIRE(cached.came(*client) && *cached.result && (*cached.result)->products.size() == 1);
    CHECK((*cached.result)->products[0].is_cached() && !(*listed.result)->products[0].is_cached());
    options.path = path + ".none";
    Answer<iap::Products> missing;
    REQUIRE(client->request_product_list(options, missing.function()));
    REQUIRE(missing.came(*client));
    CHECK(fails_with(*missing.result, IAP_ERROR_INVALID_FILE));
    CHECK(std::remove(path.c_str()) == 0);
}

TEST(audit_log_is_written_and_grants_are_noted) {
    Game game;
    REQUIRE(game.client.add_payment({coins_id}));
    REQUIRE(pump_until(game.client, [&] { return game.notes.last(iap::TransactionState::purchased) != nullptr; }));
    CHECK(game.client.record_grant(game.notes.updated.back()));
    CHECK(fails_with(game.client.record_grant(iap::Transaction()), IAP_ERROR_INVALID_ARGUMENT));
    REQUIRE(pump_until(game.client, [&] {
        return game.client.queue_transactions()->front().delivery_state() == iap::DeliveryState::granted;
    }));
    const std::string path = temporary_file("audit.jsonl");
    Answer<void> written;
    REQUIRE(game.client.request_audit_copy(path, written.function()));
    REQUIRE(written.came(game.client) && *written.result);
    std::string line;
    CHECK(std::getline(std::ifstream(path), line) && line.front() == '{');
    CHECK(std::remove(path.c_str()) == 0);
}

TEST(payment_hands_over_all_of_its_values) {
    Game game;
    iap::Payment payment;
    payment.product_id = coins_id;
    payment.custom_values = {iap::CustomValue::text("level", "three"), iap::CustomValue::number("luck", 0.5),
                             iap::CustomValue::flag("new", true),
                             iap::CustomValue::data("seed", std::string("\0\1", 2))};
    payment.storefronts = "USA,CAN";
    REQUIRE(game.client.add_payment(payment));
    REQUIRE(pump_until(game.client, [&] { return game.notes.last(iap::TransactionState::purchased) != nullptr; }));
    payment.custom_values.push_back(iap::CustomValue::flag("new", false));
    CHECK(fails_with(game.client.add_payment(payment), IAP_ERROR_INVALID_ARGUMENT));
    payment.custom_values.pop_back();
    payment.custom_values[0].key = std::string("a\0b", 3);
    CHECK(fails_with(game.client.add_payment(payment), IAP_ERROR_INVALID_TEXT));
    payment.custom_values.clear();
    // A signature without its offer, and two offers in one payment.
    payment.offer.jws = "a.b.c";
    CHECK(fails_with(game.client.add_payment(payment), IAP_ERROR_INVALID_ARGUMENT));
    payment.offer.id = "spring";
    CHECK(game.client.add_payment(payment));
    payment.offer.win_back_id = "return";
    CHECK(fails_with(game.client.add_payment(payment), IAP_ERROR_INVALID_ARGUMENT));
    // Allowing no change of the storefront is not the same as allowing every change.
    iap::Payment at_home;
    at_home.product_id = editor_id;
    at_home.storefronts = "";
    CHECK(game.store.move_during_next_purchase("DEU"));
    REQUIRE(game.client.add_payment(at_home));
    REQUIRE(pump_until(game.client, [&] {
        const iap::Transaction *failed = game.notes.last(iap::TransactionState::failed);
        return failed != nullptr && failed->product_id() == editor_id;
    }));
    CHECK(game.notes.last(iap::TransactionState::failed)->error()->status() == IAP_ERROR_NOT_IN_STOREFRONT);
}

TEST(events_are_polled_and_take_no_response_away) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    Answer<iap::Storefront> answer;
    REQUIRE(client->request_storefront(answer.function()));
    CHECK(fails_with(client->next_event(), IAP_ERROR_INVALID_STATE));
    REQUIRE(answer.came(*client));
    auto products = client->request_products({coins_id}, nullptr);
    auto transactions = client->request_transactions(iap::Query::all, "", nullptr);
    auto storefront = client->request_storefront(nullptr);
    auto statuses = client->request_subscription_statuses("2001", nullptr);
    auto app = client->request_app_transaction(false, nullptr);
    REQUIRE(products && transactions && storefront && statuses && app && client->add_payment({coins_id}));
    int seen = 0;
    bool bought = false;
    for (int i = 0; i < 1000 && (seen < 5 || !bought); i++) {
        auto event = client->next_event();
        REQUIRE(event);
        switch (event->type()) {
        case iap::EventType::products_received:
            seen += event->request_id() == *products && event->products().products.size() == 1;
            break;
        case iap::EventType::transactions_received: seen += event->transactions().next_page.empty(); break;
        case iap::EventType::storefront_received: seen += event->storefront().country_code == "USA"; break;
        case iap::EventType::subscription_statuses_received: seen += event->subscription_statuses().empty(); break;
        case iap::EventType::app_transaction_received: seen += static_cast<bool>(event->app_transaction()); break;
        case iap::EventType::transaction_updated:
            bought = bought || event->transaction().state() == iap::TransactionState::purchased;
            break;
        default: CHECK(!*event || !event->error()); break;
        }
    }
    CHECK(seen == 5 && bought);
    CHECK(client->close());
    CHECK(fails_with(client->next_event(), IAP_ERROR_CLOSED));
}

TEST(wait_takes_a_duration) {
    Shop shop;
    auto client = shop.launch(iap::Execution::background);
    REQUIRE(client);
    Answer<iap::Storefront> answer;
    REQUIRE(client->request_storefront(answer.function()));
    CHECK(client->wait_events(std::chrono::seconds(30)).value_or(false));
    REQUIRE(answer.came(*client));
    CHECK(shop.store.advance_clock(std::chrono::hours(1)));
    const iap::Time before = shop.store.now();
    CHECK(shop.store.set_clock(before + std::chrono::minutes(1)));
    CHECK(shop.store.now() - before == std::chrono::minutes(1));
}

TEST(token_cancels_its_request_when_it_goes) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    Answer<iap::Storefront> first, second, third;
    {
        const iap::RequestToken token{*client, client->request_storefront(first.function())};
        CHECK(token.id() != 0);
        CHECK(!first.result);
    }
    REQUIRE(first.result);
    CHECK(fails_with(*first.result, IAP_ERROR_CANCELLED));
    // A token leaves a completed request unchanged, also after a move.
    iap::RequestToken token{*client, client->request_storefront(second.function())};
    iap::RequestToken moved = std::move(token);
    CHECK(token.id() == 0);
    REQUIRE(second.came(*client));
    CHECK(*second.result);
    moved.cancel();
    CHECK(*second.result);
    // A request whose token was released continues.
    { iap::RequestToken(*client, client->request_storefront(third.function())).release(); }
    REQUIRE(third.came(*client));
    CHECK(*third.result);
    // A token may exist longer than its client.
    Answer<iap::Storefront> last;
    iap::RequestToken late{*client, client->request_storefront(last.function())};
    client = iap::Error::with_message(IAP_ERROR_CLOSED, "gone");
    REQUIRE(last.result);
    CHECK(fails_with(*last.result, IAP_ERROR_CANCELLED));
    late.cancel();
}

TEST(observer_token_removes_its_observer_when_it_goes) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    Notes notes;
    {
        auto token = client->observe(notes.observer());
        REQUIRE(token);
        CHECK(client->has_observer());
        REQUIRE(client->add_payment({coins_id}));
        CHECK(pump_until(*client, [&] { return notes.last(iap::TransactionState::purchased) != nullptr; }));
    }
    CHECK(!client->has_observer());
    const std::size_t heard = notes.updated.size();
    REQUIRE(client->add_payment({coins_id}));
    while (client->process_events().value_or(0) > 0) {
    }
    CHECK(notes.updated.size() == heard);
    auto late = client->observe(notes.observer());
    REQUIRE(late);
    client = iap::Error::with_message(IAP_ERROR_CLOSED, "gone");
    late->remove();
}

TEST(environment_is_reported_at_once) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    CHECK(client->environment() == iap::Environment::reference_store);
    CHECK(client->close());
    CHECK(client->environment() == iap::Environment::unknown);
}

TEST(log_goes_where_the_game_says) {
    std::vector<std::string> lines;
    const auto keep = [](void *user_data, iap_log_level_t, const char *message) {
        static_cast<std::vector<std::string> *>(user_data)->push_back(message);
    };
    REQUIRE(iap::set_log_function(iap::LogLevel::warning, keep, &lines));
    CHECK(iap_client_close(nullptr) == IAP_ERROR_INVALID_ARGUMENT);
    REQUIRE(iap::set_log_function(iap::LogLevel::none));
    REQUIRE(lines.size() == 1);
    CHECK(lines[0] == "iap_client_close: the client is NULL (IAP_ERROR_INVALID_ARGUMENT)");
}

} // namespace
