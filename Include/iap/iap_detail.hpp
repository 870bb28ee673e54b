/*
 * iap_detail.hpp: the implementation of iap::Client: which functions it calls, and how long their
 * data lives. Games do not use this header directly. They include <iap/iap.hpp>, which includes
 * this one.
 */
#ifndef IAP_IAP_DETAIL_HPP
#define IAP_IAP_DETAIL_HPP

#include <iap/iap_values.hpp>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#else
#include <mutex>
#endif

namespace iap {
inline namespace v0_3 {

namespace detail {

/** Waits for an event that observers receive: the outcome of a payment, or the end of a restore. It
 *  is notified once. */
struct Waiter {
    std::uint64_t id = 0; /**< the id of the payment or the restore */
    bool is_for_restore = false;
    /** One of the two pointers is NULL; both are NULL for a restore that has finished. The call may
     *  delete the waiter. */
    void (*tell)(Waiter *waiter, const Transaction *transaction, const Error *error) = nullptr;

    void link(Waiter *&list) noexcept {
        next_ = list;
        if (next_ != nullptr) {
            next_->place_ = &next_;
        }
        list = this;
        place_ = &list;
    }
    void unlink() noexcept {
        if (place_ != nullptr) {
            *place_ = next_;
            if (next_ != nullptr) {
                next_->place_ = place_;
            }
            place_ = nullptr;
            next_ = nullptr;
        }
    }
    Waiter *next() const noexcept { return next_; }

  private:
    Waiter *next_ = nullptr;
    Waiter **place_ = nullptr; /**< the pointer to this waiter; NULL if it is in no list */
};

#if defined(__unix__) || defined(__APPLE__)
/* <mutex> costs each file a tenth of a second. */
class Mutex {
  public:
    Mutex() = default;
    Mutex(const Mutex &) = delete;
    Mutex &operator=(const Mutex &) = delete;
    ~Mutex() { pthread_mutex_destroy(&mutex_); }

    void lock() noexcept { pthread_mutex_lock(&mutex_); }
    void unlock() noexcept { pthread_mutex_unlock(&mutex_); }

  private:
    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};
#else
using Mutex = std::mutex;
#endif

/** Holds a mutex in a scope. */
class MutexLock {
  public:
    explicit MutexLock(Mutex &mutex) noexcept : mutex_(mutex) { mutex_.lock(); }
    MutexLock(const MutexLock &) = delete;
    MutexLock &operator=(const MutexLock &) = delete;
    ~MutexLock() { mutex_.unlock(); }

  private:
    Mutex &mutex_;
};

struct ClientState;

/**
 * The user data of an observer. A function that iap_client_close() calls may destroy the client,
 * and the library then still calls the observers of open restores. Therefore the seat lives until
 * no call can start any more; see SeatList. The observer on the seat is freed immediately. If a
 * call of the observer is running, the observer is freed after that call.
 */
class Seat {
  public:
    explicit Seat(ClientState *state) noexcept : state_(state) {}
    Seat(const Seat &) = delete;
    Seat &operator=(const Seat &) = delete;
    virtual ~Seat() = default;

    void clear() {
        if (!is_cleared_.exchange(true)) {
            leave();
        }
    }
    bool is_cleared() const noexcept { return is_cleared_; }
    /** Returns whether the seat has no observer and no running call. */
    bool is_left() const noexcept { return is_cleared_ && references_ == 1; }

    /** Ends the seat because the client is destroyed. A running call that destroys the client still
     *  uses the seat. */
    void end() {
        state_ = nullptr;
        clear();
        release();
    }

    void retain() noexcept { ++references_; }
    /** Releases the seat. Returns the state of the client, or NULL if the client was destroyed in
     *  the meantime. */
    ClientState *release() {
        ClientState *state = state_;
        if (--references_ == 0) {
            delete this;
        }
        return state;
    }

    Seat *next = nullptr;
    Atomic<std::uint64_t> id{0};

  protected:
    virtual void free_observer() = 0;

    /* Fails if the last use has ended, because the observer is freed then. */
    bool enter() noexcept {
        std::uint32_t uses = uses_;
        while (uses != 0 && !is_cleared_) {
            if (uses_.compare_exchange_weak(uses, uses + 1)) {
                return true;
            }
        }
        return false;
    }
    void leave() {
        if (--uses_ == 0) {
            free_observer();
        }
    }

  private:
    ClientState *state_;
    Atomic<bool> is_cleared_{false};
    Atomic<std::uint32_t> uses_{1};       /**< uses of the observer; the seat counts as one until it is cleared */
    Atomic<std::uint32_t> references_{1}; /**< references to the seat; the list holds one */
};

/** The seats of a client. This list is thread-safe. No code of the game runs while the list is
 *  locked, so a thread waits only briefly. */
class SeatList {
  public:
    SeatList() = default;
    SeatList(const SeatList &) = delete;
    SeatList &operator=(const SeatList &) = delete;

    void add(Seat *seat) noexcept {
        const MutexLock lock(mutex_);
        seat->next = first_;
        first_ = seat;
    }
    /** Returns whether a seat has an observer. */
    bool has_observer() const noexcept {
        const MutexLock lock(mutex_);
        return first_with(0) != nullptr;
    }
    /** Frees the observer on the seat with this id; with 0 the observers on all seats. */
    void clear(std::uint64_t id) {
        while (Seat *seat = retained(id)) {
            seat->clear();
            seat->release();
        }
    }
    /** Frees the seats that are no longer in use. Call it only while no running call of the library
     *  can reach such a seat. */
    void sweep() {
        Seat *left = nullptr;
        {
            const MutexLock lock(mutex_);
            for (Seat **place = &first_; *place != nullptr;) {
                Seat *seat = *place;
                if (seat->is_left()) {
                    *place = seat->next;
                    seat->next = left;
                    left = seat;
                } else {
                    place = &seat->next;
                }
            }
        }
        while (left != nullptr) {
            std::exchange(left, left->next)->release();
        }
    }
    /** Ends all seats because the client is destroyed. */
    void end() {
        Seat *leaving = nullptr;
        {
            const MutexLock lock(mutex_);
            leaving = std::exchange(first_, nullptr);
        }
        while (leaving != nullptr) {
            std::exchange(leaving, leaving->next)->end();
        }
    }

  private:
    Seat *first_with(std::uint64_t id) const noexcept {
        Seat *seat = first_;
        while (seat != nullptr && (seat->is_cleared() || (id != 0 && seat->id != id))) {
            seat = seat->next;
        }
        return seat;
    }
    Seat *retained(std::uint64_t id) noexcept {
        const MutexLock lock(mutex_);
        Seat *seat = first_with(id);
        if (seat != nullptr) {
            seat->retain();
        }
        return seat;
    }

    Seat *first_ = nullptr;
    mutable Mutex mutex_;
};

/** The state of a client. It keeps its address when the client is moved. */
struct ClientState {
    iap_client *handle = nullptr;
    Function<void()> wake{};
    SeatList seats{};
    Atomic<bool> is_closed{false};          /**< close() has ended the open requests */
    Atomic<std::int32_t> open_functions{0}; /**< the number of requests whose function has not been called yet */
    Waiter *waiters = nullptr;              /**< only for the thread that processes events */

    static void call_wake(void *user_data) noexcept { static_cast<ClientState *>(user_data)->wake(); }

    void retain() noexcept { ++references_; }
    void release() noexcept {
        if (--references_ == 0) {
            delete this;
        }
    }

    /* The client itself counts as one use, and so does each call in which the library calls
     * functions of the game. Such a function may destroy the client. The end of the last use then
     * ends the seats. */
    void enter() noexcept { ++uses_; }
    void leave() noexcept {
        if (--uses_ == 0) {
            wake = nullptr;
            seats.end();
            release();
        }
    }

    /** Adds the seat of an observer. The library may call the observer on another thread before
     *  this function returns. */
    void seat(Seat *seat) {
        if (uses_ == 1) {
            seats.sweep();
        }
        seats.add(seat);
    }

    iap_status_t close() noexcept;

    void tell(bool is_restore, std::uint64_t id, const Transaction *transaction, const Error *error) {
        for (Waiter *waiter = waiters; waiter != nullptr; waiter = waiter->next()) {
            if (waiter->is_for_restore == is_restore && waiter->id == id) {
                waiter->unlink();
                /* This is the last step: the call may destroy the client. */
                waiter->tell(waiter, transaction, error);
                return;
            }
        }
    }

  private:
    /** Notifies all waiters that the client is closed. */
    void cancel_waiters() {
        /* The waiters move to a separate list first: a notified waiter may close the client again,
         * and the other waiters stay in that list. */
        Waiter *leaving = nullptr;
        while (waiters != nullptr) {
            Waiter *waiter = waiters;
            waiter->unlink();
            waiter->link(leaving);
        }
        const Error error = Error::with_message(IAP_ERROR_CANCELLED, "the client was closed");
        while (leaving != nullptr) {
            Waiter *waiter = leaving;
            waiter->unlink();
            waiter->tell(waiter, nullptr, &error);
        }
    }

    Atomic<std::uint32_t> uses_{1};
    Atomic<std::uint32_t> references_{1}; /**< one for all uses together, and one for each ClientReference */
};

/** Counts as a use of the state during a call in which the library calls functions of the game. The
 *  state may be NULL. */
class ClientUse {
  public:
    explicit ClientUse(ClientState *state) noexcept : state_(state) {
        if (state_ != nullptr) {
            state_->enter();
        }
    }
    ClientUse(const ClientUse &) = delete;
    ClientUse &operator=(const ClientUse &) = delete;
    ~ClientUse() {
        if (state_ != nullptr) {
            state_->leave();
        }
    }

  private:
    ClientState *state_;
};

/** Closes the client. The functions that this call notifies may destroy the client, or close it
 *  again. */
inline iap_status_t ClientState::close() noexcept {
    const ClientUse use(this);
    iap_status_t status = handle == nullptr ? IAP_ERROR_INVALID_ARGUMENT : IAP_ERROR_CLOSED;
    if (handle != nullptr && !is_closed) {
        status = iap_client_close(handle);
        if (status == IAP_ERROR_WRONG_THREAD) {
            return status;
        }
        /* Set this only after iap_client_close() has called the functions, because they may cancel
         *  each other's requests. */
        if (status == IAP_OK) {
            is_closed = true;
        }
    }
    seats.clear(0);
    cancel_waiters();
    return status;
}

/** Refers to the state of a client. It can outlive the client. */
class ClientReference {
  public:
    explicit ClientReference(ClientState *state) noexcept : state_(state) {
        if (state_ != nullptr) {
            state_->retain();
        }
    }
    ClientReference(const ClientReference &other) noexcept : ClientReference(other.state_) {}
    ClientReference &operator=(ClientReference other) noexcept {
        std::swap(state_, other.state_);
        return *this;
    }
    ~ClientReference() {
        if (state_ != nullptr) {
            state_->release();
        }
    }

    ClientState *state() const noexcept { return state_; }
    bool is_open() const noexcept { return state_ != nullptr && state_->handle != nullptr && !state_->is_closed; }
    iap_client *handle() const noexcept { return state_ == nullptr ? nullptr : state_->handle; }

  private:
    ClientState *state_;
};

/** A seat with an observer on it. It is a template: a translation unit compiles it only if it adds
 *  an observer. */
template <class O> class ObserverSeat final : public Seat {
  public:
    ObserverSeat(O observer, ClientState *state) : Seat(state), observer_(std::move(observer)) {}

    /** Returns the C observer that calls the observer on this seat. */
    iap_observer c_observer() noexcept {
        iap_observer observer = IAP_OBSERVER_INIT;
        observer.user_data = this;
        observer.transaction_updated = transaction_updated;
        observer.transaction_removed = hand_over<&O::transaction_removed, Transaction, iap_transaction>;
        observer.restore_finished = restore_finished;
        observer.restore_failed = restore_failed;
        observer.storefront_changed = storefront_changed;
        /* The library keeps these events until an observer receives them. An observer without a
         * function for such an event must not take the event. */
        if (observer_.entitlement_revoked) {
            observer.entitlement_revoked = hand_over<&O::entitlement_revoked, Transaction, iap_transaction>;
        }
        if (observer_.entitlement_changed) {
            observer.entitlement_changed = entitlement_changed;
        }
        if (observer_.problem_reported) {
            observer.problem_reported = hand_over<&O::problem_reported, Error, iap_error>;
        }
        observer.subscription_status_changed =
            hand_over<&O::subscription_status_changed, SubscriptionStatus, iap_subscription_status>;
        observer.purchase_intent_received =
            hand_over<&O::purchase_intent_received, PurchaseIntent, iap_purchase_intent>;
        observer.message_received = hand_over<&O::message_received, Message, iap_message>;
        observer.verification_requested = hand_over<&O::verification_requested, Transaction, iap_transaction>;
        return observer;
    }

  private:
    void free_observer() override { O leaving = std::move(observer_); }

    /* The functions stay alive while one of them runs, even if it removes its observer or destroys
     * the client. Returns the state of the client, or NULL if the client was destroyed. */
    template <class F, class... Arguments>
    static ClientState *call(void *user_data, F O::*member, const Arguments &...arguments) {
        auto *seat = static_cast<ObserverSeat *>(user_data);
        seat->retain();
        if (seat->enter()) {
            if (seat->observer_.*member) {
                (seat->observer_.*member)(arguments...);
            }
            seat->leave();
        }
        return seat->release();
    }

    /* Passes on an event that has one value. */
    template <auto member, class Value, class Handle>
    static void hand_over(void *seat, iap_client *, const Handle *handle) noexcept {
        call(seat, member, Value(borrowed(handle)));
    }
    template <class Handle> static const Handle *borrowed(const Handle *handle) noexcept { return handle; }
    static const iap_error &borrowed(const iap_error *error) noexcept { return *error; }

    static void transaction_updated(void *seat, iap_client *, const iap_transaction *handle) noexcept {
        const Transaction transaction(handle);
        ClientState *state = call(seat, &O::transaction_updated, transaction);
        if (state != nullptr && state->waiters != nullptr && transaction.payment_id() != 0 &&
            transaction.state() != TransactionState::purchasing) {
            state->tell(false, transaction.payment_id(), &transaction, nullptr);
        }
    }
    static void restore_finished(void *seat, iap_client *, std::uint64_t request_id) noexcept {
        ClientState *state = call(seat, &O::restore_finished, request_id);
        if (state != nullptr) {
            state->tell(true, request_id, nullptr, nullptr);
        }
    }
    static void restore_failed(void *seat, iap_client *, std::uint64_t request_id, const iap_error *raw) noexcept {
        const Error error(*raw);
        ClientState *state = call(seat, &O::restore_failed, request_id, error);
        if (state != nullptr) {
            state->tell(true, request_id, nullptr, &error);
        }
    }
    static void storefront_changed(void *seat, iap_client *, const char *country_code,
                                   const char *identifier) noexcept {
        call(seat, &O::storefront_changed, storefront(country_code, identifier));
    }
    static void entitlement_changed(void *seat, iap_client *, const char *product_id, std::int32_t is_owned) noexcept {
        call(seat, &O::entitlement_changed, std::string(view(product_id)), is_owned == 1);
    }

    O observer_;
};

/** The user data of a request. The library calls each completion exactly once, and the completion
 *  frees this object. */
template <class F> struct Request {
    F function;
    ClientState *state;

    /* `make` is generic: a translation unit compiles only the results that it requests. */
    template <class Response, class Make, class... Parts>
    static void end(void *user_data, const iap_error *error, Make make, Parts... parts) {
        if constexpr (!std::is_null_pointer_v<F>) {
            Request *request = static_cast<Request *>(user_data);
            --request->state->open_functions;
            /* The function may destroy the client. */
            request->function(error == nullptr ? Result<Response>(make(parts...)) : Result<Response>(Error(*error)));
            delete request;
        }
    }

    static void products(void *request, iap_client *, std::uint64_t, const iap_products *products,
                         const iap_error *error) noexcept {
        end<Products>(
            request, error, [](auto *list) { return copy(list); }, products);
    }
    static void transactions(void *request, iap_client *, std::uint64_t, const iap_transactions *transactions,
                             const iap_error *error) noexcept {
        end<std::vector<Transaction>>(
            request, error, [](auto *list) { return copy(list); }, transactions);
    }
    static void transactions_page(void *request, iap_client *, std::uint64_t, const iap_transactions *transactions,
                                  const iap_error *error) noexcept {
        end<TransactionsPage>(
            request, error, [](auto *list) { return copy_page(list); }, transactions);
    }
    static void storefront(void *request, iap_client *, std::uint64_t, const char *country_code, const char *identifier,
                           const iap_error *error) noexcept {
        end<Storefront>(
            request, error, [](auto... parts) { return detail::storefront(parts...); }, country_code, identifier);
    }
    static void statuses(void *request, iap_client *, std::uint64_t, const iap_subscription_statuses *statuses,
                         const iap_error *error) noexcept {
        end<std::vector<SubscriptionStatus>>(
            request, error, [](auto *list) { return copy(list); }, statuses);
    }
    static void app_transaction(void *request, iap_client *, std::uint64_t, const iap_app_transaction *app_transaction,
                                const iap_error *error) noexcept {
        end<AppTransaction>(
            request, error, [](auto *handle) { return AppTransaction(handle); }, app_transaction);
    }
    static void promotions(void *request, iap_client *, std::uint64_t, const iap_promotions *promotions,
                           const iap_error *error) noexcept {
        end<std::vector<Promotion>>(
            request, error, [](auto *list) { return copy(list); }, promotions);
    }
    static void yes_or_no(void *request, iap_client *, std::uint64_t, std::int32_t flag,
                          const iap_error *error) noexcept {
        end<bool>(
            request, error, [](auto value) { return value != 0; }, flag);
    }
    static void text(void *request, iap_client *, std::uint64_t, const char *text, const iap_error *error) noexcept {
        end<std::string>(
            request, error, [](auto *value) { return std::string(view(value)); }, text);
    }
    static void done(void *request, iap_client *, std::uint64_t, const iap_error *error) noexcept {
        if constexpr (!std::is_null_pointer_v<F>) {
            Request *own = static_cast<Request *>(request);
            --own->state->open_functions;
            own->function(error == nullptr ? Result<void>() : Result<void>(Error(*error)));
            delete own;
        }
    }
};

/**
 * Starts a request whose completion calls a function. `call` gets the last arguments of the C
 * function: completion, user data, request id and error.
 */
template <class Response, class F, class Completion, class Call>
Result<std::uint64_t> request(ClientState *state, F &&function, Completion completion, Call call) {
    using D = std::decay_t<F>;
    std::uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if constexpr (!std::is_null_pointer_v<D>) {
        static_assert(std::is_invocable_v<D &, Result<Response>>, "the function has to take a Result of the response");
        if (state != nullptr && !Function<void()>::is_empty(function)) {
            auto *request = new Request<D>{std::forward<F>(function), state};
            ++state->open_functions;
            if (call(completion, static_cast<void *>(request), &id, &error) != IAP_OK) {
                --state->open_functions;
                delete request;
                return Error(error);
            }
            /* The completion owns the request now. It may already have run on another thread and
             *  freed the request. */
            return id;
        }
    }
    return call(nullptr, nullptr, &id, &error) == IAP_OK ? Result<std::uint64_t>(id)
                                                         : Result<std::uint64_t>(Error(error));
}

/** A payment for C. It borrows the texts of the C++ payment. */
class PaymentArgument {
  public:
    explicit PaymentArgument(const Payment &payment);
    PaymentArgument(const PaymentArgument &) = delete;
    PaymentArgument &operator=(const PaymentArgument &) = delete;

    const iap_payment *get() const noexcept { return &payment_; }
    ~PaymentArgument() { delete[] custom_values_; }

    bool is_valid() const noexcept { return is_valid_; }

  private:
    const char *text(const std::string &text) noexcept {
        is_valid_ = is_valid_ && !holds_nul(text);
        return optional_text(text);
    }

    iap_payment payment_ = IAP_PAYMENT_INIT;
    iap_custom_value *custom_values_;
    bool is_valid_ = true;
};

inline PaymentArgument::PaymentArgument(const Payment &payment)
    : custom_values_(new iap_custom_value[payment.custom_values.size()]()) {
    is_valid_ = !holds_nul(payment.product_id);
    payment_.product_id = payment.product_id.c_str();
    payment_.quantity = payment.quantity;
    payment_.app_account_token = text(payment.app_account_token);
    payment_.simulates_ask_to_buy = flag(payment.simulates_ask_to_buy);
    payment_.seats = payment.seats;
    const PaymentOffer &given = payment.offer;
    iap_payment_offer &offer = payment_.offer;
    offer.id = text(given.id);
    offer.jws = text(given.jws);
    offer.key_id = text(given.key_id);
    offer.nonce = text(given.nonce);
    offer.signature = text(given.signature);
    offer.timestamp_ms = given.timestamp_ms;
    offer.win_back_id = text(given.win_back_id);
    offer.introductory_jws = text(given.introductory_jws);
    payment_.advanced_commerce_jws = text(payment.advanced_commerce_jws);
    if (payment.storefronts) {
        /* Here an empty text differs from NULL: it allows no change of the storefront. */
        is_valid_ = is_valid_ && !holds_nul(*payment.storefronts);
        payment_.storefronts = payment.storefronts->c_str();
    }
    for (const CustomValue &value : payment.custom_values) {
        iap_custom_value &c_value = custom_values_[payment_.custom_value_count++];
        is_valid_ = is_valid_ && !holds_nul(value.key);
        c_value.key = value.key.c_str();
        c_value.type = static_cast<std::int32_t>(value.type);
        c_value.flag = flag(value.flag_value);
        c_value.number = value.number_value;
        c_value.bytes = value.bytes.data();
        c_value.length = value.bytes.size();
    }
    payment_.custom_values = custom_values_;
    payment_.billing_plan = static_cast<iap_billing_plan_type_t>(payment.billing_plan);
    payment_.suppresses_seat_invitation = flag(payment.suppresses_seat_invitation);
    payment_.ui_anchor = payment.ui_anchor;
}

/** The inventory options for C. They borrow from the C++ values. */
template <class Options> class InventoryArgument {
  public:
    explicit InventoryArgument(const Options &inventory) : is_valid_(!holds_nul(inventory.grants_path)) {
        grants_.reserve(inventory.grants.size());
        for (const auto &grant : inventory.grants) {
            is_valid_ = is_valid_ && !holds_nul(grant.product_id) && !holds_nul(grant.name);
            iap_grant c_grant = IAP_GRANT_INIT;
            c_grant.kind = static_cast<iap_grant_kind_t>(grant.kind);
            c_grant.product_id = grant.product_id.c_str();
            c_grant.name = grant.name.c_str();
            c_grant.amount = grant.amount;
            c_grant.revocation_policy = static_cast<iap_revocation_policy_t>(grant.revocation_policy);
            grants_.push_back(c_grant);
        }
        options_.grants = grants_.data();
        options_.grant_count = grants_.size();
        options_.grants_path = optional_text(inventory.grants_path);
    }
    InventoryArgument(const InventoryArgument &) = delete;
    InventoryArgument &operator=(const InventoryArgument &) = delete;

    const iap_inventory_options *get() const noexcept { return &options_; }
    bool is_valid() const noexcept { return is_valid_; }

  private:
    std::vector<iap_grant> grants_;
    iap_inventory_options options_ = IAP_INVENTORY_OPTIONS_INIT;
    bool is_valid_;
};

} // namespace detail

} // namespace v0_3
} // namespace iap

#endif // IAP_IAP_DETAIL_HPP
