// The rules of the shop, for all behaviour of the store, the player and the phone. CTest runs each test in its own process.

#include "world.hpp"

#include <fstream>

TEST(a_purchase_is_granted_once) {
    Folder folder;
    Phone phone(folder, open_store(folder));
    CHECK_EQUAL(phone.shop().price(product::coins), "$0.99");
    phone.buy(product::coins);
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack);
    CHECK_EQUAL(phone.shop().status(product::coins), Shop::Status::idle);
    phone.launch();
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack);
    CHECK_EQUAL(phone.store().totals()->transactions, 1);
    CHECK_EQUAL(phone.store().totals()->unfinished, 0);
}

TEST(a_cancelled_purchase_is_passed_over_in_silence) {
    Folder folder;
    Phone phone(folder, open_store(folder));
    must(phone.store().cancel_next_purchase());
    phone.buy(product::coins);
    CHECK_EQUAL(phone.save().coins(), 0);
    CHECK(phone.shop().message().empty());
    CHECK_EQUAL(phone.shop().status(product::coins), Shop::Status::idle);
}

TEST(a_parent_approves_while_the_game_does_not_run) {
    Folder folder;
    Phone phone(folder, open_store(folder));
    must(phone.store().set_ask_to_buy(true));
    phone.buy(product::coins);
    CHECK_EQUAL(phone.shop().status(product::coins), Shop::Status::waiting_for_approval);
    CHECK_EQUAL(phone.save().coins(), 0);
    must(phone.store().approve(first(phone.store().approvals(), "purchase to approve")));
    phone.launch();
    CHECK_EQUAL(phone.shop().status(product::coins), Shop::Status::idle);
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack);
}

TEST(a_refund_takes_the_coins_back_once) {
    Folder folder;
    Phone phone(folder, open_store(folder));
    phone.buy(product::coins);
    phone.buy(product::coins);
    must(phone.store().refund(first(phone.store().transaction_ids(), "transaction")));
    phone.play();
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack);
    phone.launch();
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack);
    CHECK_EQUAL(phone.store().totals()->refunded, 1);
}

TEST(what_a_later_version_sells_is_left_to_it) {
    Folder folder;
    Phone phone(folder, open_store(folder));
    iap::StorePurchase purchase;
    purchase.product_id = "com.example.caves.coins.large"; // which Shop does not know
    must(phone.store().buy("player", purchase));
    phone.play();
    phone.launch();
    CHECK_EQUAL(phone.save().coins(), 0);
    CHECK_EQUAL(phone.store().totals()->unfinished, 1);
}

// The system kills the game at the delivery, before it can write the save.
class NoSave : public SaveGame {
    using SaveGame::SaveGame;
    bool write() override { return kill(getpid(), SIGKILL) == 0; }
};

TEST(killed_before_the_grant_the_next_launch_grants_once) {
    Folder folder;
    CHECK(was_killed([&] {
        Phone<NoSave> phone(folder, open_store(folder));
        phone.buy(product::coins);
    }));
    Phone phone(folder, open_store(folder)); // the next launch delivers the purchase again
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack);
    phone.launch();
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack);
    CHECK_EQUAL(phone.store().totals()->transactions, 1);
    CHECK_EQUAL(phone.store().totals()->unfinished, 0);
}

// The game writes the save, and the system kills it before it can finish the transaction.
class LastSave : public SaveGame {
    using SaveGame::SaveGame;
    bool write() override { return SaveGame::write() && kill(getpid(), SIGKILL) == 0; }
};

TEST(killed_between_grant_and_finish_grants_nothing_twice) {
    Folder folder;
    CHECK(was_killed([&] {
        Phone<LastSave> phone(folder, open_store(folder));
        phone.buy(product::coins);
    }));
    Phone phone(folder, open_store(folder)); // the next launch delivers the purchase again
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack);
    CHECK_EQUAL(phone.store().totals()->transactions, 1);
    CHECK_EQUAL(phone.store().totals()->unfinished, 0);
}

// The disk is full until the player deletes some photos.
class FullDisk : public SaveGame {
    using SaveGame::SaveGame;
    bool write() override { return !is_full && SaveGame::write(); }

  public:
    static inline bool is_full = true;
};

TEST(a_purchase_that_cannot_be_saved_is_not_finished) {
    Folder folder;
    Phone<FullDisk> phone(folder, open_store(folder));
    phone.buy(product::coins);
    CHECK_EQUAL(phone.save().coins(), 0);
    CHECK(!phone.shop().message().empty());
    CHECK_EQUAL(phone.store().totals()->unfinished, 1);
    FullDisk::is_full = false;
    phone.launch();
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack);
    CHECK_EQUAL(phone.store().totals()->unfinished, 0);
}

// The player sees no coins and taps again: once before the outcome, and once more after it. Some stores return the unfinished
// purchase for another tap, others charge for each tap.
TEST(taps_while_the_disk_is_full_lose_no_coins) {
    Folder folder;
    FullDisk::is_full = true;
    Phone<FullDisk> phone(folder, open_store(folder));
    phone.shop().buy(product::coins);
    phone.buy(product::coins);
    phone.buy(product::coins);
    const auto charged = phone.store().totals()->transactions;
    CHECK(charged > 0);
    CHECK_EQUAL(phone.store().totals()->unfinished, charged);
    CHECK_EQUAL(phone.save().coins(), 0);
    CHECK(phone.shop().message().find("cannot be bought") == std::string::npos);
    CHECK_EQUAL(phone.shop().status(product::coins), Shop::Status::idle);
    FullDisk::is_full = false;
    phone.launch();
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack * static_cast<int>(charged));
    CHECK_EQUAL(phone.store().totals()->transactions, charged);
    CHECK_EQUAL(phone.store().totals()->unfinished, 0);
}

TEST(a_refund_that_cannot_be_saved_is_taken_back_at_the_next_launch) {
    Folder folder;
    FullDisk::is_full = false;
    Phone<FullDisk> phone(folder, open_store(folder));
    phone.buy(product::coins);
    FullDisk::is_full = true;
    must(phone.store().refund(first(phone.store().transaction_ids(), "transaction")));
    phone.play();
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack);
    CHECK(!phone.shop().message().empty());
    phone.launch();
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack);
    CHECK(!phone.shop().message().empty());
    FullDisk::is_full = false;
    phone.launch();
    CHECK_EQUAL(phone.save().coins(), 0);
    CHECK(phone.shop().message().empty());
}

TEST(a_refund_before_the_grant_leaves_nothing_to_grant) {
    Folder folder;
    FullDisk::is_full = true;
    Phone<FullDisk> phone(folder, open_store(folder));
    phone.buy(product::coins);
    must(phone.store().refund(first(phone.store().transaction_ids(), "transaction")));
    FullDisk::is_full = false;
    phone.play();
    CHECK_EQUAL(phone.save().coins(), 0);
    CHECK_EQUAL(phone.store().totals()->unfinished, 0);
}

TEST(a_save_that_cannot_be_read_is_left_alone) {
    Folder folder;
    const std::string path = folder.path() + "/save";
    CHECK(SaveGame(path).load()); // there is no file yet
    std::ofstream(path) << "1 100\n2 99x\n3 500\n";
    CHECK(!SaveGame(path).load());
    std::ofstream(path) << "1 100\nfound 3\n";
    CHECK(!SaveGame(path).load());
    std::ofstream(path) << "1 100\n2 500\n";
    SaveGame save(path);
    CHECK(save.load());
    CHECK_EQUAL(save.coins(), 600);
    CHECK(!SaveGame(folder.path()).load()); // like a file on a broken disk: open works, read fails
}

TEST(a_purchase_that_is_not_confirmed_can_be_tried_again) {
    Folder folder;
    Phone phone(folder, open_store(folder));
    iap::StoreOptions options;
    options.storekit_path = GAME_STOREKIT;
    const auto root = must(must(iap::Store::open(options)).root_certificate()); // of another App Store
    phone.verification.mode = iap::VerificationMode::by_signature;
    phone.verification.roots_path = folder.path() + "/root";
    std::ofstream(phone.verification.roots_path, std::ios::binary)
        .write(reinterpret_cast<const char *>(root.data()), root.size());
    phone.launch();
    phone.buy(product::coins);
    CHECK_EQUAL(phone.shop().status(product::coins), Shop::Status::idle);
    CHECK_EQUAL(phone.save().coins(), 0);
    CHECK(!phone.shop().message().empty());
}

TEST(a_shop_that_cannot_be_opened_says_so) {
    Folder folder;
    SaveGame save(folder.path() + "/save");
    Shop shop(save);
    iap::ClientOptions options;
    options.journal_path = folder.path() + "/no/such/folder/journal";
    CHECK(!shop.open(std::move(options)));
    CHECK_EQUAL(shop.frame(), 0);
    CHECK(shop.message().empty());
    shop.refresh();
    shop.buy(product::coins);
    CHECK(!shop.message().empty());
    CHECK(!shop.owns(product::coins));
    shop.restore();
}

static iap::DeviceNetwork tunnel() {
    iap::DeviceNetwork network;
    network.is_down = true;
    return network;
}

TEST(offline_the_player_is_asked_to_try_again) {
    Folder folder;
    Phone phone(folder, open_store(folder));
    must(phone.device().set_network(tunnel()));
    phone.buy(product::coins);
    CHECK_EQUAL(phone.shop().message(), "The App Store cannot be reached. Please try again later.");
    CHECK_EQUAL(phone.shop().status(product::coins), Shop::Status::idle);
    CHECK_EQUAL(phone.save().coins(), 0);
    must(phone.device().set_network(iap::DeviceNetwork()));
    phone.buy(product::coins);
    CHECK(phone.shop().message().empty());
    CHECK_EQUAL(phone.save().coins(), product::coins_in_pack);
}

TEST(prices_that_could_not_be_had_are_asked_for_again) {
    Folder folder;
    Phone phone(folder, open_store(folder));
    must(phone.device().set_network(tunnel()));
    phone.launch();
    CHECK(phone.shop().price(product::coins).empty());
    CHECK(!phone.shop().message().empty());
    must(phone.device().set_network(iap::DeviceNetwork()));
    phone.shop().refresh(); // the player opens the shop
    phone.play();
    CHECK_EQUAL(phone.shop().price(product::coins), "$0.99");
}

TEST(prices_are_those_of_the_storefront) {
    Folder folder;
    Phone phone(folder, open_store(folder));
    must(phone.store().set_storefront("GBR", "en_GB"));
    phone.play();
    CHECK_EQUAL(phone.shop().price(product::coins), "£0.99");
}

TEST(a_new_device_restores_what_is_owned_but_no_coins) {
    Folder folder;
    auto store = open_store(folder);
    Phone phone(folder, store);
    phone.buy(product::coins);
    phone.buy(product::editor);
    Phone tablet(folder, store, "tablet");
    tablet.shop().restore();
    tablet.play();
    CHECK(tablet.shop().owns(product::editor));
    CHECK_EQUAL(tablet.save().coins(), 0);
    CHECK(tablet.shop().message().empty());
}

TEST(a_membership_renews_for_a_year_and_ends) {
    Folder folder;
    Phone phone(folder, open_store(folder));
    phone.buy(product::club);
    for (int month = 0; month < 12; month++) {
        phone.pass_days(30);
        CHECK(phone.shop().owns(product::club));
    }
    CHECK_EQUAL(phone.store().totals()->transactions, 13); // a free week, and twelve months
    must(phone.store().set_auto_renew(first(phone.store().transaction_ids(), "transaction"), false));
    phone.pass_days(31);
    CHECK(!phone.shop().owns(product::club));
    CHECK_EQUAL(phone.store().totals()->unfinished, 0);
}
