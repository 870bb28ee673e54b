#include "check.hpp"
#include "shop.hpp"

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
template <class Change> iap_status_t outcome(iap::Client &client, Change change) {
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

TEST(inventory_follows_a_client_that_is_moved) {
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

TEST(inventory_is_carried_as_text) {
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

TEST(bad_options_are_refused) {
    Shop shop;
    CHECK(fails_with(launch(shop, {{iap::Grant::counter(coins_id, "coins", 0)}, ""}), IAP_ERROR_INVALID_ARGUMENT));
    CHECK(fails_with(launch(shop, {{iap::Grant::unlock(with_nul, "x")}, ""}), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(launch(shop, {{iap::Grant::unlock(coins_id, with_nul)}, ""}), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(launch(shop, {{}, with_nul}), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(launch(shop, {{}, "/missing/grants.json"}), IAP_ERROR_INVALID_FILE));
    CHECK(launch(shop, {{}, ""}));
}

TEST(texts_that_hold_a_nul_are_refused) {
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

TEST(client_without_an_inventory_says_so) {
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

TEST(open_request_ends_at_the_close) {
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
