// A very small C++17 game: sixty frames per second, one pump per frame, one purchase. All events of the library arrive inside
// process_events(), on the thread of the game loop.

#include <iap/iap.hpp>
#if defined(GAME_STOREKIT)
#include <iap/iap_store.hpp>
#endif

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>

namespace {

constexpr int frame_count = 240;
constexpr std::chrono::nanoseconds frame_time(1'000'000'000 / 60);
const std::string coins_id = "com.example.caves.coins.small";

void log(const char *what, const iap::Error &error) {
    std::printf("%s: %s: %s\n", what, error.name().data(), error.message().data());
}

class Game {
  public:
    bool start(iap_device *device) {
        iap::ClientOptions options;
        options.device = device;
        auto opened = iap::Client::open(std::move(options));
        if (!opened && opened.error().status() == IAP_ERROR_UNSUPPORTED) {
            std::printf("no store here: the shop stays hidden\n");
            return true;
        }
        if (!opened) {
            log("the client cannot be opened", opened.error());
            return false;
        }
        client_.emplace(std::move(*opened));
        iap::Observer observer;
        observer.transaction_updated = [this](const iap::Transaction &transaction) { updated(transaction); };
        observer.transaction_removed = [this](const iap::Transaction &transaction) {
            std::printf("finished %s\n", transaction.product_id().data());
            finished_++;
        };
        observer.problem_reported = [](const iap::Error &error) { log("problem", error); };
        if (auto added = client_->add_observer(std::move(observer)); !added) {
            log("add_observer", added.error());
            return false;
        }
        sells_ = client_->can_make_payments();
        if (!sells_) {
            std::printf("no payments here: the shop stays hidden\n");
            return true;
        }
        auto asked =
            client_->request_products({coins_id}, [this](const iap::Result<iap::Products> &answer) { listed(answer); });
        if (!asked) {
            log("request_products", asked.error());
        }
        return asked.has_value();
    }

    // One frame: first the events of the library, then the game itself.
    void frame() {
        if (!client_) {
            return;
        }
        if (auto pumped = client_->process_events(); !pumped) {
            log("process_events", pumped.error());
        }
    }

    bool went_well() const { return !sells_ || (coins_ == 2 && finished_ == 1); }
    int coins() const { return coins_; }

  private:
    void listed(const iap::Result<iap::Products> &answer) {
        if (!answer) {
            log("products", answer.error());
            return;
        }
        for (const iap::Product &product : answer->products) {
            std::printf("%s costs %s\n", product.display_name().data(), product.display_price().data());
            buy(std::string(product.id()));
        }
    }

    // The player taps "buy".
    void buy(const std::string &product_id) {
        iap::Payment payment;
        payment.product_id = product_id;
        payment.quantity = 2;
        if (auto added = client_->add_payment(payment); !added) {
            log("add_payment", added.error());
        }
    }

    void updated(const iap::Transaction &transaction) {
        switch (transaction.state()) {
        case iap::TransactionState::purchasing: std::printf("purchasing\n"); break;
        case iap::TransactionState::purchased:
            // A real game writes the grant and the id to its save file in one step; see Samples/unit-test/game/save_game.cpp.
            // One purchase may have two transaction ids. Its original id is the same in both.
            if (granted_.insert(transaction.original_id()).second) {
                coins_ += transaction.quantity();
                std::printf("granted %d of %s\n", transaction.quantity(), transaction.product_id().data());
            }
            finish(transaction);
            break;
        case iap::TransactionState::failed:
            // The player cancelled, or an earlier purchase waits to be finished: the player need not see an error.
            if (!transaction.error()->is_cancelled()) {
                log("failed", *transaction.error());
            }
            finish(transaction);
            break;
        case iap::TransactionState::restored: finish(transaction); break; // grants no coins
        default: break;
        }
    }

    void finish(const iap::Transaction &transaction) {
        if (auto finished = client_->finish(transaction); !finished) {
            log("finish", finished.error());
        }
    }

    bool sells_ = false;
    std::set<std::uint64_t> granted_;
    int coins_ = 0;
    int finished_ = 0;
    // The last member is destroyed first. Closing the client completes the open requests, which use the other members.
    std::optional<iap::Client> client_; // none if there is no store
};

int play(iap_device *device) {
    Game game;
    if (!game.start(device)) {
        return 1;
    }
    auto next = std::chrono::steady_clock::now();
    for (int frame = 0; frame < frame_count; frame++) {
        game.frame();
        next += frame_time;
        std::this_thread::sleep_until(next);
    }
    std::printf("%d frames, %d coins\n", frame_count, game.coins());
    return game.went_well() ? 0 : 1;
}

} // namespace

#if defined(GAME_STOREKIT)
// The game runs on a device of the reference App Store.
int main() {
    iap::StoreOptions options;
    options.storekit_path = GAME_STOREKIT;
    auto store = iap::Store::open(options);
    if (!store) {
        log("the store cannot be opened", store.error());
        return 1;
    }
    for (const std::string &warning : store->warnings()) {
        std::fprintf(stderr, "%s\n", warning.c_str());
    }
    auto device = store->open_device("player", "computer");
    if (!device) {
        log("the device cannot be opened", device.error());
        return 1;
    }
    return play(device->handle());
}
#else
// The game uses the App Store, or the system has no store.
int main() { return play(nullptr); }
#endif
