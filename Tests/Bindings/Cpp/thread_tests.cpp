// Background mode: the library has a thread, and the game may have several.

#include "check.hpp"
#include "shop.hpp"

#include <atomic>
#include <memory>
#include <thread>

namespace {

TEST(wake_is_called_and_the_loop_hears_of_the_purchase) {
    Shop shop;
    std::atomic<int> wakes{0};
    iap::ClientOptions options;
    options.device = shop.device.handle();
    options.wake = [&wakes] { wakes++; };
    Notes notes;
    auto client = iap::Client::open(std::move(options));
    REQUIRE(client);
    REQUIRE(client->add_observer(notes.observer()));
    REQUIRE(client->add_payment({coins_id, 1, "", false}));
    while (notes.last(iap::TransactionState::purchased) == nullptr) {
        REQUIRE(client->wait_events(30000).value_or(false));
        REQUIRE(client->process_events());
    }
    CHECK(wakes > 0);
}

// Two threads add and remove observers while another thread processes events. The sanitizers find the mistakes.
TEST(observers_come_and_go_while_events_are_processed) {
    Shop shop;
    Notes notes;
    std::atomic<int> visiting{2};
    auto client = shop.launch(iap::Execution::background);
    REQUIRE(client);
    auto visit = [&] {
        for (int i = 0; i < 300; i++) {
            iap::Observer observer;
            observer.transaction_updated = [held = std::make_shared<int>(i)](const iap::Transaction &) { ++*held; };
            auto id = client->add_observer(std::move(observer));
            // It is refused while the main thread processes events.
            bool is_over = !id;
            while (!is_over) {
                auto removed = client->remove_observer(*id);
                is_over = !fails_with(removed, IAP_ERROR_WRONG_THREAD);
                CHECK(!is_over || removed);
            }
        }
        --visiting;
    };
    std::thread visitor(visit);
    std::thread other(visit);
    auto stays = client->add_observer(notes.observer());
    int payments = 0;
    while (visiting > 0) {
        if (payments < 20 && client->add_payment({coins_id, 1, "", false})) {
            payments++;
        }
        CHECK(client->process_events());
    }
    visitor.join();
    other.join();
    CHECK(stays && client->has_observer());
    CHECK(client->close());
}

// One thread makes requests, another one processes their completions. Each function runs once and is freed.
TEST(requests_of_many_threads_are_each_answered_once) {
    Shop shop;
    auto client = shop.launch(iap::Execution::background);
    REQUIRE(client);
    auto answers = std::make_shared<std::atomic<int>>(0);
    auto ask = [&] {
        for (int i = 0; i < 50; i++) {
            CHECK(client->request_storefront([answers](iap::Result<iap::Storefront>) { ++*answers; }));
        }
    };
    std::thread first(ask);
    std::thread second(ask);
    bool all = pump_until(*client, [&] { return *answers == 100; });
    first.join();
    second.join();
    CHECK(all);
    CHECK(client->close());
    CHECK(*answers == 100 && answers.use_count() == 1);
}

} // namespace
