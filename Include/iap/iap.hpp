/*
 * iap.hpp: <iap/iap.h> for C++17, header-only. It adds nothing to the C functions but ownership, std::function and a
 * result type; what they do, and on which thread, is written there.
 *
 * It throws nothing and needs neither exceptions nor run-time type information. A function that the game hands over
 * must not throw: it is called by a library that is not written in C++.
 *
 * Text comes as a std::string_view that ends with a NUL and lives as long as any copy of the object it came from. Where
 * the C function returns NULL it is empty.
 */
#ifndef IAP_IAP_HPP
#define IAP_IAP_HPP

#include <iap/iap.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace iap {

/* ------------------------------------------------------------------------------------------- errors and results */

/** The classes of errors; IAP_CATEGORY_… */
enum class Category : iap_category {
    none = IAP_CATEGORY_NONE,
    invalid_argument = IAP_CATEGORY_INVALID_ARGUMENT,
    misuse = IAP_CATEGORY_MISUSE,
    not_found = IAP_CATEGORY_NOT_FOUND,
    cancelled = IAP_CATEGORY_CANCELLED,
    not_allowed = IAP_CATEGORY_NOT_ALLOWED,
    unavailable = IAP_CATEGORY_UNAVAILABLE,
    network = IAP_CATEGORY_NETWORK,
    store = IAP_CATEGORY_STORE,
    verification = IAP_CATEGORY_VERIFICATION,
    storage = IAP_CATEGORY_STORAGE,
    unsupported = IAP_CATEGORY_UNSUPPORTED,
    offer = IAP_CATEGORY_OFFER,
    internal = IAP_CATEGORY_INTERNAL,
};

/** What went wrong. */
class Error {
  public:
    Error() noexcept { iap_error_init(&raw_); }
    explicit Error(const iap_error &raw) noexcept : raw_(raw) {}

    /** An error of a call that answers with a status alone. */
    static Error of_status(iap_status status) noexcept { return with_message(status, iap_status_name(status)); }

    static Error with_message(iap_status status, const char *message) noexcept {
        Error error;
        error.raw_.status = status;
        error.raw_.category = -status & 0xFF;
        std::size_t length = 0;
        for (; message[length] != '\0' && length + 1 < sizeof error.raw_.message; length++) {
            error.raw_.message[length] = message[length];
        }
        error.raw_.message[length] = '\0';
        return error;
    }

    iap_status status() const noexcept { return raw_.status; }
    Category category() const noexcept { return static_cast<Category>(raw_.category); }
    /** The same call may succeed later without a change in the game. */
    bool retryable() const noexcept { return raw_.retryable != 0; }
    std::int64_t store_code() const noexcept { return raw_.store_code; }
    std::string_view store_domain() const noexcept { return raw_.store_domain; }
    /** One line in English for logs. */
    std::string_view message() const noexcept { return raw_.message; }
    /** The name of the status, for logs. */
    std::string_view name() const noexcept { return iap_status_name(raw_.status); }
    /** The player changed their mind, or the client was closed. */
    bool is_cancelled() const noexcept { return category() == Category::cancelled; }
    const iap_error &raw() const noexcept { return raw_; }

  private:
    iap_error raw_;
};

/** A value, or the error that there is instead. Asking for the one that is not there ends the program. */
template <class T> class [[nodiscard]] Result {
  public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, error) {}

    bool has_value() const noexcept { return content_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    T &value() & { return *present(std::get_if<0>(&content_)); }
    const T &value() const & { return *present(std::get_if<0>(&content_)); }
    /* By value, so that a loop over what a call has just returned is safe. */
    T value() && { return std::move(*present(std::get_if<0>(&content_))); }
    T &operator*() & { return value(); }
    const T &operator*() const & { return value(); }
    T operator*() && { return std::move(*this).value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }

    const Error &error() const { return *present(std::get_if<1>(&content_)); }

  private:
    /* std::get would need exceptions, and on older Apple systems a newer run-time library. */
    template <class P> static P *present(P *pointer) {
        if (pointer == nullptr) {
            std::abort();
        }
        return pointer;
    }

    std::variant<T, Error> content_;
};

/** The result of a call that gives nothing but its success. */
template <> class [[nodiscard]] Result<void> {
  public:
    Result() = default;
    Result(Error error) : error_(error) {}

    bool has_value() const noexcept { return !error_.has_value(); }
    explicit operator bool() const noexcept { return has_value(); }

    const Error &error() const {
        if (!error_) {
            std::abort();
        }
        return *error_;
    }

  private:
    std::optional<Error> error_;
};

namespace detail {

inline std::string_view view(const char *text) noexcept {
    return text == nullptr ? std::string_view("") : std::string_view(text);
}

inline Result<void> result(iap_status status, const iap_error &error) {
    return status == IAP_OK ? Result<void>() : Result<void>(Error(error));
}

inline Result<void> result(iap_status status) {
    return status == IAP_OK ? Result<void>() : Result<void>(Error::of_status(status));
}

/** A std::string may hold a NUL, at which a C function would stop reading and take the rest for absent. */
inline bool holds_nul(std::string_view text) noexcept { return text.find('\0') != std::string_view::npos; }

inline Error nul_error(const char *what) {
    std::string message = std::string(what) + " contains a NUL byte";
    return Error::with_message(IAP_ERROR_INVALID_TEXT, message.c_str());
}

/** The text for a C function, in which NULL means none. */
inline const char *optional_text(const std::string &text) noexcept { return text.empty() ? nullptr : text.c_str(); }

/** Shares an immutable handle: a copy retains, the end releases. */
template <class H, const H *(*retain)(const H *), void (*release)(const H *)> class Shared {
  public:
    Shared() noexcept = default;
    /** Borrows and retains. */
    explicit Shared(const H *handle) noexcept : handle_(retain(handle)) {}
    Shared(const Shared &other) noexcept : handle_(retain(other.handle_)) {}
    Shared(Shared &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    ~Shared() { release(handle_); }
    Shared &operator=(Shared other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    const H *get() const noexcept { return handle_; }

  private:
    const H *handle_ = nullptr;
};

} // namespace detail

/* ------------------------------------------------------------------------------------------------------ values */

enum class ProductType : iap_product_type {
    unknown = IAP_PRODUCT_TYPE_UNKNOWN,
    consumable = IAP_PRODUCT_TYPE_CONSUMABLE,
    non_consumable = IAP_PRODUCT_TYPE_NON_CONSUMABLE,
    non_renewing_subscription = IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION,
    auto_renewable_subscription = IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION,
};

enum class PeriodUnit : iap_period_unit {
    none = IAP_PERIOD_UNIT_NONE,
    day = IAP_PERIOD_UNIT_DAY,
    week = IAP_PERIOD_UNIT_WEEK,
    month = IAP_PERIOD_UNIT_MONTH,
    year = IAP_PERIOD_UNIT_YEAR,
};

enum class TransactionState : iap_transaction_state {
    unknown = IAP_TRANSACTION_UNKNOWN,
    purchasing = IAP_TRANSACTION_PURCHASING,
    purchased = IAP_TRANSACTION_PURCHASED,
    failed = IAP_TRANSACTION_FAILED,
    restored = IAP_TRANSACTION_RESTORED,
    deferred = IAP_TRANSACTION_DEFERRED,
    revoked = IAP_TRANSACTION_REVOKED,
    unverified = IAP_TRANSACTION_UNVERIFIED,
    rejected = IAP_TRANSACTION_REJECTED,
};

/** What the journal knows of the handing out of a transaction. */
enum class DeliveryState : iap_delivery_state {
    none = IAP_DELIVERY_NONE,
    fresh = IAP_DELIVERY_NEW,
    seen = IAP_DELIVERY_SEEN,
    granted = IAP_DELIVERY_GRANTED,
};

enum class Ownership : iap_ownership {
    unknown = IAP_OWNERSHIP_UNKNOWN,
    purchased = IAP_OWNERSHIP_PURCHASED,
    family_shared = IAP_OWNERSHIP_FAMILY_SHARED,
};

enum class RevocationReason : iap_revocation_reason {
    none = IAP_REVOCATION_REASON_NONE,
    other = IAP_REVOCATION_REASON_OTHER,
    developer_issue = IAP_REVOCATION_REASON_DEVELOPER_ISSUE,
};

enum class RevocationType : iap_revocation_type {
    unknown = IAP_REVOCATION_TYPE_UNKNOWN,
    refund_full = IAP_REVOCATION_TYPE_REFUND_FULL,
    refund_prorated = IAP_REVOCATION_TYPE_REFUND_PRORATED,
    family_revoke = IAP_REVOCATION_TYPE_FAMILY_REVOKE,
};

enum class OfferType : iap_offer_type {
    none = IAP_OFFER_TYPE_NONE,
    introductory = IAP_OFFER_TYPE_INTRODUCTORY,
    promotional = IAP_OFFER_TYPE_PROMOTIONAL,
    code = IAP_OFFER_TYPE_CODE,
    win_back = IAP_OFFER_TYPE_WIN_BACK,
};

enum class BillingPlan : iap_billing_plan_type {
    none = IAP_BILLING_PLAN_NONE,
    up_front = IAP_BILLING_PLAN_UP_FRONT,
    monthly = IAP_BILLING_PLAN_MONTHLY,
};

enum class ExpirationReason : iap_expiration_reason {
    none = IAP_EXPIRATION_REASON_NONE,
    auto_renew_disabled = IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED,
    billing_error = IAP_EXPIRATION_REASON_BILLING_ERROR,
    no_consent_to_price_increase = IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE,
    product_unavailable = IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE,
    other = IAP_EXPIRATION_REASON_OTHER,
};

enum class PriceIncrease : iap_price_increase {
    none = IAP_PRICE_INCREASE_NONE,
    pending = IAP_PRICE_INCREASE_PENDING,
    agreed = IAP_PRICE_INCREASE_AGREED,
};

enum class MessageReason : iap_message_reason {
    unknown = IAP_MESSAGE_REASON_UNKNOWN,
    generic = IAP_MESSAGE_REASON_GENERIC,
    price_increase_consent = IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT,
    billing_issue = IAP_MESSAGE_REASON_BILLING_ISSUE,
    win_back_offer = IAP_MESSAGE_REASON_WIN_BACK_OFFER,
};

/** What not every system has; see iap_feature. */
enum class Feature : iap_feature {
    none = IAP_FEATURE_NONE,
    win_back_offers = IAP_FEATURE_WIN_BACK_OFFERS,
    all_statuses = IAP_FEATURE_ALL_STATUSES,
    purchase_intents = IAP_FEATURE_PURCHASE_INTENTS,
    messages = IAP_FEATURE_MESSAGES,
    refund_request = IAP_FEATURE_REFUND_REQUEST,
    manage_subscriptions = IAP_FEATURE_MANAGE_SUBSCRIPTIONS,
    offer_code_redemption = IAP_FEATURE_OFFER_CODE_REDEMPTION,
    review_request = IAP_FEATURE_REVIEW_REQUEST,
    app_transaction = IAP_FEATURE_APP_TRANSACTION,
    app_receipt = IAP_FEATURE_APP_RECEIPT,
    promotions = IAP_FEATURE_PROMOTIONS,
    external_purchase = IAP_FEATURE_EXTERNAL_PURCHASE,
    external_purchase_link = IAP_FEATURE_EXTERNAL_PURCHASE_LINK,
    external_purchase_custom_link = IAP_FEATURE_EXTERNAL_PURCHASE_CUSTOM_LINK,
    external_link_account = IAP_FEATURE_EXTERNAL_LINK_ACCOUNT,
    payment_method_binding = IAP_FEATURE_PAYMENT_METHOD_BINDING,
    advanced_commerce = IAP_FEATURE_ADVANCED_COMMERCE,
    billing_plans = IAP_FEATURE_BILLING_PLANS,
    multi_seat = IAP_FEATURE_MULTI_SEAT,
};

enum class Query : iap_query {
    unfinished = IAP_QUERY_UNFINISHED,
    all = IAP_QUERY_ALL,
    current_entitlements = IAP_QUERY_CURRENT_ENTITLEMENTS,
    latest = IAP_QUERY_LATEST,
};

/** A product of the store. Copies share one immutable snapshot; any thread may use them. */
class Product {
  public:
    /** No product: every getter answers with nothing. */
    Product() noexcept = default;
    /** Borrows and retains. */
    explicit Product(const iap_product *handle) noexcept : handle_(handle) {}

    std::string_view id() const noexcept { return detail::view(iap_product_id(handle())); }
    ProductType type() const noexcept { return static_cast<ProductType>(iap_product_get_type(handle())); }
    std::string_view type_text() const noexcept { return detail::view(iap_product_type_text(handle())); }
    std::string_view display_name() const noexcept { return detail::view(iap_product_display_name(handle())); }
    std::string_view description() const noexcept { return detail::view(iap_product_description(handle())); }
    std::int64_t price_milliunits() const noexcept { return iap_product_price_milliunits(handle()); }
    std::string_view currency_code() const noexcept { return detail::view(iap_product_currency_code(handle())); }
    /** The price to show to the player. */
    std::string_view display_price() const noexcept { return detail::view(iap_product_display_price(handle())); }
    bool is_family_shareable() const noexcept { return iap_product_is_family_shareable(handle()) != 0; }
    PeriodUnit subscription_period_unit() const noexcept {
        return static_cast<PeriodUnit>(iap_product_subscription_period_unit(handle()));
    }
    std::int32_t subscription_period_value() const noexcept { return iap_product_subscription_period_value(handle()); }
    std::string_view subscription_group_id() const noexcept {
        return detail::view(iap_product_subscription_group_id(handle()));
    }

    const iap_product *handle() const noexcept { return handle_.get(); }
    explicit operator bool() const noexcept { return handle() != nullptr; }

  private:
    detail::Shared<iap_product, iap_product_retain, iap_product_release> handle_;
};

/** The answer to a product request. */
struct Products {
    std::vector<Product> products;
    std::vector<std::string> invalid_ids; /**< what the store does not know */
};

/** A transaction at one moment. Copies share one immutable snapshot; any thread may use them. */
class Transaction {
  public:
    /** No transaction: every getter answers with nothing. */
    Transaction() noexcept = default;
    /** Borrows and retains. */
    explicit Transaction(const iap_transaction *handle) noexcept : handle_(handle) {}

    TransactionState state() const noexcept {
        return static_cast<TransactionState>(iap_transaction_get_state(handle()));
    }
    /** The key by which a game grants once; see iap_transaction_id(). */
    std::uint64_t id() const noexcept { return iap_transaction_id(handle()); }
    std::uint64_t original_id() const noexcept { return iap_transaction_original_id(handle()); }
    std::uint64_t payment_id() const noexcept { return iap_transaction_payment_id(handle()); }
    std::string_view product_id() const noexcept { return detail::view(iap_transaction_product_id(handle())); }
    ProductType product_type() const noexcept {
        return static_cast<ProductType>(iap_transaction_product_type(handle()));
    }
    std::int32_t quantity() const noexcept { return iap_transaction_quantity(handle()); }
    std::int64_t purchase_date_ms() const noexcept { return iap_transaction_purchase_date_ms(handle()); }
    std::int64_t original_purchase_date_ms() const noexcept {
        return iap_transaction_original_purchase_date_ms(handle());
    }
    std::int64_t expiration_date_ms() const noexcept { return iap_transaction_expiration_date_ms(handle()); }
    std::int64_t revocation_date_ms() const noexcept { return iap_transaction_revocation_date_ms(handle()); }
    RevocationReason revocation_reason() const noexcept {
        return static_cast<RevocationReason>(iap_transaction_revocation_reason(handle()));
    }
    Ownership ownership() const noexcept { return static_cast<Ownership>(iap_transaction_ownership(handle())); }
    std::string_view app_account_token() const noexcept {
        return detail::view(iap_transaction_app_account_token(handle()));
    }
    std::string_view subscription_group_id() const noexcept {
        return detail::view(iap_transaction_subscription_group_id(handle()));
    }
    std::string_view environment() const noexcept { return detail::view(iap_transaction_environment(handle())); }
    /** The signed transaction for the game's server. */
    std::string_view signed_text() const noexcept { return detail::view(iap_transaction_signed_text(handle())); }
    std::int32_t delivery_count() const noexcept { return iap_transaction_delivery_count(handle()); }
    DeliveryState delivery_state() const noexcept {
        return static_cast<DeliveryState>(iap_transaction_delivery_state(handle()));
    }
    /** For a restored transaction, the purchase that it restores. */
    std::optional<Transaction> original() const {
        const iap_transaction *original = iap_transaction_original(handle());
        return original == nullptr ? std::nullopt : std::optional<Transaction>(Transaction(original));
    }
    /** For a failed, unverified or rejected transaction, why. */
    std::optional<Error> error() const {
        iap_error error;
        iap_error_init(&error);
        return iap_transaction_error(handle(), &error) == IAP_OK ? std::nullopt : std::optional<Error>(Error(error));
    }

    const iap_transaction *handle() const noexcept { return handle_.get(); }
    explicit operator bool() const noexcept { return handle() != nullptr; }

  private:
    detail::Shared<iap_transaction, iap_transaction_retain, iap_transaction_release> handle_;
};

/** Which country's App Store serves the account. */
struct Storefront {
    std::string country_code; /**< ISO 3166-1 alpha-3 */
    std::string identifier;   /**< the store's own id */
};

/** What to buy. */
struct Payment {
    std::string product_id;
    std::int32_t quantity = 1;
    std::string app_account_token; /**< a UUID; empty for none */
    bool simulates_ask_to_buy = false;
};

/** What a game hears without having asked; see iap_observer. Any function may be empty. */
struct Observer {
    std::function<void(const Transaction &)> transaction_updated;
    std::function<void(const Transaction &)> transaction_removed;
    std::function<void(std::uint64_t request_id)> restore_finished;
    std::function<void(std::uint64_t request_id, const Error &)> restore_failed;
    std::function<void(const Transaction &)> entitlement_revoked;
    std::function<void(const Storefront &)> storefront_changed;
    std::function<void(const Error &)> problem_reported;
};

enum class Execution : iap_execution {
    background = IAP_EXECUTION_BACKGROUND,
    manual = IAP_EXECUTION_MANUAL,
};

struct ClientOptions {
    Execution execution = Execution::background;
    std::string journal_path;     /**< empty: in memory only */
    iap_device *device = nullptr; /**< Linux: of a reference store, <iap/iap_store.hpp>; elsewhere nullptr */
    std::function<void()> wake;   /**< called on any thread; must not call the library */
    /** What products grant, if the library is to hold it; <iap/iap_inventory.hpp> makes it. nullptr: the game holds it. */
    const iap_inventory_options *inventory = nullptr;
};

/* ------------------------------------------------------------------------------------------------------ client */

using ProductsFunction = std::function<void(Result<Products>)>;
using TransactionsFunction = std::function<void(Result<std::vector<Transaction>>)>;
using StorefrontFunction = std::function<void(Result<Storefront>)>;

namespace detail {

inline std::vector<Transaction> copy(const iap_transactions *transactions) {
    std::vector<Transaction> copies;
    std::size_t count = iap_transactions_count(transactions);
    copies.reserve(count);
    for (std::size_t i = 0; i < count; i++) {
        copies.emplace_back(iap_transactions_at(transactions, i));
    }
    return copies;
}

inline Products copy(const iap_products *products) {
    Products copies;
    std::size_t count = iap_products_count(products);
    copies.products.reserve(count);
    for (std::size_t i = 0; i < count; i++) {
        copies.products.emplace_back(iap_products_at(products, i));
    }
    std::size_t invalid = iap_products_invalid_count(products);
    copies.invalid_ids.reserve(invalid);
    for (std::size_t i = 0; i < invalid; i++) {
        copies.invalid_ids.emplace_back(view(iap_products_invalid_at(products, i)));
    }
    return copies;
}

inline Storefront storefront(const char *country_code, const char *identifier) {
    return Storefront{std::string(view(country_code)), std::string(view(identifier))};
}

/** The user data of a request. The library calls each completion exactly once, and that call frees it. */
template <class F> struct Request {
    F function;

    static std::unique_ptr<Request> take(void *user_data) noexcept {
        return std::unique_ptr<Request>(static_cast<Request *>(user_data));
    }
};

/** Opens a request whose completion calls a function; without a function nobody is called. */
template <class F, class Completion, class Call>
Result<std::uint64_t> request(F function, Completion completion, Call call) {
    std::uint64_t id = 0;
    iap_error error;
    iap_error_init(&error);
    if (!function) {
        iap_status status = call(nullptr, nullptr, &id, &error);
        return status == IAP_OK ? Result<std::uint64_t>(id) : Result<std::uint64_t>(Error(error));
    }
    auto request = std::make_unique<Request<F>>();
    request->function = std::move(function);
    if (call(completion, request.get(), &id, &error) != IAP_OK) {
        return Error(error);
    }
    /* The completion has it now; it may even have run and freed it on another thread. */
    static_cast<void>(request.release());
    return id;
}

inline void products_received(void *user_data, iap_client *, std::uint64_t, const iap_products *products,
                              const iap_error *error) noexcept {
    auto request = Request<ProductsFunction>::take(user_data);
    request->function(error == nullptr ? Result<Products>(copy(products)) : Result<Products>(Error(*error)));
}

inline void transactions_received(void *user_data, iap_client *, std::uint64_t, const iap_transactions *transactions,
                                  const iap_error *error) noexcept {
    using Answer = Result<std::vector<Transaction>>;
    auto request = Request<TransactionsFunction>::take(user_data);
    request->function(error == nullptr ? Answer(copy(transactions)) : Answer(Error(*error)));
}

inline void storefront_received(void *user_data, iap_client *, std::uint64_t, const char *country_code,
                                const char *identifier, const iap_error *error) noexcept {
    auto request = Request<StorefrontFunction>::take(user_data);
    request->function(error == nullptr ? Result<Storefront>(storefront(country_code, identifier))
                                       : Result<Storefront>(Error(*error)));
}

/**
 * The user data of an observer. iap_remove_observer() on another thread may return while a call of the observer is just
 * beginning, so the seat stays until the client is gone. What the game put on it leaves at once, or, if it is being
 * called, after that call.
 */
class Seat {
  public:
    explicit Seat(Observer observer) : observer_(std::make_shared<const Observer>(std::move(observer))) {}

    std::shared_ptr<const Observer> observer() {
        std::lock_guard<std::mutex> lock(mutex_);
        return observer_;
    }

    void clear() {
        std::shared_ptr<const Observer> leaving;
        std::lock_guard<std::mutex> lock(mutex_);
        leaving.swap(observer_);
    }

    std::uint64_t id = 0;

    /** The C observer that speaks to the one on this seat. */
    iap_observer c_observer() noexcept {
        iap_observer observer;
        iap_observer_init(&observer);
        observer.user_data = this;
        observer.transaction_updated = transaction_updated;
        observer.transaction_removed = transaction_removed;
        observer.restore_finished = restore_finished;
        observer.restore_failed = restore_failed;
        observer.entitlement_revoked = entitlement_revoked;
        observer.storefront_changed = storefront_changed;
        observer.problem_reported = problem_reported;
        return observer;
    }

  private:
    /* The shared pointer keeps the functions alive while one runs, even if that one removes its observer or ends the
     * client. */
    template <class Member, class... Arguments>
    static void call(void *user_data, Member member, const Arguments &...arguments) noexcept {
        std::shared_ptr<const Observer> observer = static_cast<Seat *>(user_data)->observer();
        if (observer != nullptr && (*observer).*member) {
            ((*observer).*member)(arguments...);
        }
    }

    static void transaction_updated(void *seat, iap_client *, const iap_transaction *transaction) noexcept {
        call(seat, &Observer::transaction_updated, Transaction(transaction));
    }
    static void transaction_removed(void *seat, iap_client *, const iap_transaction *transaction) noexcept {
        call(seat, &Observer::transaction_removed, Transaction(transaction));
    }
    static void restore_finished(void *seat, iap_client *, std::uint64_t request_id) noexcept {
        call(seat, &Observer::restore_finished, request_id);
    }
    static void restore_failed(void *seat, iap_client *, std::uint64_t request_id, const iap_error *error) noexcept {
        call(seat, &Observer::restore_failed, request_id, Error(*error));
    }
    static void entitlement_revoked(void *seat, iap_client *, const iap_transaction *transaction) noexcept {
        call(seat, &Observer::entitlement_revoked, Transaction(transaction));
    }
    static void storefront_changed(void *seat, iap_client *, const char *country_code,
                                   const char *identifier) noexcept {
        call(seat, &Observer::storefront_changed, storefront(country_code, identifier));
    }
    static void problem_reported(void *seat, iap_client *, const iap_error *error) noexcept {
        call(seat, &Observer::problem_reported, Error(*error));
    }

    std::mutex mutex_;
    std::shared_ptr<const Observer> observer_;
};

/** What a client keeps at one place in memory, however often the client is moved. */
struct ClientState {
    iap_client *handle = nullptr;
    std::function<void()> wake;
    std::mutex mutex;
    std::vector<std::shared_ptr<Seat>> seats;

    static void call_wake(void *user_data) noexcept { static_cast<ClientState *>(user_data)->wake(); }
};

} // namespace detail

/**
 * One running game on one device; see iap_client_open(). Any thread may call its functions while the object exists;
 * moving and destroying it are for one thread alone. A client that was moved from answers IAP_ERROR_INVALID_ARGUMENT.
 */
class Client {
  public:
    static Result<Client> open(ClientOptions options) {
        if (detail::holds_nul(options.journal_path)) {
            return detail::nul_error("the journal path");
        }
        auto state = std::make_unique<detail::ClientState>();
        state->wake = std::move(options.wake);
        iap_client_options c_options;
        iap_client_options_init(&c_options);
        c_options.execution = static_cast<iap_execution>(options.execution);
        c_options.journal_path = detail::optional_text(options.journal_path);
        c_options.device = options.device;
        c_options.inventory = options.inventory;
        if (state->wake) {
            c_options.wake = detail::ClientState::call_wake;
            c_options.wake_user_data = state.get();
        }
        iap_error error;
        iap_error_init(&error);
        if (iap_client_open(&c_options, &state->handle, &error) != IAP_OK) {
            return Error(error);
        }
        return Client(std::move(state));
    }

    Client(Client &&) noexcept = default;
    Client &operator=(Client &&other) noexcept {
        if (this != &other) {
            end();
            state_ = std::move(other.state_);
        }
        return *this;
    }
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;
    /** Closes the client: requests that are open end with IAP_ERROR_CANCELLED inside. */
    ~Client() { end(); }

    /** Closes the client; see iap_client_close(). */
    Result<void> close() {
        iap_status status = iap_client_close(handle());
        clear_seats();
        return detail::result(status);
    }

    /** To be called once per frame. How many events were delivered, or a negative status. */
    std::int32_t process_events(std::uint32_t max_events = 0) noexcept {
        return iap_client_process_events(handle(), max_events);
    }

    /** For tools and tests. 1 if there is something to process, 0 if the time is over, or a negative status. */
    std::int32_t wait_events(std::uint32_t timeout_ms) noexcept { return iap_client_wait_events(handle(), timeout_ms); }

    bool can_make_payments() const noexcept { return iap_can_make_payments(handle()) == 1; }

    /** Asks for products. The function is called once; the result is the id of the request. */
    Result<std::uint64_t> request_products(const std::vector<std::string> &product_ids, ProductsFunction function) {
        std::vector<const char *> ids;
        ids.reserve(product_ids.size());
        for (const std::string &id : product_ids) {
            if (detail::holds_nul(id)) {
                return detail::nul_error("a product id");
            }
            ids.push_back(id.c_str());
        }
        return detail::request(
            std::move(function), detail::products_received,
            [&](iap_products_function completion, void *user_data, std::uint64_t *id, iap_error *error) {
                return iap_request_products(handle(), ids.data(), ids.size(), completion, user_data, id, error);
            });
    }

    /** Asks the store for transactions; an empty product id means those of all products. */
    Result<std::uint64_t> request_transactions(Query query, const std::string &product_id,
                                               TransactionsFunction function) {
        if (detail::holds_nul(product_id)) {
            return detail::nul_error("the product id");
        }
        return detail::request(
            std::move(function), detail::transactions_received,
            [&](iap_transactions_function completion, void *user_data, std::uint64_t *id, iap_error *error) {
                return iap_request_transactions(handle(), static_cast<iap_query>(query),
                                                detail::optional_text(product_id), completion, user_data, id, error);
            });
    }

    Result<std::uint64_t> request_storefront(StorefrontFunction function) {
        return detail::request(
            std::move(function), detail::storefront_received,
            [&](iap_storefront_function completion, void *user_data, std::uint64_t *id, iap_error *error) {
                return iap_request_storefront(handle(), completion, user_data, id, error);
            });
    }

    /** Adds an observer; the result is its id for remove_observer(). */
    Result<std::uint64_t> add_observer(Observer observer) {
        auto seat = std::make_shared<detail::Seat>(std::move(observer));
        iap_observer c_observer = seat->c_observer();
        /* Seated before the library knows it: another thread may process the first event before this call returns. */
        seat_observer(seat);
        std::uint64_t id = 0;
        iap_error error;
        iap_error_init(&error);
        if (iap_add_observer(handle(), &c_observer, &id, &error) != IAP_OK) {
            unseat_observer(seat);
            return Error(error);
        }
        std::lock_guard<std::mutex> lock(state_->mutex);
        seat->id = id;
        return id;
    }

    /** Removes an observer; its functions are freed. */
    Result<void> remove_observer(std::uint64_t observer_id) {
        iap_error error;
        iap_error_init(&error);
        iap_status status = iap_remove_observer(handle(), observer_id, &error);
        if (status == IAP_OK) {
            clear_seats(observer_id);
        }
        return detail::result(status, error);
    }

    /** Adds a payment; the result is the id that Transaction::payment_id() tells. */
    Result<std::uint64_t> add_payment(const Payment &payment) {
        if (detail::holds_nul(payment.product_id) || detail::holds_nul(payment.app_account_token)) {
            return detail::nul_error("the product id or the app account token");
        }
        iap_payment c_payment;
        iap_payment_init(&c_payment);
        c_payment.product_id = payment.product_id.c_str();
        c_payment.quantity = payment.quantity;
        c_payment.app_account_token = detail::optional_text(payment.app_account_token);
        c_payment.simulates_ask_to_buy = payment.simulates_ask_to_buy ? 1 : 0;
        std::uint64_t id = 0;
        iap_error error;
        iap_error_init(&error);
        if (iap_add_payment(handle(), &c_payment, &id, &error) != IAP_OK) {
            return Error(error);
        }
        return id;
    }

    /** The game has granted it, or has taken note that it failed. */
    Result<void> finish(const Transaction &transaction) {
        iap_error error;
        iap_error_init(&error);
        return detail::result(iap_finish_transaction(handle(), transaction.handle(), &error), error);
    }

    Result<void> finish(std::uint64_t transaction_id) {
        iap_error error;
        iap_error_init(&error);
        return detail::result(iap_finish_transaction_id(handle(), transaction_id, &error), error);
    }

    /** Hands out again what the account owns; the result is the id of the request. */
    Result<std::uint64_t> restore_completed_transactions() {
        std::uint64_t id = 0;
        iap_error error;
        iap_error_init(&error);
        if (iap_restore_completed_transactions(handle(), &id, &error) != IAP_OK) {
            return Error(error);
        }
        return id;
    }

    /** The queue as it is now. */
    Result<std::vector<Transaction>> queue_transactions() const {
        const iap_transactions *transactions = nullptr;
        iap_error error;
        iap_error_init(&error);
        if (iap_queue_transactions(handle(), &transactions, &error) != IAP_OK) {
            return Error(error);
        }
        std::vector<Transaction> copies = detail::copy(transactions);
        iap_transactions_release(transactions);
        return copies;
    }

    /**
     * The C handle, for what this class does not have. Do not take events with iap_client_next_event(): it would take
     * the answers away from the functions that wait for them.
     */
    iap_client *handle() const noexcept { return state_ == nullptr ? nullptr : state_->handle; }

  private:
    explicit Client(std::unique_ptr<detail::ClientState> state) noexcept : state_(std::move(state)) {}

    void seat_observer(const std::shared_ptr<detail::Seat> &seat) {
        if (state_ != nullptr) {
            std::lock_guard<std::mutex> lock(state_->mutex);
            state_->seats.push_back(seat);
        }
    }

    void unseat_observer(const std::shared_ptr<detail::Seat> &seat) {
        if (state_ != nullptr) {
            std::lock_guard<std::mutex> lock(state_->mutex);
            auto &seats = state_->seats;
            seats.erase(std::remove(seats.begin(), seats.end(), seat), seats.end());
        }
    }

    /* Frees what the game put on the seat with this id, or on every seat. What leaves may run code of the game, so that
     * happens without the lock. */
    void clear_seats(std::optional<std::uint64_t> id = std::nullopt) {
        std::vector<std::shared_ptr<detail::Seat>> leaving;
        if (state_ != nullptr) {
            std::lock_guard<std::mutex> lock(state_->mutex);
            for (const std::shared_ptr<detail::Seat> &seat : state_->seats) {
                if (!id || seat->id == *id) {
                    leaving.push_back(seat);
                }
            }
        }
        for (const std::shared_ptr<detail::Seat> &seat : leaving) {
            seat->clear();
        }
    }

    void end() noexcept {
        if (state_ != nullptr) {
            iap_client_close(state_->handle);
            state_.reset();
        }
    }

    std::unique_ptr<detail::ClientState> state_;
};

} // namespace iap

#endif // IAP_IAP_HPP
