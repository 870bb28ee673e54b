// The cost of a long history: opening a client with many past transactions, and asking what the account may use.

#include "baseline.h"
#include "figures.hpp"
#include "folder.hpp"
#include "report.hpp"
#include "shop.hpp"

#include <string>

namespace {

constexpr int rounds = 30;
constexpr uint32_t timeout_ms = 10'000;

void bought(void *user_data, iap_client *client, const iap_transaction *transaction) {
    if (iap_transaction_state(transaction) != IAP_TRANSACTION_PURCHASED) return;
    require(iap_finish_transaction(client, transaction, nullptr) == IAP_OK, "a finish was refused");
    ++*static_cast<int *>(user_data);
}

// Buys and finishes one of each product. The history consists of copies of these transactions.
void buy_one_of_each(const Shop &shop, const std::vector<const char *> &product_ids) {
    int finished = 0;
    Game game(shop);
    game.observe(bought, &finished);
    for (const char *id : product_ids) {
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = id;
        game.require_ok(iap_add_payment(game.client(), &payment, nullptr, &game.error), "iap_add_payment");
    }
    game.settle();
    require(finished == static_cast<int>(product_ids.size()), "the purchases do not come");
}

void count_first(void *user_data, iap_client *, const iap_transaction *) { ++*static_cast<int *>(user_data); }

double ms_to_first_transaction(const Shop &shop, const std::string &journal) {
    int heard = 0;
    const auto start = Clock::now();
    Game game(shop, journal.c_str());
    game.observe(count_first, &heard);
    while (heard == 0) {
        require(iap_client_wait_events(game.client(), timeout_ms) == 1, "the transactions do not come");
        require(iap_client_process_events(game.client(), 1) >= 0, "iap_client_process_events failed");
    }
    return seconds(Clock::now() - start) * 1e3;
}

struct Entitlements {
    bool have_come = false;
    size_t count = 0;
};

void received(void *user_data, iap_client *, uint64_t, const iap_transactions *transactions, const iap_error *error) {
    require(error == nullptr, "the query failed");
    auto &answer = *static_cast<Entitlements *>(user_data);
    answer.have_come = true;
    answer.count = iap_transactions_count(transactions);
}

double ms_of_entitlements(Game &game, size_t expected) {
    Entitlements answer;
    const auto start = Clock::now();
    game.require_ok(iap_request_transactions(game.client(), IAP_QUERY_CURRENT_ENTITLEMENTS, nullptr, received, &answer,
                                             nullptr, &game.error),
                    "iap_request_transactions");
    while (!answer.have_come) {
        require(iap_client_wait_events(game.client(), timeout_ms) == 1, "the entitlements do not come");
        require(iap_client_process_events(game.client(), 0) >= 0, "iap_client_process_events failed");
    }
    const double time = seconds(Clock::now() - start) * 1e3;
    require(answer.count == expected, "the entitlements are others than they should be");
    return time;
}

void measure_opening(const char *storekit_path, const Folder &folder) {
    const std::string state = folder.file("opening.state"), journal = folder.file("opening.journal");
    {
        const Shop shop(storekit_path, state.c_str());
        buy_one_of_each(shop, {"com.example.caves.coins.small"});
    }
    require(baseline_copy_rows(state.c_str(), 10'000, 1, nullptr) == 10'000, "the finished rows cannot be written");
    require(baseline_copy_rows(state.c_str(), 100, 0, nullptr) == 100, "the unfinished rows cannot be written");

    const Shop shop(storekit_path, state.c_str());
    std::vector<double> ours, raw;
    for (int round = 0; round < rounds; round++) {
        ours.push_back(ms_to_first_transaction(shop, journal));
        const auto start = Clock::now();
        require(baseline_read_unfinished(state.c_str()) == 100, "SQLite does not answer");
        raw.push_back(seconds(Clock::now() - start) * 1e3);
    }
    const double difference = median(ours) - 1.5 * median(raw);
    report("open to the first of 100 unfinished (10,000 finished), beside a SQLite query", text(median(ours), "ms"),
           text(median(raw), "ms"), text(difference, "ms above 1.5 times"), "5 ms above 1.5 times", difference <= 5);
}

void measure_entitlements(const char *storekit_path, const Folder &folder) {
    const std::string paths[] = {folder.file("short.state"), folder.file("long.state")};
    const int64_t histories[] = {1'000, 100'000};
    for (int i = 0; i < 2; i++) {
        {
            const Shop shop(storekit_path, paths[i].c_str());
            buy_one_of_each(
                shop, {"com.example.caves.editor", "com.example.caves.club.monthly", "com.example.caves.coins.small"});
        }
        // Half of them are consumed products, half are ended periods.
        require(baseline_copy_rows(paths[i].c_str(), histories[i], 1, "Auto-Renewable Subscription") == histories[i],
                "the history cannot be written");
    }
    const Shop short_shop(storekit_path, paths[0].c_str()), long_shop(storekit_path, paths[1].c_str());
    Game short_game(short_shop), long_game(long_shop);
    ms_of_entitlements(short_game, 2);
    ms_of_entitlements(long_game, 2);
    std::vector<double> after_1000, after_100000;
    for (int round = 0; round < rounds * 10; round++) {
        after_1000.push_back(ms_of_entitlements(short_game, 2));
        after_100000.push_back(ms_of_entitlements(long_game, 2));
    }
    const double ratio = median(after_100000) / median(after_1000);
    report("entitlements with a history of 100,000, beside 1,000", text(median(after_100000), "ms"),
           text(median(after_1000), "ms"), text(ratio, "times"), "at most 1.2 times", ratio <= 1.2);
}

struct Page {
    bool has_come = false;
    size_t count = 0;
    std::string next;
};

void received_page(void *user_data, iap_client *, uint64_t, const iap_transactions *transactions,
                   const iap_error *error) {
    require(error == nullptr, "the query failed");
    auto &page = *static_cast<Page *>(user_data);
    page.has_come = true;
    page.count = iap_transactions_count(transactions);
    const char *next = iap_transactions_next_page(transactions);
    page.next = next ? next : "";
}

double ms_of_page(Game &game, uint32_t limit, const std::string &mark, Page *page) {
    *page = Page();
    const auto start = Clock::now();
    game.require_ok(iap_request_transactions_page(game.client(), IAP_QUERY_ALL, nullptr, limit,
                                                  mark.empty() ? nullptr : mark.c_str(), received_page, page, nullptr,
                                                  &game.error),
                    "iap_request_transactions_page");
    while (!page->has_come) {
        require(iap_client_wait_events(game.client(), timeout_ms) == 1, "the page does not come");
        require(iap_client_process_events(game.client(), 0) >= 0, "iap_client_process_events failed");
    }
    return seconds(Clock::now() - start) * 1e3;
}

// The history lists ended periods, but not consumed products.
void measure_pages(const char *storekit_path, const Folder &folder) {
    const std::string state = folder.file("pages.state");
    {
        const Shop shop(storekit_path, state.c_str());
        buy_one_of_each(shop, {"com.example.caves.club.monthly", "com.example.caves.coins.small"});
    }
    require(baseline_copy_rows(state.c_str(), 2'000, 1, "Auto-Renewable Subscription") == 2'000,
            "the history cannot be written");
    const Shop shop(storekit_path, state.c_str());
    Game game(shop);
    Page page;
    ms_of_page(game, 0, "", &page);
    const size_t all = page.count;
    require(all > 900, "the history is too short");
    std::vector<double> whole, pages;
    for (int round = 0; round < rounds; round++) {
        whole.push_back(ms_of_page(game, 0, "", &page));
        std::string mark;
        size_t count = 0;
        do {
            pages.push_back(ms_of_page(game, 100, mark, &page));
            count += page.count;
            mark = page.next;
        } while (!mark.empty());
        require(count == all, "the pages differ from the whole history");
    }
    report("a page of 100 of a history of 1,000, beside the whole history", text(median(pages), "ms"),
           text(median(whole), "ms"), "", "10 ms", median(pages) <= 10);
}

} // namespace

void measure_history(const char *storekit_path) {
    const Folder folder;
    measure_opening(storekit_path, folder);
    measure_entitlements(storekit_path, folder);
    measure_pages(storekit_path, folder);
}
