/*
 * iap_coroutine.hpp: coroutines can await the requests of <iap/iap.hpp> and
 * <iap/iap_inventory.hpp>. For C++20. No other header includes this one.
 *
 *     Shopping shop(iap::Client &client) { // any coroutine type
 *         iap::Result<iap::Products> products = co_await client.products({"com.example.coins"});
 *         ...
 *         iap::Purchase purchase = co_await client.buy("com.example.coins");
 *         if (purchase) {
 *             grant_once(purchase.transaction); // write the key to the save file too; see EXACTLY ONCE in <iap/iap.h>
 *             iap::Result<void> finished = client.finish(purchase.transaction);
 *         } else if (purchase.is_deferred()) {
 *             say("Ask your parents"); // the observers receive the decision, perhaps at a later launch
 *         }
 *     }
 *
 * A request starts with the call, not with the co_await. Requests that you start first and await
 * later run at the same time. A coroutine resumes inside Client::process_events(). If the client is
 * closed first, it resumes inside Client::close() or the destructor, and the result is
 * IAP_ERROR_CANCELLED. If the call fails immediately, the coroutine does not suspend, and the
 * result is the error. Await each awaitable once. You may destroy an awaitable before its result
 * arrives, alone or with the frame of its coroutine. The request then continues, and nothing
 * receives its result.
 *
 * Use all of this on one thread, the thread that processes events: calls, co_await, and the
 * destruction of frames.
 *
 * The library never finishes a transaction automatically. Client::buy() and Client::restore() need
 * an observer from Client::add_observer() (otherwise IAP_ERROR_INVALID_STATE). The observer starts
 * the delivery. Only the observer receives purchases that were made at other times and places. It
 * also receives awaited purchases, before the coroutine resumes. (If there are several observers,
 * only the observer that was added first receives them.) Therefore grant in one place, either the
 * observer or the coroutine. The transaction id shows whether the purchase has already been
 * granted.
 *
 * A coroutine must not let an exception escape into the library; see <iap/iap.hpp>.
 */
#ifndef IAP_IAP_COROUTINE_HPP
#define IAP_IAP_COROUTINE_HPP

#include <iap/iap.hpp>
#include <iap/iap_inventory.hpp>

#if !defined(__cpp_impl_coroutine)
#error "<iap/iap_coroutine.hpp> needs coroutines: compile with -std=c++20"
#endif

#include <coroutine>

namespace iap {
inline namespace v0_3 {

/** The outcome of a purchase. */
struct Purchase {
    /** The transaction. A failed transaction must be finished too. The transaction is empty if the
     *  payment was refused, or if the client was closed before there was an outcome. */
    Transaction transaction;
    /** The reason why there is nothing to grant; IAP_OK if there is something to grant, now or
     *  perhaps later. */
    Error error;

    /** True if the purchase is paid for or owned: grant it, then finish it. */
    explicit operator bool() const noexcept {
        return state() == TransactionState::purchased || state() == TransactionState::restored;
    }
    TransactionState state() const noexcept { return transaction.state(); }
    /** Returns whether the purchase waits for an approval or a verdict. The observers receive its
     *  outcome. */
    bool is_deferred() const noexcept { return state() == TransactionState::deferred; }
    /** Returns whether the player or the game cancelled, or the client was closed. */
    bool is_cancelled() const noexcept { return error.is_cancelled(); }
};

namespace detail {

/** Receives a result and resumes the coroutine that waits for it. */
template <class Response> class Arrival {
  public:
    Arrival() = default;
    Arrival(const Arrival &) = delete;
    Arrival &operator=(const Arrival &) = delete;

    void arrive(Response response) {
        response_.emplace(std::move(response));
        if (is_abandoned_) {
            delete this;
        } else if (waiting_) {
            /* This is the last step: the coroutine may destroy its frame, and this object with
             *  it. */
            waiting_.resume();
        }
    }
    /** Records that no coroutine waits any more. If the result arrives later, arrive() deletes this
     *  object. */
    void abandon() {
        if (response_) {
            delete this;
        } else {
            is_abandoned_ = true;
        }
    }

    bool has_response() const noexcept { return response_.has_value(); }
    Response take() { return std::move(*response_); }
    void wait(std::coroutine_handle<> coroutine) noexcept { waiting_ = coroutine; }

  private:
    std::optional<Response> response_;
    std::coroutine_handle<> waiting_;
    bool is_abandoned_ = false;
};

/** Passes an event of a payment or a restore from the observers to an arrival. */
template <class Response> struct ArrivalWaiter : Waiter {
    explicit ArrivalWaiter(Arrival<Response> *to) noexcept : arrival(to) {}

    template <class Make> static void bring(Waiter *waiter, Make make) {
        ArrivalWaiter *waiting = static_cast<ArrivalWaiter *>(waiter);
        Arrival<Response> *arrival = waiting->arrival;
        delete waiting;
        arrival->arrive(make());
    }

    Arrival<Response> *arrival;
};

inline void bring_purchase(Waiter *waiter, const Transaction *transaction, const Error *error) {
    ArrivalWaiter<Purchase>::bring(waiter, [&] {
        return transaction == nullptr ? Purchase{Transaction(), *error}
                                      : Purchase{*transaction, transaction->error().value_or(Error())};
    });
}

inline void bring_restore(Waiter *waiter, const Transaction *, const Error *error) {
    ArrivalWaiter<Result<void>>::bring(waiter,
                                       [&] { return error == nullptr ? Result<void>() : Result<void>(*error); });
}

} // namespace detail

/** The result of a request. A coroutine of any type can await it. */
template <class Response> class [[nodiscard]] Awaitable {
  public:
    Awaitable(Awaitable &&other) noexcept : arrival_(std::exchange(other.arrival_, nullptr)) {}
    Awaitable &operator=(Awaitable &&other) noexcept {
        Awaitable taken(std::move(other));
        std::swap(arrival_, taken.arrival_);
        return *this;
    }
    Awaitable(const Awaitable &) = delete;
    Awaitable &operator=(const Awaitable &) = delete;
    ~Awaitable() {
        if (arrival_ != nullptr) {
            arrival_->abandon();
        }
    }

    /** Ends the program if the awaitable was moved from. */
    bool await_ready() const noexcept {
        if (arrival_ == nullptr) {
            std::abort();
        }
        return arrival_->has_response();
    }
    void await_suspend(std::coroutine_handle<> coroutine) noexcept { arrival_->wait(coroutine); }
    Response await_resume() { return arrival_->take(); }

    /** Takes the arrival that receives the result. */
    explicit Awaitable(detail::Arrival<Response> *arrival) noexcept : arrival_(arrival) {}

  private:
    detail::Arrival<Response> *arrival_;
};

namespace detail {

/** Makes an awaitable that already has its result. */
template <class Response> Awaitable<Response> ready(Response response) {
    auto *arrival = new Arrival<Response>;
    arrival->arrive(std::move(response));
    return Awaitable<Response>(arrival);
}

/** Starts a request. `call` gets the function that receives the result. */
template <class Response, class Call> Awaitable<Result<Response>> asked(Call call) {
    auto *arrival = new Arrival<Result<Response>>;
    const Result<std::uint64_t> begun =
        call([arrival](Result<Response> response) { arrival->arrive(std::move(response)); });
    if (!begun) {
        arrival->arrive(begun.error());
    }
    return Awaitable<Result<Response>>(arrival);
}

/** Starts a payment or a restore. The observers receive its end. */
template <class Response, class Call, class Refuse>
Awaitable<Response> begun(const Client &client, Call call, bool is_for_restore,
                          void (*tell)(Waiter *, const Transaction *, const Error *), Refuse refuse) {
    /* This call fails for a client that is closed or empty. */
    Error error;
    client.can_make_payments(&error);
    if (error.status() != IAP_OK) {
        return ready<Response>(refuse(error));
    }
    if (!client.has_observer()) {
        return ready<Response>(refuse(
            Error::with_message(IAP_ERROR_INVALID_STATE, "there is no observer: call Client::add_observer() first")));
    }
    const Result<std::uint64_t> id = call();
    if (!id) {
        return ready<Response>(refuse(id.error()));
    }
    auto *arrival = new Arrival<Response>;
    auto *waiter = new ArrivalWaiter<Response>(arrival);
    waiter->id = *id;
    waiter->is_for_restore = is_for_restore;
    waiter->tell = tell;
    waiter->link(client.state()->waiters);
    return Awaitable<Response>(arrival);
}

template <class Call> Awaitable<Purchase> begun_purchase(const Client &client, Call call) {
    return begun<Purchase>(client, call, false, bring_purchase, [](const Error &error) {
        return Purchase{Transaction(), error};
    });
}

} // namespace detail

/* -------------------------------------------------------------------------------------- the
 *  requests of a client */

inline Awaitable<Result<Products>> Client::products(const TextList &product_ids) {
    return detail::asked<Products>([&](auto function) { return request_products(product_ids, function); });
}
inline Awaitable<Result<Products>> Client::product_list(const ProductListOptions &options) {
    return detail::asked<Products>([&](auto function) { return request_product_list(options, function); });
}
inline Awaitable<Result<Products>> Client::cached_products(const TextList &product_ids) {
    return detail::asked<Products>([&](auto function) { return request_cached_products(product_ids, function); });
}
inline Awaitable<Result<std::vector<Transaction>>> Client::transactions(Query query, const Text &product_id) {
    return detail::asked<std::vector<Transaction>>(
        [&](auto function) { return request_transactions(query, product_id, function); });
}
inline Awaitable<Result<TransactionsPage>> Client::transactions_page(Query query, const Text &product_id,
                                                                     std::uint32_t limit, const Text &page) {
    return detail::asked<TransactionsPage>(
        [&](auto function) { return request_transactions_page(query, product_id, limit, page, function); });
}
inline Awaitable<Result<Storefront>> Client::storefront() {
    return detail::asked<Storefront>([&](auto function) { return request_storefront(function); });
}
inline Awaitable<Result<std::vector<SubscriptionStatus>>> Client::subscription_statuses(const Text &group_id) {
    return detail::asked<std::vector<SubscriptionStatus>>(
        [&](auto function) { return request_subscription_statuses(group_id, function); });
}
inline Awaitable<Result<std::vector<SubscriptionStatus>>> Client::transaction_status(std::uint64_t transaction_id) {
    return detail::asked<std::vector<SubscriptionStatus>>(
        [&](auto function) { return request_transaction_status(transaction_id, function); });
}
inline Awaitable<Result<bool>> Client::introductory_offer_eligibility(const Text &group_id) {
    return detail::asked<bool>(
        [&](auto function) { return request_introductory_offer_eligibility(group_id, function); });
}
inline Awaitable<Result<AppTransaction>> Client::app_transaction(bool refresh) {
    return detail::asked<AppTransaction>([&](auto function) { return request_app_transaction(refresh, function); });
}
inline Awaitable<Result<std::string>> Client::app_receipt(bool refresh) {
    return detail::asked<std::string>([&](auto function) { return request_app_receipt(refresh, function); });
}
inline Awaitable<Result<std::vector<Promotion>>> Client::promotions() {
    return detail::asked<std::vector<Promotion>>([&](auto function) { return request_promotions(function); });
}
inline Awaitable<Result<void>> Client::set_promotion_order(const TextList &product_ids) {
    return detail::asked<void>([&](auto function) { return set_promotion_order(product_ids, function); });
}
inline Awaitable<Result<void>> Client::set_promotion_visibility(const Text &product_id,
                                                                PromotionVisibility visibility) {
    return detail::asked<void>(
        [&](auto function) { return set_promotion_visibility(product_id, visibility, function); });
}
inline Awaitable<Result<void>> Client::refund(std::uint64_t transaction_id, void *ui_anchor) {
    return detail::asked<void>([&](auto function) { return request_refund(transaction_id, ui_anchor, function); });
}
inline Awaitable<Result<void>> Client::show_manage_subscriptions(const Text &group_id, void *ui_anchor) {
    return detail::asked<void>([&](auto function) { return show_manage_subscriptions(group_id, ui_anchor, function); });
}
inline Awaitable<Result<void>> Client::present_offer_code_redemption(void *ui_anchor) {
    return detail::asked<void>([&](auto function) { return present_offer_code_redemption(ui_anchor, function); });
}
inline Awaitable<Result<void>> Client::present_merchandising(const Text &group_id, void *ui_anchor) {
    return detail::asked<void>([&](auto function) { return present_merchandising(group_id, ui_anchor, function); });
}
inline Awaitable<Result<void>> Client::review(void *ui_anchor) {
    return detail::asked<void>([&](auto function) { return request_review(ui_anchor, function); });
}
inline Awaitable<Result<void>> Client::display_message(const Message &message, void *ui_anchor) {
    return detail::asked<void>([&](auto function) { return display_message(message, ui_anchor, function); });
}
inline Awaitable<Result<std::string>> Client::show_external_purchase_notice() {
    return detail::asked<std::string>([&](auto function) { return show_external_purchase_notice(function); });
}
inline Awaitable<Result<void>> Client::open_external_purchase_link(const Text &url) {
    return detail::asked<void>([&](auto function) { return open_external_purchase_link(url, function); });
}
inline Awaitable<Result<bool>> Client::external_purchase_eligibility(ExternalPurchaseKind kind) {
    return detail::asked<bool>([&](auto function) { return request_external_purchase_eligibility(kind, function); });
}
inline Awaitable<Result<std::string>> Client::external_purchase_token(ExternalPurchaseToken type) {
    return detail::asked<std::string>([&](auto function) { return request_external_purchase_token(type, function); });
}
inline Awaitable<Result<void>> Client::show_external_purchase_custom_link_notice(ExternalPurchaseNotice type) {
    return detail::asked<void>(
        [&](auto function) { return show_external_purchase_custom_link_notice(type, function); });
}
inline Awaitable<Result<void>> Client::open_external_link_account() {
    return detail::asked<void>([&](auto function) { return open_external_link_account(function); });
}
inline Awaitable<Result<void>> Client::bind_payment_method(const Text &pinning_id) {
    return detail::asked<void>([&](auto function) { return bind_payment_method(pinning_id, function); });
}
inline Awaitable<Result<void>> Client::audit_copy(const Text &path) {
    return detail::asked<void>([&](auto function) { return request_audit_copy(path, function); });
}

inline Awaitable<Purchase> Client::buy(const Payment &payment) {
    return detail::begun_purchase(*this, [&] { return add_payment(payment); });
}
inline Awaitable<Purchase> Client::buy(const Text &product_id) {
    if (!product_id.is_valid()) {
        return detail::ready(Purchase{Transaction(), detail::nul_error("the product id")});
    }
    Payment payment;
    payment.product_id = product_id.c_str();
    return buy(payment);
}
inline Awaitable<Purchase> Client::buy(const PurchaseIntent &intent) {
    return detail::begun_purchase(*this, [&] { return take_purchase_intent(intent); });
}
inline Awaitable<Purchase> Client::buy(const PurchaseIntent &intent, const Payment &payment) {
    return detail::begun_purchase(*this, [&] { return take_purchase_intent(intent, payment); });
}
inline Awaitable<Result<void>> Client::restore() {
    return detail::begun<Result<void>>(
        *this, [&] { return restore_completed_transactions(); }, true, detail::bring_restore,
        [](const Error &error) { return Result<void>(error); });
}

/* ------------------------------------------------------------------------------------ the requests
 *  of an inventory */

inline Awaitable<Result<void>> Inventory::spend(const Text &counter, std::int64_t amount, const Text &key) {
    return detail::asked<void>([&](auto function) { return spend(counter, amount, key, function); });
}
inline Awaitable<Result<void>> Inventory::add(const Text &counter, std::int64_t amount, const Text &key) {
    return detail::asked<void>([&](auto function) { return add(counter, amount, key, function); });
}
inline Awaitable<Result<void>> Inventory::take_back(std::uint64_t transaction_id) {
    return detail::asked<void>([&](auto function) { return take_back(transaction_id, function); });
}
inline Awaitable<Result<std::string>> Inventory::export_text() {
    return detail::asked<std::string>([&](auto function) { return export_text(function); });
}
inline Awaitable<Result<void>> Inventory::import_text(const Text &text) {
    return detail::asked<void>([&](auto function) { return import_text(text, function); });
}

} // namespace v0_3
} // namespace iap

#endif // IAP_IAP_COROUTINE_HPP
