// This file needs C++17. The rest of the game does not.

#include "shop_model.hpp"

#include <iap/iap_inventory.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace {

// The library writes its log on any thread. The game receives the lines inside pump(), because the log of an engine belongs to the
// thread of the engine.
class LogLines {
  public:
    LogLines() = default;
    LogLines(const LogLines &) = delete;
    LogLines &operator=(const LogLines &) = delete;
    ~LogLines() {
        if (is_on_) {
            static_cast<void>(iap::set_log_function(iap::LogLevel::none));
        }
    }
    void start() { is_on_ = iap::set_log_function(iap::LogLevel::info, add, this).has_value(); }
    std::vector<std::string> take() {
        const std::lock_guard<std::mutex> guard(mutex_);
        return std::exchange(lines_, {});
    }

  private:
    static void add(void *self, iap_log_level_t, const char *message) {
        auto *log = static_cast<LogLines *>(self);
        const std::lock_guard<std::mutex> guard(log->mutex_);
        log->lines_.emplace_back(message);
    }

    std::mutex mutex_;
    std::vector<std::string> lines_;
    bool is_on_ = false;
};

} // namespace

struct ShopModel::Purchases {
    std::vector<ShopProduct> products;
    std::vector<ShopItem> items;
    std::map<int, Listener> listeners;
    int last_listener = 0;
    std::string why;
    ShopNotice notice = ShopNotice::none;
    bool is_asking = false;
    bool is_restoring = false;
    bool is_changed = false;
    std::function<void(const std::string &)> log;
    LogLines lines;
    std::optional<iap::Client> client; // the last member: it is closed first

    iap::Result<void> open(const Options &options);
    void ask_for_products();
    void listed(const iap::Result<iap::Products> &answer);
    void updated(const iap::Transaction &transaction);
    void add_late(const ShopProduct &sold, const iap::Transaction &transaction);
    void finish(const iap::Transaction &transaction);
    void set_state(std::string_view product_id, ShopItem::State state);
    ShopItem::State resting_state(const ShopItem &item) const;
    void take_owned_into_account();
    void say(ShopNotice what);
    void say(const iap::Error &error);
    void set_problem(std::string_view product_id, ShopNotice problem);
    void tell_listeners();
    const ShopProduct *product(std::string_view id) const;
};

iap::Result<void> ShopModel::Purchases::open(const Options &options) {
    items.clear(); // an earlier try failed
    products = options.products;
    log = options.log;
    if (log) {
        lines.start();
    }
    iap::InventoryOptions inventory;
    for (const ShopProduct &sold : products) {
        items.push_back(
            {sold.id, sold.grants, sold.amount, {}, {}, {}, ShopItem::State::unavailable, ShopNotice::none});
        inventory.grants.push_back(sold.amount > 0 ? iap::Grant::counter(sold.id, sold.grants, sold.amount)
                                                   : iap::Grant::unlock(sold.id, sold.grants));
    }
    iap::ClientOptions client_options;
    client_options.journal_path = options.journal_path;
    client_options.device = options.device;
    if (!options.roots_path.empty()) {
        client_options.verification.mode = iap::VerificationMode::by_signature;
        client_options.verification.roots_path = options.roots_path;
    }
    client_options.execution = options.is_manual ? iap::Execution::manual : iap::Execution::background;
    client_options.inventory = std::move(inventory);
    auto opened = iap::Client::open(std::move(client_options));
    if (!opened) {
        return opened.error();
    }
    client.emplace(std::move(*opened));

    iap::Observer observer;
    observer.transaction_updated = [this](const iap::Transaction &transaction) { updated(transaction); };
    // The library has already revoked the grant.
    observer.entitlement_revoked = [this](const iap::Transaction &) { take_owned_into_account(); };
    // An unlock came or ended without a transaction: a new phone learns what the account owns, or a subscription has ended.
    observer.entitlement_changed = [this](const std::string &, bool) { take_owned_into_account(); };
    observer.restore_finished = [this](std::uint64_t) {
        is_restoring = false;
        say(ShopNotice::restored);
    };
    observer.restore_failed = [this](std::uint64_t, const iap::Error &error) {
        is_restoring = false;
        say(error);
    };
    observer.storefront_changed = [this](const iap::Storefront &) { ask_for_products(); };
    observer.problem_reported = [this](const iap::Error &error) {
        why = error.message();
        if (error.category() == iap::Category::storage) {
            say(ShopNotice::storage_full);
        }
    };
    if (auto added = client->add_observer(std::move(observer)); !added) {
        client.reset();
        return added.error();
    }
    ask_for_products();
    return {};
}

void ShopModel::Purchases::ask_for_products() {
    std::vector<std::string> ids;
    for (const ShopItem &item : items) {
        ids.push_back(item.id);
    }
    auto asked = client->request_products(ids, [this](const iap::Result<iap::Products> &answer) { listed(answer); });
    is_asking = asked.has_value();
    if (!asked) {
        say(asked.error());
    }
}

void ShopModel::Purchases::listed(const iap::Result<iap::Products> &answer) {
    is_asking = false;
    if (!answer) {
        say(answer.error());
        return;
    }
    for (ShopItem &item : items) {
        item.price.clear(); // it may come from a country where the product is sold, while it is not sold here
        for (const iap::Product &found : answer->products) {
            if (item.id == found.id()) {
                item.name = found.display_name();
                item.description = found.description();
                item.price = found.display_price();
            }
        }
    }
    take_owned_into_account();
}

void ShopModel::Purchases::updated(const iap::Transaction &transaction) {
    using State = iap::TransactionState;
    switch (transaction.state()) {
    case State::purchasing: set_state(transaction.product_id(), ShopItem::State::buying); return;
    case State::deferred:
        set_state(transaction.product_id(), ShopItem::State::pending);
        say(ShopNotice::pending);
        return;
    case State::purchased:
    case State::restored: {
        const ShopProduct *sold = product(transaction.product_id());
        // A later version of the game sold this product on another device of the player. That version will grant it.
        if (sold == nullptr) {
            return;
        }
        // This is the later version.
        if (transaction.delivery_state() == iap::DeliveryState::seen && transaction.state() == State::purchased &&
            sold->amount > 0) {
            add_late(*sold, transaction);
            return;
        }
        // The inventory grants each purchase once, before this event, in one commit with the record of the purchase. So the
        // game only finishes, even if the library delivers the transaction several times.
        if (transaction.delivery_state() == iap::DeliveryState::granted && transaction.state() == State::purchased) {
            say(ShopNotice::bought);
        }
        break;
    }
    case State::failed:
        // After a second tap, some stores return the purchase that is not finished yet. Nothing was charged for the tap, and the
        // notice about that purchase stays.
        if (transaction.error()->status() != IAP_ERROR_UNFINISHED_PURCHASE) {
            say(*transaction.error());
            set_problem(transaction.product_id(), notice);
        }
        break;
    case State::unverified: // the game cannot finish it; the next launch delivers it again
    case State::rejected:   // the library finishes it
        why = "a purchase was not confirmed";
        set_state(transaction.product_id(), ShopItem::State::available);
        take_owned_into_account();
        say(ShopNotice::not_possible);
        set_problem(transaction.product_id(), notice);
        return;
    default: return; // revoked: do not grant, do not finish
    }
    finish(transaction);
}

// An earlier version of the game received this purchase and had no grant for it. The inventory leaves such a purchase to the
// game. The key makes sure that the coins are added once, even if the game is killed between this call and the finish. One
// purchase may have two ids, so the key is the original id with the date: the same for both ids, another one for each renewal.
// Unlocks cannot be added. The player gets them with a restore after the finish, or by buying the product again, which is free.
void ShopModel::Purchases::add_late(const ShopProduct &sold, const iap::Transaction &transaction) {
    const std::string key =
        std::to_string(transaction.original_id()) + "-" + std::to_string(transaction.purchase_date_ms());
    auto asked = iap::Inventory(*client).add(sold.grants, sold.amount * transaction.quantity(), key,
                                             [this, transaction](const iap::Result<void> &added) {
                                                 if (!added) {
                                                     return say(added.error()); // the next launch delivers it again
                                                 }
                                                 say(ShopNotice::bought);
                                                 finish(transaction);
                                             });
    if (!asked) {
        say(asked.error());
    }
}

void ShopModel::Purchases::finish(const iap::Transaction &transaction) {
    if (auto finished = client->finish(transaction); !finished) {
        why = finished.error().message(); // the next launch delivers it again
    }
    set_state(transaction.product_id(), ShopItem::State::available);
    take_owned_into_account();
}

void ShopModel::Purchases::set_state(std::string_view product_id, ShopItem::State state) {
    for (ShopItem &item : items) {
        if (item.id == product_id) {
            item.state = state;
            is_changed = true;
        }
    }
}

ShopItem::State ShopModel::Purchases::resting_state(const ShopItem &item) const {
    const ShopProduct *sold = product(item.id);
    if (sold->amount == 0 && iap::Inventory(*client).is_unlocked(sold->grants)) {
        return ShopItem::State::owned;
    }
    return item.price.empty() ? ShopItem::State::unavailable : ShopItem::State::available;
}

// Does not change items with a running purchase.
void ShopModel::Purchases::take_owned_into_account() {
    for (ShopItem &item : items) {
        if (item.state != ShopItem::State::buying && item.state != ShopItem::State::pending) {
            item.state = resting_state(item);
        }
    }
    is_changed = true;
}

void ShopModel::Purchases::say(ShopNotice what) {
    notice = what;
    is_changed = true;
}

void ShopModel::Purchases::say(const iap::Error &error) {
    why = error.message();
    if (error.is_cancelled()) {
        say(ShopNotice::none);
    } else if (error.category() == iap::Category::storage) {
        say(ShopNotice::storage_full);
    } else {
        say(error.retryable() ? ShopNotice::try_later : ShopNotice::not_possible);
    }
}

void ShopModel::Purchases::set_problem(std::string_view product_id, ShopNotice problem) {
    for (ShopItem &item : items) {
        if (item.id == product_id) {
            item.problem = problem;
            is_changed = true;
        }
    }
}

// A listener may add and remove listeners. A scene does this when it leaves the shop.
void ShopModel::Purchases::tell_listeners() {
    is_changed = false;
    const auto copy = listeners;
    for (const auto &listener : copy) {
        if (listeners.count(listener.first) != 0) {
            listener.second();
        }
    }
}

const ShopProduct *ShopModel::Purchases::product(std::string_view id) const {
    for (const ShopProduct &sold : products) {
        if (sold.id == id) {
            return &sold;
        }
    }
    return nullptr;
}

ShopModel::ShopModel() : purchases_(std::make_unique<Purchases>()) {}
ShopModel::~ShopModel() = default;

bool ShopModel::open(const Options &options) {
    if (purchases_->client) {
        return true;
    }
    if (auto opened = purchases_->open(options); !opened) {
        purchases_->why = opened.error().message();
        return false;
    }
    return true;
}

const std::string &ShopModel::why() const { return purchases_->why; }

void ShopModel::pump() {
    if (purchases_->client) {
        if (auto pumped = purchases_->client->process_events(); !pumped) {
            purchases_->why = pumped.error().message();
        }
    }
    for (const std::string &line : purchases_->lines.take()) {
        purchases_->log(line);
    }
    if (purchases_->is_changed) {
        purchases_->tell_listeners();
    }
}

const std::vector<ShopItem> &ShopModel::items() const { return purchases_->items; }

std::int64_t ShopModel::balance(const std::string &counter) const {
    return purchases_->client ? iap::Inventory(*purchases_->client).balance(counter) : 0;
}

bool ShopModel::owns(const std::string &unlock) const {
    return purchases_->client && iap::Inventory(*purchases_->client).is_unlocked(unlock);
}

bool ShopModel::is_loading() const { return purchases_->is_asking; }
bool ShopModel::is_restoring() const { return purchases_->is_restoring; }
ShopNotice ShopModel::notice() const { return purchases_->notice; }
bool ShopModel::can_make_payments() const { return purchases_->client && purchases_->client->can_make_payments(); }

void ShopModel::show() {
    if (!purchases_->client) {
        return;
    }
    purchases_->say(ShopNotice::none);
    purchases_->take_owned_into_account(); // a subscription may have expired
    for (ShopItem &item : purchases_->items) {
        item.problem = ShopNotice::none;
        if (item.price.empty() && !purchases_->is_asking) {
            purchases_->ask_for_products();
        }
    }
}

void ShopModel::buy(const std::string &product_id) {
    if (!purchases_->client) {
        return;
    }
    purchases_->say(ShopNotice::none);
    purchases_->set_problem(product_id, ShopNotice::none);
    iap::Payment payment;
    payment.product_id = product_id;
    if (auto added = purchases_->client->add_payment(payment); !added) {
        purchases_->say(added.error());
        purchases_->set_problem(product_id, purchases_->notice);
        return;
    }
    // Disable the button immediately, before a second tap.
    purchases_->set_state(product_id, ShopItem::State::buying);
}

void ShopModel::restore() {
    if (!purchases_->client || purchases_->is_restoring) {
        return;
    }
    purchases_->say(ShopNotice::none);
    if (auto asked = purchases_->client->restore_completed_transactions(); !asked) {
        purchases_->say(asked.error());
        return;
    }
    purchases_->is_restoring = true;
}

void ShopModel::spend(const std::string &counter, std::int64_t amount, const std::string &key,
                      std::function<void(bool)> done) {
    if (!purchases_->client) {
        return done(false);
    }
    const auto ended = [shop = purchases_.get(), done](const iap::Result<void> &spent) {
        if (!spent) {
            shop->why = spent.error().message();
        }
        shop->is_changed = true; // the scenes show the new balance
        done(spent.has_value());
    };
    auto asked = iap::Inventory(*purchases_->client).spend(counter, amount, key, ended);
    if (!asked) {
        purchases_->why = asked.error().message();
        done(false);
    }
}

int ShopModel::add_listener(Listener listener) {
    purchases_->listeners[++purchases_->last_listener] = std::move(listener);
    return purchases_->last_listener;
}

void ShopModel::remove_listener(int id) { purchases_->listeners.erase(id); }
