// purchases.hpp: all in-app purchase code of the game. The views ask it what to show. No other code of the game makes purchase
// calls. Copy this file into your own engine.
#ifndef SDL2_SAMPLE_PURCHASES_HPP
#define SDL2_SAMPLE_PURCHASES_HPP

#include "save.hpp"

#include <iap/iap.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The state of a product, for its card.
enum class Standing {
    ready,      // the player can buy it
    purchasing, // the purchase is running
    waiting,    // waits for approval
    owned,      // the player owns it
    offline,    // the store is not reachable
};

struct ShelfItem {
    iap::Product product;
    Standing standing = Standing::ready;
    std::string problem; // why the last purchase failed; empty if it did not fail
};

// A short message for the player.
struct Notice {
    enum class Kind { granted, restored, nothing_to_restore, waiting, cancelled, earlier_first, failed, taken_back };
    Kind kind;
    std::string product_id;
    std::string detail;
};

class Purchases {
  public:
    using Listener = std::function<void(const Notice &)>;

    // The client must be open; no client: the system has no store. The save must outlive this object.
    Purchases(std::optional<iap::Client> client, Save &save, Listener listener);
    // Closes the client without further calls of the listener.
    ~Purchases() { listener_ = nullptr; }
    Purchases(const Purchases &) = delete;
    Purchases &operator=(const Purchases &) = delete;

    // Adds the observer and requests the products. Returns false if that fails; the log has the reason.
    bool start();

    // Returns false if the player must not pay or the system has no store. Then hide the shop.
    bool sells() const { return sells_; }

    // Call it once per frame. All events arrive inside this call.
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
    // Returns why there are no products, except for a missing network. Returns an empty text otherwise.
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
    // The last member is destroyed first. Closing the client completes the open requests, which use the other members.
    std::optional<iap::Client> client_;
};

#endif
