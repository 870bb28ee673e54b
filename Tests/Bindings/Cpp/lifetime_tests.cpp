// The library frees every object that the game passes to it exactly once, even if the client closes or moves.

#include "check.hpp"
#include "shop.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

// Counts the copies of a thing that a function holds. The test's own copy does not count.
struct Thing {
    std::shared_ptr<int> pointer = std::make_shared<int>(0);
    long held_elsewhere() const { return pointer.use_count() - 1; }
};

iap::Observer observer_holding(const Thing &thing) {
    iap::Observer observer;
    observer.transaction_updated = [held = thing.pointer](const iap::Transaction &) { ++*held; };
    return observer;
}

TEST(function_of_a_request_is_freed_by_the_response) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    Thing thing;
    auto function = [held = thing.pointer](const auto &) { ++*held; };
    CHECK(client->request_products({coins_id}, function));
    CHECK(client->request_transactions(iap::Query::all, "", function));
    CHECK(client->request_storefront(std::move(function)));
    CHECK(thing.held_elsewhere() == 3);
    REQUIRE(pump_until(*client, [&] { return *thing.pointer == 3; }));
    CHECK(thing.held_elsewhere() == 0);
}

TEST(function_of_a_refused_request_is_freed_and_not_called) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    REQUIRE(client->close());
    Thing thing;
    auto function = [held = thing.pointer](const auto &) { ++*held; };
    CHECK(!client->request_products({coins_id}, function));
    CHECK(!client->request_transactions(iap::Query::all, "", function));
    CHECK(!client->request_storefront(std::move(function)));
    CHECK(!client->add_observer(observer_holding(thing)));
    CHECK(thing.held_elsewhere() == 0 && *thing.pointer == 0);
}

TEST(closing_ends_open_requests_with_cancelled) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    Thing thing;
    std::vector<iap_status_t> ends;
    auto function = [&ends, held = thing.pointer](const auto &result) {
        ends.push_back(result ? IAP_OK : result.error().status());
    };
    CHECK(client->request_products({coins_id}, function));
    CHECK(client->request_transactions(iap::Query::all, "", function));
    CHECK(client->request_storefront(std::move(function)));
    CHECK(client->add_observer(observer_holding(thing)));
    CHECK(client->close());
    CHECK(ends == std::vector<iap_status_t>(3, IAP_ERROR_CANCELLED));
    CHECK(thing.held_elsewhere() == 0);
}

TEST(removing_frees_an_observer_and_no_other) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    Thing first;
    Thing second;
    auto first_id = client->add_observer(observer_holding(first));
    auto second_id = client->add_observer(observer_holding(second));
    REQUIRE(first_id && second_id && *first_id != *second_id);
    CHECK(client->remove_observer(*first_id));
    CHECK(first.held_elsewhere() == 0 && second.held_elsewhere() == 1);
    auto again = client->remove_observer(*first_id);
    CHECK(!again && again.error().status() == IAP_ERROR_NOT_FOUND);
    REQUIRE(client->add_payment({coins_id, 1, "", false}));
    REQUIRE(pump_until(*client, [&] { return *second.pointer == 2; }));
    CHECK(*first.pointer == 0);
}

TEST(moved_client_keeps_its_functions) {
    Shop shop;
    Notes notes;
    bool answered = false;
    auto opened = shop.launch();
    REQUIRE(opened);
    REQUIRE(opened->add_observer(notes.observer()));
    REQUIRE(opened->request_products({coins_id}, [&](iap::Result<iap::Products>) { answered = true; }));
    iap::Client moved = std::move(*opened);
    CHECK(opened->handle() == nullptr && fails_with(opened->process_events(), IAP_ERROR_INVALID_ARGUMENT));
    auto refused = opened->add_observer({});
    CHECK(!refused && refused.error().status() == IAP_ERROR_INVALID_ARGUMENT);
    REQUIRE(moved.add_payment({coins_id, 1, "", false}));
    REQUIRE(pump_until(moved, [&] { return answered && notes.updated.size() == 2; }));
}

iap::Result<iap::Client> launch_on(const iap::Device &device) {
    iap::ClientOptions options;
    options.execution = iap::Execution::manual;
    options.device = device.handle();
    return iap::Client::open(std::move(options));
}

TEST(client_that_is_assigned_to_closes_first) {
    Shop shop;
    auto tablet = shop.store.open_device("anna", "tablet");
    REQUIRE(tablet);
    auto client = shop.launch(), other = launch_on(*tablet);
    REQUIRE(client && other);
    Thing thing;
    REQUIRE(client->add_observer(observer_holding(thing)));
    *client = std::move(*other);
    CHECK(thing.held_elsewhere() == 0);
    CHECK(client->process_events());
    CHECK(shop.launch());
    CHECK(client->close());
}

TEST(observer_may_remove_itself) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    Thing thing;
    std::uint64_t id = 0;
    iap::Observer observer;
    observer.transaction_updated = [&, held = thing.pointer](const iap::Transaction &) {
        CHECK(client->remove_observer(id));
        // The function is still running, therefore what it holds still exists.
        ++*held;
    };
    auto added = client->add_observer(std::move(observer));
    REQUIRE(added);
    id = *added;
    REQUIRE(client->add_payment({coins_id, 1, "", false}));
    REQUIRE(pump_until(*client, [&] { return *thing.pointer == 1; }));
    CHECK(thing.held_elsewhere() == 0);
    for (int i = 0; i < 10; i++) {
        CHECK(client->process_events());
    }
    CHECK(*thing.pointer == 1);
}

TEST(observer_may_destroy_its_client) {
    Shop shop;
    auto opened = shop.launch();
    REQUIRE(opened);
    auto client = std::make_unique<iap::Client>(std::move(*opened));
    Thing thing;
    iap_status_t end = IAP_OK;
    iap::Observer observer;
    observer.transaction_updated = [&, held = thing.pointer](const iap::Transaction &) {
        client.reset();
        ++*held;
    };
    REQUIRE(client->add_observer(std::move(observer)));
    REQUIRE(client->add_payment({coins_id, 1, "", false}));
    iap_client *handle = client->handle();
    for (int i = 0; i < 1000 && client != nullptr; i++) {
        end = iap_client_process_events(handle, 0);
    }
    CHECK(client == nullptr && *thing.pointer == 1 && thing.held_elsewhere() == 0);
    CHECK(end >= 0 || end == IAP_ERROR_CLOSED);
    CHECK(shop.launch());
}

TEST(response_may_destroy_its_client) {
    Shop shop;
    auto opened = shop.launch();
    REQUIRE(opened);
    auto client = std::make_unique<iap::Client>(std::move(*opened));
    Thing thing;
    REQUIRE(client->request_storefront([&, held = thing.pointer](iap::Result<iap::Storefront>) {
        client.reset();
        ++*held;
    }));
    iap_client *handle = client->handle();
    for (int i = 0; i < 1000 && client != nullptr; i++) {
        iap_client_process_events(handle, 0);
    }
    CHECK(client == nullptr && *thing.pointer == 1 && thing.held_elsewhere() == 0);
}

// A function that receives the close of a client may destroy it. The other functions are still called.
TEST(response_of_a_client_that_is_closed_may_destroy_it) {
    Shop shop;
    auto opened = shop.launch();
    REQUIRE(opened);
    auto client = std::make_unique<iap::Client>(std::move(*opened));
    Thing thing;
    Thing seen;
    auto drop = [&, held = thing.pointer](const auto &result) {
        CHECK(fails_with(result, IAP_ERROR_CANCELLED));
        client.reset();
        ++*held;
    };
    REQUIRE(client->add_observer(observer_holding(seen)));
    REQUIRE(client->request_storefront(drop) && client->request_products({coins_id}, drop));
    REQUIRE(client->request_storefront(std::move(drop)));
    CHECK(client->close());
    CHECK(client == nullptr && *thing.pointer == 3 && thing.held_elsewhere() == 0 && seen.held_elsewhere() == 0);
    CHECK(shop.launch());
}

TEST(observer_of_a_client_that_is_closed_may_destroy_it) {
    Shop shop;
    auto opened = shop.launch();
    REQUIRE(opened);
    auto client = std::make_unique<iap::Client>(std::move(*opened));
    Thing thing;
    Thing other;
    iap::Observer observer;
    observer.restore_failed = [&, held = thing.pointer](std::uint64_t, const iap::Error &) {
        client.reset();
        ++*held;
    };
    REQUIRE(client->add_observer(std::move(observer)) && client->add_observer(observer_holding(other)));
    REQUIRE(client->restore_completed_transactions());
    CHECK(client->close());
    CHECK(client == nullptr && *thing.pointer == 1 && thing.held_elsewhere() == 0 && other.held_elsewhere() == 0);
    CHECK(shop.launch());
}

TEST(response_of_a_client_that_is_assigned_to_may_move_the_next_one) {
    Shop shop;
    auto tablet = shop.store.open_device("anna", "tablet");
    REQUIRE(tablet);
    auto client = shop.launch(), other = launch_on(*tablet);
    REQUIRE(client && other);
    std::optional<iap::Client> kept;
    REQUIRE(client->request_storefront([&](const auto &result) {
        CHECK(fails_with(result, IAP_ERROR_CANCELLED));
        kept.emplace(std::move(*client));
    }));
    *client = std::move(*other);
    REQUIRE(kept);
    CHECK(kept->process_events() && client->handle() == nullptr && other->handle() == nullptr);
    CHECK(fails_with(client->close(), IAP_ERROR_INVALID_ARGUMENT));
    CHECK(shop.launch());
}

TEST(several_answers_may_come_after_one_has_destroyed_the_client) {
    Shop shop;
    auto opened = shop.launch();
    REQUIRE(opened);
    auto client = std::make_unique<iap::Client>(std::move(*opened));
    Thing thing;
    auto drop = [&, held = thing.pointer](const auto &) {
        client.reset();
        ++*held;
    };
    REQUIRE(client->request_storefront(drop) && client->request_products({coins_id}, drop));
    REQUIRE(client->request_storefront(std::move(drop)));
    for (int i = 0; i < 100000 && client != nullptr; i++) {
        CHECK(client->process_events());
    }
    CHECK(client == nullptr && *thing.pointer == 3 && thing.held_elsewhere() == 0);
    CHECK(shop.launch());
}

TEST(values_outlive_client_and_store) {
    Game game;
    iap::Transaction transaction;
    std::optional<iap::Product> product;
    {
        REQUIRE(game.client.request_products(
            {coins_id}, [&](iap::Result<iap::Products> answer) { product = answer->products.at(0); }));
        REQUIRE(game.client.add_payment({coins_id, 1, "", false}));
        REQUIRE(pump_until(game.client, [&] { return product && game.notes.updated.size() == 2; }));
        transaction = game.notes.updated[1];
    }
    iap::Transaction copy = transaction;
    transaction = iap::Transaction();
    CHECK(copy.product_id() == coins_id && copy.id() != 0);
    CHECK(product->display_price() == "$0.99");
}

// Keeps the log while it exists.
struct Log {
    explicit Log(iap_log_level_t level) { CHECK(iap_set_log_function(level, keep, this, nullptr) == IAP_OK); }
    Log(const Log &) = delete;
    Log &operator=(const Log &) = delete;
    ~Log() { CHECK(iap_set_log_function(IAP_LOG_NONE, nullptr, nullptr, nullptr) == IAP_OK); }

    static void keep(void *log, iap_log_level_t, const char *message) {
        static_cast<Log *>(log)->lines.emplace_back(message);
    }
    long count(const std::string &part) const {
        return std::count_if(lines.begin(), lines.end(),
                             [&](const std::string &line) { return line.find(part) != std::string::npos; });
    }

    std::vector<std::string> lines;
};

TEST(what_goes_out_of_scope_is_no_mistake_in_the_log) {
    Shop shop;
    Notes notes;
    const Log log(IAP_LOG_WARNING);
    iap::RequestToken request;
    iap::ObserverToken observer;
    {
        auto client = shop.launch();
        REQUIRE(client);
        // The launch fails, because the device already has a client. There is nothing to close.
        CHECK(fails_with(shop.launch(), IAP_ERROR_BUSY));
        auto token = client->observe(notes.observer());
        REQUIRE(token);
        observer = std::move(*token);
        iap::RequestToken ended{*client, client->request_storefront([](const auto &) {})};
        REQUIRE(pump_until(*client, [&] { return client->request_storefront(nullptr).has_value(); }));
        request = iap::RequestToken{*client, client->request_storefront([](const auto &) {})};
        CHECK(client->close());
        CHECK(fails_with(client->close(), IAP_ERROR_CLOSED));
    }
    observer.remove();
    request.cancel();
    CHECK(log.count("iap_client_close") == 0);
    CHECK(log.count("iap_cancel_request") == 0 && log.count("iap_remove_observer") == 0);
}

} // namespace
