// From the opening of a client to the first callback with products.

#include "baseline.h"
#include "figures.hpp"
#include "report.hpp"
#include "shop.hpp"

#include <string>

namespace {

constexpr int rounds = 50;
constexpr uint32_t patience_ms = 10'000;

struct Answer {
    bool has_come = false;
    size_t products = 0;
};

void received(void *user_data, iap_client *, uint64_t, const iap_products *products, const iap_error *) {
    auto &answer = *static_cast<Answer *>(user_data);
    answer.has_come = true;
    answer.products = iap_products_count(products);
}

double ms_to_products(const Shop &shop, const std::vector<const char *> &ids) {
    Answer answer;
    const auto start = Clock::now();
    Game game(shop);
    game.require_ok(
        iap_request_products(game.client(), ids.data(), ids.size(), received, &answer, nullptr, &game.error),
        "iap_request_products");
    while (!answer.has_come) {
        require(iap_client_wait_events(game.client(), patience_ms) == 1, "the products do not come");
        require(iap_client_process_events(game.client(), 0) >= 0, "iap_client_process_events failed");
    }
    const double time = seconds(Clock::now() - start) * 1e3;
    require(answer.products == ids.size(), "products are missing");
    return time;
}

double ms_to_row() {
    const auto start = Clock::now();
    require(baseline_query() == 42, "SQLite does not answer");
    return seconds(Clock::now() - start) * 1e3;
}

} // namespace

void measure_first_product(const char *storekit_path) {
    const Shop shop(storekit_path);
    std::vector<const char *> ids;
    for (size_t i = 0; i < iap_store_product_count(shop.store()); i++)
        ids.push_back(iap_store_product_id_at(shop.store(), i));
    const std::string name = "client open to " + std::to_string(ids.size()) + " products, beside SQLite open and query";

    // Only the first round includes what the process loads on first use.
    const double first = ms_to_products(shop, ids);
    const double first_row = ms_to_row();
    std::vector<double> ours, rows;
    for (int round = 0; round < rounds; round++) {
        ours.push_back(ms_to_products(shop, ids));
        rows.push_back(ms_to_row());
    }
    report(name, text(median(ours), "ms"), text(median(rows), "ms"), text(median(ours) - median(rows), "ms"));
    report("  the first time in the process", text(first, "ms"), text(first_row, "ms"), text(first - first_row, "ms"));
}
