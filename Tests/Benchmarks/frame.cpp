// A game loop at 60 Hz that starts a purchase in each frame: the cost for a frame, and which threads use the disk.

#include "disk.hpp"
#include "file_calls.hpp"
#include "folder.hpp"
#include "report.hpp"
#include "shop.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int purchases = 1'000;
constexpr auto frame_time = std::chrono::nanoseconds(1'000'000'000 / 60);
// If there are more frames, something hangs.
constexpr int most_frames = 10 * purchases;
constexpr double goal_us = 200;

// ------------------------------------------------------------------------------------------------------- the loop

struct Heard {
    int bought = 0;
    int removed = 0;
};

// The work of a game in its callbacks.
iap_observer observer_of(Heard *heard) {
    iap_observer observer;
    iap_observer_init(&observer);
    observer.user_data = heard;
    observer.transaction_updated = [](void *user_data, iap_client *client, const iap_transaction *transaction) {
        if (iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASING) return;
        require(iap_transaction_state(transaction) == IAP_TRANSACTION_PURCHASED, "a payment failed");
        static_cast<Heard *>(user_data)->bought++;
        require(iap_finish_transaction(client, transaction, nullptr) == IAP_OK, "a finish was refused");
    };
    observer.transaction_removed = [](void *user_data, iap_client *, const iap_transaction *) {
        static_cast<Heard *>(user_data)->removed++;
    };
    return observer;
}

double thread_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// All in microseconds, one value for each frame.
struct Frames {
    std::vector<double> times, processor;
};

Frames play(Game &game, const Heard &heard) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = "com.example.caves.coins.small";
    Frames frames;
    int begun = 0;
    auto next = Clock::now();
    while (heard.removed < purchases) {
        require(frames.times.size() < most_frames, "the purchases do not come to their end");
        const double processor = thread_seconds();
        const auto start = Clock::now();
        const int32_t delivered = iap_client_process_events(game.client(), 0);
        const auto end = Clock::now();
        require(delivered >= 0, "iap_client_process_events failed");
        frames.times.push_back(seconds(end - start) * 1e6);
        frames.processor.push_back((thread_seconds() - processor) * 1e6);
        if (begun < purchases) {
            game.require_ok(iap_add_payment(game.client(), &payment, nullptr, &game.error), "iap_add_payment");
            begun++;
        }
        next += frame_time;
        std::this_thread::sleep_until(next);
    }
    return frames;
}

// ------------------------------------------------------------------------------------------------------- the figures

// The time that this part of the frames does not exceed.
double percentile(std::vector<double> times, double part) {
    std::sort(times.begin(), times.end());
    const auto rank = static_cast<size_t>(std::ceil(part * static_cast<double>(times.size())));
    return times[std::max<size_t>(rank, 1) - 1];
}

std::string counted(const FileCalls &calls) {
    return std::to_string(calls.flushes) + ", " + std::to_string(calls.writes);
}

// The calls of each thread since then.
void report_calls(const std::vector<ThreadCalls> &before) {
    FileCalls pump, others;
    for (const ThreadCalls &after : file_calls_by_thread()) {
        FileCalls calls = after.calls;
        for (const ThreadCalls &known : before)
            if (known.thread == after.thread)
                calls = {calls.flushes - known.calls.flushes, calls.writes - known.calls.writes};
        const bool pumps = after.thread == this_thread();
        FileCalls &sum = pumps ? pump : others;
        sum.flushes += calls.flushes;
        sum.writes += calls.writes;
        std::printf("    thread %d%s: %s flushes and writes\n", after.thread, pumps ? ", which pumps" : "",
                    counted(calls).c_str());
    }
    require(others.flushes > 0 && others.writes > 0, "flushes and writes are not counted");
    const bool is_met = pump.flushes == 0 && pump.writes == 0;
    report("  flushes, writes of files: this thread, all others", counted(pump), counted(others), "-", "0, 0", is_met);
    require(is_met, "the thread that pumps has written to a file");
}

} // namespace

void measure_frame(const char *storekit_path, const std::string &place) {
    const Folder folder(place);
    const Shop shop(storekit_path, folder.file("state").c_str());
    const std::string journal = folder.file("journal");
    Game game(shop, journal.c_str());
    Heard heard;
    game.observe(observer_of(&heard));
    game.settle();

    const std::vector<ThreadCalls> before = file_calls_by_thread();
    const Frames frames = play(game, heard);
    require(heard.bought == purchases && heard.removed == purchases, "a purchase came twice");
    const double slow = percentile(frames.times, 0.999);
    report("process_events at 60 Hz, 1000 purchases: 99.9 % of " + std::to_string(frames.times.size()),
           text(slow, "us"), "-", "-", "< 200 us", slow < goal_us);
    report("  median", text(percentile(frames.times, 0.5), "us"), "-", "-");
    report("  longest", text(percentile(frames.times, 1), "us"), "-", "-");
    report("  99.9 % by the thread's processor time", text(percentile(frames.processor, 0.999), "us"), "-", "-");
    report_calls(before);
}
