#include "check.hpp"
#include "shop.hpp"
#include "tests.hpp"

#include <iap/iap_inventory.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

iap::InventoryOptions grants() {
    return {{iap::Grant::counter(coins_id, "coins", 100), iap::Grant::unlock(editor_id, "editor"),
             iap::Grant::unlock(club_id, "club", iap::RevocationPolicy::game_decides)},
            ""};
}

iap::Result<iap::Client> launch(Shop &shop, iap::InventoryOptions inventory = grants()) {
    iap::ClientOptions options;
    options.execution = iap::Execution::manual;
    options.device = shop.device.handle();
    options.inventory = std::move(inventory);
    return iap::Client::open(std::move(options));
}

// Buys and finishes, and returns the id.
std::uint64_t own(iap::Client &client, Notes &notes, const std::string &product_id) {
    const std::size_t before = notes.removed.size();
    const std::size_t heard = notes.updated.size();
    CHECK(client.add_payment({product_id, 1, "", false}));
    pump_until(client, [&] { return notes.updated.size() >= heard + 2; });
    CHECK(client.finish(notes.updated.back()));
    pump_until(client, [&] { return notes.removed.size() > before; });
    return notes.updated.back().id();
}

// The result of a change: the status of the call or, if the library accepts it, the status that the function receives.
template <class Change> iap_status outcome(iap::Client &client, Change change) {
    std::optional<iap::Result<void>> answer;
    auto accepted = change([&](iap::Result<void> result) { answer = std::move(result); });
    if (!accepted) {
        return accepted.error().status();
    }
    CHECK(*accepted != 0);
    CHECK(pump_until(client, [&] { return answer.has_value(); }));
    return !answer || *answer ? IAP_OK : answer->error().status();
}

std::string export_of(iap::Client &client) {
    std::optional<iap::Result<std::string>> answer;
    CHECK(iap::Inventory(client).export_text([&](iap::Result<std::string> result) { answer = std::move(result); }));
    CHECK(pump_until(client, [&] { return answer.has_value(); }));
    return answer && *answer ? **answer : "";
}

static_assert(!std::is_constructible_v<iap::Inventory, iap::Client>);
static_assert(std::is_constructible_v<iap::Inventory, iap::Client &>);

void inventory_follows_a_client_that_is_moved() {
    Shop shop;
    auto client = launch(shop);
    REQUIRE(client);
    std::optional<iap::Client> moved;
    iap::Inventory inventory(*client);
    moved.emplace(std::move(*client));
    iap::Error answered;
    CHECK(!inventory.is_unlocked("editor", &answered) && answered.status() == IAP_OK);
    CHECK(inventory.balance("coins", &answered) == 0 && answered.status() == IAP_OK);
    moved.reset();
    iap::Inventory copy = inventory;
    CHECK(fails_with([&](iap::Error *error) { return copy.balance("coins", error); }, IAP_ERROR_CLOSED));
    CHECK(fails_with([&](iap::Error *error) { return inventory.is_unlocked("editor", error); }, IAP_ERROR_CLOSED));
    CHECK(fails_with(inventory.export_text([](const auto &) {}), IAP_ERROR_CLOSED));
    copy = iap::Inventory(*client);
    CHECK(fails_with([&](iap::Error *error) { return copy.balance("coins", error); }, IAP_ERROR_INVALID_ARGUMENT));
}

void purchases_are_held() {
    Shop shop;
    Notes notes;
    auto client = launch(shop);
    REQUIRE(client);
    CHECK(client->add_observer(notes.observer()));
    iap::Inventory inventory(*client);
    own(*client, notes, coins_id);
    own(*client, notes, editor_id);
    CHECK(inventory.balance("coins") == 100);
    CHECK(inventory.balance("nothing") == 0);
    CHECK(inventory.is_unlocked("editor") && !inventory.is_unlocked("club"));
    auto items = inventory.items();
    REQUIRE(items && items->size() == 3);
    const std::vector<iap::InventoryItem> &list = *items;
    CHECK(list[0].name == "club" && list[0].kind == iap::GrantKind::unlock && !list[0].is_unlocked);
    CHECK(list[1].name == "coins" && list[1].kind == iap::GrantKind::counter && list[1].balance == 100);
    CHECK(list[2].name == "editor" && list[2].is_unlocked && list[2].expiration_date_ms == 0);
}

void changes_are_made_once_for_each_key() {
    Shop shop;
    auto client = launch(shop);
    REQUIRE(client);
    iap::Inventory inventory(*client);
    for (int i = 0; i < 2; i++) {
        CHECK(outcome(*client, [&](auto done) { return inventory.add("coins", 50, "a", done); }) == IAP_OK);
        CHECK(outcome(*client, [&](auto done) { return inventory.spend("coins", 20, "b", done); }) == IAP_OK);
    }
    CHECK(inventory.balance("coins") == 30);
    CHECK(outcome(*client, [&](auto done) { return inventory.spend("coins", 31, "c", done); }) ==
          IAP_ERROR_INSUFFICIENT_BALANCE);
    CHECK(outcome(*client, [&](auto done) { return inventory.add("coins", 1, "b", done); }) == IAP_ERROR_KEY_IN_USE);
    CHECK(outcome(*client, [&](auto done) { return inventory.spend("editor", 1, "d", done); }) ==
          IAP_ERROR_INVALID_ARGUMENT);
    CHECK(outcome(*client, [&](auto done) { return inventory.take_back(7, done); }) == IAP_ERROR_NOT_FOUND);
    // Without a function, the game receives no completion.
    CHECK(inventory.spend("coins", 30, "e", nullptr));
    pump_until(*client, [&] { return inventory.balance("coins") == 0; });
    CHECK(inventory.balance("coins") == 0);
}

void game_decides_about_a_refund() {
    Shop shop;
    Notes notes;
    auto client = launch(shop);
    REQUIRE(client);
    CHECK(client->add_observer(notes.observer()));
    iap::Inventory inventory(*client);
    const std::uint64_t id = own(*client, notes, club_id);
    CHECK(shop.store.refund(id));
    CHECK(pump_until(*client, [&] { return !notes.revoked.empty(); }));
    CHECK(inventory.is_unlocked("club"));
    CHECK(outcome(*client, [&](auto done) { return inventory.take_back(id, done); }) == IAP_OK);
    CHECK(!inventory.is_unlocked("club"));
}

void inventory_is_carried_as_text() {
    Shop shop;
    Shop other_shop;
    Notes notes;
    auto client = launch(shop);
    auto other = launch(other_shop);
    REQUIRE(client && other);
    CHECK(client->add_observer(notes.observer()));
    own(*client, notes, coins_id);
    const std::string text = export_of(*client);
    CHECK(!text.empty());
    iap::Inventory inventory(*other);
    CHECK(outcome(*other, [&](auto done) { return inventory.import_text(text, done); }) == IAP_OK);
    CHECK(inventory.balance("coins") == 100);
    CHECK(export_of(*other) == text);
    CHECK(outcome(*other, [&](auto done) { return inventory.import_text("{}", done); }) == IAP_ERROR_INVALID_TEXT);
    CHECK(outcome(*other, [&](auto done) { return inventory.import_text("", done); }) == IAP_ERROR_INVALID_TEXT);
}

void bad_options_are_refused() {
    Shop shop;
    CHECK(fails_with(launch(shop, {{iap::Grant::counter(coins_id, "coins", 0)}, ""}), IAP_ERROR_INVALID_ARGUMENT));
    CHECK(fails_with(launch(shop, {{iap::Grant::unlock(with_nul, "x")}, ""}), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(launch(shop, {{iap::Grant::unlock(coins_id, with_nul)}, ""}), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(launch(shop, {{}, with_nul}), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(launch(shop, {{}, "/missing/grants.json"}), IAP_ERROR_INVALID_FILE));
    CHECK(launch(shop, {{}, ""}));
}

void texts_that_hold_a_nul_are_refused() {
    Shop shop;
    auto client = launch(shop);
    REQUIRE(client);
    iap::Inventory inventory(*client);
    CHECK(fails_with([&](iap::Error *error) { return inventory.balance(with_nul, error); }, IAP_ERROR_INVALID_TEXT));
    CHECK(
        fails_with([&](iap::Error *error) { return inventory.is_unlocked(with_nul, error); }, IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(inventory.spend(with_nul, 1, "k", nullptr), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(inventory.spend("coins", 1, with_nul, nullptr), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(inventory.add(with_nul, 1, "k", nullptr), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(inventory.add("coins", 1, with_nul, nullptr), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(inventory.import_text(with_nul, nullptr), IAP_ERROR_INVALID_TEXT));
}

void client_without_an_inventory_says_so() {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    iap::Inventory inventory(*client);
    CHECK(fails_with([&](iap::Error *error) { return inventory.balance("coins", error); }, IAP_ERROR_INVALID_STATE));
    CHECK(
        fails_with([&](iap::Error *error) { return inventory.is_unlocked("editor", error); }, IAP_ERROR_INVALID_STATE));
    CHECK(fails_with(inventory.items(), IAP_ERROR_INVALID_STATE));
    CHECK(fails_with(inventory.export_text(nullptr), IAP_ERROR_INVALID_STATE));
    CHECK(fails_with(inventory.add("coins", 1, "k", [](iap::Result<void>) {}), IAP_ERROR_INVALID_STATE));
}

void open_request_ends_at_the_close() {
    Shop shop;
    auto client = launch(shop);
    REQUIRE(client);
    iap::Inventory inventory(*client);
    int answers = 0;
    CHECK(inventory.add("coins", 1, "k", [&](iap::Result<void>) { answers++; }));
    CHECK(inventory.export_text([&](iap::Result<std::string>) { answers++; }));
    CHECK(client->close());
    CHECK(answers == 2);
    CHECK(fails_with([&](iap::Error *error) { return inventory.balance("coins", error); }, IAP_ERROR_CLOSED));
}

} // namespace

const std::vector<check::Test> inventory_tests = {
    {"inventory_follows_a_client_that_is_moved", inventory_follows_a_client_that_is_moved},
    {"purchases_are_held", purchases_are_held},
    {"changes_are_made_once_for_each_key", changes_are_made_once_for_each_key},
    {"game_decides_about_a_refund", game_decides_about_a_refund},
    {"inventory_is_carried_as_text", inventory_is_carried_as_text},
    {"bad_options_are_refused", bad_options_are_refused},
    {"texts_that_hold_a_nul_are_refused", texts_that_hold_a_nul_are_refused},
    {"client_without_an_inventory_says_so", client_without_an_inventory_says_so},
    {"open_request_ends_at_the_close", open_request_ends_at_the_close},
};
