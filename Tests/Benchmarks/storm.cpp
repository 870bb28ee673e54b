// A store that forgets every finish and therefore sends the same purchases repeatedly: the cost of one hour for a game, and how
// often the game and the disk are affected.

#include "disk.hpp"
#include "file_calls.hpp"
#include "folder.hpp"
#include "report.hpp"
#include "shop.hpp"

#include <fstream>
#include <map>
#include <string>

namespace {

constexpr int hour_s = 3600;
constexpr const char *product = "com.example.caves.coins.small";
constexpr double goal_percent = 1;

struct Heard {
    // How often each purchase came.
    std::map<uint64_t, int> grants;
    int removed = 0;
};

iap_observer observer_of(Heard *heard) {
    iap_observer observer;
    iap_observer_init(&observer);
    observer.user_data = heard;
    observer.transaction_updated = [](void *user_data, iap_client *client, const iap_transaction *transaction) {
        if (iap_transaction_state(transaction) != IAP_TRANSACTION_PURCHASED) return;
        static_cast<Heard *>(user_data)->grants[iap_transaction_id(transaction)]++;
        require(iap_finish_transaction(client, transaction, nullptr) == IAP_OK, "a finish was refused");
    };
    observer.transaction_removed = [](void *user_data, iap_client *, const iap_transaction *) {
        static_cast<Heard *>(user_data)->removed++;
    };
    return observer;
}

void pump(Game &game) {
    do require(iap_client_process_events(game.client(), 0) >= 0, "iap_client_process_events failed");
    while (iap_client_wait_events(game.client(), 0) == 1);
}

struct Cost {
    double processor_s = 0;
    FileCalls calls;
    int64_t grants = 0;
};

// The calls for all files of the process. The store is in memory, therefore they are the journal's.
FileCalls calls_of_all_threads() {
    FileCalls sum;
    for (const ThreadCalls &thread : file_calls_by_thread()) {
        sum.flushes += thread.calls.flushes;
        sum.writes += thread.calls.writes;
    }
    return sum;
}

Cost cost_of_hour(const char *storekit_path, const std::string &place, int purchases, bool has_storm) {
    const Folder folder(place);
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.storekit_path = storekit_path;
    options.clock = IAP_STORE_CLOCK_VIRTUAL;
    options.seed = 1;
    const Shop shop(options);
    const std::string journal = folder.file("journal");
    iap_client_options client = IAP_CLIENT_OPTIONS_INIT;
    client.execution = IAP_EXECUTION_MANUAL;
    client.journal_path = journal.c_str();
    client.device = shop.device();
    Game game(client);
    Heard heard;
    game.observe(observer_of(&heard));
    pump(game);
    if (has_storm)
        for (const auto &[quirk, value] : std::map<iap_quirk_t, int64_t>{{IAP_QUIRK_FINISH_FAILS_PERCENT, 100},
                                                                         {IAP_QUIRK_REPEAT_AFTER_FINISH, 6},
                                                                         {IAP_QUIRK_REPEAT_AFTER_FINISH_MS, 1000}})
            require(iap_store_set_quirk(shop.store(), quirk, value, nullptr) == IAP_OK, "a quirk cannot be set");
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product;
    for (int i = 0; i < purchases; i++)
        game.require_ok(iap_add_payment(game.client(), &payment, nullptr, &game.error), "iap_add_payment");
    pump(game);
    require(static_cast<int>(heard.grants.size()) == purchases, "the purchases do not come");

    Cost cost;
    const double start = processor_seconds();
    const FileCalls before = calls_of_all_threads();
    require(before.flushes > 0 && before.writes > 0, "nothing was written, or it was not counted");
    for (int i = 0; i < hour_s; i++) {
        require(iap_store_advance_clock(shop.store(), 1000, nullptr) == IAP_OK, "the clock does not move");
        pump(game);
    }
    cost.processor_s = processor_seconds() - start;
    const FileCalls after = calls_of_all_threads();
    cost.calls = {after.flushes - before.flushes, after.writes - before.writes};
    for (const auto &[id, count] : heard.grants) cost.grants += count;
    require(heard.removed == purchases, "a purchase has left the queue more than once, or never");
    return cost;
}

std::string percent_of_hour(double processor_s) { return text(processor_s / hour_s * 100, "%"); }

// Per purchase.
std::string each(int64_t first, int64_t second, int purchases) {
    return text(static_cast<double>(first) / purchases, "") + ", " + text(static_cast<double>(second) / purchases, "");
}

void measure(const char *storekit_path, const std::string &place, int purchases) {
    const Cost storm = cost_of_hour(storekit_path, place, purchases, true);
    const Cost calm = cost_of_hour(storekit_path, place, purchases, false);
    const std::string many = purchases == 1 ? "1 purchase" : std::to_string(purchases) + " purchases";
    const double percent = storm.processor_s / hour_s * 100;
    report("an hour of redeliveries, " + many, percent_of_hour(storm.processor_s), percent_of_hour(calm.processor_s),
           percent_of_hour(storm.processor_s - calm.processor_s), "< 1 %", percent < goal_percent);
    report("  grants, each", text(static_cast<double>(storm.grants) / purchases, ""),
           text(static_cast<double>(calm.grants) / purchases, ""), "-", "1", storm.grants == purchases);
    report("  flushes, writes of the journal, each", each(storm.calls.flushes, storm.calls.writes, purchases),
           each(calm.calls.flushes, calm.calls.writes, purchases), "-");
}

} // namespace

void measure_storm(const char *storekit_path, const std::string &folder) {
    for (const int purchases : {1, 100}) measure(storekit_path, folder, purchases);
}
