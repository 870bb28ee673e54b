// What grows with the number of purchases: unfinished purchases at a launch, and a journal with a key.
// The times are processor times of the process, with the store.

#include "baseline.h"
#include "figures.hpp"
#include "folder.hpp"
#include "report.hpp"
#include "shop.hpp"

#include <malloc.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

constexpr const char *product = "com.example.caves.coins.small";
constexpr uint32_t timeout_ms = 60'000;
constexpr int many = 10'000, few = 1'000;
constexpr uint8_t key[32] = {7};

struct Heard {
    bool finishes = false;
    int purchased = 0, removed = 0;
};

iap_observer observer_of(Heard *all) {
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.user_data = all;
    observer.transaction_updated = [](void *user_data, iap_client *client, const iap_transaction *transaction) {
        auto &heard = *static_cast<Heard *>(user_data);
        if (iap_transaction_state(transaction) != IAP_TRANSACTION_PURCHASED) return;
        heard.purchased++;
        if (heard.finishes)
            require(iap_finish_transaction(client, transaction, nullptr) == IAP_OK, "a finish was refused");
    };
    observer.transaction_removed = [](void *user_data, iap_client *, const iap_transaction *) {
        static_cast<Heard *>(user_data)->removed++;
    };
    return observer;
}

void pump_until(Game &game, const int &count, int expected) {
    while (count < expected) {
        require(iap_client_wait_events(game.client(), timeout_ms) == 1, "nothing comes any more");
        require(iap_client_process_events(game.client(), 0) >= 0, "iap_client_process_events failed");
    }
}

iap_client_options options_of(const Shop &shop, const std::string &journal) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.journal_path = journal.c_str();
    options.device = shop.device();
    options.integrity_key = key;
    options.integrity_key_length = sizeof key;
    return options;
}

// A store's file with this many unfinished purchases.
std::string state_with(const char *storekit_path, const Folder &folder, int64_t copies) {
    const std::string state = folder.file(("state" + std::to_string(copies)).c_str());
    {
        const Shop shop(storekit_path, state.c_str());
        Game game(shop);
        Heard heard{true};
        game.observe(observer_of(&heard));
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = product;
        game.require_ok(iap_add_payment(game.client(), &payment, nullptr, &game.error), "iap_add_payment");
        pump_until(game, heard.removed, 1);
    }
    require(baseline_copy_rows(state.c_str(), copies, 0, nullptr) == copies, "the rows cannot be written");
    return state;
}

// The first launch delivers all of them. The next launch opens their journal.
void measure_deliveries(const char *storekit_path, const Folder &folder) {
    double each_ms[2];
    for (const int count : {few, many}) {
        const std::string state = state_with(storekit_path, folder, count);
        const std::string journal = folder.file(("journal" + std::to_string(count)).c_str());
        const Shop shop(storekit_path, state.c_str());
        const size_t before = mallinfo2().uordblks;
        {
            Game game(options_of(shop, journal));
            Heard heard;
            game.observe(observer_of(&heard));
            const double start = processor_seconds();
            pump_until(game, heard.purchased, count);
            each_ms[count == many] = (processor_seconds() - start) * 1e3 / count;
            game.settle();
            const double each_kb = static_cast<double>(mallinfo2().uordblks - before) / 1024 / count;
            const std::string name = std::to_string(count) + " unfinished purchases at a launch";
            report(name + ", each", text(each_ms[count == many], "ms"), "-", "-", "< 0.3 ms",
                   each_ms[count == many] < 0.3);
            report("  memory, each", text(each_kb, "KB"), "-", "-", "< 8 KB", each_kb < 8);
        }
        std::vector<double> openings_ms;
        for (int round = 0; round < 9; round++) {
            const double start = processor_seconds();
            const Game game(options_of(shop, journal));
            openings_ms.push_back((processor_seconds() - start) * 1e3);
        }
        report("  opening their journal, with an integrity key", text(median(openings_ms), "ms"), "-", "-", "< 30 ms",
               median(openings_ms) < 30);
    }
    report("  growth from 1,000 to 10,000, each", text(each_ms[1], "ms"), text(each_ms[0], "ms"),
           text(each_ms[1] / each_ms[0], "times"));
}

} // namespace

void measure_growth(const char *storekit_path) {
    const Folder folder;
    measure_deliveries(storekit_path, folder);
}
