// shop_model.hpp: what the game sells, how each purchase stands, and what the player has. No engine is needed for it, and
// nothing of <iap/iap.hpp> shows, so that a game in C++11 includes it.
//
// One object for the whole run of the game; scenes come and go and listen to it. All calls belong to the thread of the game.
#ifndef SHOP_SHOP_MODEL_HPP
#define SHOP_SHOP_MODEL_HPP

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

struct iap_device;

// A product and what it grants: an amount of a counter, such as coins, or for good, as a level editor.
struct ShopProduct {
    std::string id;
    std::string grants;
    std::int64_t amount; // 0: it is owned, not counted
};

// What to tell the player. A purchase that the player calls off leaves none.
enum class ShopNotice { none, bought, pending, restored, try_later, not_possible, storage_full };

struct ShopItem {
    enum class State {
        unavailable, // no price is known yet, or it is not sold here
        available,
        buying, // the purchase sheet is up, or the store is being asked
        pending, // waits for a parent or a bank, perhaps for days. Nobody is told of a refusal, so it may be asked for again
        owned,
    };
    std::string id;
    std::string grants; // as in ShopProduct
    std::int64_t amount;
    std::string name; // empty until the store has answered
    std::string description;
    std::string price; // as the store writes it, in the player's currency
    State state;
    ShopNotice problem; // why the last purchase of it failed; none if it did not
};

class ShopModel {
  public:
    ShopModel();
    ~ShopModel();
    ShopModel(const ShopModel &) = delete;
    ShopModel &operator=(const ShopModel &) = delete;

    struct Options {
        std::vector<ShopProduct> products;
        std::string journal_path; // a file in the folder that the game may write to
        std::string roots_path;   // certificates up to which the library checks each purchase; empty: the store does
        iap_device *device = nullptr; // Linux: of a reference store
        bool is_manual = false;       // tests: no thread; everything happens inside pump()
    };
    // False if there can be no purchases in this run; why() has a line for the log. The rest may be called all the same.
    bool open(const Options &options);
    const std::string &why() const;

    // Once per frame. Listeners are called in here and nowhere else.
    void pump();

    const std::vector<ShopItem> &items() const; // in the order of the options
    std::int64_t balance(const std::string &counter) const;
    bool owns(const std::string &unlock) const;
    bool is_loading() const; // the store has been asked for the products
    bool is_restoring() const;
    ShopNotice notice() const;
    bool can_make_payments() const; // false: hide the shop

    // When the shop is shown, or the player tries again: asks for prices that are missing, forgets the last notice and problems.
    void show();
    void buy(const std::string &product_id);
    void restore();

    // A scene adds its listener in onEnter and removes it in onExit.
    using Listener = std::function<void()>;
    int add_listener(Listener listener);
    void remove_listener(int id);

  private:
    struct Purchases;
    std::unique_ptr<Purchases> purchases_;
};

#endif
