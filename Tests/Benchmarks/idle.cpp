// A frame without work.

#include "baseline.h"
#include "figures.hpp"
#include "report.hpp"
#include "scheduler.hpp"
#include "shop.hpp"

namespace {

// Short rounds, because the compared code then runs at nearly the same moment.
constexpr int calls = 50'000;
constexpr int rounds = 2001;
constexpr double goal_ns = 3;

// The call returns how many events it delivered.
template <typename Call> __attribute__((noinline)) double ns_per_call(Call call) {
    int32_t delivered = 0;
    const auto start = Clock::now();
    for (int i = 0; i < calls; i++) delivered |= call();
    const double time_s = seconds(Clock::now() - start);
    require(delivered == 0, "the frames were not idle");
    return time_s * 1e9 / calls;
}

} // namespace

void measure_idle(const char *storekit_path) {
    const Shop shop(storekit_path);
    Game game(shop);
    game.observe([](void *, iap_client *, const iap_transaction *) {}, nullptr);
    game.settle();
    iap_client *const client = game.client();
    const uint32_t word = 0;
    Scheduler scheduler;

    std::vector<double> ours, load, queue, above_load, above_queue;
    for (int round = 0; round < rounds; round++) {
        load.push_back(ns_per_call([&word] { return baseline_process(&word, 0); }));
        ours.push_back(ns_per_call([client] { return iap_client_process_events(client, 0); }));
        queue.push_back(ns_per_call([&scheduler] {
            scheduler.update();
            return 0;
        }));
        above_load.push_back(ours.back() - load.back());
        above_queue.push_back(ours.back() - queue.back());
    }

    const double above = median(above_load);
    report("idle process_events, beside one atomic load", text(median(ours), "ns"), text(median(load), "ns"),
           text(above, "ns"), "<= 3 ns", above <= goal_ns);
    report("idle process_events, beside the scheduler's queue", text(median(ours), "ns"), text(median(queue), "ns"),
           text(median(above_queue), "ns"));
}
