/*
 * iap_values.hpp: the values of <iap/iap.h> for C++17: enumerations, products, transactions and
 * other data of the store. Games do not use this header directly. They include <iap/iap.hpp>, which
 * includes this one.
 *
 * Each getter has the name of a function of <iap/iap.h>, which describes it:
 * Transaction::quantity() is iap_transaction_quantity(). A getter returns a text as a
 * std::string_view that ends with a NUL. The text lives as long as any copy of its object, so keep
 * the object as long as you use the text. The text is empty where the C function returns NULL. An
 * Error returns copies of its texts. Each date has two getters: purchase_date_ms() returns
 * milliseconds since 1970, or 0 if there is no date; purchase_date() returns an optional
 * std::chrono::time_point; it needs <iap/iap_time.hpp>.
 *
 * Functions that return a std::vector are templates. You never have to name the template argument.
 * A translation unit compiles only the templates that it uses.
 */
#ifndef IAP_IAP_VALUES_HPP
#define IAP_IAP_VALUES_HPP

#include <iap/iap_app.h>
#include <iap/iap_commerce.h>
#include <iap/iap_inventory.h>
#include <iap/iap_log.h>
#include <iap/iap_polling.h>
#include <iap/iap_products.h>
#include <iap/iap_promotions.h>
#include <iap/iap_result.hpp>
#include <iap/iap_sheets.h>
#include <iap/iap_system.h>
#include <iap/iap_transactions.h>

namespace iap {
inline namespace v0_3 {

/* --------------------------------------------------------------------------------- enumerations */

enum class LogLevel : iap_log_level_t {
    none = IAP_LOG_NONE,
    error = IAP_LOG_ERROR,
    warning = IAP_LOG_WARNING,
    info = IAP_LOG_INFO,
    debug = IAP_LOG_DEBUG,
};

enum class ProductType : iap_product_type_t {
    unknown = IAP_PRODUCT_TYPE_UNKNOWN,
    consumable = IAP_PRODUCT_TYPE_CONSUMABLE,
    non_consumable = IAP_PRODUCT_TYPE_NON_CONSUMABLE,
    non_renewing_subscription = IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION,
    auto_renewable_subscription = IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION,
};

/** An environment, or several environments combined with |. */
enum class Environment : iap_environment_t {
    unknown = IAP_ENVIRONMENT_UNKNOWN,
    production = IAP_ENVIRONMENT_PRODUCTION,
    sandbox = IAP_ENVIRONMENT_SANDBOX,
    xcode = IAP_ENVIRONMENT_XCODE,                 /**< the App Store did not sign this data */
    local_testing = IAP_ENVIRONMENT_LOCAL_TESTING, /**< the App Store did not sign this data */
    reference_store = IAP_ENVIRONMENT_REFERENCE_STORE,
};

constexpr Environment operator|(Environment one, Environment other) noexcept {
    return static_cast<Environment>(static_cast<iap_environment_t>(one) | static_cast<iap_environment_t>(other));
}

enum class PeriodUnit : iap_period_unit_t {
    none = IAP_PERIOD_UNIT_NONE,
    day = IAP_PERIOD_UNIT_DAY,
    week = IAP_PERIOD_UNIT_WEEK,
    month = IAP_PERIOD_UNIT_MONTH,
    year = IAP_PERIOD_UNIT_YEAR,
};

enum class TransactionState : iap_transaction_state_t {
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

/** What the journal knows about the delivery of a transaction. */
enum class DeliveryState : iap_delivery_state_t {
    none = IAP_DELIVERY_NONE,
    fresh = IAP_DELIVERY_NEW,
    seen = IAP_DELIVERY_SEEN,
    granted = IAP_DELIVERY_GRANTED,
};

enum class Ownership : iap_ownership_t {
    unknown = IAP_OWNERSHIP_UNKNOWN,
    purchased = IAP_OWNERSHIP_PURCHASED,
    family_shared = IAP_OWNERSHIP_FAMILY_SHARED,
    assigned = IAP_OWNERSHIP_ASSIGNED,
};

enum class RevocationReason : iap_revocation_reason_t {
    unknown = IAP_REVOCATION_REASON_UNKNOWN,
    none = IAP_REVOCATION_REASON_NONE,
    other = IAP_REVOCATION_REASON_OTHER,
    developer_issue = IAP_REVOCATION_REASON_DEVELOPER_ISSUE,
    bundle = IAP_REVOCATION_REASON_BUNDLE,
};

enum class RevocationType : iap_revocation_type_t {
    unknown = IAP_REVOCATION_TYPE_UNKNOWN,
    none = IAP_REVOCATION_TYPE_NONE,
    refund_full = IAP_REVOCATION_TYPE_REFUND_FULL,
    refund_prorated = IAP_REVOCATION_TYPE_REFUND_PRORATED,
    family_revoke = IAP_REVOCATION_TYPE_FAMILY_REVOKE,
    assignment_revoke = IAP_REVOCATION_TYPE_ASSIGNMENT_REVOKE,
};

enum class OfferType : iap_offer_type_t {
    unknown = IAP_OFFER_TYPE_UNKNOWN,
    none = IAP_OFFER_TYPE_NONE,
    introductory = IAP_OFFER_TYPE_INTRODUCTORY,
    promotional = IAP_OFFER_TYPE_PROMOTIONAL,
    code = IAP_OFFER_TYPE_CODE,
    win_back = IAP_OFFER_TYPE_WIN_BACK,
};

enum class BillingPlanType : iap_billing_plan_type_t {
    unknown = IAP_BILLING_PLAN_UNKNOWN,
    none = IAP_BILLING_PLAN_NONE,
    up_front = IAP_BILLING_PLAN_UP_FRONT,
    monthly = IAP_BILLING_PLAN_MONTHLY,
};

enum class ExpirationReason : iap_expiration_reason_t {
    unknown = IAP_EXPIRATION_REASON_UNKNOWN,
    none = IAP_EXPIRATION_REASON_NONE,
    auto_renew_disabled = IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED,
    billing_error = IAP_EXPIRATION_REASON_BILLING_ERROR,
    no_consent_to_price_increase = IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE,
    product_unavailable = IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE,
    other = IAP_EXPIRATION_REASON_OTHER,
    unbundled = IAP_EXPIRATION_REASON_UNBUNDLED,
};

enum class PriceIncrease : iap_price_increase_t {
    unknown = IAP_PRICE_INCREASE_UNKNOWN,
    none = IAP_PRICE_INCREASE_NONE,
    pending = IAP_PRICE_INCREASE_PENDING,
    agreed = IAP_PRICE_INCREASE_AGREED,
};

enum class MessageReason : iap_message_reason_t {
    unknown = IAP_MESSAGE_REASON_UNKNOWN,
    generic = IAP_MESSAGE_REASON_GENERIC,
    price_increase_consent = IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT,
    billing_issue = IAP_MESSAGE_REASON_BILLING_ISSUE,
    win_back_offer = IAP_MESSAGE_REASON_WIN_BACK_OFFER,
};

/** A feature that not every system has; see iap_feature_t. */
enum class Feature : iap_feature_t {
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
    merchandising = IAP_FEATURE_MERCHANDISING,
};

enum class Query : iap_query_t {
    none = IAP_QUERY_NONE,
    unfinished = IAP_QUERY_UNFINISHED,
    all = IAP_QUERY_ALL,
    current_entitlements = IAP_QUERY_CURRENT_ENTITLEMENTS,
    latest = IAP_QUERY_LATEST,
};

enum class PaymentMode : iap_payment_mode_t {
    unknown = IAP_PAYMENT_MODE_UNKNOWN,
    none = IAP_PAYMENT_MODE_NONE,
    free_trial = IAP_PAYMENT_MODE_FREE_TRIAL,
    pay_as_you_go = IAP_PAYMENT_MODE_PAY_AS_YOU_GO,
    pay_up_front = IAP_PAYMENT_MODE_PAY_UP_FRONT,
    one_time = IAP_PAYMENT_MODE_ONE_TIME,
};

enum class TransactionReason : iap_transaction_reason_t {
    unknown = IAP_TRANSACTION_REASON_UNKNOWN,
    none = IAP_TRANSACTION_REASON_NONE,
    purchase = IAP_TRANSACTION_REASON_PURCHASE,
    renewal = IAP_TRANSACTION_REASON_RENEWAL,
};

enum class SubscriptionState : iap_subscription_state_t {
    unknown = IAP_SUBSCRIPTION_STATE_UNKNOWN,
    subscribed = IAP_SUBSCRIPTION_STATE_SUBSCRIBED,
    expired = IAP_SUBSCRIPTION_STATE_EXPIRED,
    in_billing_retry = IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY,
    in_grace_period = IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD,
    revoked = IAP_SUBSCRIPTION_STATE_REVOKED,
};

/** Whether a signature is valid, and if not, why. */
enum class SignatureCheck : iap_signature_check_t {
    none = IAP_SIGNATURE_NONE,
    verified = IAP_SIGNATURE_VERIFIED,
    revoked_certificate = IAP_SIGNATURE_REVOKED_CERTIFICATE,
    invalid_certificate_chain = IAP_SIGNATURE_INVALID_CERTIFICATE_CHAIN,
    invalid_device_verification = IAP_SIGNATURE_INVALID_DEVICE_VERIFICATION,
    invalid_encoding = IAP_SIGNATURE_INVALID_ENCODING,
    invalid_signature = IAP_SIGNATURE_INVALID_SIGNATURE,
    missing_required_properties = IAP_SIGNATURE_MISSING_REQUIRED_PROPERTIES,
    failed = IAP_SIGNATURE_FAILED,
};

/** The verdict of a verification. */
enum class Verdict : iap_verdict_t {
    none = 0, /**< nothing was verified */
    valid = IAP_VERDICT_VALID,
    invalid = IAP_VERDICT_INVALID,
    undecided = IAP_VERDICT_UNDECIDED, /**< grant nothing, verify again later */
};

/** Extra verification before delivery. */
enum class VerificationMode : iap_verification_mode_t {
    by_store = IAP_VERIFY_BY_STORE,
    by_signature = IAP_VERIFY_BY_SIGNATURE,
    by_game = IAP_VERIFY_BY_GAME,
    by_server = IAP_VERIFY_BY_SERVER,
};

/** The source of a product list. */
enum class ProductListSource : iap_product_list_source_t {
    none = IAP_PRODUCT_LIST_NONE,
    file = IAP_PRODUCT_LIST_FILE,
    server = IAP_PRODUCT_LIST_SERVER,
    last_good = IAP_PRODUCT_LIST_LAST_GOOD,
};

enum class PromotionVisibility : iap_promotion_visibility_t {
    by_default = IAP_PROMOTION_VISIBILITY_DEFAULT,
    visible = IAP_PROMOTION_VISIBILITY_VISIBLE,
    hidden = IAP_PROMOTION_VISIBILITY_HIDDEN,
};

enum class ExternalPurchaseToken : iap_external_purchase_token_t {
    acquisition = IAP_EXTERNAL_PURCHASE_TOKEN_ACQUISITION,
    services = IAP_EXTERNAL_PURCHASE_TOKEN_SERVICES,
};

enum class ExternalPurchaseNotice : iap_external_purchase_notice_t {
    browser = IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER,
    within_app = IAP_EXTERNAL_PURCHASE_NOTICE_WITHIN_APP,
};

/** A way to purchases outside of the App Store. */
enum class ExternalPurchaseKind : iap_external_purchase_kind_t {
    notice = IAP_EXTERNAL_PURCHASE_KIND_NOTICE,
    link = IAP_EXTERNAL_PURCHASE_KIND_LINK,
    custom_link = IAP_EXTERNAL_PURCHASE_KIND_CUSTOM_LINK,
    link_account = IAP_EXTERNAL_PURCHASE_KIND_LINK_ACCOUNT,
};

enum class CustomValueType : std::int32_t {
    none = 0,
    text = IAP_CUSTOM_VALUE_TEXT,
    number = IAP_CUSTOM_VALUE_NUMBER,
    flag = IAP_CUSTOM_VALUE_FLAG,
    data = IAP_CUSTOM_VALUE_DATA,
};

/** The type of a polled event. */
enum class EventType : iap_event_type_t {
    none = IAP_EVENT_NONE,
    products_received = IAP_EVENT_PRODUCTS_RECEIVED,
    transactions_received = IAP_EVENT_TRANSACTIONS_RECEIVED,
    storefront_received = IAP_EVENT_STOREFRONT_RECEIVED,
    transaction_updated = IAP_EVENT_TRANSACTION_UPDATED,
    transaction_removed = IAP_EVENT_TRANSACTION_REMOVED,
    restore_finished = IAP_EVENT_RESTORE_FINISHED,
    restore_failed = IAP_EVENT_RESTORE_FAILED,
    entitlement_revoked = IAP_EVENT_ENTITLEMENT_REVOKED,
    storefront_changed = IAP_EVENT_STOREFRONT_CHANGED,
    problem_reported = IAP_EVENT_PROBLEM_REPORTED,
    request_completed = IAP_EVENT_REQUEST_COMPLETED,
    flag_received = IAP_EVENT_FLAG_RECEIVED,
    text_received = IAP_EVENT_TEXT_RECEIVED,
    subscription_statuses_received = IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED,
    app_transaction_received = IAP_EVENT_APP_TRANSACTION_RECEIVED,
    promotions_received = IAP_EVENT_PROMOTIONS_RECEIVED,
    subscription_status_changed = IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED,
    purchase_intent_received = IAP_EVENT_PURCHASE_INTENT_RECEIVED,
    message_received = IAP_EVENT_MESSAGE_RECEIVED,
    verification_requested = IAP_EVENT_VERIFICATION_REQUESTED,
    entitlement_changed = IAP_EVENT_ENTITLEMENT_CHANGED,
};

namespace detail {

using ProductHandle = Shared<iap_product, iap_product_retain, iap_product_release>;
using StatusHandle = Shared<iap_subscription_status, iap_subscription_status_retain, iap_subscription_status_release>;

} // namespace detail

/* ------------------------------------------------------------------------------------- products */

/** An offer of a subscription. It keeps its product alive. */
class Offer {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    Offer() noexcept = default;
    Offer(const iap_offer *handle, detail::ProductHandle owner) noexcept : owner_(std::move(owner)), handle_(handle) {}

    OfferType type() const noexcept { return static_cast<OfferType>(iap_offer_type(handle())); }
    std::string_view id() const noexcept { return detail::view(iap_offer_id(handle())); }
    PaymentMode payment_mode() const noexcept { return static_cast<PaymentMode>(iap_offer_payment_mode(handle())); }
    std::int64_t price_milliunits() const noexcept { return iap_offer_price_milliunits(handle()); }
    std::string_view display_price() const noexcept { return detail::view(iap_offer_display_price(handle())); }
    PeriodUnit period_unit() const noexcept { return static_cast<PeriodUnit>(iap_offer_period_unit(handle())); }
    std::int32_t period_value() const noexcept { return iap_offer_period_value(handle()); }
    std::int32_t period_count() const noexcept { return iap_offer_period_count(handle()); }

    const iap_offer *handle() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_ != nullptr; }

  private:
    detail::ProductHandle owner_;
    const iap_offer *handle_ = nullptr;
};

/** A billing plan of a subscription: how the player pays for it. It keeps its product alive. */
class BillingPlan {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    BillingPlan() noexcept = default;
    BillingPlan(const iap_billing_plan *handle, detail::ProductHandle owner) noexcept
        : owner_(std::move(owner)), handle_(handle) {}

    BillingPlanType type() const noexcept { return static_cast<BillingPlanType>(iap_billing_plan_type(handle())); }
    std::string_view display_price() const noexcept { return detail::view(iap_billing_plan_display_price(handle())); }
    std::int64_t price_milliunits() const noexcept { return iap_billing_plan_price_milliunits(handle()); }
    PeriodUnit period_unit() const noexcept { return static_cast<PeriodUnit>(iap_billing_plan_period_unit(handle())); }
    std::int32_t period_value() const noexcept { return iap_billing_plan_period_value(handle()); }
    std::int64_t commitment_price_milliunits() const noexcept {
        return iap_billing_plan_commitment_price_milliunits(handle());
    }

    const iap_billing_plan *handle() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_ != nullptr; }

  private:
    detail::ProductHandle owner_;
    const iap_billing_plan *handle_ = nullptr;
};

/** A product of the store. Copies share one immutable handle; any thread may use them. */
class Product {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    Product() noexcept = default;
    /** Borrows the handle and retains it. */
    explicit Product(const iap_product *handle) noexcept : handle_(handle) {}

    bool is_cached() const noexcept { return iap_product_is_cached(handle()) != 0; }
    std::string_view id() const noexcept { return detail::view(iap_product_id(handle())); }
    ProductType type() const noexcept { return static_cast<ProductType>(iap_product_type(handle())); }
    std::string_view type_text() const noexcept { return detail::view(iap_product_type_text(handle())); }
    std::string_view display_name() const noexcept { return detail::view(iap_product_display_name(handle())); }
    std::string_view description() const noexcept { return detail::view(iap_product_description(handle())); }
    std::int64_t price_milliunits() const noexcept { return iap_product_price_milliunits(handle()); }
    std::string_view currency_code() const noexcept { return detail::view(iap_product_currency_code(handle())); }
    std::string_view display_price() const noexcept { return detail::view(iap_product_display_price(handle())); }
    bool is_family_shareable() const noexcept { return iap_product_is_family_shareable(handle()) != 0; }
    PeriodUnit subscription_period_unit() const noexcept {
        return static_cast<PeriodUnit>(iap_product_subscription_period_unit(handle()));
    }
    std::int32_t subscription_period_value() const noexcept { return iap_product_subscription_period_value(handle()); }
    std::string_view subscription_group_id() const noexcept {
        return detail::view(iap_product_subscription_group_id(handle()));
    }
    std::int32_t subscription_group_level() const noexcept { return iap_product_subscription_group_level(handle()); }
    std::string_view subscription_group_name() const noexcept {
        return detail::view(iap_product_subscription_group_name(handle()));
    }
    std::string_view json() const noexcept { return detail::view(iap_product_json(handle())); }

    template <class T = Offer> std::vector<T> offers() const {
        return parts<T>(iap_product_offer_count, iap_product_offer_at);
    }
    template <class T = BillingPlan> std::vector<T> billing_plans() const {
        return parts<T>(iap_product_billing_plan_count, iap_product_billing_plan_at);
    }

    const iap_product *handle() const noexcept { return handle_.get(); }
    explicit operator bool() const noexcept { return handle() != nullptr; }

  private:
    template <class T, class H>
    std::vector<T> parts(std::size_t (*count)(const iap_product *),
                         const H *(*at)(const iap_product *, std::size_t)) const {
        std::vector<T> parts;
        for (std::size_t i = 0, end = count(handle()); i < end; i++) {
            parts.emplace_back(at(handle(), i), handle_);
        }
        return parts;
    }

    detail::ProductHandle handle_;
};

/** The response to a product request. */
struct Products {
    std::vector<Product> products;
    std::vector<std::string> invalid_ids; /**< ids that the store does not know */
    ProductListSource list_source = ProductListSource::none;
};

/** See iap_product_list_options. Set a path, a URL or both. */
struct ProductListOptions {
    std::string path{};
    std::string url{};
    std::vector<std::string> headers{}; /**< lines of the form "Name: value" */
    Milliseconds timeout{};             /**< 0: 10 seconds */
};

/* --------------------------------------------------------------------------------- transactions */

/**
 * A snapshot of a transaction. Copies share one immutable handle; any thread may use them. Use its
 * original_id() as the key to grant a purchase once; see EXACTLY ONCE in <iap/iap.h>.
 */
class Transaction {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    Transaction() noexcept = default;
    /** Borrows the handle and retains it. */
    explicit Transaction(const iap_transaction *handle) noexcept : handle_(handle) {}

    TransactionState state() const noexcept { return static_cast<TransactionState>(iap_transaction_state(handle())); }
    std::uint64_t id() const noexcept { return iap_transaction_id(handle()); }
    std::uint64_t original_id() const noexcept { return iap_transaction_original_id(handle()); }
    std::uint64_t payment_id() const noexcept { return iap_transaction_payment_id(handle()); }
    std::string_view product_id() const noexcept { return detail::view(iap_transaction_product_id(handle())); }
    ProductType product_type() const noexcept {
        return static_cast<ProductType>(iap_transaction_product_type(handle()));
    }
    std::int32_t quantity() const noexcept { return iap_transaction_quantity(handle()); }
    std::int64_t purchase_date_ms() const noexcept { return iap_transaction_purchase_date_ms(handle()); }
    template <class D = detail::Dates> auto purchase_date() const noexcept { return D::time(purchase_date_ms()); }
    std::int64_t original_purchase_date_ms() const noexcept {
        return iap_transaction_original_purchase_date_ms(handle());
    }
    template <class D = detail::Dates> auto original_purchase_date() const noexcept {
        return D::time(original_purchase_date_ms());
    }
    std::int64_t expiration_date_ms() const noexcept { return iap_transaction_expiration_date_ms(handle()); }
    template <class D = detail::Dates> auto expiration_date() const noexcept { return D::time(expiration_date_ms()); }
    std::int64_t revocation_date_ms() const noexcept { return iap_transaction_revocation_date_ms(handle()); }
    template <class D = detail::Dates> auto revocation_date() const noexcept { return D::time(revocation_date_ms()); }
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
    std::string_view signed_text() const noexcept { return detail::view(iap_transaction_signed_text(handle())); }
    SignatureCheck signature_check() const noexcept {
        return static_cast<SignatureCheck>(iap_transaction_signature_check(handle()));
    }
    std::string_view app_bundle_id() const noexcept { return detail::view(iap_transaction_app_bundle_id(handle())); }
    std::string_view web_order_line_item_id() const noexcept {
        return detail::view(iap_transaction_web_order_line_item_id(handle()));
    }
    bool is_upgraded() const noexcept { return iap_transaction_is_upgraded(handle()) != 0; }
    TransactionReason reason() const noexcept {
        return static_cast<TransactionReason>(iap_transaction_reason(handle()));
    }
    std::string_view storefront_country_code() const noexcept {
        return detail::view(iap_transaction_storefront_country_code(handle()));
    }
    std::string_view storefront_identifier() const noexcept {
        return detail::view(iap_transaction_storefront_identifier(handle()));
    }
    std::int64_t price_milliunits() const noexcept { return iap_transaction_price_milliunits(handle()); }
    std::string_view currency_code() const noexcept { return detail::view(iap_transaction_currency_code(handle())); }
    OfferType offer_type() const noexcept { return static_cast<OfferType>(iap_transaction_offer_type(handle())); }
    std::string_view offer_id() const noexcept { return detail::view(iap_transaction_offer_id(handle())); }
    PaymentMode offer_payment_mode() const noexcept {
        return static_cast<PaymentMode>(iap_transaction_offer_payment_mode(handle()));
    }
    PeriodUnit offer_period_unit() const noexcept {
        return static_cast<PeriodUnit>(iap_transaction_offer_period_unit(handle()));
    }
    std::int32_t offer_period_value() const noexcept { return iap_transaction_offer_period_value(handle()); }
    RevocationType revocation_type() const noexcept {
        return static_cast<RevocationType>(iap_transaction_revocation_type(handle()));
    }
    std::int32_t revocation_percentage() const noexcept { return iap_transaction_revocation_percentage(handle()); }
    std::string_view app_transaction_id() const noexcept {
        return detail::view(iap_transaction_app_transaction_id(handle()));
    }
    BillingPlanType billing_plan_type() const noexcept {
        return static_cast<BillingPlanType>(iap_transaction_billing_plan_type(handle()));
    }
    std::int32_t commitment_period_number() const noexcept {
        return iap_transaction_commitment_period_number(handle());
    }
    std::int32_t commitment_period_count() const noexcept { return iap_transaction_commitment_period_count(handle()); }
    std::int64_t commitment_expiration_date_ms() const noexcept {
        return iap_transaction_commitment_expiration_date_ms(handle());
    }
    template <class D = detail::Dates> auto commitment_expiration_date() const noexcept {
        return D::time(commitment_expiration_date_ms());
    }
    std::int64_t commitment_price_milliunits() const noexcept {
        return iap_transaction_commitment_price_milliunits(handle());
    }
    std::string_view advanced_commerce_json() const noexcept {
        return detail::view(iap_transaction_advanced_commerce_json(handle()));
    }
    std::int64_t signed_date_ms() const noexcept { return iap_transaction_signed_date_ms(handle()); }
    template <class D = detail::Dates> auto signed_date() const noexcept { return D::time(signed_date_ms()); }
    std::string_view device_verification() const noexcept {
        return detail::view(iap_transaction_device_verification(handle()));
    }
    std::string_view device_verification_nonce() const noexcept {
        return detail::view(iap_transaction_device_verification_nonce(handle()));
    }
    std::string_view json() const noexcept { return detail::view(iap_transaction_json(handle())); }
    std::int32_t delivery_count() const noexcept { return iap_transaction_delivery_count(handle()); }
    DeliveryState delivery_state() const noexcept {
        return static_cast<DeliveryState>(iap_transaction_delivery_state(handle()));
    }
    /** Returns the purchase that a restored transaction restores. */
    template <class T = Transaction> std::optional<T> original() const {
        const iap_transaction *original = iap_transaction_original(handle());
        return original == nullptr ? std::nullopt : std::optional<T>(T(original));
    }
    /** Returns why a transaction is failed, unverified or rejected. */
    template <class E = Error> std::optional<E> error() const {
        iap_error error = IAP_ERROR_VALUE_INIT;
        return iap_transaction_error(handle(), &error) == IAP_OK ? std::nullopt : std::optional<E>(E(error));
    }

    const iap_transaction *handle() const noexcept { return handle_.get(); }
    explicit operator bool() const noexcept { return handle() != nullptr; }

  private:
    detail::Shared<iap_transaction, iap_transaction_retain, iap_transaction_release> handle_;
};

/** One page of a query. */
struct TransactionsPage {
    std::vector<Transaction> transactions;
    std::string next_page; /**< pass it to the request for the next page; empty after the last page */
};

/** The country whose App Store serves the account. */
struct Storefront {
    std::string country_code; /**< ISO 3166-1 alpha-3 */
    std::string identifier;   /**< the store's own id of the storefront */
};

/* -------------------------------------------------------------------------------- subscriptions */

/** Renewal info of a subscription. It keeps its subscription status alive. */
class RenewalInfo {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    RenewalInfo() noexcept = default;
    RenewalInfo(const iap_renewal_info *handle, detail::StatusHandle owner) noexcept
        : owner_(std::move(owner)), handle_(handle) {}

    SignatureCheck signature_check() const noexcept {
        return static_cast<SignatureCheck>(iap_renewal_info_signature_check(handle()));
    }
    std::uint64_t original_transaction_id() const noexcept {
        return iap_renewal_info_original_transaction_id(handle());
    }
    std::string_view product_id() const noexcept { return detail::view(iap_renewal_info_product_id(handle())); }
    bool will_auto_renew() const noexcept { return iap_renewal_info_will_auto_renew(handle()) != 0; }
    std::string_view auto_renew_product_id() const noexcept {
        return detail::view(iap_renewal_info_auto_renew_product_id(handle()));
    }
    ExpirationReason expiration_reason() const noexcept {
        return static_cast<ExpirationReason>(iap_renewal_info_expiration_reason(handle()));
    }
    PriceIncrease price_increase() const noexcept {
        return static_cast<PriceIncrease>(iap_renewal_info_price_increase(handle()));
    }
    bool is_in_billing_retry() const noexcept { return iap_renewal_info_is_in_billing_retry(handle()) != 0; }
    std::int64_t grace_period_expiration_date_ms() const noexcept {
        return iap_renewal_info_grace_period_expiration_date_ms(handle());
    }
    template <class D = detail::Dates> auto grace_period_expiration_date() const noexcept {
        return D::time(grace_period_expiration_date_ms());
    }
    OfferType offer_type() const noexcept { return static_cast<OfferType>(iap_renewal_info_offer_type(handle())); }
    std::string_view offer_id() const noexcept { return detail::view(iap_renewal_info_offer_id(handle())); }
    PaymentMode offer_payment_mode() const noexcept {
        return static_cast<PaymentMode>(iap_renewal_info_offer_payment_mode(handle()));
    }
    PeriodUnit offer_period_unit() const noexcept {
        return static_cast<PeriodUnit>(iap_renewal_info_offer_period_unit(handle()));
    }
    std::int32_t offer_period_value() const noexcept { return iap_renewal_info_offer_period_value(handle()); }
    std::string_view environment() const noexcept { return detail::view(iap_renewal_info_environment(handle())); }
    std::int64_t recent_subscription_start_date_ms() const noexcept {
        return iap_renewal_info_recent_subscription_start_date_ms(handle());
    }
    template <class D = detail::Dates> auto recent_subscription_start_date() const noexcept {
        return D::time(recent_subscription_start_date_ms());
    }
    std::int64_t renewal_date_ms() const noexcept { return iap_renewal_info_renewal_date_ms(handle()); }
    template <class D = detail::Dates> auto renewal_date() const noexcept { return D::time(renewal_date_ms()); }
    std::int64_t renewal_price_milliunits() const noexcept {
        return iap_renewal_info_renewal_price_milliunits(handle());
    }
    std::string_view currency_code() const noexcept { return detail::view(iap_renewal_info_currency_code(handle())); }
    std::string_view app_account_token() const noexcept {
        return detail::view(iap_renewal_info_app_account_token(handle()));
    }
    std::string_view app_transaction_id() const noexcept {
        return detail::view(iap_renewal_info_app_transaction_id(handle()));
    }
    BillingPlanType billing_plan_type() const noexcept {
        return static_cast<BillingPlanType>(iap_renewal_info_billing_plan_type(handle()));
    }
    std::int64_t signed_date_ms() const noexcept { return iap_renewal_info_signed_date_ms(handle()); }
    template <class D = detail::Dates> auto signed_date() const noexcept { return D::time(signed_date_ms()); }
    std::string_view signed_text() const noexcept { return detail::view(iap_renewal_info_signed_text(handle())); }
    std::string_view json() const noexcept { return detail::view(iap_renewal_info_json(handle())); }
    /** Returns the win-back offers for which the player is eligible. The best offer comes first. */
    template <class T = std::string_view> std::vector<T> eligible_win_back_offers() const {
        std::vector<T> offers;
        for (std::size_t i = 0, end = iap_renewal_info_eligible_win_back_offer_count(handle()); i < end; i++) {
            offers.push_back(detail::view(iap_renewal_info_eligible_win_back_offer_at(handle(), i)));
        }
        return offers;
    }

    const iap_renewal_info *handle() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_ != nullptr; }

  private:
    detail::StatusHandle owner_;
    const iap_renewal_info *handle_ = nullptr;
};

/** The status of a subscription. Copies share one immutable handle; any thread may use them. */
class SubscriptionStatus {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    SubscriptionStatus() noexcept = default;
    /** Borrows the handle and retains it. */
    explicit SubscriptionStatus(const iap_subscription_status *handle) noexcept : handle_(handle) {}

    SubscriptionState state() const noexcept {
        return static_cast<SubscriptionState>(iap_subscription_status_state(handle()));
    }
    std::string_view group_id() const noexcept { return detail::view(iap_subscription_status_group_id(handle())); }
    /** Returns the newest transaction of the subscription. It is not a delivery. */
    Transaction transaction() const { return Transaction(iap_subscription_status_transaction(handle())); }
    RenewalInfo renewal_info() const { return RenewalInfo(iap_subscription_status_renewal_info(handle()), handle_); }

    const iap_subscription_status *handle() const noexcept { return handle_.get(); }
    explicit operator bool() const noexcept { return handle() != nullptr; }

  private:
    detail::StatusHandle handle_;
};

/* ------------------------------------------------------------------------------- the app,
 *  promotions, messages */

/** The account's copy of the app. Copies share one immutable handle; any thread may use them. */
class AppTransaction {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    AppTransaction() noexcept = default;
    /** Borrows the handle and retains it. */
    explicit AppTransaction(const iap_app_transaction *handle) noexcept : handle_(handle) {}

    SignatureCheck signature_check() const noexcept {
        return static_cast<SignatureCheck>(iap_app_transaction_signature_check(handle()));
    }
    std::uint64_t app_id() const noexcept { return iap_app_transaction_app_id(handle()); }
    std::uint64_t app_version_id() const noexcept { return iap_app_transaction_app_version_id(handle()); }
    std::string_view app_version() const noexcept { return detail::view(iap_app_transaction_app_version(handle())); }
    std::string_view bundle_id() const noexcept { return detail::view(iap_app_transaction_bundle_id(handle())); }
    std::string_view environment() const noexcept { return detail::view(iap_app_transaction_environment(handle())); }
    std::string_view original_app_version() const noexcept {
        return detail::view(iap_app_transaction_original_app_version(handle()));
    }
    std::int64_t original_purchase_date_ms() const noexcept {
        return iap_app_transaction_original_purchase_date_ms(handle());
    }
    template <class D = detail::Dates> auto original_purchase_date() const noexcept {
        return D::time(original_purchase_date_ms());
    }
    std::int64_t preorder_date_ms() const noexcept { return iap_app_transaction_preorder_date_ms(handle()); }
    template <class D = detail::Dates> auto preorder_date() const noexcept { return D::time(preorder_date_ms()); }
    std::string_view app_transaction_id() const noexcept {
        return detail::view(iap_app_transaction_app_transaction_id(handle()));
    }
    std::string_view original_platform() const noexcept {
        return detail::view(iap_app_transaction_original_platform(handle()));
    }
    std::int64_t signed_date_ms() const noexcept { return iap_app_transaction_signed_date_ms(handle()); }
    template <class D = detail::Dates> auto signed_date() const noexcept { return D::time(signed_date_ms()); }
    std::string_view device_verification() const noexcept {
        return detail::view(iap_app_transaction_device_verification(handle()));
    }
    std::string_view device_verification_nonce() const noexcept {
        return detail::view(iap_app_transaction_device_verification_nonce(handle()));
    }
    std::string_view signed_text() const noexcept { return detail::view(iap_app_transaction_signed_text(handle())); }
    std::string_view json() const noexcept { return detail::view(iap_app_transaction_json(handle())); }

    const iap_app_transaction *handle() const noexcept { return handle_.get(); }
    explicit operator bool() const noexcept { return handle() != nullptr; }

  private:
    detail::Shared<iap_app_transaction, iap_app_transaction_retain, iap_app_transaction_release> handle_;
};

/** A product that the App Store page of this device promotes. */
struct Promotion {
    std::string product_id;
    PromotionVisibility visibility = PromotionVisibility::by_default;
};

/** A message of the App Store for the player; see Client::display_message(). */
class Message {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    Message() noexcept = default;
    /** Borrows the handle and retains it. */
    explicit Message(const iap_message *handle) noexcept : handle_(handle) {}

    MessageReason reason() const noexcept { return static_cast<MessageReason>(iap_message_reason(handle())); }

    const iap_message *handle() const noexcept { return handle_.get(); }
    explicit operator bool() const noexcept { return handle() != nullptr; }

  private:
    detail::Shared<iap_message, iap_message_retain, iap_message_release> handle_;
};

/** A purchase that the player began in the App Store; see Client::take_purchase_intent(). */
class PurchaseIntent {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    PurchaseIntent() noexcept = default;
    /** Borrows the handle and retains it. */
    explicit PurchaseIntent(const iap_purchase_intent *handle) noexcept : handle_(handle) {}

    std::string_view product_id() const noexcept { return detail::view(iap_purchase_intent_product_id(handle())); }
    OfferType offer_type() const noexcept { return static_cast<OfferType>(iap_purchase_intent_offer_type(handle())); }
    std::string_view offer_id() const noexcept { return detail::view(iap_purchase_intent_offer_id(handle())); }
    bool is_deferred() const noexcept { return iap_purchase_intent_is_deferred(handle()) != 0; }

    const iap_purchase_intent *handle() const noexcept { return handle_.get(); }
    explicit operator bool() const noexcept { return handle() != nullptr; }

  private:
    detail::Shared<iap_purchase_intent, iap_purchase_intent_retain, iap_purchase_intent_release> handle_;
};

/* ------------------------------------------------------------------------------------- payments */

/** A custom value that the game adds to a payment. */
struct CustomValue {
    std::string key;
    CustomValueType type = CustomValueType::none;
    bool flag_value = false;
    double number_value = 0;
    std::string bytes{}; /**< the text or the data */

    static CustomValue text(std::string key, std::string text) {
        return {std::move(key), CustomValueType::text, false, 0, std::move(text)};
    }
    static CustomValue number(std::string key, double number) {
        return {std::move(key), CustomValueType::number, false, number};
    }
    static CustomValue flag(std::string key, bool flag) { return {std::move(key), CustomValueType::flag, flag, 0}; }
    static CustomValue data(std::string key, std::string bytes) {
        return {std::move(key), CustomValueType::data, false, 0, std::move(bytes)};
    }
};

/** The offer of a payment; see iap_payment_offer. An empty text means no value. */
struct PaymentOffer {
    std::string id{}; /**< the id of the promotional offer */
    std::string jws{};
    std::string key_id{};
    std::string nonce{};
    std::string signature{};
    std::int64_t timestamp_ms = 0;
    std::string win_back_id{};
    std::string introductory_jws{};
};

/** What to buy; see iap_payment for each field. An empty text means no value. */
struct Payment {
    std::string product_id;
    std::int32_t quantity = 1;
    std::string app_account_token{}; /**< a UUID; empty for none */
    bool simulates_ask_to_buy = false;
    std::int32_t seats = 0; /**< 0: no number of seats */
    void *ui_anchor = nullptr;
    PaymentOffer offer{};
    std::optional<std::string> storefronts{}; /**< no value: all storefronts; empty: no storefront */
    std::vector<CustomValue> custom_values{};
    BillingPlanType billing_plan = BillingPlanType::none;
    bool suppresses_seat_invitation = false;
    std::string advanced_commerce_jws{};
};

/* -------------------------------------------------------------------------------------------- what
 *  products grant */

enum class GrantKind : iap_grant_kind_t {
    counter = IAP_GRANT_COUNTER,
    unlock = IAP_GRANT_UNLOCK,
};

/** What happens to a grant when the store revokes the purchase. */
enum class RevocationPolicy : iap_revocation_policy_t {
    take_back = IAP_REVOCATION_TAKE_BACK,
    keep = IAP_REVOCATION_KEEP,
    game_decides = IAP_REVOCATION_GAME_DECIDES,
};

/** One thing that a product grants. */
struct Grant {
    std::string product_id{};
    GrantKind kind = GrantKind::counter;
    std::string name{};
    std::int64_t amount = 0; /**< for a counter: the amount for a quantity of one; for an unlock: 0 */
    RevocationPolicy revocation_policy = RevocationPolicy::take_back;

    static Grant counter(std::string product_id, std::string name, std::int64_t amount,
                         RevocationPolicy policy = RevocationPolicy::take_back) {
        return Grant{std::move(product_id), GrantKind::counter, std::move(name), amount, policy};
    }

    static Grant unlock(std::string product_id, std::string name,
                        RevocationPolicy policy = RevocationPolicy::take_back) {
        return Grant{std::move(product_id), GrantKind::unlock, std::move(name), 0, policy};
    }
};

/** See iap_inventory_options. The library uses the grants of the code and of the file together. */
struct InventoryOptions {
    std::vector<Grant> grants{};
    std::string grants_path{}; /**< the path of a JSON file; empty for none */
};

/* --------------------------------------------------------------------------- copies of C values */

namespace detail {

template <class T = Transaction> std::vector<T> copy(const iap_transactions *transactions) {
    std::vector<T> copies;
    const std::size_t count = iap_transactions_count(transactions);
    copies.reserve(count);
    for (std::size_t i = 0; i < count; i++) {
        copies.emplace_back(iap_transactions_at(transactions, i));
    }
    return copies;
}

template <class T = TransactionsPage> T copy_page(const iap_transactions *transactions) {
    return T{copy(transactions), std::string(view(iap_transactions_next_page(transactions)))};
}

template <class T = Products> T copy(const iap_products *products) {
    T copies;
    const std::size_t count = iap_products_count(products);
    copies.products.reserve(count);
    for (std::size_t i = 0; i < count; i++) {
        copies.products.emplace_back(iap_products_at(products, i));
    }
    for (std::size_t i = 0, end = iap_products_invalid_count(products); i < end; i++) {
        copies.invalid_ids.emplace_back(view(iap_products_invalid_at(products, i)));
    }
    copies.list_source = static_cast<ProductListSource>(iap_products_list_source(products));
    return copies;
}

template <class T = SubscriptionStatus> std::vector<T> copy(const iap_subscription_statuses *statuses) {
    std::vector<T> copies;
    for (std::size_t i = 0, end = iap_subscription_statuses_count(statuses); i < end; i++) {
        copies.emplace_back(iap_subscription_statuses_at(statuses, i));
    }
    return copies;
}

template <class T = Promotion> std::vector<T> copy(const iap_promotions *promotions) {
    std::vector<T> copies;
    for (std::size_t i = 0, end = iap_promotions_count(promotions); i < end; i++) {
        copies.push_back({std::string(view(iap_promotions_product_id_at(promotions, i))),
                          static_cast<PromotionVisibility>(iap_promotions_visibility_at(promotions, i))});
    }
    return copies;
}

template <class T = PurchaseIntent> std::vector<T> copy(const iap_purchase_intents *intents) {
    std::vector<T> copies;
    for (std::size_t i = 0, end = iap_purchase_intents_count(intents); i < end; i++) {
        copies.emplace_back(iap_purchase_intents_at(intents, i));
    }
    return copies;
}

inline Storefront storefront(const char *country_code, const char *identifier) {
    return Storefront{std::string(view(country_code)), std::string(view(identifier))};
}

} // namespace detail

/* -------------------------------------------------------------------------------- polled events */

/** A polled event. No observer or function receives it. Its type decides which getters have a
 *  value. */
class Event {
  public:
    /** Makes an empty event. */
    Event() noexcept = default;
    /** Takes ownership of the event from iap_client_next_event(). */
    explicit Event(iap_event *handle) noexcept : handle_(handle) {}
    Event(Event &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Event &operator=(Event other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Event(const Event &) = delete;
    ~Event() { iap_event_release(handle_); }

    EventType type() const noexcept { return static_cast<EventType>(iap_event_type(handle())); }
    std::uint64_t request_id() const noexcept { return iap_event_request_id(handle()); }
    bool flag() const noexcept { return iap_event_flag(handle()) != 0; }
    std::string_view product_id() const noexcept { return detail::view(iap_event_product_id(handle())); }
    std::string_view text() const noexcept { return detail::view(iap_event_text(handle())); }
    template <class T = Products> T products() const { return detail::copy<T>(iap_event_products(handle())); }
    Transaction transaction() const { return Transaction(iap_event_transaction(handle())); }
    template <class T = TransactionsPage> T transactions() const {
        return detail::copy_page<T>(iap_event_transactions(handle()));
    }
    Storefront storefront() const {
        return detail::storefront(iap_event_storefront_country_code(handle()),
                                  iap_event_storefront_identifier(handle()));
    }
    template <class T = SubscriptionStatus> std::vector<T> subscription_statuses() const {
        return detail::copy<T>(iap_event_subscription_statuses(handle()));
    }
    SubscriptionStatus subscription_status() const {
        return SubscriptionStatus(iap_event_subscription_status(handle()));
    }
    AppTransaction app_transaction() const { return AppTransaction(iap_event_app_transaction(handle())); }
    template <class T = Promotion> std::vector<T> promotions() const {
        return detail::copy<T>(iap_event_promotions(handle()));
    }
    PurchaseIntent purchase_intent() const { return PurchaseIntent(iap_event_purchase_intent(handle())); }
    Message message() const { return Message(iap_event_message(handle())); }
    /** Returns the error of a failed request, or of a problem. */
    template <class E = Error> std::optional<E> error() const {
        iap_error error = IAP_ERROR_VALUE_INIT;
        return iap_event_error(handle(), &error) == IAP_OK ? std::nullopt : std::optional<E>(E(error));
    }

    const iap_event *handle() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_ != nullptr; }

  private:
    iap_event *handle_ = nullptr;
};

} // namespace v0_3
} // namespace iap

#endif // IAP_IAP_VALUES_HPP
