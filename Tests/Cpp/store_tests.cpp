#include "check.hpp"
#include "shop.hpp"
#include "tests.hpp"

#include <string>
#include <vector>

namespace {

void store_tells_what_it_sells() {
    Shop shop;
    CHECK(shop.store.product_ids().size() == 3);
    CHECK(shop.store.warnings().empty());
    auto certificate = shop.store.root_certificate();
    REQUIRE(certificate);
    // DER: a sequence with a two-byte length.
    CHECK(certificate->size() > 100 && certificate->at(0) == 0x30 && certificate->at(1) == 0x82);
}

void bad_file_is_an_error_that_names_the_place() {
    iap::StoreOptions options;
    options.storekit_text = "{ this is no JSON";
    auto store = iap::Store::open(options);
    REQUIRE(!store);
    CHECK(store.error().status() == IAP_ERROR_INVALID_STORE_FILE && !store.error().message().empty());
}

void virtual_clock_moves_only_when_told() {
    Shop shop;
    std::int64_t before = shop.store.now_ms();
    CHECK(shop.store.advance_clock(86400000));
    CHECK(shop.store.now_ms() == before + 86400000);
    auto back = shop.store.advance_clock(-1);
    CHECK(!back && back.error().status() == IAP_ERROR_INVALID_ARGUMENT);
}

void deferred_purchase_is_approved_or_declined() {
    Shop shop;
    Notes notes;
    auto client = shop.launch();
    REQUIRE(client);
    REQUIRE(client->add_observer(notes.observer()));
    CHECK(shop.store.set_ask_to_buy(true));
    REQUIRE(client->add_payment({coins_id, 1, "", false}));
    REQUIRE(client->add_payment({editor_id, 1, "", false}));
    REQUIRE(pump_until(*client, [&] { return shop.store.approvals()->size() == 2 && notes.updated.size() == 4; }));
    auto approvals = *shop.store.approvals();
    CHECK(*shop.store.approval_product_id(approvals[0]) == coins_id);
    CHECK(shop.store.decline(approvals[1]));
    CHECK(shop.store.approve(approvals[0]));
    auto again = shop.store.approve(approvals[0]);
    CHECK(!again && again.error().status() == IAP_ERROR_NOT_FOUND);
    CHECK(shop.store.approvals()->empty());
    REQUIRE(pump_until(*client, [&] { return notes.last(iap::TransactionState::purchased) != nullptr; }));
    CHECK(notes.last(iap::TransactionState::purchased)->product_id() == coins_id);
}

void refund_and_storefront_reach_the_game() {
    Shop shop;
    Notes notes;
    auto client = shop.launch();
    REQUIRE(client);
    REQUIRE(client->add_observer(notes.observer()));
    REQUIRE(client->add_payment({editor_id, 1, "", false}));
    REQUIRE(pump_until(*client, [&] { return notes.last(iap::TransactionState::purchased) != nullptr; }));
    iap::Transaction bought = *notes.last(iap::TransactionState::purchased);
    REQUIRE(client->finish(bought));
    REQUIRE(pump_until(*client, [&] { return notes.removed.size() == 1; }));
    CHECK(shop.store.refund(bought.id()));
    REQUIRE(pump_until(*client, [&] { return notes.revoked.size() == 1; }));
    CHECK(notes.revoked[0].id() == bought.id() && notes.revoked[0].state() == iap::TransactionState::revoked);
    CHECK(notes.revoked[0].revocation_date_ms() == shop.store.now_ms());
    CHECK(shop.store.set_storefront("DEU", "de_DE"));
    REQUIRE(pump_until(*client, [&] { return notes.storefronts.size() == 1; }));
    CHECK(notes.storefronts[0].country_code == "DEU" && !notes.storefronts[0].identifier.empty());
    auto totals = shop.store.totals();
    REQUIRE(totals);
    CHECK(totals->transactions == 1 && totals->unfinished == 0 && totals->refunded == 1);
}

void store_refuses_to_close_while_in_use() {
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

void payments_can_be_forbidden() {
    Shop shop;
    CHECK(shop.store.set_payments_allowed(false));
    auto client = shop.launch();
    REQUIRE(client);
    CHECK(!client->can_make_payments());
}

} // namespace

const std::vector<check::Test> store_tests = {
    {"store_tells_what_it_sells", store_tells_what_it_sells},
    {"bad_file_is_an_error_that_names_the_place", bad_file_is_an_error_that_names_the_place},
    {"virtual_clock_moves_only_when_told", virtual_clock_moves_only_when_told},
    {"deferred_purchase_is_approved_or_declined", deferred_purchase_is_approved_or_declined},
    {"refund_and_storefront_reach_the_game", refund_and_storefront_reach_the_game},
    {"store_refuses_to_close_while_in_use", store_refuses_to_close_while_in_use},
    {"payments_can_be_forbidden", payments_can_be_forbidden},
};
