#include "shop.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

static const std::string not_reached = "The App Store cannot be reached. Please try again later.";

static bool is_known(std::string_view product_id) {
    return std::find(product::all.begin(), product::all.end(), product_id) != product::all.end();
}

iap::Result<void> Shop::open(iap::ClientOptions options) {
    auto client = iap::Client::open(std::move(options));
    if (!client) {
        return client.error();
    }
    client_.emplace(std::move(*client));
    take_back_what_was_missed();
    iap::Observer observer;
    observer.transaction_updated = [this](const iap::Transaction &transaction) { updated(transaction); };
    observer.entitlement_revoked = [this](const iap::Transaction &transaction) { take_back(transaction); };
    observer.restore_failed = [this](std::uint64_t, const iap::Error &error) { set_message(error); };
    observer.storefront_changed = [this](const iap::Storefront &) { ask_for_prices(); };
    if (auto added = client_->add_observer(std::move(observer)); !added) {
        client_.reset(); // without an observer the player must not buy
        return added.error();
    }
    refresh();
    return {};
}

void Shop::ask_for_prices() {
    auto asked = client_->request_products(product::all, [this](const iap::Result<iap::Products> &answer) {
        if (!answer) {
            return set_message(answer.error());
        }
        if (message_ == not_reached) {
            message_.clear(); // the App Store has answered
        }
        prices_.clear(); // they may come from another country
        for (const iap::Product &found : answer->products) {
            prices_[std::string(found.id())] = found.display_price();
        }
        for (const std::string &unknown : answer->invalid_ids) { // for the developer, not for the player
            std::fprintf(stderr, "the store has no product %s; is it in Game.storekit?\n", unknown.c_str());
        }
    });
    if (!asked) {
        set_message(asked.error());
    }
}

bool Shop::is_open() {
    if (!client_) {
        message_ = "Nothing can be bought in this run of the game.";
    }
    return client_.has_value();
}

void Shop::buy(const std::string &product_id) {
    if (!is_open()) {
        return;
    }
    message_.clear();
    iap::Payment payment;
    payment.product_id = product_id;
    if (auto added = client_->add_payment(payment); !added) {
        set_message(added.error());
    }
}

void Shop::restore() {
    if (!is_open()) {
        return;
    }
    message_.clear();
    if (auto asked = client_->restore_completed_transactions(); !asked) {
        set_message(asked.error());
    }
}

void Shop::refresh() {
    if (client_ && prices_.empty()) {
        ask_for_prices();
    }
}

Shop::Status Shop::status(const std::string &product_id) const {
    const auto found = status_.find(product_id);
    return found == status_.end() ? Status::idle : found->second;
}

std::string Shop::price(const std::string &product_id) const {
    const auto found = prices_.find(product_id);
    return found == prices_.end() ? std::string() : found->second;
}

// The library can answer this without a network, and before the product list arrives.
bool Shop::owns(const std::string &product_id) const { return client_ && client_->owns(product_id); }

void Shop::updated(const iap::Transaction &transaction) {
    using State = iap::TransactionState;
    Status &status = status_[std::string(transaction.product_id())];
    switch (transaction.state()) {
    case State::purchasing: status = Status::buying; return;
    case State::deferred: status = Status::waiting_for_approval; return;
    case State::purchased:
    case State::restored:
        status = Status::idle;
        if (!is_known(transaction.product_id()) || (transaction.product_type() == iap::ProductType::consumable &&
                                                    transaction.product_id() != product::coins)) {
            return; // a later version of the game grants it; unfinished, it is delivered again at each launch
        }
        if (!grant(transaction)) {
            message_ = "Your purchase is safe. There is no room on this device to save it; make some and start again.";
            return; // unfinished, so the next launch delivers it again
        }
        break;
    case State::failed:
        status = Status::idle;
        set_message(*transaction.error());
        break;
    case State::unverified: // the game cannot finish it; the next launch delivers it again
    case State::rejected:   // the library finishes it
        status = Status::idle;
        message_ = "The purchase could not be confirmed. Please contact support.";
        return;
    default: return; // do not grant, do not finish
    }
    if (auto finished = client_->finish(transaction); !finished) {
        set_message(finished.error());
    }
}

// Returns true if the grant is on the disk. The store remembers non-consumables and subscriptions, so the save keeps only
// coins. It uses the original id, because one purchase may have two transaction ids. A restored transaction grants no coins:
// purchased coins come as purchased, even if the game has finished a restored transaction of the same purchase.
bool Shop::grant(const iap::Transaction &transaction) {
    if (transaction.product_id() != product::coins || transaction.state() != iap::TransactionState::purchased) {
        return true;
    }
    return save_.grant(transaction.original_id(), product::coins_in_pack * transaction.quantity());
}

void Shop::take_back(const iap::Transaction &transaction) {
    if (!save_.take_back(transaction.original_id())) {
        message_ = "There is no room on this device to save the game; make some and start again.";
        return;
    }
    // A refunded transaction may still be unfinished in the queue. Usually it is finished already.
    if (auto finished = client_->finish(transaction); !finished && finished.error().status() != IAP_ERROR_NOT_FOUND) {
        set_message(finished.error());
    }
}

// The library reports a refund once. If the game could not write its save then, it finds the refund in the history at each
// launch.
void Shop::take_back_what_was_missed() {
    auto asked = client_->request_transactions(iap::Query::all, std::string(),
                                               [this](const iap::Result<std::vector<iap::Transaction>> &answer) {
                                                   if (!answer) {
                                                       return; // the next launch tries again
                                                   }
                                                   for (const iap::Transaction &transaction : *answer) {
                                                       if (transaction.state() == iap::TransactionState::revoked) {
                                                           take_back(transaction);
                                                       }
                                                   }
                                               });
    if (!asked) {
        set_message(asked.error());
    }
}

void Shop::set_message(const iap::Error &error) {
    if (error.is_cancelled()) {
        return; // the player knows it, or an earlier purchase is delivered again by itself
    }
    message_ = error.retryable() ? not_reached : "This cannot be bought now: " + std::string(error.message());
}
