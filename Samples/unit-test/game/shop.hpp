// shop.hpp: the shop of the game, the code under test. It knows <iap/iap.hpp> and the save, and nothing of tests: the same
// file is compiled into the game.
#ifndef GAME_SHOP_HPP
#define GAME_SHOP_HPP

#include "save_game.hpp"

#include <iap/iap.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace product {
inline const std::string coins = "com.example.caves.coins.small"; // 100 coins, consumable
inline const std::string editor = "com.example.caves.editor";     // owned for good
inline const std::string club = "com.example.caves.club.monthly"; // a subscription
inline const std::vector<std::string> all = {coins, editor, club};
} // namespace product

class Shop {
  public:
    enum class Status { idle, buying, waiting_for_approval };

    explicit Shop(SaveGame &save) : save_(save) {}
    Shop(const Shop &) = delete;
    Shop &operator=(const Shop &) = delete;

    // The options come from outside: the game asks for a journal, a test for a device of its own store as well.
    iap::Result<void> open(iap::ClientOptions options);

    // Once per frame; how many events there were. All the rest happens in here. Without a client, as when open() has failed,
    // nothing does, and the other calls may be made all the same.
    std::uint32_t frame() { return client_ ? client_->process_events().value_or(0) : 0; }

    void buy(const std::string &product_id);
    void restore();
    // Asks for prices that are missing. Also to be called when the shop is shown.
    void refresh();

    Status status(const std::string &product_id) const;
    std::string price(const std::string &product_id) const; // empty until the store has answered
    bool owns(const std::string &product_id) const;
    // What to tell the player; empty if there is nothing to tell.
    const std::string &message() const { return message_; }

  private:
    void ask_for_prices();
    void updated(const iap::Transaction &transaction);
    bool grant(const iap::Transaction &transaction);
    void take_back(const iap::Transaction &transaction);
    void take_back_what_was_missed();
    bool is_open();
    void set_message(const iap::Error &error);

    SaveGame &save_;
    std::map<std::string, Status> status_;
    std::map<std::string, std::string> prices_;
    std::string message_;
    std::optional<iap::Client> client_; // the last member: it is closed first
};

#endif
