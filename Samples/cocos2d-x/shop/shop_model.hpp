// shop_model.hpp: the products of the game, the state of each purchase, and the balances and unlocks of the player. It needs no
// engine. It does not include <iap/iap.hpp>, so a game in C++11 can include it.
//
// Create one object for the whole run of the game. Scenes listen to it. Make all calls on the thread of the game.
#ifndef SHOP_SHOP_MODEL_HPP
#define SHOP_SHOP_MODEL_HPP

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

struct iap_device;

// A product and its grant: an amount of a counter, such as coins, or an unlock, such as a level editor.
struct ShopProduct {
    std::string id;
    std::string grants;
    std::int64_t amount; // 0: the product is an unlock
};

// The message for the player. There is none after the player cancels a purchase.
enum class ShopNotice { none, bought, pending, restored, try_later, not_possible, storage_full };

struct ShopItem {
    enum class State {
        unavailable, // the price is not known yet, or the product is not sold here
        available,
        buying, // the purchase is running
        pending, // waits for a parent or a bank, perhaps for days. No event reports a refusal, so buying again is allowed
        owned,
    };
    std::string id;
    std::string grants; // as in ShopProduct
    std::int64_t amount;
    std::string name; // empty until the products arrive
    std::string description;
    std::string price; // as the store writes it, in the player's currency
    State state;
    ShopNotice problem; // why the last purchase failed; none if it did not fail
};

class ShopModel {
  public:
    ShopModel();
    ~ShopModel();
    ShopModel(const ShopModel &) = delete;
    ShopModel &operator=(const ShopModel &) = delete;

    struct Options {
        std::vector<ShopProduct> products;
        std::string journal_path;                     // a file in game_folder()
        std::function<void(const std::string &)> log; // receives the log of the library inside pump(); empty: no log
        std::string roots_path;       // root certificates for the extra verification of each purchase; empty: none
        iap_device *device = nullptr; // Linux: a device of a reference store
        bool is_manual = false;       // tests: no thread; everything happens inside pump()
    };
    // Returns false if there can be no purchases now. why() has a line for the log. All other calls are still allowed. Call it again
    // later, for example when the game comes back to the foreground: an open shop stays as it is.
    bool open(const Options &options);
    const std::string &why() const;

    // Call it once per frame. The model calls listeners only inside this function.
    void pump();

    const std::vector<ShopItem> &items() const; // in the order of the options
    std::int64_t balance(const std::string &counter) const;
    bool owns(const std::string &unlock) const;
    bool is_loading() const; // a request for the products is running
    bool is_restoring() const;
    ShopNotice notice() const;
    bool can_make_payments() const; // false: hide the shop

    // Call it when the shop appears or the player tries again. It requests missing prices and clears the last notice and
    // problems.
    void show();
    void buy(const std::string &product_id);
    void restore();

    // Spends an amount of a counter, such as coins. If done receives true, the amount is spent: give the player what it buys. If it
    // receives false, for example because there are too few coins, why() has the reason. Make a key for each thing that is bought,
    // and write it into the save first. A key spends once. So a game that was killed repeats the call with the same key. done runs
    // inside pump(), perhaps after the scene has left. It runs immediately if the call is not possible.
    void spend(const std::string &counter, std::int64_t amount, const std::string &key, std::function<void(bool)> done);

    // A scene adds its listener in onEnter and removes it in onExit.
    using Listener = std::function<void()>;
    int add_listener(Listener listener);
    void remove_listener(int id);

  private:
    struct Purchases;
    std::unique_ptr<Purchases> purchases_;
};

#endif
