// game.hpp: the game that the tests of Sources/Documentation/Testing.md play.
#ifndef DOCUMENTATION_GAME_HPP
#define DOCUMENTATION_GAME_HPP

#include "club.hpp"
#include "save.hpp"
#include "test.hpp"

using State = iap::TransactionState;
const std::string coins = "com.example.caves.coins.small", editor = "com.example.caves.editor";
const std::string monthly = "com.example.caves.club.monthly", yearly = "com.example.caves.club.yearly";

inline std::shared_ptr<iap::Store> open_store(const std::string &folder) {
    iap::StoreOptions options;
    options.clock = iap::StoreClock::virtual_time; // stands still until the test moves it
    options.storekit_path = "Game.storekit";
    options.state_path = folder + "/store"; // empty: in memory only
    options.seed = 1;                       // the same keys and ids in each run
    return std::make_shared<iap::Store>(must(iap::Store::open(options)));
}

class Game {
  public:
    // With a token, a player is signed in to the game. The account pays for all players of the device.
    explicit Game(const std::string &in = new_folder(), const std::string &token = "")
        : Game(in, open_store(in), "player", "phone", token) {}
    // The game of another account, or on another device, in the same store.
    Game(const Game &other, const std::string &account, const std::string &on)
        : Game(other.folder, other.store, account, on, "") {}

    // Another player signs in to the game. Each player has a token, a journal and a save file.
    void sign_in(const std::string &token) {
        player = token;
        launch();
    }
    // Launches the game. If it is running, it is closed first.
    void launch() {
        client.reset();
        save = Save(folder + "/" + name + player + ".save");
        iap::ClientOptions options;
        options.execution = iap::Execution::manual; // no thread: everything happens inside pump()
        options.journal_path = folder + "/" + name + player + ".journal";
        options.app_account_token = player;
        options.device = device.handle();
        client = must(iap::Client::open(options));
        iap::Observer observer;
        observer.transaction_updated = [this](const iap::Transaction &transaction) { updated(transaction); };
        observer.entitlement_revoked = [this](const iap::Transaction &transaction) {
            // Only an unfinished transaction is still in the queue.
            if (save.take_back(transaction.original_id())) static_cast<void>(client->finish(transaction));
        };
        observer.problem_reported = [this](const iap::Error &error) { problem = error.status(); };
        must(client->add_observer(observer));
        pump();
    }
    void pump() { pump_until_idle(*client); } // process_events(), as once per frame
    void pass_days(int days) {
        must(store->advance_clock(days * std::int64_t(86'400'000)));
        pump();
    }
    // Small steps, as in frames: events at short intervals arrive one by one.
    void pass_seconds(int seconds) {
        for (int step = 0; step < 10 * seconds; step++) {
            must(store->advance_clock(100));
            pump();
        }
    }
    // The player taps "buy". Returns the transaction that the game received last.
    iap::Transaction buy(const std::string &product) {
        iap::Payment payment;
        payment.product_id = product;
        must(client->add_payment(payment));
        pump();
        return last;
    }
    // The library's result is right also while the store's list of entitlements is late.
    bool owns(const std::string &product) {
        pump();
        return client->owns(product);
    }
    bool is_member() { return owns(monthly) || owns(yearly); }
    Club club() { return ask_for_club(*client); }

    std::string folder, name, player;
    std::shared_ptr<iap::Store> store;
    iap::Device device;
    std::optional<iap::Client> client;
    Save save;
    iap::Transaction last; // the transaction that the game received last
    int deliveries = 0;    // how many paid transactions the game received
    iap_status_t problem = IAP_OK;
    std::function<void()> after_grant = [] {};

  private:
    Game(const std::string &in, std::shared_ptr<iap::Store> opened, const std::string &account, const std::string &on,
         const std::string &token)
        : folder(in), name(on), player(token), store(std::move(opened)), device(must(store->open_device(account, on))) {
        launch();
    }
    void updated(const iap::Transaction &transaction) {
        last = transaction;
        const bool paid = transaction.state() == State::purchased || transaction.state() == State::restored;
        if (paid) {
            deliveries++;
            // A grant that is not saved is not finished. It comes again at the next launch.
            if (!save.grant(transaction.original_id(),
                            transaction.product_id() == coins ? 100 * transaction.quantity() : 0))
                return;
            after_grant();
        }
        if (paid || transaction.state() == State::failed)
            must(client->finish(transaction)); // after the save is written
    }
};

#endif
