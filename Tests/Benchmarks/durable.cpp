// The cost of not losing any purchase: purchases on a real disk, from the payment until the store has the finish on its disk.
// The same number of SQLite commits is the baseline.

#include "baseline.h"
#include "disk.hpp"
#include "file_calls.hpp"
#include "folder.hpp"
#include "report.hpp"
#include "shop.hpp"

#include <array>
#include <cstdlib>
#include <iap/iap_inventory.h>
#include <string>
#include <vector>

namespace {

constexpr int rounds = 5;
constexpr int purchases = 200;
constexpr int at_a_time = 100;
constexpr int64_t coins = 10;
constexpr uint32_t timeout_ms = 10'000;
constexpr double slow_flush_ms = 1;

constexpr const char *product = "com.example.caves.coins.small";

struct Way {
    iap_execution_t execution;
    // With it, the library grants. Without it, the game grants in its own save file, which is not measured.
    bool has_inventory;
    int payments_at_a_time;
};

// ------------------------------------------------------------------------------------------------------- the files

// Each database has a WAL. A commit that must survive a power failure flushes the WAL once.
struct Flushes {
    std::array<int64_t, 2> logs{};
    std::array<int64_t, 2> databases{};

    int64_t all() const { return logs[0] + logs[1] + databases[0] + databases[1]; }
    // SQLite also flushes WAL and database when it writes the WAL into the database, and then the header of the new WAL.
    int64_t commits_in(size_t file) const { return logs[file] - 2 * databases[file]; }
};

struct Files {
    std::array<std::string, 2> paths;

    Flushes flushes() const {
        Flushes flushes;
        for (size_t i = 0; i < paths.size(); i++) {
            flushes.logs[i] = flushes_of(paths[i] + "-wal");
            flushes.databases[i] = flushes_of(paths[i]);
        }
        return flushes;
    }
};

Flushes operator-(const Flushes &after, const Flushes &before) {
    Flushes difference;
    for (size_t i = 0; i < 2; i++) {
        difference.logs[i] = after.logs[i] - before.logs[i];
        difference.databases[i] = after.databases[i] - before.databases[i];
    }
    return difference;
}

struct Cost {
    double time_s = 0;
    double processor_s = 0;
    std::array<int64_t, 2> commits{};
    int64_t flushes = 0;
    double flushes_s = 0;
};

// ------------------------------------------------------------------------------------------------------- the library

struct Heard {
    iap_delivery_state_t expected;
    int delivered = 0;
    int removed = 0;
};

iap_observer observer_of(Heard *all) {
    iap_observer observer;
    iap_observer_init(&observer);
    observer.user_data = all;
    observer.transaction_updated = [](void *user_data, iap_client *client, const iap_transaction *transaction) {
        if (iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASING) return;
        auto &heard = *static_cast<Heard *>(user_data);
        require(iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED, "a payment failed");
        require(iap_transaction_delivery_state(transaction) == heard.expected, "a grant is not where it should be");
        heard.delivered++;
        require(iap_finish_transaction(client, transaction, nullptr) == IAP_OK, "a finish was refused");
    };
    observer.transaction_removed = [](void *user_data, iap_client *, const iap_transaction *) {
        static_cast<Heard *>(user_data)->removed++;
    };
    return observer;
}

void buy(Game &game, const Heard &heard, int count) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product;
    const int before = heard.removed;
    for (int i = 0; i < count; i++)
        game.require_ok(iap_add_payment(game.client(), &payment, nullptr, &game.error), "iap_add_payment");
    while (heard.removed - before < count) {
        require(iap_client_wait_events(game.client(), timeout_ms) == 1, "a purchase does not come to its end");
        require(iap_client_process_events(game.client(), 0) >= 0, "iap_client_process_events failed");
    }
}

Cost cost_of_purchases(const Way &way, const char *storekit_path, const std::string &place) {
    const Folder folder(place);
    const Files files{{folder.file("journal"), folder.file("state")}};
    const Shop shop(storekit_path, files.paths[1].c_str());

    iap_grant grant = IAP_GRANT_INIT;
    grant.kind = IAP_GRANT_COUNTER;
    grant.product_id = product;
    grant.name = "coins";
    grant.amount = coins;
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    inventory.grants = &grant;
    inventory.grant_count = 1;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = way.execution;
    options.journal_path = files.paths[0].c_str();
    options.device = shop.device();
    options.inventory = way.has_inventory ? &inventory : nullptr;
    Game game(options);
    Heard heard{way.has_inventory ? IAP_DELIVERY_GRANTED : IAP_DELIVERY_NEW};
    game.observe(observer_of(&heard));

    // No figure includes the work of the first use.
    constexpr int first = 5;
    for (int i = 0; i < first; i++) buy(game, heard, 1);
    game.settle();
    const Flushes before = files.flushes();
    const double flushed_s = seconds_of_flushes(), processor_s = processor_seconds();
    const auto start = Clock::now();
    for (int i = 0; i < purchases; i += way.payments_at_a_time) buy(game, heard, way.payments_at_a_time);
    const double time_s = seconds(Clock::now() - start);
    const double used_s = processor_seconds() - processor_s;
    const Flushes flushes = files.flushes() - before;
    const double flushes_s = seconds_of_flushes() - flushed_s;

    require(heard.delivered == first + purchases && heard.removed == first + purchases, "a purchase came twice");
    if (way.has_inventory)
        require(iap_inventory_balance(game.client(), "coins", nullptr) == coins * heard.removed,
                "the grants are not all there");
    return {time_s, used_s, {flushes.commits_in(0), flushes.commits_in(1)}, flushes.all(), flushes_s};
}

// ------------------------------------------------------------------------------------------------------- SQLite alone

Cost cost_of_commits(const std::array<int64_t, 2> &commits, const std::string &place) {
    const Folder folder(place);
    const Files files{{folder.file("first"), folder.file("second")}};
    baseline_files *const opened = baseline_open_files(files.paths[0].c_str(), files.paths[1].c_str());
    require(opened != nullptr, "SQLite does not open its files");
    const Flushes before = files.flushes();
    const double flushed_s = seconds_of_flushes();
    const auto start = Clock::now();
    const int64_t made = baseline_commit(opened, commits[0], commits[1]);
    const double time_s = seconds(Clock::now() - start);
    const Flushes flushes = files.flushes() - before;
    const double flushes_s = seconds_of_flushes() - flushed_s;
    baseline_close_files(opened);
    require(made == commits[0] + commits[1], "SQLite does not commit");
    // The last commit may have written the WAL into its database, and the next WAL is not started yet.
    for (size_t i = 0; i < commits.size(); i++)
        require(std::abs(flushes.commits_in(i) - commits[i]) <= 1, "the commits are not as many as the flushes tell");
    return {time_s, 0, commits, flushes.all(), flushes_s};
}

// ------------------------------------------------------------------------------------------------------- the figures

// For one purchase, the median of the rounds.
struct Share {
    std::vector<double> rates, commits, flushes, processor_ms, waits_ms, rests_ms;

    void add(const Cost &cost) {
        rates.push_back(purchases / cost.time_s);
        commits.push_back(static_cast<double>(cost.commits[0] + cost.commits[1]) / purchases);
        flushes.push_back(static_cast<double>(cost.flushes) / purchases);
        processor_ms.push_back(cost.processor_s * 1e3 / purchases);
        waits_ms.push_back(cost.flushes_s * 1e3 / purchases);
        rests_ms.push_back((cost.time_s - cost.flushes_s) * 1e3 / purchases);
    }
    std::string writes() const { return text(median(commits), "") + ", " + text(median(flushes), ""); }
};

void measure(const std::string &name, const Way &way, const char *storekit_path, const std::string &place) {
    Share ours, bare;
    std::vector<double> ratios;
    for (int round = 0; round < rounds; round++) {
        const Cost cost = cost_of_purchases(way, storekit_path, place);
        require(cost.commits[0] > 0 && cost.commits[1] > 0, "nothing was flushed, or it was not counted");
        ours.add(cost);
        bare.add(cost_of_commits(cost.commits, place));
        ratios.push_back(ours.rates.back() / bare.rates.back());
    }
    const double ratio = median(ratios), wait_ms = median(ours.waits_ms) - median(bare.waits_ms);
    report("bought to finished, " + name, text(median(ours.rates), "/s"), text(median(bare.rates), "/s"),
           text(ratio, "times"));
    const double processor_ms = median(ours.processor_ms), flushes = median(ours.flushes);
    report("  processor time of all threads and the store, each", text(processor_ms, "ms"), "-", "-", "<= 1 ms",
           processor_ms <= 1);
    // The store's file has as many flushes as the client's journal.
    const double goal = way.payments_at_a_time == 1 ? 4 : 2;
    report("  FULL commits, flushes of files, each", ours.writes(), bare.writes(), "-", text(goal, "flushes"),
           flushes <= goal * 1.05);
    report("  waiting for flushes, each", text(median(ours.waits_ms), "ms"), text(median(bare.waits_ms), "ms"),
           text(wait_ms, "ms"));
    report("  everything else, each", text(median(ours.rests_ms), "ms"), text(median(bare.rests_ms), "ms"),
           text(median(ours.rests_ms) - median(bare.rests_ms), "ms"));
}

} // namespace

void measure_durable(const char *storekit_path, const std::string &folder) {
    for (const double flush_ms : {0.0, slow_flush_ms}) {
        set_shortest_flush(flush_ms);
        const std::string disk = flush_ms == 0 ? "" : ", flushes of " + text(flush_ms, "ms");
        for (const bool has_inventory : {false, true})
            for (const int payments : {1, at_a_time})
                for (const iap_execution_t execution : {IAP_EXECUTION_BACKGROUND, IAP_EXECUTION_MANUAL}) {
                    const std::string many = payments == 1 ? "one by one" : std::to_string(payments) + " at once";
                    const std::string mode = execution == IAP_EXECUTION_MANUAL ? "manual" : "in background";
                    measure(many + ", " + mode + (has_inventory ? ", inventory" : "") + disk,
                            {execution, has_inventory, payments}, storekit_path, folder);
                }
    }
    set_shortest_flush(0);
}
