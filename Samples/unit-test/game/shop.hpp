// shop.hpp: the shop of the game, the code under test. It uses <iap/iap.hpp> and the save, and contains nothing for tests. The
// game compiles the same file.
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
inline const std::string coins = "com.example.caves.coins.small"; // consumable
inline constexpr int coins_in_pack = 100;                         // what one purchase of it brings
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

    // The caller passes the options. The game sets a journal, and a test also sets a device of its own store.
    iap::Result<void> open(iap::ClientOptions options);

    // Call it once per frame. Returns the number of events. Everything happens inside this call. If open() has failed, nothing
    // happens, and all other calls are still allowed.
    std::uint32_t frame() { return client_ ? client_->process_events().value_or(0) : 0; }

    void buy(const std::string &product_id);
    void restore();
    // Requests missing prices. Call it also when the shop appears.
    void refresh();

    Status status(const std::string &product_id) const;
    std::string price(const std::string &product_id) const; // empty until the price arrives
    bool owns(const std::string &product_id) const;
    // The message for the player, or an empty text.
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
