/*
 * iap.hpp: <iap/iap.h> for C++17, header-only. It adds nothing to the C functions but ownership, functions that can hold
 * something, and a result type; what they do, and on which thread, is written there.
 *
 * It throws nothing and needs neither exceptions nor run-time type information. A function that the game hands over
 * must not throw: it is called by a library that is not written in C++.
 *
 * These headers are compiled into the program. All its translation units, and static libraries that go into it, have to
 * use them in one version, as with any C++ class; the C library may be a later one.
 *
 * A request takes a function that is called once, with a Result of what was asked for, inside Client::process_events();
 * nullptr or {} in its place calls nobody. The result of the call is the id of the request. With C++20 a request can be
 * awaited instead: its twin has the same arguments without the function, and a name without "request_". The twins, and
 * Client::buy(), are declared here and come with <iap/iap_coroutine.hpp>.
 */
#ifndef IAP_IAP_HPP
#define IAP_IAP_HPP

#include <iap/iap.h>
#include <iap/iap_result.hpp>
#include <iap/iap_values.hpp>

namespace iap {

/** The version of the library at run time, in the form of IAP_HEADER_VERSION. */
inline std::uint32_t version() noexcept { return iap_version(); }

/** What a game hears without having asked; see iap_observer. Any function may be empty. */
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
};

enum class Execution : iap_execution {
    background = IAP_EXECUTION_BACKGROUND,
    manual = IAP_EXECUTION_MANUAL,
};

/** Who besides the store has to find a purchase genuine; see iap_verification_options. */
struct VerificationOptions {
    VerificationMode mode = VerificationMode::by_store;
    std::string roots_path{};
    std::string server_url{};
    std::vector<std::string> server_headers{};   /**< lines of the form "Name: value" */
    std::chrono::milliseconds server_timeout{0}; /**< 0: 30 seconds */
    std::chrono::milliseconds retry_min{0};      /**< 0: 1 second */
    std::chrono::milliseconds retry_max{0};      /**< 0: 1 hour */
};

/** See iap_client_options. */
struct ClientOptions {
    Execution execution = Execution::background;
    std::string journal_path{};   /**< empty: in memory only */
    iap_device *device = nullptr; /**< Linux: of a reference store, <iap/iap_store.hpp>; elsewhere nullptr */
    Function<void()> wake{};      /**< called on any thread; must not call the library */
    /** What products grant, if the library is to hold it; <iap/iap_inventory.hpp> makes it. nullptr: the game holds it. */
    const iap_inventory_options *inventory = nullptr;
    bool handles_messages = false;       /**< the game shows the App Store's messages */
    std::uint32_t audit_limit_bytes = 0; /**< 0: 1 MiB */
    VerificationOptions verification{};
};

/* What <iap/iap_coroutine.hpp> defines. */
template <class Answer> class [[nodiscard]] Awaitable;
struct Purchase;

/* -------------------------------------------------------------------------------------------- inside the client */

namespace detail {

/** Waits for news that observers hear: of a payment, or of the end of a restore. It is told once. */
struct Waiter {
    std::uint64_t id = 0; /**< of the payment or the restore */
    bool is_for_restore = false;
    /** One of the two is NULL, or both for a restore that has finished. The waiter may be gone afterwards. */
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
    Waiter **place_ = nullptr; /**< what points to this one; NULL if it is on no list */
};

struct ClientState;

/**
 * The user data of an observer. iap_remove_observer() on another thread may return while a call of the observer is just
 * beginning, so the seat stays until no such call can come any more; see SeatList. What the game put on it leaves at once,
 * or, if it is being called, after that call.
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
    /** Whether nobody is on it, or will come. */
    bool is_left() const noexcept { return is_cleared_ && references_ == 1; }

    /** The client goes. A call that ends it from within still runs on the seat. */
    void end() {
        state_ = nullptr;
        clear();
        release();
    }

    void retain() noexcept { ++references_; }
    /** The state of the client, or NULL if it was ended meanwhile. */
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

    /* Whoever comes when the last one has left finds nothing. */
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
    Atomic<std::uint32_t> uses_{1};       /**< of the observer: one of its own until it is cleared */
    Atomic<std::uint32_t> references_{1}; /**< to the seat: the list's */
};

/** The seats of a client, for all threads. Nothing of the game's runs while it is locked, so waiting for it is short. */
class SeatList {
  public:
    SeatList() = default;
    SeatList(const SeatList &) = delete;
    SeatList &operator=(const SeatList &) = delete;

    void add(Seat *seat) noexcept {
        const Lock lock(*this);
        seat->next = first_;
        first_ = seat;
    }
    /** Whether an observer is on one of them. */
    bool has_observer() const noexcept {
        const Lock lock(*this);
        return first_with(0) != nullptr;
    }
    /** Frees what the game put on the seat with this id, or with 0 on every seat. */
    void clear(std::uint64_t id) {
        while (Seat *seat = retained(id)) {
            seat->clear();
            seat->release();
        }
    }
    /** Frees the seats that were left. For when no call of the library is running that might still come to one. */
    void sweep() {
        Seat *left = nullptr;
        {
            const Lock lock(*this);
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
    /** Ends all of them: the client goes. */
    void end() {
        Seat *leaving = nullptr;
        {
            const Lock lock(*this);
            leaving = std::exchange(first_, nullptr);
        }
        while (leaving != nullptr) {
            std::exchange(leaving, leaving->next)->end();
        }
    }

  private:
    class Lock {
      public:
        explicit Lock(const SeatList &list) noexcept : list_(list) {
            while (list_.is_locked_.exchange(true)) {
            }
        }
        Lock(const Lock &) = delete;
        Lock &operator=(const Lock &) = delete;
        ~Lock() { list_.is_locked_ = false; }

      private:
        const SeatList &list_;
    };

    Seat *first_with(std::uint64_t id) const noexcept {
        Seat *seat = first_;
        while (seat != nullptr && (seat->is_cleared() || (id != 0 && seat->id != id))) {
            seat = seat->next;
        }
        return seat;
    }
    Seat *retained(std::uint64_t id) noexcept {
        const Lock lock(*this);
        Seat *seat = first_with(id);
        if (seat != nullptr) {
            seat->retain();
        }
        return seat;
    }

    Seat *first_ = nullptr;
    mutable Atomic<bool> is_locked_{false};
};

/** What a client keeps at one place in memory, however often the client is moved. */
struct ClientState {
    iap_client *handle = nullptr;
    Function<void()> wake{};
    SeatList seats{};
    Atomic<std::int32_t> open_functions{0}; /**< requests whose function has not been called yet */
    Waiter *waiters = nullptr;              /**< only for the thread that processes events */

    static void call_wake(void *user_data) noexcept { static_cast<ClientState *>(user_data)->wake(); }

    void retain() noexcept { ++references_; }
    void release() noexcept {
        if (--references_ == 0) {
            delete this;
        }
    }

    /* A use is the client's own, or a call in which the library calls functions of the game. Such a function may end the
     * client; then the last call that is left ends the seats. */
    void enter() noexcept { ++uses_; }
    void leave() noexcept {
        if (--uses_ == 0) {
            wake = nullptr;
            seats.end();
            release();
        }
    }

    /** An observer goes on a seat. The library may call it before this returns, on another thread. */
    void seat(Seat *seat) {
        if (uses_ == 1) {
            seats.sweep();
        }
        seats.add(seat);
    }

    iap_status close() noexcept;

    void tell(bool is_restore, std::uint64_t id, const Transaction *transaction, const Error *error) {
        for (Waiter *waiter = waiters; waiter != nullptr; waiter = waiter->next()) {
            if (waiter->is_for_restore == is_restore && waiter->id == id) {
                waiter->unlink();
                /* Last: it may end the client. */
                waiter->tell(waiter, transaction, error);
                return;
            }
        }
    }

  private:
    /** Tells all that the client is closed. */
    void cancel_waiters() {
        /* On a list of its own: the first that is told may close the client again, and the others stay. */
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
    Atomic<std::uint32_t> references_{1}; /**< one for all uses, and those of what refers to the client */
};

/** A use of a state, or of none, by a call that functions of the game are called in. */
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

/** What is told that the client is closed may destroy it meanwhile, or close it again. */
inline iap_status ClientState::close() noexcept {
    const ClientUse use(this);
    const iap_status status = iap_client_close(handle);
    seats.clear(0);
    cancel_waiters();
    return status;
}

/** Refers to the state of a client, also beyond the client's end. */
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
    iap_client *handle() const noexcept { return state_ == nullptr ? nullptr : state_->handle; }

  private:
    ClientState *state_;
};

/** A seat with an observer on it. A template so that only those compile it who add one. */
template <class O> class ObserverSeat final : public Seat {
  public:
    ObserverSeat(O observer, ClientState *state) : Seat(state), observer_(std::move(observer)) {}

    /** The C observer that speaks to the one on this seat. */
    iap_observer c_observer() noexcept {
        iap_observer observer = IAP_OBSERVER_INIT;
        observer.user_data = this;
        observer.transaction_updated = transaction_updated;
        observer.transaction_removed = hand_over<&O::transaction_removed, Transaction, iap_transaction>;
        observer.restore_finished = restore_finished;
        observer.restore_failed = restore_failed;
        observer.storefront_changed = storefront_changed;
        /* What is kept until somebody hears it is not for one that has no ears. */
        if (observer_.entitlement_revoked) {
            observer.entitlement_revoked = hand_over<&O::entitlement_revoked, Transaction, iap_transaction>;
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

    /* The functions stay alive while one runs, even if that one removes its observer or ends the client. Afterwards the
     * state of the client is told, or NULL if it was ended. */
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

    /* An event that is one value. */
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

    O observer_;
};

/** The user data of a request. The library calls each completion exactly once, and that call frees it. */
template <class F> struct Request {
    F function;
    ClientState *state;

    template <class Answer, class Make> static void end(void *user_data, const iap_error *error, Make make) {
        if constexpr (!std::is_null_pointer_v<F>) {
            Request *request = static_cast<Request *>(user_data);
            --request->state->open_functions;
            /* The function may end the client. */
            request->function(error == nullptr ? Result<Answer>(make()) : Result<Answer>(Error(*error)));
            delete request;
        }
    }

    static void products(void *request, iap_client *, std::uint64_t, const iap_products *products,
                         const iap_error *error) noexcept {
        end<Products>(request, error, [&] { return copy(products); });
    }
    static void transactions(void *request, iap_client *, std::uint64_t, const iap_transactions *transactions,
                             const iap_error *error) noexcept {
        end<std::vector<Transaction>>(request, error, [&] { return copy(transactions); });
    }
    static void transactions_page(void *request, iap_client *, std::uint64_t, const iap_transactions *transactions,
                                  const iap_error *error) noexcept {
        end<TransactionsPage>(request, error, [&] { return copy_page(transactions); });
    }
    static void storefront(void *request, iap_client *, std::uint64_t, const char *country_code, const char *identifier,
                           const iap_error *error) noexcept {
        end<Storefront>(request, error, [&] { return detail::storefront(country_code, identifier); });
    }
    static void statuses(void *request, iap_client *, std::uint64_t, const iap_subscription_statuses *statuses,
                         const iap_error *error) noexcept {
        end<std::vector<SubscriptionStatus>>(request, error, [&] { return copy(statuses); });
    }
    static void app_transaction(void *request, iap_client *, std::uint64_t, const iap_app_transaction *app_transaction,
                                const iap_error *error) noexcept {
        end<AppTransaction>(request, error, [&] { return AppTransaction(app_transaction); });
    }
    static void promotions(void *request, iap_client *, std::uint64_t, const iap_promotions *promotions,
                           const iap_error *error) noexcept {
        end<std::vector<Promotion>>(request, error, [&] { return copy(promotions); });
    }
    static void yes_or_no(void *request, iap_client *, std::uint64_t, std::int32_t flag,
                          const iap_error *error) noexcept {
        end<bool>(request, error, [&] { return flag != 0; });
    }
    static void text(void *request, iap_client *, std::uint64_t, const char *text, const iap_error *error) noexcept {
        end<std::string>(request, error, [&] { return std::string(view(text)); });
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
 * Opens a request whose completion calls a function. The call is given what the C function takes last: completion, user
 * data, request id and error.
 */
template <class Answer, class F, class Completion, class Call>
Result<std::uint64_t> request(ClientState *state, F &&function, Completion completion, Call call) {
    using D = std::decay_t<F>;
    std::uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if constexpr (!std::is_null_pointer_v<D>) {
        static_assert(std::is_invocable_v<D &, Result<Answer>>, "the function has to take a Result of the answer");
        if (state != nullptr && !Function<void()>::is_empty(function)) {
            auto *request = new Request<D>{std::forward<F>(function), state};
            ++state->open_functions;
            if (call(completion, static_cast<void *>(request), &id, &error) != IAP_OK) {
                --state->open_functions;
                delete request;
                return Error(error);
            }
            /* The completion has the request now; it may even have run and freed it on another thread. */
            return id;
        }
    }
    return call(nullptr, nullptr, &id, &error) == IAP_OK ? Result<std::uint64_t>(id)
                                                         : Result<std::uint64_t>(Error(error));
}

/** A payment for C, which borrows the texts of the one it is made from. */
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
    payment_.offer_id = text(payment.offer_id);
    payment_.offer_jws = text(payment.offer_jws);
    payment_.offer_key_id = text(payment.offer_key_id);
    payment_.offer_nonce = text(payment.offer_nonce);
    payment_.offer_signature = text(payment.offer_signature);
    payment_.offer_timestamp_ms = payment.offer_timestamp_ms;
    payment_.introductory_offer_jws = text(payment.introductory_offer_jws);
    payment_.win_back_offer_id = text(payment.win_back_offer_id);
    payment_.advanced_commerce_jws = text(payment.advanced_commerce_jws);
    if (payment.storefronts) {
        /* An empty text is not NULL here: it allows no change at all. */
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
    payment_.billing_plan = static_cast<iap_billing_plan_type>(payment.billing_plan);
    payment_.suppresses_seat_invitation = flag(payment.suppresses_seat_invitation);
    payment_.ui_anchor = payment.ui_anchor;
}

} // namespace detail

/* ------------------------------------------------------------------------------------------------------ client */

/**
 * One running game on one device; see iap_client_open(). Any thread may call its functions while the object exists;
 * moving and destroying it are for one thread alone. A client that was moved from answers IAP_ERROR_INVALID_ARGUMENT.
 */
class Client {
  public:
    static Result<Client> open(ClientOptions options);

    Client(Client &&other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
    /** Closes what was here, at the end: what that tells may use this client already. */
    Client &operator=(Client &&other) noexcept {
        Client taken(std::move(other));
        std::swap(state_, taken.state_);
        return *this;
    }
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;
    /**
     * Closes it: what waits for an answer hears, inside this call, that it was cancelled. What those functions use has to be
     * destroyed later, so declare it before the client. If the client is destroyed by a function that close() calls, the
     * others are called before that close() returns.
     */
    ~Client() {
        if (state_ != nullptr) {
            state_->close();
            state_->leave();
        }
    }

    /** Closes the client; see iap_client_close(). The functions that are called in it may destroy the client. */
    Result<void> close() { return detail::result(state_ == nullptr ? iap_client_close(nullptr) : state_->close()); }

    /** To be called once per frame. How many events were delivered, or a negative status. */
    std::int32_t process_events(std::uint32_t max_events = 0) noexcept {
        const detail::ClientUse use(state_);
        return iap_client_process_events(handle(), max_events);
    }

    /** For tools and tests. 1 if there is something to process, 0 if the time is over, or a negative status. */
    std::int32_t wait_events(std::uint32_t timeout_ms) noexcept { return iap_client_wait_events(handle(), timeout_ms); }
    std::int32_t wait_events(std::chrono::milliseconds timeout) noexcept {
        return wait_events(detail::wait_ms(timeout));
    }

    /**
     * The next event, for hosts that dislike functions; it is empty if there is none. Fails with IAP_ERROR_INVALID_STATE
     * while a request with a function is open, or something is awaited: the answer would be taken away from it.
     */
    Result<Event> next_event() {
        if (state_ != nullptr && (state_->open_functions != 0 || state_->waiters != nullptr)) {
            return Error::with_message(IAP_ERROR_INVALID_STATE, "a request with a function of its own is still open");
        }
        iap_event *event = nullptr;
        const std::int32_t status = iap_client_next_event(handle(), &event);
        return status < 0 ? Result<Event>(Error::of_status(status)) : Result<Event>(Event(event));
    }

    bool can_make_payments() const noexcept { return iap_can_make_payments(handle()) == 1; }
    /** Whether this system has a feature; no if the client is closed. */
    bool supports(Feature feature) const noexcept {
        return iap_supports(handle(), static_cast<iap_feature>(feature)) == 1;
    }

    /* ------------------------------------------------------------------------------------------------- products */

    /** The function takes a Result<Products>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_products(const TextList &product_ids, F &&function) {
        return checked_request<Products>(product_ids, "a product id", std::forward<F>(function),
                                         detail::Request<std::decay_t<F>>::products, [&](auto... last) {
                                             return iap_request_products(handle(), product_ids.data(),
                                                                         product_ids.size(), last...);
                                         });
    }
    /** The function takes a Result<Products>. */
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
    /** Without ids, all that are kept. The function takes a Result<Products>. */
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

    /* ---------------------------------------------------------------------------------------------- transactions */

    /**
     * An empty product id means those of all products. The function takes a Result<std::vector<Transaction>>.
     */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_transactions(Query query, const Text &product_id, F &&function) {
        return checked_request<std::vector<Transaction>>(
            product_id, "the product id", std::forward<F>(function), detail::Request<std::decay_t<F>>::transactions,
            [&](auto... last) {
                return iap_request_transactions(handle(), static_cast<iap_query>(query), product_id.or_null(), last...);
            });
    }
    /** An empty page means the first one. The function takes a Result<TransactionsPage>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_transactions_page(Query query, const Text &product_id, std::uint32_t limit,
                                                    const Text &page, F &&function) {
        if (!page.is_valid()) {
            return detail::nul_error("the page");
        }
        return checked_request<TransactionsPage>(
            product_id, "the product id", std::forward<F>(function),
            detail::Request<std::decay_t<F>>::transactions_page, [&](auto... last) {
                return iap_request_transactions_page(handle(), static_cast<iap_query>(query), product_id.or_null(),
                                                     limit, page.or_null(), last...);
            });
    }
    /** The queue as it is now. */
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
    /** The function takes a Result<Storefront>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> request_storefront(F &&function) {
        return request<Storefront>(std::forward<F>(function), detail::Request<std::decay_t<F>>::storefront,
                                   [&](auto... last) { return iap_request_storefront(handle(), last...); });
    }

    Awaitable<Result<std::vector<Transaction>>> transactions(Query query, const Text &product_id = "");
    Awaitable<Result<TransactionsPage>> transactions_page(Query query, const Text &product_id, std::uint32_t limit,
                                                          const Text &page = "");
    Awaitable<Result<Storefront>> storefront();

    /* -------------------------------------------------------------------------------------------------- payments */

    /** Adds an observer; the result is its id for remove_observer(). */
    template <class O = Observer> Result<std::uint64_t> add_observer(O observer);
    /** Removes an observer. Its functions are freed in this call, or, while one of them runs, after that one. */
    Result<void> remove_observer(std::uint64_t observer_id) {
        Result<void> removed = detail::call(iap_remove_observer, handle(), observer_id);
        if (removed && observer_id != 0) {
            state_->seats.clear(observer_id);
        }
        return removed;
    }
    /** Whether an observer of this object's is there to hear of transactions. */
    bool has_observer() const noexcept { return state_ != nullptr && state_->seats.has_observer(); }

    /** Adds a payment; the result is the id that Transaction::payment_id() tells. */
    Result<std::uint64_t> add_payment(const Payment &payment) {
        const detail::PaymentArgument c_payment(payment);
        if (!c_payment.is_valid()) {
            return detail::nul_error("a text of the payment");
        }
        return detail::call_for<std::uint64_t>(iap_add_payment, handle(), c_payment.get());
    }

    /** The game has granted it, or has taken note that it failed. */
    Result<void> finish(const Transaction &transaction) {
        return detail::call(iap_finish_transaction, handle(), transaction.handle());
    }
    Result<void> finish(std::uint64_t transaction_id) {
        return detail::call(iap_finish_transaction_id, handle(), transaction_id);
    }
    /** The game has granted it and cannot finish it yet. */
    Result<void> record_grant(const Transaction &transaction) {
        return detail::call(iap_record_grant, handle(), transaction.handle());
    }

    /** Hands out again what the account owns; the result is the id of the request. */
    Result<std::uint64_t> restore_completed_transactions() {
        return detail::call_for<std::uint64_t>(iap_restore_completed_transactions, handle());
    }

    /** Answers Observer::verification_requested. Of the times only that of an undecided verdict counts. */
    Result<void> answer_verification(std::uint64_t transaction_id, Verdict verdict, const Text &reason = "",
                                     std::chrono::milliseconds retry_after = std::chrono::milliseconds(0)) {
        if (!reason.is_valid()) {
            return detail::nul_error("the reason");
        }
        return detail::call(iap_answer_verification, handle(), transaction_id, static_cast<iap_verdict>(verdict),
                            reason.or_null(), detail::wait_ms(retry_after));
    }

    /** Adds a payment and tells what becomes of it. */
    Awaitable<Purchase> buy(const Payment &payment);
    Awaitable<Purchase> buy(const Text &product_id);
    /** Goes on with a purchase that was begun in the App Store and tells what becomes of it. */
    Awaitable<Purchase> buy(const PurchaseIntent &intent);
    Awaitable<Purchase> buy(const PurchaseIntent &intent, const Payment &payment);
    /** What is restored comes to the observers; this tells that all of it has come. */
    Awaitable<Result<void>> restore();

    /* ------------------------------------------------------------------------------------------- purchase intents */

    /** The purchases that were begun in the App Store and are neither taken nor declined. */
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
    /** Buys one; the result is the id of the payment. */
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
    /** Keeps it for later. */
    Result<void> defer_purchase_intent(const PurchaseIntent &intent) {
        return detail::call(iap_defer_purchase_intent, handle(), intent.handle());
    }
    Result<void> decline_purchase_intent(const PurchaseIntent &intent) {
        return detail::call(iap_decline_purchase_intent, handle(), intent.handle());
    }

    /* ---------------------------------------------------------------------------------------------- subscriptions */

    /** An empty group means all groups. The function takes a Result<std::vector<SubscriptionStatus>>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_subscription_statuses(const Text &group_id, F &&function) {
        return checked_request<std::vector<SubscriptionStatus>>(
            group_id, "the group id", std::forward<F>(function), detail::Request<std::decay_t<F>>::statuses,
            [&](auto... last) { return iap_request_subscription_statuses(handle(), group_id.or_null(), last...); });
    }
    /** The function takes a Result<std::vector<SubscriptionStatus>>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_transaction_status(std::uint64_t transaction_id, F &&function) {
        return request<std::vector<SubscriptionStatus>>(
            std::forward<F>(function), detail::Request<std::decay_t<F>>::statuses,
            [&](auto... last) { return iap_request_transaction_status(handle(), transaction_id, last...); });
    }
    /** The function takes a Result<bool>: *result, not result, is the answer. */
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

    /* ------------------------------------------------------------------------------ the app itself, and promotions */

    /** Refresh only when the player asks for it. The function takes a Result<AppTransaction>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> request_app_transaction(bool refresh, F &&function) {
        return request<AppTransaction>(
            std::forward<F>(function), detail::Request<std::decay_t<F>>::app_transaction,
            [&](auto... last) { return iap_request_app_transaction(handle(), detail::flag(refresh), last...); });
    }
    /** Refresh only when the player asks for it. The function takes a Result<std::string>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> request_app_receipt(bool refresh, F &&function) {
        return request<std::string>(
            std::forward<F>(function), detail::Request<std::decay_t<F>>::text,
            [&](auto... last) { return iap_request_app_receipt(handle(), detail::flag(refresh), last...); });
    }
    /** The function takes a Result<std::vector<Promotion>>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> request_promotions(F &&function) {
        return request<std::vector<Promotion>>(std::forward<F>(function), detail::Request<std::decay_t<F>>::promotions,
                                               [&](auto... last) { return iap_request_promotions(handle(), last...); });
    }
    /** Without ids, the order of App Store Connect. The function takes a Result<void>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> set_promotion_order(const TextList &product_ids, F &&function) {
        return checked_request<void>(product_ids, "a product id", std::forward<F>(function),
                                     detail::Request<std::decay_t<F>>::done, [&](auto... last) {
                                         return iap_set_promotion_order(handle(), product_ids.data(),
                                                                        product_ids.size(), last...);
                                     });
    }
    /** The function takes a Result<void>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> set_promotion_visibility(const Text &product_id, PromotionVisibility visibility,
                                                   F &&function) {
        return checked_request<void>(product_id, "the product id", std::forward<F>(function),
                                     detail::Request<std::decay_t<F>>::done, [&](auto... last) {
                                         return iap_set_promotion_visibility(
                                             handle(), product_id.c_str(),
                                             static_cast<iap_promotion_visibility>(visibility), last...);
                                     });
    }

    Awaitable<Result<AppTransaction>> app_transaction(bool refresh = false);
    Awaitable<Result<std::string>> app_receipt(bool refresh = false);
    Awaitable<Result<std::vector<Promotion>>> promotions();
    Awaitable<Result<void>> set_promotion_order(const TextList &product_ids);
    Awaitable<Result<void>> set_promotion_visibility(const Text &product_id, PromotionVisibility visibility);

    /* ------------------------------------------------------------------------------- what the system shows for us */

    /* A UI anchor is described at iap_payment; nullptr is the window in front. The functions take a Result<void>. */

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
    Awaitable<Result<void>> review(void *ui_anchor = nullptr);
    Awaitable<Result<void>> display_message(const Message &message, void *ui_anchor = nullptr);

    /* -------------------------------------------------------------------------------------- purchases on the web */

    /** The function takes a Result<std::string>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> show_external_purchase_notice(F &&function) {
        return request<std::string>(std::forward<F>(function), detail::Request<std::decay_t<F>>::text,
                                    [&](auto... last) { return iap_show_external_purchase_notice(handle(), last...); });
    }
    /** An empty URL means the only one that is declared. The function takes a Result<void>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> open_external_purchase_link(const Text &url, F &&function) {
        return checked_request<void>(
            url, "the URL", std::forward<F>(function), detail::Request<std::decay_t<F>>::done,
            [&](auto... last) { return iap_open_external_purchase_link(handle(), url.or_null(), last...); });
    }
    /** The function takes a Result<bool>: *result, not result, is the answer. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_external_purchase_custom_link_eligibility(F &&function) {
        return request<bool>(std::forward<F>(function), detail::Request<std::decay_t<F>>::yes_or_no, [&](auto... last) {
            return iap_request_external_purchase_custom_link_eligibility(handle(), last...);
        });
    }
    /** The function takes a Result<std::string>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> request_external_purchase_token(ExternalPurchaseToken type, F &&function) {
        return request<std::string>(std::forward<F>(function), detail::Request<std::decay_t<F>>::text,
                                    [&](auto... last) {
                                        return iap_request_external_purchase_token(
                                            handle(), static_cast<iap_external_purchase_token>(type), last...);
                                    });
    }
    /** The function takes a Result<void>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> show_external_purchase_custom_link_notice(ExternalPurchaseNotice type, F &&function) {
        return request<void>(std::forward<F>(function), detail::Request<std::decay_t<F>>::done, [&](auto... last) {
            return iap_show_external_purchase_custom_link_notice(
                handle(), static_cast<iap_external_purchase_notice>(type), last...);
        });
    }
    /** The function takes a Result<void>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> open_external_link_account(F &&function) {
        return request<void>(std::forward<F>(function), detail::Request<std::decay_t<F>>::done,
                             [&](auto... last) { return iap_open_external_link_account(handle(), last...); });
    }
    /** The function takes a Result<void>. */
    template <class F = std::nullptr_t>
    Result<std::uint64_t> bind_payment_method(const Text &pinning_id, F &&function) {
        return checked_request<void>(
            pinning_id, "the pinning id", std::forward<F>(function), detail::Request<std::decay_t<F>>::done,
            [&](auto... last) { return iap_bind_payment_method(handle(), pinning_id.c_str(), last...); });
    }

    Awaitable<Result<std::string>> show_external_purchase_notice();
    Awaitable<Result<void>> open_external_purchase_link(const Text &url = "");
    Awaitable<Result<bool>> external_purchase_custom_link_eligibility();
    Awaitable<Result<std::string>> external_purchase_token(ExternalPurchaseToken type);
    Awaitable<Result<void>> show_external_purchase_custom_link_notice(ExternalPurchaseNotice type);
    Awaitable<Result<void>> open_external_link_account();
    Awaitable<Result<void>> bind_payment_method(const Text &pinning_id);

    /* ------------------------------------------------------------------------------------------------- audit log */

    /** The function takes a Result<void>. */
    template <class F = std::nullptr_t> Result<std::uint64_t> request_audit_copy(const Text &path, F &&function) {
        return checked_request<void>(
            path, "the path", std::forward<F>(function), detail::Request<std::decay_t<F>>::done,
            [&](auto... last) { return iap_request_audit_copy(handle(), path.c_str(), last...); });
    }

    Awaitable<Result<void>> audit_copy(const Text &path);

    /** The C handle. Process events with process_events() and take polled ones with next_event(), not with the functions of C:
     *  this object has to know of it. */
    iap_client *handle() const noexcept { return state_ == nullptr ? nullptr : state_->handle; }

    /** What the other headers of this library need. */
    detail::ClientState *state() const noexcept { return state_; }

  private:
    explicit Client(detail::ClientState *state) noexcept : state_(state) {}

    template <class Answer, class F, class Completion, class Call>
    Result<std::uint64_t> request(F &&function, Completion completion, Call call) {
        return detail::request<Answer>(state_, std::forward<F>(function), completion, call);
    }
    template <class Answer, class Input, class F, class Completion, class Call>
    Result<std::uint64_t> checked_request(const Input &input, const char *name, F &&function, Completion completion,
                                          Call call) {
        if (!input.is_valid()) {
            return detail::nul_error(name);
        }
        return detail::request<Answer>(state_, std::forward<F>(function), completion, call);
    }

    detail::ClientState *state_;
};

inline Result<Client> Client::open(ClientOptions options) {
    const Text journal_path(options.journal_path);
    const Text roots_path(options.verification.roots_path);
    const Text server_url(options.verification.server_url);
    const TextList server_headers(options.verification.server_headers);
    if (!journal_path.is_valid() || !roots_path.is_valid() || !server_url.is_valid() || !server_headers.is_valid()) {
        return detail::nul_error("a path, the URL or a header of the client's options");
    }
    iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    verification.mode = static_cast<iap_verification_mode>(options.verification.mode);
    verification.roots_path = roots_path.or_null();
    verification.server_url = server_url.or_null();
    verification.server_headers = server_headers.data();
    verification.server_header_count = server_headers.size();
    verification.server_timeout_ms = detail::wait_ms(options.verification.server_timeout);
    verification.retry_min_ms = detail::wait_ms(options.verification.retry_min);
    verification.retry_max_ms = detail::wait_ms(options.verification.retry_max);
    iap_client_options c_options = IAP_CLIENT_OPTIONS_INIT;
    c_options.execution = static_cast<iap_execution>(options.execution);
    c_options.journal_path = journal_path.or_null();
    c_options.device = options.device;
    c_options.handles_messages = detail::flag(options.handles_messages);
    c_options.audit_limit_bytes = options.audit_limit_bytes;
    c_options.inventory = options.inventory;
    c_options.verification = &verification;
    auto *state = new detail::ClientState;
    Client client(state);
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

template <class O> Result<std::uint64_t> Client::add_observer(O observer) {
    static_assert(std::is_same_v<O, Observer>, "it takes an iap::Observer");
    if (state_ == nullptr) {
        return Error::of_status(IAP_ERROR_INVALID_ARGUMENT);
    }
    auto *seat = new detail::ObserverSeat<O>(std::move(observer), state_);
    const iap_observer c_observer = seat->c_observer();
    /* Before the library knows it: another thread may process the first event before this call returns. */
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

} // namespace iap

#endif // IAP_IAP_HPP
