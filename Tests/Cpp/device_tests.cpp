#include "check.hpp"
#include "shop.hpp"
#include "tests.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace {

// A running game that notes what it receives.
struct Play {
    Play() : client(shop.launch()) {
        if (CHECK(client)) {
            CHECK(client->add_observer(notes.observer()));
        }
    }

    // Buys and returns the last transaction that the game received for this purchase.
    iap::Transaction buy(const std::string &product_id) {
        const std::size_t before = notes.updated.size();
        CHECK(client->add_payment({product_id, 1, "", false}));
        CHECK(pump_until(*client, [&] { return notes.updated.size() >= before + 2; }));
        return notes.updated.empty() ? iap::Transaction() : notes.updated.back();
    }

    Shop shop;
    Notes notes;
    iap::Result<iap::Client> client;
};

void network_can_be_down() {
    Play play;
    REQUIRE(play.client);
    iap::DeviceNetwork network;
    network.is_down = true;
    CHECK(play.shop.device.set_network(network));
    auto failed = play.buy(coins_id);
    CHECK(failed.error() && failed.error()->category() == iap::Category::network);
    CHECK(play.shop.device.set_network(iap::DeviceNetwork()));
    CHECK(play.buy(coins_id).state() == iap::TransactionState::purchased);
    network.latency_ms = -1;
    CHECK(fails_with(play.shop.device.set_network(network), IAP_ERROR_INVALID_ARGUMENT));
}

void answer_comes_when_its_time_has_come() {
    Play play;
    REQUIRE(play.client);
    iap::DeviceNetwork slow;
    slow.latency_ms = 5000;
    CHECK(play.shop.device.set_network(slow));
    CHECK(play.client->add_payment({coins_id, 1, "", false}));
    CHECK(play.client->process_events());
    CHECK(play.notes.last(iap::TransactionState::purchased) == nullptr);
    // A purchase has more than one response on its way.
    CHECK(pump_until(*play.client, [&] {
        return play.notes.last(iap::TransactionState::purchased) != nullptr || !play.shop.store.advance_clock(5000);
    }));
    CHECK(play.notes.last(iap::TransactionState::purchased) != nullptr);
}

void updates_wait_while_they_are_held() {
    Play play;
    REQUIRE(play.client);
    // The launch is over: transactions that are unfinished then are not updates.
    CHECK(pump_until(*play.client, [&] { return !play.client->wait_events(0).value_or(true); }));
    CHECK(play.shop.device.set_updates(iap::StoreUpdates::held));
    iap::StorePurchase purchase;
    purchase.product_id = editor_id;
    REQUIRE(play.shop.store.buy("anna", purchase));
    CHECK(play.client->process_events());
    CHECK(play.notes.updated.empty());
    CHECK(play.shop.device.set_updates(iap::StoreUpdates::in_order));
    CHECK(pump_until(*play.client, [&] { return play.notes.updated.size() == 1; }));
}

void lost_answer_comes_as_news() {
    Play play;
    REQUIRE(play.client);
    CHECK(play.shop.store.lose_next_answer(iap::StoreLoss::error));
    play.buy(coins_id);
    CHECK(pump_until(*play.client, [&] { return play.notes.last(iap::TransactionState::purchased) != nullptr; }));
    CHECK(play.shop.store.restart());
}

void forged_purchase_is_not_verified() {
    Play play;
    REQUIRE(play.client);
    CHECK(play.shop.store.set_forgery(iap::StoreForgery::signature));
    auto forged = play.buy(coins_id);
    CHECK(forged.error() && forged.error()->category() == iap::Category::verification);
    CHECK(play.shop.store.set_forgery(iap::StoreForgery::none));
    CHECK(play.buy(editor_id).state() == iap::TransactionState::purchased);
}

void player_is_sent_intents_and_messages() {
    Play play;
    REQUIRE(play.client);
    CHECK(play.shop.device.send_purchase_intent(editor_id));
    CHECK(play.shop.device.send_message(iap::MessageReason::billing_issue));
    CHECK(pump_until(*play.client, [&] { return play.shop.store.sheet_count(iap::StoreSheet::message) == 1; }));
    const iap_purchase_intents *intents = nullptr;
    CHECK(iap_queue_purchase_intents(play.client->handle(), &intents, nullptr) == IAP_OK);
    CHECK(iap_purchase_intents_count(intents) == 1);
    iap_purchase_intents_release(intents);
}

void somebody_else_signs_in_and_out() {
    Play play;
    REQUIRE(play.client);
    CHECK(play.shop.device.sign_in("ben"));
    const std::uint64_t bought = play.buy(editor_id).id();
    auto transaction = play.shop.store.transaction(bought);
    CHECK(transaction && transaction->account == "ben");
    CHECK(play.shop.device.sign_out());
    auto failed = play.buy(coins_id);
    CHECK(failed.error() && failed.error()->is_cancelled());
    CHECK(fails_with(play.shop.device.sign_in(""), IAP_ERROR_INVALID_TEXT));
}

void kill_can_be_taken_back() {
    Play play;
    REQUIRE(play.client);
    CHECK(play.shop.store.kill_at(iap::StorePoint::after_charge));
    CHECK(play.shop.store.kill_at(iap::StorePoint::none));
    CHECK(play.buy(coins_id).state() == iap::TransactionState::purchased);
    CHECK(fails_with(play.shop.store.kill_at(iap::StorePoint::after_charge, 0), IAP_ERROR_INVALID_ARGUMENT));
}

} // namespace

const std::vector<check::Test> device_tests = {
    {"network_can_be_down", network_can_be_down},
    {"answer_comes_when_its_time_has_come", answer_comes_when_its_time_has_come},
    {"updates_wait_while_they_are_held", updates_wait_while_they_are_held},
    {"lost_answer_comes_as_news", lost_answer_comes_as_news},
    {"forged_purchase_is_not_verified", forged_purchase_is_not_verified},
    {"player_is_sent_intents_and_messages", player_is_sent_intents_and_messages},
    {"somebody_else_signs_in_and_out", somebody_else_signs_in_and_out},
    {"kill_can_be_taken_back", kill_can_be_taken_back},
};
