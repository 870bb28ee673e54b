// A frame with a great number of events. First everything is queued; then one call delivers all of it.

#include "figures.hpp"
#include "report.hpp"
#include "scheduler.hpp"
#include "shop.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace {

// For one round with many events.
struct Times {
    double delivery_s;
    double processor_s; // of all threads, including the creation of the events
};

// The copies of what our callbacks received; the compared queue then carries the same data.
struct TransactionTexts {
    std::string product_id, app_account_token, group_id, environment, signed_text;
};

// The user data of our callbacks.
template <typename Texts> struct Listening {
    std::vector<Texts> *copies; // or nullptr
    size_t count = 0;
};

std::string copy(const char *text) { return text ? text : std::string(); }

// ------------------------------------------------------------------------------------------------------- the queue

// The receiver behind the queue; it is called through a pointer, like our callbacks.
template <typename Texts> struct Listener {
    void (*heard)(void *user_data, const Texts *texts);
    void *user_data;
};

template <typename Texts> Times through_the_queue(const std::vector<Texts> &events) {
    size_t count = 0;
    const Listener<Texts> listener{[](void *user_data, const Texts *) { ++*static_cast<size_t *>(user_data); }, &count};
    Scheduler scheduler;

    const double start = processor_seconds();
    std::thread([&] {
        for (const auto &texts : events)
            scheduler.perform([&listener, handle = std::make_shared<const Texts>(texts)] {
                listener.heard(listener.user_data, handle.get());
            });
    }).join();
    const auto begin = Clock::now();
    scheduler.update();
    const auto end = Clock::now();
    const double used = processor_seconds() - start;

    require(count == events.size(), "the queue lost events");
    return {seconds(end - begin), used};
}

// ------------------------------------------------------------------------------------------------------- the library

// Makes the requests, waits until all events are queued, and delivers them in one call. Returns nothing if some were not queued
// yet: on a busy machine the library's thread may have looked idle too early.
template <typename Ask>
std::optional<Times> through_the_library(Game &game, int32_t events, const size_t &heard, Ask ask) {
    game.settle();
    const double start = processor_seconds();
    ask();
    game.wait_until_quiet();
    const auto begin = Clock::now();
    const int32_t delivered = iap_client_process_events(game.client(), 0);
    const auto end = Clock::now();
    require(delivered >= 0 && delivered <= events, "the library delivered what nobody asked for");
    if (delivered < events) return std::nullopt;
    require(heard == static_cast<size_t>(events), "a callback was not called");
    // The work that the library leaves to its thread counts, too.
    game.wait_until_quiet();
    return Times{seconds(end - begin), processor_seconds() - start};
}

// Each payment creates two transaction events: purchasing, and purchased or failed.
struct Payments {
    bool are_allowed;
    int32_t count;
};

std::optional<Times> transactions(const char *storekit_path, Payments payments, std::vector<TransactionTexts> *copies) {
    Listening<TransactionTexts> listening{copies};
    const Shop shop(storekit_path);
    require(iap_store_set_payments_allowed(shop.store(), payments.are_allowed, nullptr) == IAP_OK,
            "payments cannot be set");
    Game game(shop);
    game.observe(
        [](void *user_data, iap_client *, const iap_transaction *transaction) {
            auto &heard = *static_cast<Listening<TransactionTexts> *>(user_data);
            heard.count++;
            if (!heard.copies) return;
            heard.copies->push_back(
                {copy(iap_transaction_product_id(transaction)), copy(iap_transaction_app_account_token(transaction)),
                 copy(iap_transaction_subscription_group_id(transaction)),
                 copy(iap_transaction_environment(transaction)), copy(iap_transaction_signed_text(transaction))});
        },
        &listening);
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = "com.example.caves.coins.small";
    payment.app_account_token = "2c3b7a5e-8d43-4f2a-9f61-0e5a7c1d9b24";
    return through_the_library(game, 2 * payments.count, listening.count, [&] {
        for (int32_t i = 0; i < payments.count; i++)
            game.require_ok(iap_add_payment(game.client(), &payment, nullptr, &game.error), "iap_add_payment");
    });
}

// ------------------------------------------------------------------------------------------------------- the figures

std::string rate(double events, double time_s) { return text(events / time_s / 1e6, "M/s"); }

constexpr int attempts = 5;

template <typename Texts, typename Ours> Times attempt(Ours ours, std::vector<Texts> *copies) {
    for (int i = 0; i < attempts; i++) {
        if (copies) copies->clear();
        if (const std::optional<Times> times = ours(copies)) return *times;
    }
    fail("the events were never all queued at once; the machine is too busy");
}

// `ours` takes the place to copy received texts to, or nullptr.
template <typename Texts, typename Ours> void compare(const std::string &what, int rounds, Ours ours) {
    std::vector<Texts> events;
    attempt(ours, &events);
    std::vector<double> our_delivery, our_processor, queue_delivery, queue_processor;
    for (int round = 0; round < rounds; round++) {
        const Times queue = through_the_queue(events);
        queue_delivery.push_back(queue.delivery_s);
        queue_processor.push_back(queue.processor_s);
        const Times times = attempt<Texts>(ours, nullptr);
        our_delivery.push_back(times.delivery_s);
        our_processor.push_back(times.processor_s);
    }
    const auto count = static_cast<double>(events.size());
    const double ratio = median(queue_delivery) / median(our_delivery);
    const double event_us = median(our_delivery) / count * 1e6;
    report("delivery of " + std::to_string(events.size()) + " " + what + ", each", text(event_us, "us"),
           text(median(queue_delivery) / count * 1e6, "us"), text(ratio, "x"), "<= 2 us", event_us <= 2);
    report("  per processor second, with making and freeing them", rate(count, median(our_processor)),
           rate(count, median(queue_processor)), text(median(queue_processor) / median(our_processor), "x"));
}

} // namespace

void measure_events(const char *storekit_path) {
    compare<TransactionTexts>("transactions, payments refused", 7, [=](std::vector<TransactionTexts> *copies) {
        return transactions(storekit_path, {false, 50'000}, copies);
    });
    compare<TransactionTexts>("transactions, half of them signed", 5, [=](std::vector<TransactionTexts> *copies) {
        return transactions(storekit_path, {true, 5'000}, copies);
    });
}
