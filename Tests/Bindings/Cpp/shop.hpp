// A store with a few products, a device and a client in manual mode: the same calls give the same events.
#ifndef TESTS_CPP_SHOP_HPP
#define TESTS_CPP_SHOP_HPP

#include <iap/iap.hpp>
#include <iap/iap_store.hpp>

#include <functional>
#include <string>
#include <vector>

inline const std::string coins_id = "com.example.coins";
inline const std::string editor_id = "com.example.editor";
inline const std::string club_id = "com.example.club";

// A text that C cannot represent.
inline const std::string with_nul = std::string("a\0b", 3);

// Ends the test program if the store or the device cannot be opened, because no test makes sense then.
struct Shop {
    Shop();

    // The options of its store.
    static iap::StoreOptions options();

    // A launch of the game on the device.
    iap::Result<iap::Client> launch(iap::Execution execution = iap::Execution::manual);

    iap::Store store;
    iap::Device device;
};

// Processes events until the condition is true. Returns false if it does not become true.
bool pump_until(iap::Client &client, const std::function<bool()> &condition);

// Whether a call failed with this status.
template <class T> bool fails_with(const iap::Result<T> &result, iap_status_t status) {
    return !result.has_value() && result.error().status() == status;
}

// Returns whether a call that takes an iap::Error * fails with the status, and then returns false or 0.
template <class Call, class = std::enable_if_t<std::is_invocable_v<Call &, iap::Error *>>>
bool fails_with(Call call, iap_status_t status) {
    iap::Error error;
    return !call(&error) && error.status() == status && !error.message().empty() && !call(nullptr);
}

// A name for a file of one test, in TMPDIR.
std::string temporary_file(const char *name);

// An observer that notes what it receives. It must exist longer than the client, or be removed.
struct Notes {
    std::vector<iap::Transaction> updated, removed, revoked;
    std::vector<iap::Storefront> storefronts;
    std::vector<iap::Error> problems;
    int restores = 0;

    iap::Observer observer();
    const iap::Transaction *last(iap::TransactionState state) const;
};

// A running game that notes what it receives.
struct Game : Shop {
    Game();

    // Buys and returns the last transaction that the game received for this purchase.
    iap::Transaction buy(const std::string &product_id);

    Notes notes;
    iap::Client client;
};

#endif
