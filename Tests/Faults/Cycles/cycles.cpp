// The same as cycles.c, in C++17.
//
//   cycles STOREKIT COUNT

#include "growth.h"

#include <iap/iap.hpp>
#include <iap/iap_store.hpp>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <utility>

namespace {

long finished = 0;

template <typename T> T must(iap::Result<T> result) {
    if (!result.has_value()) {
        std::fprintf(stderr, "%s: %s\n", result.error().name().data(), result.error().message().data());
        std::exit(1);
    }
    return std::move(*result);
}

iap::Store open_store(const char *storekit) {
    iap::StoreOptions options;
    options.storekit_path = storekit;
    return must(iap::Store::open(options));
}

void cycle(iap::Store &store, iap::Execution execution) {
    const auto device = must(store.open_device("player", "phone"));
    iap::ClientOptions options;
    options.device = device.handle();
    options.execution = execution;
    auto client = must(iap::Client::open(std::move(options)));
    iap::Observer observer;
    observer.transaction_updated = [&client](const iap::Transaction &transaction) {
        if (transaction.state() == iap::TransactionState::purchased) {
            static_cast<void>(client.finish(transaction));
        }
    };
    observer.transaction_removed = [](const iap::Transaction &) { finished++; };
    must(client.add_observer(std::move(observer)));
    const long before = finished;
    must(client.add_payment({"coins.100"}));
    while (finished == before && must(client.wait_events(std::chrono::seconds(10)))) {
        must(client.process_events());
    }
}

} // namespace

int main(int count, char **arguments) {
    const long cycles = count == 3 ? std::atol(arguments[2]) : 0;
    if (cycles < 10) {
        std::fprintf(stderr, "usage: cycles STOREKIT COUNT; COUNT is at least 10\n");
        return 2;
    }
    held early = {};
    std::optional<iap::Store> store;
    for (long number = 1; number <= cycles; number++) {
        if (number % 100 == 1) {
            store.emplace(open_store(arguments[1]));
        }
        cycle(*store, number % 2 == 0 ? iap::Execution::manual : iap::Execution::background);
        if (number % 100 == 0) {
            store.reset();
        }
        if (number == cycles / 10) {
            early = growth_measure();
        }
    }
    if (finished != cycles) {
        std::fprintf(stderr, "%ld of %ld purchases were finished\n", finished, cycles);
    }
    return growth_is_flat("C++", cycles, early, growth_measure()) && finished == cycles ? 0 : 1;
}
