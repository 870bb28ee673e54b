// purchases.hpp: all that the game has to do with in-app purchases. The views ask it what to show; nothing else in the game
// speaks to the library. This is the file to take into an engine of your own.
#ifndef SDL2_SAMPLE_PURCHASES_HPP
#define SDL2_SAMPLE_PURCHASES_HPP

#include "save.hpp"

#include <iap/iap.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

// How it stands with a product, for its card.
enum class Standing {
    ready,      // it can be bought
    purchasing, // the store is at it
    waiting,    // for somebody's approval
    owned,      // for good
    offline,    // the store cannot be reached
};

struct ShelfItem {
    iap::Product product;
    Standing standing = Standing::ready;
    std::string problem; // why the last purchase of it failed; empty if it did not
};

// What the player is told in passing.
struct Notice {
    enum class Kind { granted, restored, nothing_to_restore, waiting, cancelled, failed, taken_back };
    Kind kind;
    std::string product_id;
    std::string detail;
};

class Purchases {
  public:
    using Listener = std::function<void(const Notice &)>;

    // The client comes open; the save must live longer.
    Purchases(iap::Client client, Save &save, Listener listener);
    // Closes the client. The listener is not called any more.
    ~Purchases() { listener_ = nullptr; }
    Purchases(const Purchases &) = delete;
    Purchases &operator=(const Purchases &) = delete;

    // Begins to listen, and asks for the products. False if the library refuses; the reason is in the log.
    bool start();

    // Whether there is something to sell. If not, the shop is hidden: the player may not pay, or the system has no store.
    bool sells() const { return sells_; }

    // To be called once per frame. Everything that the store has to say arrives inside.
    void pump();

    void load_products();
    bool can_buy(std::string_view product_id) const;
    void buy(const std::string &product_id);
    void restore();

    const std::vector<ShelfItem> &shelf() const { return shelf_; }
    const ShelfItem *find(std::string_view product_id) const;
    bool is_loading() const { return is_loading_; }
    bool is_offline() const { return is_offline_; }
    bool is_restoring() const { return is_restoring_; }
    // Why there is no shelf, if it is not for want of a network; empty if there is one.
    const std::string &problem() const { return problem_; }

  private:
    void products_came(const iap::Result<iap::Products> &answer);
    void load_kept_products();
    void put_on_shelf(const std::vector<iap::Product> &products);

    void transaction_updated(const iap::Transaction &transaction);
    void deliver(const iap::Transaction &transaction);
    void failed(const iap::Transaction &transaction);
    void take_back(const iap::Transaction &transaction);
    void take_back_what_was_missed();
    void finish(const iap::Transaction &transaction);
    void restore_ended(const iap::Error *error);
    void refresh();

    ShelfItem *find_item(std::string_view product_id);
    void tell(Notice::Kind kind, std::string_view product_id, std::string_view detail = {}) const;

    Save &save_;
    Listener listener_;
    std::vector<ShelfItem> shelf_;
    std::string problem_;
    bool sells_ = false;
    bool is_loading_ = false;
    bool is_offline_ = false;
    bool is_restoring_ = false;
    int restored_ = 0;
    // Last, so that it is closed before the rest goes: closing ends the requests that are open.
    iap::Client client_;
};

#endif
