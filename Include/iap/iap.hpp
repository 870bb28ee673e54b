/*
 * iap.hpp: <iap/iap.h> for C++17, header-only. It adds three things to the C functions: ownership,
 * function objects that can capture values, and a result type. <iap/iap.h> describes what the
 * functions do, and on which thread.
 *
 * These headers throw nothing. They do not need exceptions or run-time type information. A function
 * that the game passes must not throw, because the library that calls it is not written in C++.
 *
 * These headers are compiled into the program. All its translation units, and the static libraries
 * that it links, must use the same version of them, as with any C++ class. The C library may be
 * newer.
 *
 * A request takes a function. The library calls this function once, with a Result of the requested
 * value, inside Client::process_events(), cancel_request() or close(). With nullptr or {} no
 * function is called. The call returns the id of the request. With C++20 you can await a request
 * instead: the awaitable variant has the same arguments without the function, and the same name
 * without "request_". The awaitable variants and Client::buy() are declared here and defined in
 * <iap/iap_coroutine.hpp>.
 */
#ifndef IAP_IAP_HPP
#define IAP_IAP_HPP

#include <iap/iap.h>
#include <iap/iap_detail.hpp>
#include <iap/iap_result.hpp>
#include <iap/iap_values.hpp>

namespace iap {
inline namespace v0_3 {

/** Returns the version of the library at run time, in the form of IAP_HEADER_VERSION. */
inline std::uint32_t version() noexcept { return iap_version(); }

/** Sets the log level and the log function of the process; see iap_set_log_function(). With nullptr
 *  the library logs to standard error. */
inline Result<void> set_log_function(LogLevel level, iap_log_function function = nullptr, void *user_data = nullptr) {
    return detail::call(iap_set_log_function, static_cast<iap_log_level_t>(level), function, user_data);
}

/** Detects wrong use of handles, until the process ends; see iap_check_handles(). */
inline void check_handles() noexcept { iap_check_handles(); }

/** Receives the events that do not belong to a request; see iap_observer. Any function may be
 *  empty. */
struct Observer {
    Function<void(const Transaction &)> transaction_updated{};
    Function<void(const Transaction &)> transaction_removed{};
    Function<void(std::uint64_t request_id)> restore_finished{};
    Function<void(std::uint64_t request_id, const Error &)> restore_failed{};
    Function<void(const Transaction &)> entitlement_revoked{};
    Function<void(const Storefront &)> storefront_changed{};
    Function<void(const Error &)> problem_reported{};
    Function<void(const SubscriptionStatus &)> subscription_status_changed{};
    Function<void(const PurchaseIntent &)> purchase_intent_received{};
    Function<void(const Message &)> message_received{};
    Function<void(const Transaction &)> verification_requested{};
    Function<void(const std::string &product_id, bool is_owned)> entitlement_changed{};
};

enum class Execution : iap_execution_t {
    background = IAP_EXECUTION_BACKGROUND,
    manual = IAP_EXECUTION_MANUAL,
};

/** Extra verification before delivery; see iap_verification_options. */
struct VerificationOptions {
    VerificationMode mode = VerificationMode::by_store;
    std::string roots_path{};
    std::string server_url{};
    std::vector<std::string> server_headers{}; /**< lines of the form "Name: value" */
    Milliseconds server_timeout{};             /**< 0: 30 seconds */
    Milliseconds retry_min{};                  /**< 0: 1 second */
    Milliseconds retry_max{};                  /**< 0: 1 hour */
    bool accepts_xcode_testing = false;        /**< accepts Xcode's test signatures; DANGER: only in test builds */
};

/** See iap_client_options. */
struct ClientOptions {
    Execution execution = Execution::background;
    std::string journal_path{};   /**< empty: only in memory */
    iap_device *device = nullptr; /**< Linux: a device of a reference store, <iap/iap_store.hpp>; elsewhere nullptr */
    Function<void()> wake{};      /**< the library calls it on any thread; it must not call the library */
    /** With a value, the library keeps the inventory, and the value lists what products grant; see
     *  <iap/iap_inventory.hpp>. Without a value, the game keeps its own inventory. */
    std::optional<InventoryOptions> inventory{};
    bool handles_messages = false;       /**< true: the game shows the App Store's messages */
    std::uint32_t audit_limit_bytes = 0; /**< 0: 1 MiB */
    VerificationOptions verification{};
    std::string player_id{};         /**< empty: the game names no player */
    std::string integrity_key{};     /**< 16 to 1024 bytes; empty: the game has no key */
    bool adopts_journal = false;     /**< accepts the content of a journal without checksums, or of another key */
    std::string app_account_token{}; /**< a UUID for the signed-in player; empty: the client names no player */
};

class ObserverToken;

/* <iap/iap_coroutine.hpp> defines these. */
template <class Response> class [[nodiscard]] Awaitable;
struct Purchase;

/* --------------------------------------------------------------------------------------- client */

/**
 * One running game on one device; see iap_client_open(). Any thread may call its functions while
 * the object exists. No other thread may use the object while you move or destroy it: destroy it on
 * the thread that processes its events, or when no thread does. A moved-from client returns
 * IAP_ERROR_INVALID_ARGUMENT.
 */
class Client {
  public:
    template <class O = ClientOptions, class C = Client> static Result<C> open(O options);

    Client(Client &&other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
    /** Closes the old client as the last step. Closing calls the functions of its open requests.
     *  These functions can already use the new client. */
    Client &operator=(Client &&other) noexcept {
        Client taken(std::move(other));
        std::swap(state_, taken.state_);
        return *this;
    }
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;
    /**
     * Closes the client. The functions of open requests receive IAP_ERROR_CANCELLED inside this
     * call. Objects that these functions use must live longer than the client, so declare them
     * before it. A function that close() calls is allowed to destroy the client. The other
     * functions are then called before that close() returns.
     */
    ~Client() {
        if (state_ != nullptr) {
            state_->close();
            state_->leave();
        }
    }

    /** Closes the client; see iap_client_close(). The functions that this call invokes are allowed
     *  to destroy the client. */
    Result<void> close() { return detail::result(state_ == nullptr ? iap_client_close(nullptr) : state_->close()); }

    /** Processes events; call it once per frame. Returns the number of delivered events. */
    Result<std::uint32_t> process_events(std::uint32_t max_events = 0) {
        const detail::ClientUse use(state_);
        const std::int32_t count = iap_client_process_events(handle(), max_events);
        return count < 0 ? Result<std::uint32_t>(Error::of_status(count))
                         : Result<std::uint32_t>(static_cast<std::uint32_t>(count));
    }

    /** Waits for events, for tools and tests. Returns true if there is something to process, false
     *  after the timeout. */
    Result<bool> wait_events(std::uint32_t timeout_ms) {
        const std::int32_t status = iap_client_wait_events(handle(), timeout_ms);
        return status < 0 ? Result<bool>(Error::of_status(status)) : Result<bool>(status == 1);
    }
    Result<bool> wait_events(Milliseconds timeout) { return wait_events(detail::wait_ms(timeout)); }

    /**
     * Returns the next event, for hosts that poll. The event is empty if there is none. Fails with
     * IAP_ERROR_INVALID_STATE while a request with a function is open, or a coroutine awaits
     * something: polling would take the result from the function or the coroutine.
     */
    template <class E = Event> Result<E> next_event() {
        if (state_ != nullptr && (state_->open_functions != 0 || state_->waiters != nullptr)) {
            return Error::with_message(IAP_ERROR_INVALID_STATE, "a request with a function is still open");
        }
        iap_event *event = nullptr;
        const std::int32_t status = iap_client_next_event(handle(), &event);
        return status < 0 ? Result<E>(Error::of_status(status)) : Result<E>(E(event));
    }

    /** Returns whether this player is allowed to make payments; false if the call failed. `error`
     *  receives the reason. */
    bool can_make_payments(Error *error = nullptr) const noexcept {
        return detail::value_of(error, iap_can_make_payments, handle()) == 1;
    }
    /** Returns whether this system has a feature; false if the call failed. `error` receives the
     *  reason. */
    bool supports(Feature feature, Error *error = nullptr) const noexcept {
        return detail::value_of(error, iap_supports, handle(), static_cast<iap_feature_t>(feature)) == 1;
    }

    /** Returns which store is behind the client, as far as the library knows it now; unknown if the
     *  client is closed. */
    Environment environment() const noexcept {
        const iap_environment_t environment = iap_client_environment(handle());
        return environment < 0 ? Environment::unknown : static_cast<Environment>(environment);
    }

    /** Returns whether the account may use a product now; false if the call failed. `error`
     *  receives the reason. See iap_owns(). */
    bool owns(const Text &product_id, Error *error = nullptr) const noexcept {
        return detail::accepts(product_id, "the product id", error) &&
               detail::value_of(error, iap_owns, handle(), product_id.c_str()) == 1;
    }

    /** Cancels a request. Its function is called inside this call, and never after it; see
     *  iap_cancel_request(). */
    Result<void> cancel_request(std::uint64_t request_id) {
        const detail::ClientUse use(state_);
        return detail::call(iap_cancel_request, handle(), request_id);
    }

    /* --------------------------------------------------------------------------------- products */

    /** Your function receives a Result<Products>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_products(const TextList &product_ids, F &&function) {
        return checked_request<Products>(product_ids, "a product id", std::forward<F>(function),
                                         detail::Request<std::decay_t<F>>::products, [&](auto... last) {
                                             return iap_request_products(handle(), product_ids.data(),
                                                                         product_ids.size(), last...);
                                         });
    }
    /** Your function receives a Result<Products>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_product_list(const ProductListOptions &options, F &&function) {
        const Text path(options.path);
        const Text url(options.url);
        const TextList headers(options.headers);
        if (!path.is_valid() || !url.is_valid()) {
            return detail::nul_error("the path or the URL of the product list");
        }
        iap_product_list_options c_options = IAP_PRODUCT_LIST_OPTIONS_INIT;
        c_options.timeout_ms = detail::wait_ms(options.timeout);
        c_options.path = path.or_null();
        c_options.url = url.or_null();
        c_options.headers = headers.data();
        c_options.header_count = headers.size();
        return checked_request<Products>(
            headers, "a header", std::forward<F>(function), detail::Request<std::decay_t<F>>::products,
            [&](auto... last) { return iap_request_product_list(handle(), &c_options, last...); });
    }
    /** An empty list means all cached products. Your function receives a Result<Products>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_cached_products(const TextList &product_ids, F &&function) {
        return checked_request<Products>(product_ids, "a product id", std::forward<F>(function),
                                         detail::Request<std::decay_t<F>>::products, [&](auto... last) {
                                             return iap_request_cached_products(handle(), product_ids.data(),
                                                                                product_ids.size(), last...);
                                         });
    }

    Awaitable<Result<Products>> products(const TextList &product_ids);
    Awaitable<Result<Products>> product_list(const ProductListOptions &options);
    Awaitable<Result<Products>> cached_products(const TextList &product_ids);

    /* ----------------------------------------------------------------------------- transactions */

    /** An empty product id means all products. Your function receives a
     *  Result<std::vector<Transaction>>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_transactions(Query query, const Text &product_id, F &&function) {
        return checked_request<std::vector<Transaction>>(
            product_id, "the product id", std::forward<F>(function), detail::Request<std::decay_t<F>>::transactions,
            [&](auto... last) {
                return iap_request_transactions(handle(), static_cast<iap_query_t>(query), product_id.or_null(),
                                                last...);
            });
    }
    /** An empty page means the first page. Your function receives a Result<TransactionsPage>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_transactions_page(Query query, const Text &product_id, std::uint32_t limit,
                                                    const Text &page, F &&function) {
        if (!page.is_valid()) {
            return detail::nul_error("the page");
        }
        return checked_request<TransactionsPage>(
            product_id, "the product id", std::forward<F>(function),
            detail::Request<std::decay_t<F>>::transactions_page, [&](auto... last) {
                return iap_request_transactions_page(handle(), static_cast<iap_query_t>(query), product_id.or_null(),
                                                     limit, page.or_null(), last...);
            });
    }
    /** Returns the queue of unfinished transactions as it is now. */
    template <class T = Transaction> Result<std::vector<T>> queue_transactions() const {
        const iap_transactions *list = nullptr;
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (iap_queue_transactions(handle(), &list, &error) != IAP_OK) {
            return Error(error);
        }
        std::vector<T> copies = detail::copy<T>(list);
        iap_transactions_release(list);
        return copies;
    }
    /** Your function receives a Result<Storefront>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> request_storefront(F &&function) {
        return request<Storefront>(std::forward<F>(function), detail::Request<std::decay_t<F>>::storefront,
                                   [&](auto... last) { return iap_request_storefront(handle(), last...); });
    }

    Awaitable<Result<std::vector<Transaction>>> transactions(Query query, const Text &product_id = "");
    Awaitable<Result<TransactionsPage>> transactions_page(Query query, const Text &product_id, std::uint32_t limit,
                                                          const Text &page = "");
    Awaitable<Result<Storefront>> storefront();

    /* --------------------------------------------------------------------------------- payments */

    /** Adds an observer. It receives events as long as the returned token exists. */
    template <class O = Observer, class T = ObserverToken> Result<T> observe(O observer);
    /** Adds an observer. Returns its id for remove_observer(). */
    template <class O = Observer> Result<std::uint64_t> add_observer(O observer);
    /** Removes an observer. This call frees the observer's functions. If one of them is running,
     *  they are freed after the running function has returned. */
    Result<void> remove_observer(std::uint64_t observer_id) {
        Result<void> removed = detail::call(iap_remove_observer, handle(), observer_id);
        if (removed && observer_id != 0) {
            state_->seats.clear(observer_id);
        }
        return removed;
    }
    /** Returns whether this object has an observer for transactions. */
    bool has_observer() const noexcept { return state_ != nullptr && state_->seats.has_observer(); }

    /** Adds a payment. Returns the id of the payment: Transaction::payment_id() of its transactions
     *  has the same value. */
    Result<std::uint64_t> add_payment(const Payment &payment) {
        const detail::PaymentArgument c_payment(payment);
        if (!c_payment.is_valid()) {
            return detail::nul_error("a text of the payment");
        }
        return detail::call_for<std::uint64_t>(iap_add_payment, handle(), c_payment.get());
    }

    /** Cancels a payment that waits for its turn; see iap_cancel_payment(). */
    Result<void> cancel_payment(std::uint64_t payment_id) {
        return detail::call(iap_cancel_payment, handle(), payment_id);
    }

    /** Finishes a transaction. Call it after the game has granted the purchase or recorded the
     *  failure. */
    Result<void> finish(const Transaction &transaction) {
        return detail::call(iap_finish_transaction, handle(), transaction.handle());
    }
    Result<void> finish(std::uint64_t transaction_id) {
        return detail::call(iap_finish_transaction_id, handle(), transaction_id);
    }
    /** Records that the game has granted the purchase but cannot finish the transaction yet. */
    Result<void> record_grant(const Transaction &transaction) {
        return detail::call(iap_record_grant, handle(), transaction.handle());
    }

    /** Delivers again what the account owns. Returns the id of the request. */
    Result<std::uint64_t> restore_completed_transactions() {
        return detail::call_for<std::uint64_t>(iap_restore_completed_transactions, handle());
    }

    /** Gives the verdict for Observer::verification_requested. The library uses retry_after only for an undecided
     *  verdict. */
    Result<void> give_verdict(std::uint64_t transaction_id, Verdict verdict, const Text &reason = "",
                              Milliseconds retry_after = {}) {
        if (!reason.is_valid()) {
            return detail::nul_error("the reason");
        }
        return detail::call(iap_give_verdict, handle(), transaction_id, static_cast<iap_verdict_t>(verdict),
                            reason.or_null(), detail::wait_ms(retry_after));
    }

    /** Adds a payment and awaits its outcome. */
    Awaitable<Purchase> buy(const Payment &payment);
    Awaitable<Purchase> buy(const Text &product_id);
    /** Continues a purchase that the player began in the App Store, and awaits its outcome. */
    Awaitable<Purchase> buy(const PurchaseIntent &intent);
    Awaitable<Purchase> buy(const PurchaseIntent &intent, const Payment &payment);
    /** Restores purchases. The observers receive them; the result shows that all of them have
     *  arrived. */
    Awaitable<Result<void>> restore();

    /* ------------------------------------------------------------------------- purchase intents */

    /** Returns the purchases that players began in the App Store and that the game has not taken or
     *  declined yet. */
    template <class T = PurchaseIntent> Result<std::vector<T>> queue_purchase_intents() const {
        const iap_purchase_intents *list = nullptr;
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (iap_queue_purchase_intents(handle(), &list, &error) != IAP_OK) {
            return Error(error);
        }
        std::vector<T> copies = detail::copy<T>(list);
        iap_purchase_intents_release(list);
        return copies;
    }
    /** Buys the product of a purchase intent. Returns the id of the payment. */
    Result<std::uint64_t> take_purchase_intent(const PurchaseIntent &intent) {
        return detail::call_for<std::uint64_t>(iap_take_purchase_intent, handle(), intent.handle(),
                                               static_cast<const iap_payment *>(nullptr));
    }
    Result<std::uint64_t> take_purchase_intent(const PurchaseIntent &intent, const Payment &payment) {
        const detail::PaymentArgument c_payment(payment);
        if (!c_payment.is_valid()) {
            return detail::nul_error("a text of the payment");
        }
        return detail::call_for<std::uint64_t>(iap_take_purchase_intent, handle(), intent.handle(), c_payment.get());
    }
    /** Keeps a purchase intent for later. */
    Result<void> defer_purchase_intent(const PurchaseIntent &intent) {
        return detail::call(iap_defer_purchase_intent, handle(), intent.handle());
    }
    Result<void> decline_purchase_intent(const PurchaseIntent &intent) {
        return detail::call(iap_decline_purchase_intent, handle(), intent.handle());
    }

    /* ---------------------------------------------------------------------------- subscriptions */

    /** An empty group means all groups. Your function receives a
     *  Result<std::vector<SubscriptionStatus>>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_subscription_statuses(const Text &group_id, F &&function) {
        return checked_request<std::vector<SubscriptionStatus>>(
            group_id, "the group id", std::forward<F>(function), detail::Request<std::decay_t<F>>::statuses,
            [&](auto... last) { return iap_request_subscription_statuses(handle(), group_id.or_null(), last...); });
    }
    /** Your function receives a Result<std::vector<SubscriptionStatus>>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_transaction_status(std::uint64_t transaction_id, F &&function) {
        return request<std::vector<SubscriptionStatus>>(
            std::forward<F>(function), detail::Request<std::decay_t<F>>::statuses,
            [&](auto... last) { return iap_request_transaction_status(handle(), transaction_id, last...); });
    }
    /** Your function receives a Result<bool>: use *result, not result, to get the value. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_introductory_offer_eligibility(const Text &group_id, F &&function) {
        return checked_request<bool>(group_id, "the group id", std::forward<F>(function),
                                     detail::Request<std::decay_t<F>>::yes_or_no, [&](auto... last) {
                                         return iap_request_introductory_offer_eligibility(handle(), group_id.c_str(),
                                                                                           last...);
                                     });
    }

    Awaitable<Result<std::vector<SubscriptionStatus>>> subscription_statuses(const Text &group_id = "");
    Awaitable<Result<std::vector<SubscriptionStatus>>> transaction_status(std::uint64_t transaction_id);
    Awaitable<Result<bool>> introductory_offer_eligibility(const Text &group_id);

    /* ------------------------------------------------------------------------------ the app
     *  itself, and promotions */

    /** Set refresh only when the player requests it. Your function receives a
     *  Result<AppTransaction>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> request_app_transaction(bool refresh, F &&function) {
        return request<AppTransaction>(
            std::forward<F>(function), detail::Request<std::decay_t<F>>::app_transaction,
            [&](auto... last) { return iap_request_app_transaction(handle(), detail::flag(refresh), last...); });
    }
    /** Set refresh only when the player requests it. Your function receives a
     *  Result<std::string>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> request_app_receipt(bool refresh, F &&function) {
        return request<std::string>(
            std::forward<F>(function), detail::Request<std::decay_t<F>>::text,
            [&](auto... last) { return iap_request_app_receipt(handle(), detail::flag(refresh), last...); });
    }
    /** Your function receives a Result<std::vector<Promotion>>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> request_promotions(F &&function) {
        return request<std::vector<Promotion>>(std::forward<F>(function), detail::Request<std::decay_t<F>>::promotions,
                                               [&](auto... last) { return iap_request_promotions(handle(), last...); });
    }
    /** An empty list means the order of App Store Connect. Your function receives a
     *  Result<void>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> set_promotion_order(const TextList &product_ids, F &&function) {
        return checked_request<void>(product_ids, "a product id", std::forward<F>(function),
                                     detail::Request<std::decay_t<F>>::done, [&](auto... last) {
                                         return iap_set_promotion_order(handle(), product_ids.data(),
                                                                        product_ids.size(), last...);
                                     });
    }
    /** Your function receives a Result<void>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> set_promotion_visibility(const Text &product_id, PromotionVisibility visibility,
                                                   F &&function) {
        return checked_request<void>(product_id, "the product id", std::forward<F>(function),
                                     detail::Request<std::decay_t<F>>::done, [&](auto... last) {
                                         return iap_set_promotion_visibility(
                                             handle(), product_id.c_str(),
                                             static_cast<iap_promotion_visibility_t>(visibility), last...);
                                     });
    }

    Awaitable<Result<AppTransaction>> app_transaction(bool refresh = false);
    Awaitable<Result<std::string>> app_receipt(bool refresh = false);
    Awaitable<Result<std::vector<Promotion>>> promotions();
    Awaitable<Result<void>> set_promotion_order(const TextList &product_ids);
    Awaitable<Result<void>> set_promotion_visibility(const Text &product_id, PromotionVisibility visibility);

    /* ------------------------------------------------------------------------------- sheets that
     *  the system shows */

    /* iap_payment describes the UI anchor; nullptr is the front window. The functions take a
     *  Result<void>. */

    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_refund(std::uint64_t transaction_id, void *ui_anchor, F &&function) {
        return request<void>(std::forward<F>(function), detail::Request<std::decay_t<F>>::done, [&](auto... last) {
            return iap_request_refund(handle(), transaction_id, ui_anchor, last...);
        });
    }
    /** An empty group means all groups. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> show_manage_subscriptions(const Text &group_id, void *ui_anchor, F &&function) {
        return checked_request<void>(group_id, "the group id", std::forward<F>(function),
                                     detail::Request<std::decay_t<F>>::done, [&](auto... last) {
                                         return iap_show_manage_subscriptions(handle(), group_id.or_null(), ui_anchor,
                                                                              last...);
                                     });
    }
    template <class F = std::nullptr_t>
    Result<std::uint64_t> present_offer_code_redemption(void *ui_anchor, F &&function) {
        return request<void>(std::forward<F>(function), detail::Request<std::decay_t<F>>::done, [&](auto... last) {
            return iap_present_offer_code_redemption(handle(), ui_anchor, last...);
        });
    }
    template <class F = std::nullptr_t>
    Result<std::uint64_t> present_merchandising(const Text &group_id, void *ui_anchor, F &&function) {
        return checked_request<void>(
            group_id, "the group id", std::forward<F>(function), detail::Request<std::decay_t<F>>::done,
            [&](auto... last) { return iap_present_merchandising(handle(), group_id.c_str(), ui_anchor, last...); });
    }
    template <class F = std::nullptr_t> Result<std::uint64_t> request_review(void *ui_anchor, F &&function) {
        return request<void>(std::forward<F>(function), detail::Request<std::decay_t<F>>::done,
                             [&](auto... last) { return iap_request_review(handle(), ui_anchor, last...); });
    }
    template <class F = std::nullptr_t>
    Result<std::uint64_t> display_message(const Message &message, void *ui_anchor, F &&function) {
        return request<void>(std::forward<F>(function), detail::Request<std::decay_t<F>>::done, [&](auto... last) {
            return iap_display_message(handle(), message.handle(), ui_anchor, last...);
        });
    }

    Awaitable<Result<void>> refund(std::uint64_t transaction_id, void *ui_anchor = nullptr);
    Awaitable<Result<void>> show_manage_subscriptions(const Text &group_id = "", void *ui_anchor = nullptr);
    Awaitable<Result<void>> present_offer_code_redemption(void *ui_anchor = nullptr);
    Awaitable<Result<void>> present_merchandising(const Text &group_id, void *ui_anchor = nullptr);
    Awaitable<Result<void>> review(void *ui_anchor = nullptr);
    Awaitable<Result<void>> display_message(const Message &message, void *ui_anchor = nullptr);

    /* --------------------------------------------------------------------- purchases on the web */

    /** Your function receives a Result<std::string>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> show_external_purchase_notice(F &&function) {
        return request<std::string>(std::forward<F>(function), detail::Request<std::decay_t<F>>::text,
                                    [&](auto... last) { return iap_show_external_purchase_notice(handle(), last...); });
    }
    /** An empty URL means the only declared URL. Your function receives a Result<void>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> open_external_purchase_link(const Text &url, F &&function) {
        return checked_request<void>(
            url, "the URL", std::forward<F>(function), detail::Request<std::decay_t<F>>::done,
            [&](auto... last) { return iap_open_external_purchase_link(handle(), url.or_null(), last...); });
    }
    /** Your function receives a Result<bool>: use *result, not result, to get the value. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_external_purchase_eligibility(ExternalPurchaseKind kind, F &&function) {
        return request<bool>(std::forward<F>(function), detail::Request<std::decay_t<F>>::yes_or_no, [&](auto... last) {
            return iap_request_external_purchase_eligibility(handle(), static_cast<iap_external_purchase_kind_t>(kind),
                                                             last...);
        });
    }
    /** Your function receives a Result<std::string>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_external_purchase_token(ExternalPurchaseToken type, F &&function) {
        return request<std::string>(std::forward<F>(function), detail::Request<std::decay_t<F>>::text,
                                    [&](auto... last) {
                                        return iap_request_external_purchase_token(
                                            handle(), static_cast<iap_external_purchase_token_t>(type), last...);
                                    });
    }
    /** Your function receives a Result<void>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> show_external_purchase_custom_link_notice(ExternalPurchaseNotice type, F &&function) {
        return request<void>(std::forward<F>(function), detail::Request<std::decay_t<F>>::done, [&](auto... last) {
            return iap_show_external_purchase_custom_link_notice(
                handle(), static_cast<iap_external_purchase_notice_t>(type), last...);
        });
    }
    /** Your function receives a Result<void>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> open_external_link_account(F &&function) {
        return request<void>(std::forward<F>(function), detail::Request<std::decay_t<F>>::done,
                             [&](auto... last) { return iap_open_external_link_account(handle(), last...); });
    }
    /** Your function receives a Result<void>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> bind_payment_method(const Text &pinning_id, F &&function) {
        return checked_request<void>(
            pinning_id, "the pinning id", std::forward<F>(function), detail::Request<std::decay_t<F>>::done,
            [&](auto... last) { return iap_bind_payment_method(handle(), pinning_id.c_str(), last...); });
    }

    Awaitable<Result<std::string>> show_external_purchase_notice();
    Awaitable<Result<void>> open_external_purchase_link(const Text &url = "");
    Awaitable<Result<bool>> external_purchase_eligibility(ExternalPurchaseKind kind);
    Awaitable<Result<std::string>> external_purchase_token(ExternalPurchaseToken type);
    Awaitable<Result<void>> show_external_purchase_custom_link_notice(ExternalPurchaseNotice type);
    Awaitable<Result<void>> open_external_link_account();
    Awaitable<Result<void>> bind_payment_method(const Text &pinning_id);

    /* -------------------------------------------------------------------------------- audit log */

    /** Your function receives a Result<void>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> request_audit_copy(const Text &path, F &&function) {
        return checked_request<void>(
            path, "the path", std::forward<F>(function), detail::Request<std::decay_t<F>>::done,
            [&](auto... last) { return iap_request_audit_copy(handle(), path.c_str(), last...); });
    }

    Awaitable<Result<void>> audit_copy(const Text &path);

    /** Returns the C handle. Use process_events() and next_event() instead of the C functions,
     *  because this object must know about these calls. */
    iap_client *handle() const noexcept { return state_ == nullptr ? nullptr : state_->handle; }

    /** For the other headers of this library. */
    detail::ClientState *state() const noexcept { return state_; }

  private:
    explicit Client(detail::ClientState *state) noexcept : state_(state) {}

    template <class Response, class F, class Completion, class Call>
    Result<std::uint64_t> request(F &&function, Completion completion, Call call) {
        return detail::request<Response>(state_, std::forward<F>(function), completion, call);
    }
    template <class Response, class Input, class F, class Completion, class Call>
    Result<std::uint64_t> checked_request(const Input &input, const char *name, F &&function, Completion completion,
                                          Call call) {
        if (!input.is_valid()) {
            return detail::nul_error(name);
        }
        return detail::request<Response>(state_, std::forward<F>(function), completion, call);
    }

    detail::ClientState *state_;
};

/**
 * Cancels a request when it goes out of scope. Objects that the request's function uses can be
 * destroyed after the token:
 *
 *     iap::RequestToken prices{client, client.request_products(ids, [this](auto products) { show(products); })};
 *
 * If the function has not been called yet, the destructor calls it with IAP_ERROR_CANCELLED.
 * Destroy the token on the thread that processes events, or when no thread does: while another
 * thread does, the request stays open, see iap_cancel_request(). A token can outlive its client.
 */
class RequestToken {
  public:
    RequestToken() = default;
    /** The token stays empty if the request failed to start. */
    RequestToken(const Client &client, const Result<std::uint64_t> &request_id)
        : client_(client.state()), id_(request_id ? *request_id : 0) {}
    RequestToken(RequestToken &&other) noexcept : client_(other.client_), id_(other.release()) {}
    RequestToken &operator=(RequestToken &&other) noexcept {
        RequestToken taken(std::move(other));
        std::swap(client_, taken.client_);
        std::swap(id_, taken.id_);
        return *this;
    }
    RequestToken(const RequestToken &) = delete;
    RequestToken &operator=(const RequestToken &) = delete;
    ~RequestToken() { cancel(); }

    /** Cancels the request now. */
    void cancel() noexcept {
        const std::uint64_t id = release();
        if (id != 0) {
            const detail::ClientReference client = client_;
            if (client.is_open()) {
                iap_cancel_request(client.handle(), id, nullptr);
            }
        }
    }
    /** Empties the token and does not cancel the request. Returns the id of the request. */
    std::uint64_t release() noexcept { return std::exchange(id_, 0); }
    /** Returns the id of the request; 0 if the token is empty. */
    std::uint64_t id() const noexcept { return id_; }

  private:
    detail::ClientReference client_{nullptr};
    std::uint64_t id_ = 0;
};

/**
 * Removes an observer when it goes out of scope. Client::observe() returns it. The destructor frees
 * the functions of the observer. If one of them is running, they are freed after the running
 * function has returned. Destroy the token on the thread that processes events, or when no thread
 * does: while another thread does, the observer stays, see iap_remove_observer(). A token can
 * outlive its client.
 */
class ObserverToken {
  public:
    ObserverToken() = default;
    ObserverToken(ObserverToken &&other) noexcept : client_(other.client_), id_(std::exchange(other.id_, 0)) {}
    ObserverToken &operator=(ObserverToken &&other) noexcept {
        ObserverToken taken(std::move(other));
        std::swap(client_, taken.client_);
        std::swap(id_, taken.id_);
        return *this;
    }
    ObserverToken(const ObserverToken &) = delete;
    ObserverToken &operator=(const ObserverToken &) = delete;
    ~ObserverToken() { remove(); }

    /** Removes the observer now. */
    void remove() noexcept {
        const std::uint64_t id = std::exchange(id_, 0);
        if (id != 0) {
            const detail::ClientReference client = client_;
            if (client.is_open() && iap_remove_observer(client.handle(), id, nullptr) == IAP_OK) {
                client.state()->seats.clear(id);
            }
        }
    }
    /** Returns the id of the observer; 0 if the token is empty. */
    std::uint64_t id() const noexcept { return id_; }

  private:
    friend class Client;
    ObserverToken(detail::ClientState *state, std::uint64_t id) noexcept : client_(state), id_(id) {}

    detail::ClientReference client_{nullptr};
    std::uint64_t id_ = 0;
};

template <class O, class C> Result<C> Client::open(O options) {
    static_assert(std::is_same_v<O, ClientOptions>, "it takes an iap::ClientOptions");
    const Text journal_path(options.journal_path);
    const Text player_id(options.player_id);
    const Text app_account_token(options.app_account_token);
    const Text roots_path(options.verification.roots_path);
    const Text server_url(options.verification.server_url);
    const TextList server_headers(options.verification.server_headers);
    if (!journal_path.is_valid() || !player_id.is_valid() || !app_account_token.is_valid() || !roots_path.is_valid() ||
        !server_url.is_valid() || !server_headers.is_valid()) {
        return detail::nul_error("a path, the URL, a header or the player of the client's options");
    }
    std::optional<detail::InventoryArgument<std::decay_t<decltype(*options.inventory)>>> inventory;
    if (options.inventory && !inventory.emplace(*options.inventory).is_valid()) {
        return detail::nul_error("a product id, a name or the path of the grants");
    }
    iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    verification.mode = static_cast<iap_verification_mode_t>(options.verification.mode);
    verification.roots_path = roots_path.or_null();
    verification.server_url = server_url.or_null();
    verification.server_headers = server_headers.data();
    verification.server_header_count = server_headers.size();
    verification.server_timeout_ms = detail::wait_ms(options.verification.server_timeout);
    verification.retry_min_ms = detail::wait_ms(options.verification.retry_min);
    verification.retry_max_ms = detail::wait_ms(options.verification.retry_max);
    verification.accepts_xcode_testing = options.verification.accepts_xcode_testing ? 1 : 0;
    iap_client_options c_options = IAP_CLIENT_OPTIONS_INIT;
    c_options.execution = static_cast<iap_execution_t>(options.execution);
    c_options.journal_path = journal_path.or_null();
    c_options.device = options.device;
    c_options.handles_messages = detail::flag(options.handles_messages);
    c_options.audit_limit_bytes = options.audit_limit_bytes;
    c_options.inventory = inventory ? inventory->get() : nullptr;
    c_options.verification = &verification;
    c_options.player_id = player_id.or_null();
    c_options.integrity_key = options.integrity_key.empty() ? nullptr : options.integrity_key.data();
    c_options.integrity_key_length = options.integrity_key.size();
    c_options.adopts_journal = detail::flag(options.adopts_journal);
    c_options.app_account_token = app_account_token.or_null();
    auto *state = new detail::ClientState;
    C client(state);
    state->wake = std::move(options.wake);
    if (state->wake) {
        c_options.wake = detail::ClientState::call_wake;
        c_options.wake_user_data = state;
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_client_open(&c_options, &state->handle, &error) != IAP_OK) {
        return Error(error);
    }
    return client;
}

template <class O, class T> Result<T> Client::observe(O observer) {
    Result<std::uint64_t> id = add_observer(std::move(observer));
    return id ? Result<T>(T(state_, *id)) : Result<T>(id.error());
}

template <class O> Result<std::uint64_t> Client::add_observer(O observer) {
    static_assert(std::is_same_v<O, Observer>, "it takes an iap::Observer");
    if (state_ == nullptr) {
        return Error::of_status(IAP_ERROR_INVALID_ARGUMENT);
    }
    auto *seat = new detail::ObserverSeat<O>(std::move(observer), state_);
    const iap_observer c_observer = seat->c_observer();
    /* Do this before the library has the observer: another thread may process the first event
     *  before this call returns. */
    seat->retain();
    state_->seat(seat);
    Result<std::uint64_t> id = detail::call_for<std::uint64_t>(iap_add_observer, handle(), &c_observer);
    if (id) {
        seat->id = *id;
    } else {
        seat->clear();
    }
    seat->release();
    return id;
}

} // namespace v0_3
} // namespace iap

#endif // IAP_IAP_HPP
