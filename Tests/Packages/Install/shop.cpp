// A C++ game that uses only the installed package of IAPBridge: buys a product of the reference store and finishes.

#include <iap/iap.hpp>
#include <iap/iap_store.hpp>

#include <cstdio>
#include <utility>

namespace {

int failed(const char *what, const iap::Error &error) {
    std::fprintf(stderr, "%s: %s: %s\n", what, error.name().data(), error.message().data());
    return 1;
}

} // namespace

int main(int count, char **arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: shop STOREKIT_FILE\n");
        return 2;
    }
    iap::StoreOptions shop;
    shop.storekit_path = arguments[1];
    auto store = iap::Store::open(shop);
    if (!store) return failed("the store", store.error());
    auto device = store->open_device("player", "phone");
    if (!device) return failed("the device", device.error());
    iap::ClientOptions options;
    options.device = device->handle();
    auto client = iap::Client::open(std::move(options));
    if (!client) return failed("the client", client.error());

    int granted = 0, removed = 0;
    iap::Observer observer;
    observer.transaction_updated = [&](const iap::Transaction &transaction) {
        if (transaction.state() != iap::TransactionState::purchased) return;
        granted += transaction.quantity();
        if (auto finished = client->finish(transaction); !finished) failed("the finish", finished.error());
    };
    observer.transaction_removed = [&](const iap::Transaction &) { removed++; };
    if (auto added = client->add_observer(std::move(observer)); !added) return failed("the observer", added.error());
    iap::Payment payment;
    payment.product_id = "com.example.caves.coins.small";
    payment.quantity = 2;
    if (auto added = client->add_payment(payment); !added) return failed("the payment", added.error());
    while (removed == 0 && client->wait_events(30000).value_or(false)) {
        if (!client->process_events()) break;
    }
    if (granted != 2 || removed != 1) {
        std::fprintf(stderr, "granted %d, finished %d\n", granted, removed);
        return 1;
    }
    std::printf("bought 2, finished 1\n");
    return 0;
}
