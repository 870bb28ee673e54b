// world.hpp: an App Store for one test, and the phones on which the game runs.
#ifndef TESTS_WORLD_HPP
#define TESTS_WORLD_HPP

#include "check.hpp"
#include "shop.hpp"

#include <iap/iap_store.hpp>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

// Returns the value, or ends the test with the error message of the library. The compiler passes the place of the call.
template <class T> T must(iap::Result<T> result, const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (!result) {
        fail(result.error().message(), file, line);
    }
    return std::move(*result);
}
inline void must(const iap::Result<void> &result, const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (!result) {
        fail(result.error().message(), file, line);
    }
}

// Returns the first of a list, or ends the test if the list is empty.
template <class T>
T first(iap::Result<std::vector<T>> list, const char *what, const char *file = __builtin_FILE(),
        int line = __builtin_LINE()) {
    const std::vector<T> all = must(std::move(list), file, line);
    if (all.empty()) {
        fail(std::string("there is no ") + what, file, line);
    }
    return all.front();
}

// CHECK_EQUAL prints a status with it.
inline std::ostream &operator<<(std::ostream &out, Shop::Status status) {
    switch (status) {
    case Shop::Status::idle: return out << "idle";
    case Shop::Status::buying: return out << "buying";
    case Shop::Status::waiting_for_approval: return out << "waiting_for_approval";
    }
    return out << "unknown";
}

// A folder that is removed after the test.
class Folder {
  public:
    Folder() : path_((std::filesystem::temp_directory_path() / "shop-test-XXXXXX").string()) {
        CHECK(mkdtemp(path_.data()) != nullptr);
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;
    const std::string &path() const { return path_; }

  private:
    std::string path_;
};

// Opens the App Store. Only the test moves its clock. The seed gives the same keys and ids in each run.
inline std::shared_ptr<iap::Store> open_store(const Folder &folder) {
    iap::StoreOptions options;
    options.clock = iap::StoreClock::virtual_time;
    options.storekit_path = GAME_STOREKIT;
    options.state_path = folder.path() + "/store"; // for the tests that kill the game
    options.seed = 1;
    auto store = std::make_shared<iap::Store>(must(iap::Store::open(options)));
    if (const char *profile = std::getenv("STORE_PROFILE")) { // CTest runs each test with each profile
        must(store->set_profile(iap::profile_named(profile)));
    }
    for (const std::string &warning : store->warnings()) {
        std::fprintf(stderr, "%s\n", warning.c_str());
    }
    return store;
}

// A phone with the game. Save may be a subclass of SaveGame that simulates a fault.
template <class Save = SaveGame> class Phone {
  public:
    Phone(const Folder &folder, std::shared_ptr<iap::Store> store, const std::string &name = "phone")
        : files_(folder.path() + "/" + name), store_(std::move(store)),
          device_(must(store_->open_device("player", name))) {
        launch();
    }

    // The player starts the game. A running game ends first.
    void launch() {
        shop_.reset();
        save_ = std::make_unique<Save>(files_ + ".save");
        CHECK(save_->load());
        shop_ = std::make_unique<Shop>(*save_);
        iap::ClientOptions options;
        options.execution = iap::Execution::manual; // no thread: everything happens inside Shop::frame()
        options.journal_path = files_ + ".journal";
        options.device = device_.handle();
        options.verification = verification;
        must(shop_->open(std::move(options)));
        play();
    }

    // Moves the clock of the store by half a minute, second by second, because real stores are slow. There are no threads, so
    // no event follows a frame without events.
    void play() {
        for (int second = 0; second < 30; second++) {
            must(store_->advance_clock(1000));
            while (shop_->frame() > 0) {
            }
        }
        last_message = shop_->message();
    }

    void buy(const std::string &product_id) {
        shop_->buy(product_id);
        play();
    }

    void pass_days(int days) {
        must(store_->advance_clock(days * std::int64_t{86'400'000}));
        shop_->refresh(); // the player opens the shop
        play();
    }

    iap::VerificationOptions verification; // for the next launch

    Shop &shop() { return *shop_; }
    Save &save() { return *save_; }
    iap::Store &store() { return *store_; }
    iap::Device &device() { return device_; }

  private:
    std::string files_;
    std::shared_ptr<iap::Store> store_;
    iap::Device device_;
    std::unique_ptr<Save> save_;
    std::unique_ptr<Shop> shop_;
};

// Plays in a child process and returns whether it was killed. Call it while the test has nothing of the library open.
// The tests have one thread and play in manual mode. Any other program calls exec() after fork().
inline bool was_killed(const std::function<void()> &play) {
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        try {
            play();
        } catch (...) {
            // A check failed and has said why. The rest of the test belongs to the parent process.
        }
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

#endif
