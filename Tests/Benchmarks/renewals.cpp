// Years of subscriptions: the cost of all renewals, compared with the signatures that they need.

#include "baseline.h"
#include "figures.hpp"
#include "report.hpp"
#include "shop.hpp"

#include <string>

namespace {

constexpr int64_t day_ms = 86'400'000;
constexpr int64_t start_ms = 1'767'225'600'000; // 2026-01-01T00:00:00Z
constexpr uint32_t patience_ms = 10'000;

constexpr const char *monthly = "com.example.caves.monthly";
constexpr const char *weekly = "com.example.caves.weekly";

constexpr char catalogue[] = R"({
  "identifier" : "8C41D6E1",
  "nonRenewingSubscriptions" : [],
  "products" : [],
  "settings" : { "_locale" : "en_US", "_storefront" : "USA", "_timeRate" : 0 },
  "subscriptionGroups" : [
    {
      "id" : "2F9B07D5",
      "localizations" : [],
      "name" : "Caves Club",
      "subscriptions" : [
        {
          "adHocOffers" : [], "codeOffers" : [], "introductoryOffer" : null,
          "displayPrice" : "1.99", "familyShareable" : true, "groupNumber" : 1, "internalID" : "E2188427",
          "localizations" : [
            { "description" : "A cave a week", "displayName" : "Club, monthly", "locale" : "en_US" }
          ],
          "productID" : "com.example.caves.monthly", "recurringSubscriptionPeriod" : "P1M",
          "referenceName" : "Club, monthly", "subscriptionGroupID" : "2F9B07D5", "type" : "RecurringSubscription"
        },
        {
          "adHocOffers" : [], "codeOffers" : [], "introductoryOffer" : null,
          "displayPrice" : "0.99", "familyShareable" : true, "groupNumber" : 2, "internalID" : "E2188428",
          "localizations" : [
            { "description" : "A cave a week", "displayName" : "Club, weekly", "locale" : "en_US" }
          ],
          "productID" : "com.example.caves.weekly", "recurringSubscriptionPeriod" : "P1W",
          "referenceName" : "Club, weekly", "subscriptionGroupID" : "2F9B07D5", "type" : "RecurringSubscription"
        }
      ]
    }
  ],
  "version" : { "major" : 5, "minor" : 0 }
})";

iap_store_options options() {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.clock = IAP_STORE_CLOCK_VIRTUAL;
    options.start_ms = start_ms;
    options.storekit_text = catalogue;
    options.storekit_length = sizeof catalogue - 1;
    options.seed = 1;
    return options;
}

void advance(const Shop &shop, int64_t milliseconds) {
    require(iap_store_advance_clock(shop.store(), milliseconds, nullptr) == IAP_OK, "the clock does not move");
}

void buy(const Shop &shop, const std::string &account, const char *product_id) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = product_id;
    if (iap_store_buy(shop.store(), account.c_str(), &purchase, nullptr, &error) != IAP_OK) fail(error.message);
}

// ----------------------------------------------------------------------------------------------------- signed texts

std::string decoded(const std::string &text) {
    static const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string bytes;
    uint32_t bits = 0;
    int count = 0;
    for (const char character : text) {
        const size_t value = alphabet.find(character);
        require(value != std::string::npos, "a signed text is no Base64URL");
        bits = bits << 6 | static_cast<uint32_t>(value);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>(bits >> count & 0xFF);
    }
    return bytes;
}

// Checks that the store has signed the transaction's data, and returns the signed part: header and payload.
std::string signed_part(const iap_transaction *transaction) {
    require(iap_transaction_verification(transaction) == IAP_VERIFICATION_VERIFIED, "a signature does not hold");
    const char *const given = iap_transaction_signed_text(transaction);
    require(given != nullptr, "a transaction is not signed");
    const std::string text = given;
    const size_t header = text.find('.'), payload = text.rfind('.');
    require(header != std::string::npos && header < payload, "a signed text does not have three parts");
    const std::string said = decoded(text.substr(header + 1, payload - header - 1));
    const std::string id = "\"transactionId\":\"" + std::to_string(iap_transaction_id(transaction)) + "\"";
    require(said.find(id) != std::string::npos, "a signed text is about another transaction");
    return text.substr(0, payload);
}

double seconds_to_sign(const std::string &message, int64_t count) {
    const auto start = Clock::now();
    require(baseline_sign(message.data(), message.size(), count) == count, "OpenSSL does not sign");
    return seconds(Clock::now() - start);
}

// ---------------------------------------------------------------------------------------------- a thousand subscribers

constexpr int subscribers = 1'000;
constexpr int renewals = 12;

struct History {
    bool has_come = false;
    size_t count = 0;
    std::string last_signed;
};

void read_history(void *user_data, iap_client *, uint64_t, const iap_transactions *transactions,
                  const iap_error *error) {
    if (error != nullptr) fail(error->message);
    auto &history = *static_cast<History *>(user_data);
    history.has_come = true;
    history.count = iap_transactions_count(transactions);
    for (size_t i = 0; i < history.count; i++) history.last_signed = signed_part(iap_transactions_at(transactions, i));
}

// Reads the history of an account on a separate device. Returns the signed part of one transaction.
std::string read_history_of(const Shop &shop, const std::string &account) {
    iap_device *device = nullptr;
    iap_error error = IAP_ERROR_VALUE_INIT;
    require(iap_store_open_device(shop.store(), account.c_str(), "phone", &device, &error) == IAP_OK,
            "the device of a subscriber does not open");
    History history;
    {
        Game game(device, IAP_EXECUTION_MANUAL);
        game.require_ok(iap_request_transactions(game.client(), IAP_QUERY_ALL, nullptr, read_history, &history, nullptr,
                                                 &game.error),
                        "iap_request_transactions");
        while (!history.has_come) require(iap_client_process_events(game.client(), 0) > 0, "the history does not come");
    }
    require(iap_device_close(device, nullptr) == IAP_OK, "the device of a subscriber does not close");
    require(history.count == 1 + renewals, "the renewals of a subscriber are not all there");
    return history.last_signed;
}

std::string name_of(int subscriber) { return "subscriber " + std::to_string(subscriber); }

void require_all_renewals(const Shop &shop) {
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    require(iap_store_get_totals(shop.store(), &totals, nullptr) == IAP_OK, "the ledger cannot be counted");
    require(totals.transactions == subscribers * (1 + renewals), "the renewals are not all there");
}

struct Year {
    double lived_s;
    double signed_s;
};

// They subscribe one minute after the other; the steps make a year.
Year year_of_subscribers(const std::vector<int64_t> &steps_ms) {
    const Shop shop(options());
    for (int i = 0; i < subscribers; i++) {
        if (i > 0) advance(shop, 60'000);
        buy(shop, name_of(i), monthly);
    }
    const auto start = Clock::now();
    for (const int64_t step : steps_ms) advance(shop, step);
    const double lived_s = seconds(Clock::now() - start);
    require_all_renewals(shop);
    std::string message;
    for (int i = 0; i < subscribers; i += subscribers / 20) message = read_history_of(shop, name_of(i));
    return {lived_s, seconds_to_sign(message, subscribers * renewals)};
}

void measure_subscribers(const std::string &how, const std::vector<int64_t> &steps_ms) {
    std::vector<double> lived, signatures, ratios;
    for (int round = 0; round < 9; round++) {
        const Year year = year_of_subscribers(steps_ms);
        lived.push_back(year.lived_s * 1e3);
        signatures.push_back(year.signed_s * 1e3);
        ratios.push_back(year.lived_s / year.signed_s);
    }
    const double ratio = median(ratios);
    report("a year of 1,000 monthly subscribers, " + how, text(median(lived), "ms"), text(median(signatures), "ms"),
           text(ratio, "times"), "<= 3", ratio <= 3);
}

// - one running game

constexpr int weeks = 52;

// What a game receives about its subscription.
struct Heard {
    int bought = 0;
    int removed = 0;
    int statuses = 0;
    std::string last_signed;
};

iap_observer observer_of(Heard *listener) {
    iap_observer observer;
    iap_observer_init(&observer);
    observer.user_data = listener;
    observer.transaction_updated = [](void *user_data, iap_client *client, const iap_transaction *transaction) {
        require(iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED, "a renewal is not purchased");
        auto &heard = *static_cast<Heard *>(user_data);
        heard.bought++;
        heard.last_signed = iap_transaction_signed_text(transaction);
        require(iap_finish_transaction(client, transaction, nullptr) == IAP_OK, "a finish was refused");
    };
    observer.transaction_removed = [](void *user_data, iap_client *, const iap_transaction *) {
        static_cast<Heard *>(user_data)->removed++;
    };
    observer.subscription_status_changed = [](void *user_data, iap_client *, const iap_subscription_status *) {
        static_cast<Heard *>(user_data)->statuses++;
    };
    return observer;
}

// Pumps until it has received everything about a period.
void hear_period(Game &game, const Heard &heard, int period) {
    while (heard.bought < period || heard.removed < period || heard.statuses < period) {
        require(iap_client_wait_events(game.client(), patience_ms) == 1, "what a period brings does not come");
        require(iap_client_process_events(game.client(), 0) >= 0, "iap_client_process_events failed");
    }
}

Year year_of_player(iap_execution execution) {
    const Shop shop(options());
    Heard heard;
    Game game(shop.device(), execution);
    game.observe(observer_of(&heard));
    buy(shop, "player", weekly);
    hear_period(game, heard, 1);
    const Heard before = heard;
    const auto start = Clock::now();
    for (int week = 1; week <= weeks; week++) {
        advance(shop, 7 * day_ms);
        hear_period(game, heard, 1 + week);
    }
    const double lived_s = seconds(Clock::now() - start);
    require(heard.bought - before.bought == weeks && heard.removed - before.removed == weeks,
            "the renewals are not heard of once each");
    // A status has two signed texts: the transaction and the renewal info.
    const int signatures = weeks + 2 * (heard.statuses - before.statuses);
    const std::string message = heard.last_signed.substr(0, heard.last_signed.rfind('.'));
    return {lived_s, seconds_to_sign(message, signatures)};
}

void measure_player(const std::string &how, iap_execution execution) {
    std::vector<double> lived, signatures, differences;
    for (int round = 0; round < 21; round++) {
        const Year year = year_of_player(execution);
        lived.push_back(year.lived_s * 1e3);
        signatures.push_back(year.signed_s * 1e3);
        differences.push_back(lived.back() - signatures.back());
    }
    const double difference = median(differences);
    report("a year of one weekly subscriber, " + how, text(median(lived), "ms"), text(median(signatures), "ms"),
           text(difference, "ms"), "<= 100 ms", difference <= 100);
}

} // namespace

void measure_renewals() {
    std::vector<int64_t> months;
    for (const int64_t days : {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}) months.push_back(days * day_ms);
    measure_subscribers("in one step", {365 * day_ms});
    measure_subscribers("by the month", months);
    measure_player("manual", IAP_EXECUTION_MANUAL);
    measure_player("in background", IAP_EXECUTION_BACKGROUND);
}
