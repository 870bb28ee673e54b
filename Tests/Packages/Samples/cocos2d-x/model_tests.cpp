// The shop of Samples/cocos2d-x without its engine: what a scene would show, whatever the store and the player do.
//
//   model_tests FOLDER     an empty folder for files; GAME_STOREKIT names the .storekit file of the store

#include "game_folder.hpp"
#include "shop_model.hpp"

#include <iap/iap_store.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using State = ShopItem::State;
const std::string coins = "com.example.caves.coins.small", chest = "com.example.caves.coins.large",
                  editor = "com.example.caves.editor", club = "com.example.caves.club.monthly";

std::string folder; // of the running test
int failures = 0;   // in the running test

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                        \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (false)

std::vector<std::pair<const char *, void (*)()>> tests;

#define TEST(name)                                                                                                     \
    void name();                                                                                                       \
    const bool name##_is_added = (tests.emplace_back(#name, name), true);                                              \
    void name()

template <class T> T must(iap::Result<T> result) {
    if (!result) {
        std::printf("%s\n", result.error().raw().message);
        std::exit(1);
    }
    return std::move(*result);
}
void must(const iap::Result<void> &result) {
    if (!result) {
        std::printf("%s\n", result.error().raw().message);
        std::exit(1);
    }
}

std::shared_ptr<iap::Store> open_store(bool is_in_memory = false) {
    iap::StoreOptions options;
    options.clock = iap::StoreClock::virtual_time;
    options.storekit_path = GAME_STOREKIT;
    options.state_path = is_in_memory ? std::string() : folder + "/store";
    options.seed = 1;
    return std::make_shared<iap::Store>(must(iap::Store::open(options)));
}

class Phone {
  public:
    explicit Phone(std::shared_ptr<iap::Store> opened, const std::string &name = "phone", bool launches = true)
        : store(std::move(opened)), device(must(store->open_device("player", name))),
          journal_(folder + "/" + name + ".journal") {
        if (launches) {
            launch();
        }
    }

    void launch() {
        open();
        play();
    }

    // Like launch(), without the first frame.
    void open() {
        model.reset();
        model = std::make_unique<ShopModel>();
        ShopModel::Options options;
        options.products = products;
        options.journal_path = journal_;
        options.device = device.handle();
        options.is_manual = true;
        options.roots_path = roots_path;
        options.log = log;
        CHECK(model->open(options));
    }

    // Without a thread and with a virtual clock, nothing comes after some frames.
    void play() {
        for (int frame = 0; frame < 10; frame++) {
            model->pump();
        }
    }

    // A minute of the store: longer than all delays.
    void wait() {
        for (int second = 0; second < 60; second++) {
            must(store->advance_clock(1000));
            play();
        }
    }

    void buy(const std::string &id) {
        model->buy(id);
        play();
    }

    const ShopItem &item(const std::string &id) const {
        for (const ShopItem &found : model->items()) {
            if (found.id == id) {
                return found;
            }
        }
        std::printf("no item %s\n", id.c_str());
        std::exit(1);
    }

    std::shared_ptr<iap::Store> store;
    iap::Device device;
    std::unique_ptr<ShopModel> model;
    // For the next launch.
    std::vector<ShopProduct> products = {{coins, "coins", 100}, {chest, "coins", 600}, {editor, "editor", 0}};
    std::string roots_path;
    std::function<void(const std::string &)> log;

  private:
    std::string journal_;
};

// While it exists, this process can write to no file, as with a full disk.
class FullDisk {
  public:
    FullDisk() {
        std::signal(SIGXFSZ, SIG_IGN); // then a write fails, and does not end the process
        getrlimit(RLIMIT_FSIZE, &before_);
        rlimit none = before_;
        none.rlim_cur = 0;
        setrlimit(RLIMIT_FSIZE, &none);
    }
    ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }
    FullDisk(const FullDisk &) = delete;
    FullDisk &operator=(const FullDisk &) = delete;

  private:
    rlimit before_ = {};
};

bool was_killed(const std::function<void()> &play) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        play();
        _exit(0);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

TEST(lists_products_in_the_order_of_the_game) {
    Phone phone(open_store(), "phone", false);
    phone.open();
    CHECK(phone.model->items().size() == 3 && phone.item(coins).state == State::unavailable);
    phone.play();
    CHECK(phone.model->items()[0].id == coins && phone.model->items()[2].id == editor);
    CHECK(phone.item(coins).name == "Pouch of Coins" && phone.item(coins).price == "$0.99");
    CHECK(phone.item(coins).description == "100 coins" && phone.item(coins).amount == 100);
    CHECK(phone.item(editor).grants == "editor" && phone.item(editor).amount == 0);
    CHECK(phone.item(coins).state == State::available && phone.item(editor).state == State::available);
    CHECK(phone.model->can_make_payments() && phone.model->why().empty());
}

TEST(a_purchase_is_granted_once) {
    Phone phone(open_store());
    phone.buy(coins);
    CHECK(phone.model->balance("coins") == 100 && phone.model->notice() == ShopNotice::bought);
    CHECK(phone.item(coins).state == State::available);
    phone.buy(editor);
    CHECK(phone.model->owns("editor") && phone.item(editor).state == State::owned);
    phone.launch();
    CHECK(phone.model->balance("coins") == 100 && phone.item(editor).state == State::owned);
    CHECK(phone.store->totals()->transactions == 2 && phone.store->totals()->unfinished == 0);
}

TEST(a_button_is_off_from_the_tap_on) {
    Phone phone(open_store());
    phone.model->buy(coins);
    CHECK(phone.item(coins).state == State::buying && phone.item(editor).state == State::available);
    phone.play();
    CHECK(phone.item(coins).state == State::available);
}

TEST(a_cancelled_purchase_leaves_no_notice) {
    Phone phone(open_store());
    must(phone.store->cancel_next_purchase());
    phone.buy(coins);
    CHECK(phone.model->notice() == ShopNotice::none && phone.item(coins).state == State::available);
    CHECK(phone.model->balance("coins") == 0);
    must(phone.store->fail_next_purchase(iap::StoreFailure::not_in_storefront));
    phone.buy(coins);
    CHECK(phone.model->notice() == ShopNotice::not_possible && phone.item(coins).state == State::available);
    CHECK(phone.store->totals()->unfinished == 0);
}

TEST(a_problem_stays_with_its_product_until_the_next_try) {
    Phone phone(open_store());
    must(phone.store->fail_next_purchase(iap::StoreFailure::not_in_storefront));
    phone.buy(coins);
    phone.buy(chest);
    CHECK(phone.item(coins).problem == ShopNotice::not_possible && phone.item(chest).problem == ShopNotice::none);
    CHECK(phone.model->notice() == ShopNotice::bought);
    phone.model->buy(coins);
    CHECK(phone.item(coins).problem == ShopNotice::none);
    phone.play();
    must(phone.store->fail_next_purchase(iap::StoreFailure::not_in_storefront));
    phone.buy(coins);
    must(phone.store->cancel_next_purchase());
    phone.buy(coins);
    CHECK(phone.item(coins).problem == ShopNotice::none);
    must(phone.store->fail_next_purchase(iap::StoreFailure::not_in_storefront));
    phone.buy(coins);
    phone.model->show(); // the player comes back to the shop
    CHECK(phone.item(coins).problem == ShopNotice::none);
}

TEST(it_is_loading_until_the_store_has_answered) {
    Phone phone(open_store(), "phone", false);
    iap::DeviceNetwork network;
    network.is_down = true;
    must(phone.device.set_network(network));
    phone.open();
    CHECK(phone.model->is_loading());
    phone.play();
    CHECK(!phone.model->is_loading() && phone.item(coins).name.empty());
    network.is_down = false;
    must(phone.device.set_network(network));
    phone.model->show();
    CHECK(phone.model->is_loading());
    phone.play();
    CHECK(!phone.model->is_loading() && phone.item(coins).state == State::available);
}

TEST(ask_to_buy_is_pending_until_it_is_approved) {
    Phone phone(open_store());
    must(phone.store->set_ask_to_buy(true));
    phone.buy(coins);
    CHECK(phone.item(coins).state == State::pending && phone.model->notice() == ShopNotice::pending);
    phone.model->show(); // the player comes back to the shop
    phone.play();
    CHECK(phone.item(coins).state == State::pending && phone.model->notice() == ShopNotice::none);
    must(phone.store->approve(phone.store->approvals()->front()));
    phone.play();
    CHECK(phone.item(coins).state == State::available && phone.model->notice() == ShopNotice::bought);
    CHECK(phone.model->balance("coins") == 100);
}

TEST(what_was_refused_may_be_asked_for_again) {
    Phone phone(open_store());
    must(phone.store->set_ask_to_buy(true));
    phone.buy(editor);
    must(phone.store->decline(phone.store->approvals()->front()));
    phone.play();
    CHECK(phone.item(editor).state == State::pending); // no event
    phone.buy(editor);
    must(phone.store->approve(phone.store->approvals()->front()));
    phone.play();
    CHECK(phone.item(editor).state == State::owned && phone.store->totals()->transactions == 1);
}

TEST(a_refund_takes_back) {
    Phone phone(open_store());
    phone.buy(coins);
    phone.buy(editor);
    for (const std::uint64_t id : *phone.store->transaction_ids()) {
        must(phone.store->refund(id));
    }
    phone.play();
    CHECK(phone.model->balance("coins") == 0 && !phone.model->owns("editor"));
    CHECK(phone.item(editor).state == State::available);
}

TEST(a_new_device_restores_what_is_owned) {
    auto store = open_store();
    Phone phone(store);
    phone.buy(coins);
    phone.buy(editor);
    Phone tablet(store, "tablet");
    tablet.model->restore();
    CHECK(tablet.model->is_restoring());
    tablet.play();
    CHECK(!tablet.model->is_restoring() && tablet.model->notice() == ShopNotice::restored);
    CHECK(tablet.item(editor).state == State::owned && tablet.model->balance("coins") == 0);
}

TEST(a_new_device_shows_what_is_owned_without_a_restore) {
    auto store = open_store();
    Phone phone(store);
    phone.buy(editor);
    must(store->set_quirk(iap::Quirk::read_stall_ms, 5000)); // some systems take minutes to read what the account owns
    Phone tablet(store, "tablet");
    CHECK(tablet.item(editor).state == State::available && !tablet.model->is_loading());
    bool is_shown = false;
    tablet.model->add_listener([&] { is_shown = tablet.model->owns("editor"); });
    tablet.wait(); // nothing else happens, so the listener runs for the entitlement alone
    CHECK(is_shown && tablet.item(editor).state == State::owned);
}

TEST(a_subscription_ends_while_the_player_looks) {
    Phone phone(open_store(), "phone", false);
    phone.products.push_back({club, "club", 0});
    phone.launch();
    phone.buy(club);
    CHECK(phone.model->owns("club") && phone.item(club).state == State::owned);
    bool is_shown = true;
    phone.model->add_listener([&] { is_shown = phone.model->owns("club"); });
    iap::StoreRenewal renewal;
    renewal.will_auto_renew = false; // the player cancels the subscription
    must(phone.store->set_renewal(phone.store->transaction_ids()->front(), renewal));
    phone.play();
    CHECK(is_shown);
    must(phone.store->advance_clock(std::int64_t{32} * 24 * 60 * 60 * 1000));
    phone.wait();
    CHECK(!is_shown && phone.item(club).state == State::available);
}

TEST(a_shop_that_could_not_be_opened_opens_later) {
    Phone phone(open_store(), "phone", false);
    ShopModel model;
    ShopModel::Options options;
    options.products = phone.products;
    options.device = phone.device.handle();
    options.is_manual = true;
    options.journal_path = folder + "/later/journal";
    CHECK(!model.open(options) && !model.can_make_payments());
    mkdir((folder + "/later").c_str(), 0700);
    int heard = 0;
    model.add_listener([&] { heard++; });
    CHECK(model.open(options) && model.can_make_payments());
    model.buy(coins);
    CHECK(model.open(options)); // an open shop stays as it is
    for (int frame = 0; frame < 10; frame++) {
        model.pump();
    }
    CHECK(heard > 0 && model.items().size() == 3 && model.balance("coins") == 100);
}

TEST(offline_the_player_may_try_again) {
    auto store = open_store();
    Phone phone(store, "phone", false);
    iap::DeviceNetwork tunnel;
    tunnel.is_down = true;
    must(phone.device.set_network(tunnel));
    phone.launch();
    CHECK(phone.item(coins).state == State::unavailable && phone.model->notice() == ShopNotice::try_later);
    must(phone.device.set_network(iap::DeviceNetwork()));
    phone.model->show(); // requests the prices again
    phone.play();
    CHECK(phone.item(coins).state == State::available && phone.model->notice() == ShopNotice::none);
    must(phone.device.set_network(tunnel));
    phone.buy(coins);
    CHECK(phone.item(coins).state == State::available && phone.model->notice() == ShopNotice::try_later);
    phone.model->restore();
    phone.play();
    CHECK(!phone.model->is_restoring());
}

TEST(a_killed_game_has_granted_once_after_the_next_launch) {
    for (iap::StorePoint point :
         {iap::StorePoint::after_charge, iap::StorePoint::before_finish, iap::StorePoint::after_finish}) {
        folder += "/k";
        mkdir(folder.c_str(), 0700);
        CHECK(was_killed([&] {
            Phone phone(open_store());
            must(phone.store->kill_at(point));
            phone.buy(coins);
        }));
        Phone phone(open_store());
        CHECK(phone.model->balance("coins") == 100);
        CHECK(phone.store->totals()->transactions == 1 && phone.store->totals()->unfinished == 0);
    }
}

// The journal of the library is the save. The player taps twice, and again after the outcome. The disk is full from the first tap
// on, or from the first frame after it. Some stores return the unfinished purchase for another tap, others charge for each tap.
TEST(taps_while_the_disk_is_full_lose_no_coins) {
    for (const iap::Profile profile : iap::profiles()) {
        for (const bool is_full_at_the_tap : {true, false}) {
            folder += "/p";
            mkdir(folder.c_str(), 0700);
            Phone phone(open_store(true));
            must(phone.store->set_profile(profile));
            phone.wait();
            {
                std::optional<FullDisk> full;
                if (is_full_at_the_tap) {
                    full.emplace();
                }
                phone.model->buy(coins);
                phone.model->buy(coins);
                full.emplace();
                phone.wait();
                CHECK(phone.model->notice() == ShopNotice::storage_full);
                phone.buy(coins);
                phone.wait();
                CHECK(phone.model->balance("coins") == 0);
            }
            phone.launch();
            phone.wait();
            const auto totals = must(phone.store->totals());
            CHECK(totals.transactions > 0 && totals.unfinished == 0);
            CHECK(phone.model->balance("coins") == 100 * static_cast<std::int64_t>(totals.transactions));
        }
    }
}

TEST(listeners_come_and_go_with_their_scenes) {
    Phone phone(open_store());
    int shop_heard = 0, home_heard = 0, home = 0, shop = 0;
    shop = phone.model->add_listener([&] {
        shop_heard++;
        if (phone.model->balance("coins") == 100) { // "Thank you", and back to the game
            phone.model->remove_listener(shop);
            home = phone.model->add_listener([&] { home_heard++; });
        }
    });
    phone.model->buy(coins);
    CHECK(shop_heard == 0); // not in the tap
    phone.play();
    const int heard = shop_heard;
    CHECK(heard > 0 && phone.model->balance("coins") == 100);
    phone.buy(coins);
    CHECK(shop_heard == heard && home_heard > 0);
    phone.model->remove_listener(home);
    phone.buy(coins); // without any scene
    CHECK(phone.model->balance("coins") == 300 && phone.store->totals()->unfinished == 0);
    const int before = home_heard;
    home = phone.model->add_listener([&] { home_heard++; });
    phone.play();
    CHECK(home_heard == before); // there is no new event
    int removed_heard = 0, removed = 0;
    phone.model->add_listener([&] { phone.model->remove_listener(removed); });
    removed = phone.model->add_listener([&] { removed_heard++; });
    phone.buy(coins);
    CHECK(removed_heard == 0);
}

TEST(coins_are_spent_once_for_each_key) {
    Phone phone(open_store());
    phone.buy(coins);
    int paid = 0, refused = 0, heard = 0;
    const auto done = [&](bool is_paid) { (is_paid ? paid : refused)++; };
    phone.model->add_listener([&] { heard++; });
    phone.model->spend("coins", 30, "lantern 1", done);
    CHECK(paid == 0 && heard == 0); // not in the tap
    phone.play();
    CHECK(paid == 1 && heard == 1 && phone.model->balance("coins") == 70);
    phone.launch(); // and the game does not know whether it has paid
    phone.model->spend("coins", 30, "lantern 1", done);
    phone.play();
    CHECK(paid == 2 && phone.model->balance("coins") == 70);
    phone.model->spend("coins", 30, "lantern 2", done);
    phone.play();
    CHECK(paid == 3 && refused == 0 && phone.model->balance("coins") == 40);
    phone.model->spend("coins", 41, "lantern 3", done);
    phone.play();
    CHECK(refused == 1 && phone.model->balance("coins") == 40 && !phone.model->why().empty());
    phone.model->spend("coins", 0, "lantern 4", done); // no amount
    CHECK(refused == 2);
}

TEST(a_full_disk_spends_nothing_or_once) {
    Phone phone(open_store(true));
    phone.buy(coins);
    int paid = 0, refused = 0;
    const auto done = [&](bool is_paid) { (is_paid ? paid : refused)++; };
    {
        const FullDisk full;
        phone.model->spend("coins", 30, "lantern", done);
        phone.play();
        CHECK(paid == 0);
    }
    phone.wait();
    phone.model->spend("coins", 30, "lantern", done);
    phone.wait();
    CHECK(paid > 0 && phone.model->balance("coins") == 70);
}

TEST(what_a_later_version_sells_is_left_to_it) {
    Phone phone(open_store());
    iap::StorePurchase purchase;
    purchase.product_id = "com.example.caves.season";
    must(phone.store->buy("player", purchase));
    phone.play();
    phone.launch();
    CHECK(phone.store->totals()->unfinished == 1);
}

TEST(a_later_version_grants_what_was_left_to_it) {
    Phone phone(open_store());
    const auto sold_later = std::exchange(phone.products, {{coins, "coins", 100}});
    phone.launch();
    phone.model->buy(editor);
    iap::StorePurchase purchase;
    purchase.product_id = chest;
    purchase.quantity = 2;
    must(phone.store->buy("player", purchase));
    phone.play();
    CHECK(phone.model->balance("coins") == 0 && phone.store->totals()->unfinished == 2);
    phone.products = sold_later;
    phone.launch();
    CHECK(phone.model->balance("coins") == 1200 && phone.model->notice() == ShopNotice::bought);
    phone.launch();
    CHECK(phone.model->balance("coins") == 1200 && phone.store->totals()->unfinished == 0);
    phone.model->restore();
    phone.play();
    CHECK(phone.model->owns("editor") && phone.model->balance("coins") == 1200);
}

TEST(the_folder_of_the_game_is_created) {
    const std::string expected = folder + "/Library/Application Support/com.example.caves/";
    CHECK(application_support_folder(folder, "com.example.caves") == expected);
    struct stat found;
    CHECK(stat(expected.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && (found.st_mode & 0777) == 0700);
    CHECK(application_support_folder(folder, "com.example.caves") == expected);
    CHECK(application_support_folder(folder + "/no/such/home", "com.example.caves").empty());
#if !defined(__APPLE__)
    CHECK(game_folder("com.example.caves", folder + "/") == folder + "/");
#endif
}

TEST(prices_are_those_of_the_storefront) {
    Phone phone(open_store());
    must(phone.store->set_on_sale(editor, false));
    must(phone.store->set_storefront("DEU", "de_DE"));
    phone.play();
    CHECK(phone.item(coins).price.find("€") != std::string::npos && phone.item(coins).state == State::available);
    CHECK(phone.item(editor).price.empty() && phone.item(editor).state == State::unavailable);
}

TEST(a_purchase_that_is_not_confirmed_can_be_tried_again) {
    Phone phone(open_store());
    iap::StoreOptions another;
    another.storekit_path = GAME_STOREKIT;
    const auto root = must(must(iap::Store::open(another)).root_certificate());
    phone.roots_path = folder + "/root";
    std::ofstream(phone.roots_path, std::ios::binary)
        .write(reinterpret_cast<const char *>(root.data()), static_cast<std::streamsize>(root.size()));
    phone.launch();
    phone.buy(coins);
    CHECK(phone.item(coins).state == State::available && phone.model->balance("coins") == 0);
    CHECK(phone.model->notice() == ShopNotice::not_possible && !phone.model->why().empty());
}

TEST(the_log_arrives_inside_the_pump) {
    std::vector<std::string> lines;
    bool is_pumping = false;
    Phone phone(open_store(), "phone", false);
    phone.log = [&](const std::string &line) {
        CHECK(is_pumping);
        lines.push_back(line);
    };
    phone.open();
    phone.model->buy(coins);
    CHECK(lines.empty());
    is_pumping = true;
    phone.play();
    bool has_purchase = false;
    for (const std::string &line : lines) {
        has_purchase = has_purchase || line.find(coins) != std::string::npos;
    }
    CHECK(has_purchase);
    // Another model has no log: nothing is written any more.
    phone.log = nullptr;
    const auto count = lines.size();
    phone.open();
    phone.buy(coins);
    CHECK(lines.size() == count);
}

TEST(without_a_store_the_game_runs_on) {
    ShopModel model;
    ShopModel::Options options;
    options.products = {{coins, "coins", 100}};
    options.journal_path = folder + "/no/such/folder/journal";
    CHECK(!model.open(options) && !model.why().empty());
    model.pump();
    model.show();
    model.buy(coins);
    model.restore();
    int refused = 0;
    model.spend("coins", 1, "lantern", [&](bool is_paid) { refused += is_paid ? 0 : 1; });
    CHECK(refused == 1);
    model.pump();
    CHECK(!model.can_make_payments() && model.balance("coins") == 0 && !model.owns("editor"));
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        return 2;
    }
    int failed = 0;
    for (const auto &test : tests) {
        folder = std::string(argv[1]) + "/" + test.first;
        mkdir(folder.c_str(), 0700);
        failures = 0;
        test.second();
        std::printf("%s: %s\n", failures == 0 ? "passed" : "FAILED", test.first);
        failed += failures != 0;
    }
    return failed == 0 ? 0 : 1;
}
