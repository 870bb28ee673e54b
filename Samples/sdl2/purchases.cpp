#include "purchases.hpp"

#include "error_text.hpp"
#include "goods.hpp"

#include <SDL.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace {

void log(const char *what, const iap::Error &error) {
    SDL_Log("%s: %s: %s", what, error.name().data(), error.message().data());
}

std::vector<std::string> product_ids() {
    std::vector<std::string> ids;
    for (const Good &good : goods) {
        ids.emplace_back(good.product_id);
    }
    return ids;
}

} // namespace

Purchases::Purchases(std::optional<iap::Client> client, Save &save, Listener listener)
    : save_(save), listener_(std::move(listener)), client_(std::move(client)) {}

bool Purchases::start() {
    if (!client_) {
        return true;
    }
    iap::Observer observer;
    observer.transaction_updated = [this](const iap::Transaction &transaction) { transaction_updated(transaction); };
    observer.transaction_removed = [this](const iap::Transaction &) { refresh(); };
    observer.entitlement_revoked = [this](const iap::Transaction &transaction) { take_back(transaction); };
    observer.restore_finished = [this](std::uint64_t) { restore_ended(nullptr); };
    observer.restore_failed = [this](std::uint64_t, const iap::Error &error) { restore_ended(&error); };
    observer.storefront_changed = [this](const iap::Storefront &) { load_products(); };
    observer.problem_reported = [](const iap::Error &error) { log("problem", error); };
    if (auto added = client_->add_observer(std::move(observer)); !added) {
        log("add_observer", added.error());
        return false;
    }
    sells_ = client_->can_make_payments();
    take_back_what_was_missed();
    if (sells_) {
        load_products();
    }
    return true;
}

// The library reports a refund once. If the game could not write its save then, it finds the refund in the history at each
// launch.
void Purchases::take_back_what_was_missed() {
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
        log("request_transactions", asked.error());
    }
}

// ---------------------------------------------------------------------------------------------------- the products

void Purchases::pump() {
    if (!client_) {
        return;
    }
    if (auto pumped = client_->process_events(); !pumped) {
        log("process_events", pumped.error());
    }
}

void Purchases::load_products() {
    auto asked = client_->request_products(product_ids(),
                                           [this](const iap::Result<iap::Products> &answer) { products_came(answer); });
    if (asked) {
        is_loading_ = true;
    } else {
        log("request_products", asked.error());
    }
}

void Purchases::products_came(const iap::Result<iap::Products> &answer) {
    is_loading_ = false;
    problem_.clear();
    is_offline_ = !answer && answer.error().category() == iap::Category::network;
    if (answer) {
        put_on_shelf(answer->products);
    } else {
        log("products", answer.error());
        if (is_offline_ && shelf_.empty()) {
            load_kept_products();
        } else if (!is_offline_) {
            problem_ = text_for_player(answer.error());
        }
    }
    refresh();
}

// Loads the products of an earlier run from the journal: an offline shop is better than an empty one.
void Purchases::load_kept_products() {
    const std::vector<std::string> ids = product_ids();
    std::vector<const char *> texts;
    for (const std::string &id : ids) {
        texts.push_back(id.c_str());
    }
    const auto completion = [](void *self, iap_client *, std::uint64_t, const iap_products *products,
                               const iap_error *error) {
        std::vector<iap::Product> kept;
        for (std::size_t i = 0; error == nullptr && i < iap_products_count(products); i++) {
            kept.emplace_back(iap_products_at(products, i));
        }
        auto &purchases = *static_cast<Purchases *>(self);
        if (purchases.shelf_.empty()) {
            purchases.put_on_shelf(kept);
            purchases.refresh();
        }
    };
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_request_cached_products(client_->handle(), texts.data(), texts.size(), completion, this, nullptr, &error) !=
        IAP_OK) {
        log("cached products", iap::Error(error));
    }
}

// Uses the order of the game, because the store returns products in any order.
void Purchases::put_on_shelf(const std::vector<iap::Product> &products) {
    shelf_.clear();
    for (const Good &good : goods) {
        const auto found = std::find_if(products.begin(), products.end(), [&good](const iap::Product &product) {
            return product.id() == good.product_id;
        });
        if (found != products.end()) {
            ShelfItem item;
            item.product = *found;
            shelf_.push_back(std::move(item));
        }
    }
}

// ------------------------------------------------------------------------------------------------- actions of the player

bool Purchases::can_buy(std::string_view product_id) const {
    const ShelfItem *item = find(product_id);
    return item != nullptr && item->standing == Standing::ready && client_->can_make_payments();
}

void Purchases::buy(const std::string &product_id) {
    ShelfItem *item = find_item(product_id);
    if (item == nullptr || item->standing != Standing::ready) {
        return;
    }
    item->problem.clear();
    if (!client_->can_make_payments()) {
        item->problem = "Purchases are not allowed on this device.";
        return;
    }
    iap::Payment payment;
    payment.product_id = product_id;
    if (auto added = client_->add_payment(payment); !added) {
        log("add_payment", added.error());
        item->problem = text_for_player(added.error());
    }
    refresh();
}

void Purchases::restore() {
    if (is_restoring_) {
        return;
    }
    if (auto asked = client_->restore_completed_transactions(); !asked) {
        log("restore", asked.error());
        return;
    }
    is_restoring_ = true;
    restored_ = 0;
}

// ------------------------------------------------------------------------------------------------- events of the store

void Purchases::transaction_updated(const iap::Transaction &transaction) {
    switch (transaction.state()) {
    case iap::TransactionState::purchased:
    case iap::TransactionState::restored: deliver(transaction); break;
    case iap::TransactionState::failed: failed(transaction); break;
    case iap::TransactionState::deferred: tell(Notice::Kind::waiting, transaction.product_id()); break;
    // The game grants nothing for unverified and rejected transactions, and has nothing to finish.
    default: break;
    }
    refresh();
}

// Grants once, writes the save, and only then finishes. After a crash the library delivers the transaction again. One purchase
// may have two transaction ids, so the save uses the original id, which is the same in both.
void Purchases::deliver(const iap::Transaction &transaction) {
    const Good *good = find_good(transaction.product_id());
    if (good == nullptr) {
        // A later version of the game may know it. The library delivers it again at each launch until it is finished.
        SDL_Log("%s is unknown to this version", transaction.product_id().data());
        return;
    }
    const bool is_restored = transaction.state() == iap::TransactionState::restored;
    if (is_restored && !good->unlocks_armour) {
        finish(transaction); // coins come as purchased, even after this finish
        return;
    }
    switch (save_.grant(transaction.original_id(), good->coins * transaction.quantity(), good->unlocks_armour)) {
    case Save::Change::done:
    case Save::Change::done_before:
        restored_ += is_restored ? 1 : 0;
        // The message about a restore comes at its end.
        if (!is_restoring_ || !is_restored) {
            tell(is_restored ? Notice::Kind::restored : Notice::Kind::granted, transaction.product_id());
        }
        finish(transaction);
        break;
    case Save::Change::not_written:
        // The grant is not on the disk, so do not finish. The next launch delivers the transaction again.
        SDL_Log("the save file could not be written; %s stays unfinished", transaction.product_id().data());
        if (ShelfItem *item = find_item(transaction.product_id())) {
            item->problem = "Could not be saved. You get it at the next start.";
        }
        break;
    }
}

void Purchases::failed(const iap::Transaction &transaction) {
    const iap::Error error = transaction.error().value_or(iap::Error());
    if (error.status() == IAP_ERROR_UNFINISHED_PURCHASE) {
        // Some stores return the purchase that is not finished yet. It is delivered again by itself.
        tell(Notice::Kind::earlier_first, transaction.product_id());
    } else if (error.is_cancelled()) {
        // The player knows it, so no card turns red.
        tell(Notice::Kind::cancelled, transaction.product_id());
    } else {
        log("payment", error);
        if (ShelfItem *item = find_item(transaction.product_id())) {
            item->problem = text_for_player(error);
        }
        is_offline_ = is_offline_ || error.category() == iap::Category::network;
        tell(Notice::Kind::failed, transaction.product_id(), text_for_player(error));
    }
    finish(transaction);
}

void Purchases::take_back(const iap::Transaction &transaction) {
    switch (save_.take_back(transaction.original_id())) {
    case Save::Change::done: tell(Notice::Kind::taken_back, transaction.product_id()); break;
    case Save::Change::done_before: break;
    case Save::Change::not_written:
        // The next launch finds the refund in the history.
        SDL_Log("the save file could not be written; %s is not revoked yet", transaction.product_id().data());
        return;
    }
    // A refunded transaction may still be unfinished in the queue. Usually it is finished already.
    auto finished = client_->finish(transaction);
    if (!finished && finished.error().status() != IAP_ERROR_NOT_FOUND) {
        log("finish", finished.error());
    }
    refresh();
}

void Purchases::finish(const iap::Transaction &transaction) {
    if (auto finished = client_->finish(transaction); !finished) {
        log("finish", finished.error());
    }
}

void Purchases::restore_ended(const iap::Error *error) {
    is_restoring_ = false;
    if (error == nullptr) {
        tell(restored_ > 0 ? Notice::Kind::restored : Notice::Kind::nothing_to_restore, {});
    } else if (error->is_cancelled()) {
        tell(Notice::Kind::cancelled, {});
    } else {
        log("restore", *error);
        tell(Notice::Kind::failed, {}, text_for_player(*error));
    }
    refresh();
}

// The cards show the queue and the save, because a sum of events could be wrong.
void Purchases::refresh() {
    const auto queue = client_->queue_transactions();
    for (ShelfItem &item : shelf_) {
        const Good *good = find_good(item.product.id());
        item.standing = is_offline_ ? Standing::offline : Standing::ready;
        if (good != nullptr && good->unlocks_armour && save_.has_armour()) {
            item.standing = Standing::owned;
        }
        if (!queue) {
            continue;
        }
        for (const iap::Transaction &transaction : *queue) {
            if (transaction.product_id() != item.product.id()) {
                continue;
            }
            if (transaction.state() == iap::TransactionState::purchasing) {
                item.standing = Standing::purchasing;
            } else if (transaction.state() == iap::TransactionState::deferred) {
                item.standing = Standing::waiting;
            }
        }
    }
}

const ShelfItem *Purchases::find(std::string_view product_id) const {
    const auto found = std::find_if(shelf_.begin(), shelf_.end(),
                                    [&](const ShelfItem &item) { return item.product.id() == product_id; });
    return found == shelf_.end() ? nullptr : &*found;
}

ShelfItem *Purchases::find_item(std::string_view product_id) {
    return const_cast<ShelfItem *>(std::as_const(*this).find(product_id));
}

void Purchases::tell(Notice::Kind kind, std::string_view product_id, std::string_view detail) const {
    // Closing the client completes the open requests. By then the listener may be partly destroyed.
    if (listener_) {
        listener_({kind, std::string(product_id), std::string(detail)});
    }
}
