#include "shop.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <utility>

namespace {

const char storekit[] = R"({
  "identifier": "7A1C0D5E",
  "nonRenewingSubscriptions": [],
  "products": [
    {
      "displayPrice": "0.99", "familyShareable": false, "internalID": "1001", "productID": "com.example.coins",
      "referenceName": "Coins", "type": "Consumable",
      "localizations": [{"description": "To spend", "displayName": "Coins", "locale": "en_US"}]
    },
    {
      "displayPrice": "4.99", "familyShareable": true, "internalID": "1002", "productID": "com.example.editor",
      "referenceName": "Editor", "type": "NonConsumable",
      "localizations": [{"description": "To build", "displayName": "Editor", "locale": "en_US"}]
    }
  ],
  "settings": {"_locale": "en_US", "_storefront": "USA"},
  "subscriptionGroups": [
    {
      "id": "2001", "localizations": [], "name": "Club",
      "subscriptions": [
        {
          "adHocOffers": [], "codeOffers": [], "displayPrice": "2.99", "familyShareable": false, "groupNumber": 1,
          "internalID": "1003", "introductoryOffer": null, "productID": "com.example.club",
          "recurringSubscriptionPeriod": "P1M", "referenceName": "Club", "subscriptionGroupID": "2001",
          "type": "RecurringSubscription",
          "localizations": [{"description": "To belong", "displayName": "Club", "locale": "en_US"}]
        }
      ]
    }
  ],
  "version": {"major": 2, "minor": 0}
})";

template <class T> T must(iap::Result<T> result, const char *what) {
    if (!result) {
        std::printf("%s: %s: %s\n", what, result.error().name().data(), result.error().message().data());
        std::exit(1);
    }
    return std::move(*result);
}

} // namespace

iap::StoreOptions Shop::options() {
    iap::StoreOptions options;
    options.storekit_text = storekit;
    options.clock = iap::StoreClock::virtual_time;
    options.seed = 7;
    return options;
}

Shop::Shop()
    : store(must(iap::Store::open(options()), "the store cannot be opened")),
      device(must(store.open_device("anna", "phone"), "the device cannot be opened")) {}

iap::Result<iap::Client> Shop::launch(iap::Execution execution) {
    iap::ClientOptions options;
    options.execution = execution;
    options.device = device.handle();
    return iap::Client::open(std::move(options));
}

bool pump_until(iap::Client &client, const std::function<bool()> &condition) {
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!condition()) {
        if (!client.process_events() || std::chrono::steady_clock::now() > end) {
            return condition();
        }
    }
    return true;
}

std::string temporary_file(const char *name) {
    const char *folder = std::getenv("TMPDIR");
    return std::string(folder != nullptr ? folder : "/tmp") + "/iap-" + std::to_string(getpid()) + "-" + name;
}

iap::Observer Notes::observer() {
    iap::Observer observer;
    observer.transaction_updated = [this](const iap::Transaction &transaction) { updated.push_back(transaction); };
    observer.transaction_removed = [this](const iap::Transaction &transaction) { removed.push_back(transaction); };
    observer.entitlement_revoked = [this](const iap::Transaction &transaction) { revoked.push_back(transaction); };
    observer.storefront_changed = [this](const iap::Storefront &storefront) { storefronts.push_back(storefront); };
    observer.problem_reported = [this](const iap::Error &error) { problems.push_back(error); };
    observer.restore_finished = [this](std::uint64_t) { restores++; };
    return observer;
}

const iap::Transaction *Notes::last(iap::TransactionState state) const {
    for (auto transaction = updated.rbegin(); transaction != updated.rend(); ++transaction) {
        if (transaction->state() == state) {
            return &*transaction;
        }
    }
    return nullptr;
}

Game::Game() : client(must(launch(), "the client cannot be opened")) {
    must(client.add_observer(notes.observer()), "the observer cannot be added");
}

iap::Transaction Game::buy(const std::string &product_id) {
    const std::size_t before = notes.updated.size();
    must(client.add_payment({product_id, 1, "", false}), "the payment cannot be added");
    pump_until(client, [&] { return notes.updated.size() >= before + 2; });
    return notes.updated.empty() ? iap::Transaction() : notes.updated.back();
}
