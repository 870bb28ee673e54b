/*
 * iap_store.hpp: the reference App Store (Linux) of <iap/iap_store.h> for C++17, in the style of
 * <iap/iap.hpp>. It is for tests and tools. A game that only buys includes only <iap/iap.hpp>.
 * <iap/iap_store.h> has the same sections and describes the functions and their errors. Where that
 * header allows NULL, pass an empty text here.
 */
#ifndef IAP_IAP_STORE_HPP
#define IAP_IAP_STORE_HPP

#include <iap/iap.hpp>
#include <iap/iap_store.h>
#include <iap/iap_time.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iap {
inline namespace v0_3 {

/* ----------------------------------------------------------------------------- the store itself */

/** The clock of the store; IAP_STORE_CLOCK_… */
enum class StoreClock : iap_store_clock_t {
    real = IAP_STORE_CLOCK_REAL,
    accelerated = IAP_STORE_CLOCK_ACCELERATED,
    virtual_time = IAP_STORE_CLOCK_VIRTUAL,
};

/** The options of a store; see iap_store_options. Set either storekit_path or storekit_text. */
struct StoreOptions {
    StoreClock clock = StoreClock::real;
    std::string storekit_path{}; /**< a .storekit file or bundle directory */
    std::string storekit_text{}; /**< the JSON text of a .storekit file */
    std::string state_path{};    /**< empty: in memory only */
    std::string bundle_id{};     /**< empty: "com.example.game" */
    std::uint64_t seed = 0;
    std::int64_t start_ms = 0;
    std::int32_t time_rate = 0;
    std::string ocsp_url{}; /**< empty: the certificates name no server */
};

/* ------------------------------------------------------------------------------------- controls */

/** How a part of StoreKit fails; IAP_STORE_FAILURE_… */
enum class StoreFailure : iap_store_failure_t {
    none = IAP_STORE_FAILURE_NONE,
    unknown = IAP_STORE_FAILURE_UNKNOWN,
    network = IAP_STORE_FAILURE_NETWORK,
    system = IAP_STORE_FAILURE_SYSTEM,
    not_in_storefront = IAP_STORE_FAILURE_NOT_IN_STOREFRONT,
    not_entitled = IAP_STORE_FAILURE_NOT_ENTITLED,
    invalid_quantity = IAP_STORE_FAILURE_INVALID_QUANTITY,
    product_unavailable = IAP_STORE_FAILURE_PRODUCT_UNAVAILABLE,
    purchase_not_allowed = IAP_STORE_FAILURE_PURCHASE_NOT_ALLOWED,
    ineligible_for_offer = IAP_STORE_FAILURE_INELIGIBLE_FOR_OFFER,
    invalid_offer_identifier = IAP_STORE_FAILURE_INVALID_OFFER_IDENTIFIER,
    invalid_offer_price = IAP_STORE_FAILURE_INVALID_OFFER_PRICE,
    invalid_offer_signature = IAP_STORE_FAILURE_INVALID_OFFER_SIGNATURE,
    missing_offer_parameters = IAP_STORE_FAILURE_MISSING_OFFER_PARAMETERS,
    payment_method_binding = IAP_STORE_FAILURE_PAYMENT_METHOD_BINDING,
    multi_seat_disabled = IAP_STORE_FAILURE_MULTI_SEAT_DISABLED,
    user_cancelled = IAP_STORE_FAILURE_USER_CANCELLED,
    unsupported = IAP_STORE_FAILURE_UNSUPPORTED,
    invalid_presentation = IAP_STORE_FAILURE_INVALID_PRESENTATION,
    network_timeout = IAP_STORE_FAILURE_NETWORK_TIMEOUT,
    revoked_certificate = IAP_STORE_FAILURE_REVOKED_CERTIFICATE,
    invalid_certificate_chain = IAP_STORE_FAILURE_INVALID_CERTIFICATE_CHAIN,
    invalid_device_verification = IAP_STORE_FAILURE_INVALID_DEVICE_VERIFICATION,
    invalid_encoding = IAP_STORE_FAILURE_INVALID_ENCODING,
    invalid_signature = IAP_STORE_FAILURE_INVALID_SIGNATURE,
    missing_required_properties = IAP_STORE_FAILURE_MISSING_REQUIRED_PROPERTIES,
    duplicate_refund_request = IAP_STORE_FAILURE_DUPLICATE_REFUND_REQUEST,
    refund_request_failed = IAP_STORE_FAILURE_REFUND_REQUEST_FAILED,
    binding_not_eligible = IAP_STORE_FAILURE_BINDING_NOT_ELIGIBLE,
    binding_invalid_pinning_id = IAP_STORE_FAILURE_BINDING_INVALID_PINNING_ID,
    binding_failed = IAP_STORE_FAILURE_BINDING_FAILED,
    invalid_request = IAP_STORE_FAILURE_INVALID_REQUEST,
    system_user_cancelled = IAP_STORE_FAILURE_SYSTEM_USER_CANCELLED,
    system_payment_cancelled = IAP_STORE_FAILURE_SYSTEM_PAYMENT_CANCELLED,
    system_nested_cancelled = IAP_STORE_FAILURE_SYSTEM_NESTED_CANCELLED,
    system_account_cancelled = IAP_STORE_FAILURE_SYSTEM_ACCOUNT_CANCELLED,
    system_currently_subscribed = IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED,
};

/* --------------------------------------------------------------------------------------- simulated
 *  errors, features */

/** The parts of StoreKit that a test can make fail; IAP_STORE_API_… */
enum class StoreApi : iap_store_api_t {
    load_products = IAP_STORE_API_LOAD_PRODUCTS,
    purchase = IAP_STORE_API_PURCHASE,
    verification = IAP_STORE_API_VERIFICATION,
    sync = IAP_STORE_API_SYNC,
    subscription_status = IAP_STORE_API_SUBSCRIPTION_STATUS,
    app_transaction = IAP_STORE_API_APP_TRANSACTION,
    manage_subscriptions = IAP_STORE_API_MANAGE_SUBSCRIPTIONS,
    refund_request = IAP_STORE_API_REFUND_REQUEST,
    offer_code_redemption = IAP_STORE_API_OFFER_CODE_REDEMPTION,
    messages = IAP_STORE_API_MESSAGES,
    promotions = IAP_STORE_API_PROMOTIONS,
    external_purchase = IAP_STORE_API_EXTERNAL_PURCHASE,
    payment_method_binding = IAP_STORE_API_PAYMENT_METHOD_BINDING,
    app_receipt = IAP_STORE_API_APP_RECEIPT,
    merchandising = IAP_STORE_API_MERCHANDISING,
};

/* ---------------------------------------------------------------------------------- sheets, and
 *  what the player does */

/** A sheet that the system shows; IAP_STORE_SHEET_… */
enum class StoreSheet : iap_store_sheet_t {
    refund = IAP_STORE_SHEET_REFUND,
    manage_subscriptions = IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS,
    offer_code = IAP_STORE_SHEET_OFFER_CODE,
    message = IAP_STORE_SHEET_MESSAGE,
    review = IAP_STORE_SHEET_REVIEW,
    external_purchase_notice = IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE,
    merchandising = IAP_STORE_SHEET_MERCHANDISING,
};

/** What the player does with a sheet; IAP_STORE_ANSWER_… */
enum class StoreAnswer : iap_store_answer_t {
    accept = IAP_STORE_ANSWER_ACCEPT,
    cancel = IAP_STORE_ANSWER_CANCEL,
};

/* ------------------------------------------------------------------------ purchase intents,
 *  messages, renewal states */

/** The renewal of a subscription; see iap_store_renewal. */
struct StoreRenewal {
    bool will_auto_renew = true;
    std::string auto_renew_product_id{}; /**< empty: the current product */
    ExpirationReason expiration_reason = ExpirationReason::none;
    PriceIncrease price_increase = PriceIncrease::none;
    bool is_in_billing_retry = false;
    std::int64_t grace_period_expiration_date_ms = 0; /**< 0: no grace period */
    std::int64_t renewal_price_milliunits = 0;        /**< 0: the product's price (in a commitment, after its end) */
};

/* ----------------------------------------------------------------------------------- signatures of
 *  the game's server */

/** A kind of signature that the game's server creates; IAP_STORE_SIGNATURE_… */
enum class StoreSignature : iap_store_signature_t {
    promotional_offer = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER,
    promotional_offer_jws = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS,
    introductory_offer_jws = IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS,
    advanced_commerce_jws = IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS,
};

/** The data to sign; see iap_store_signing_request. */
struct StoreSigningRequest {
    StoreSignature kind{}; /**< required */
    std::string product_id{};
    std::string offer_id{};
    std::string app_account_token{}; /**< for the older form */
    std::string nonce{};             /**< a UUID; in the JWS forms, an empty text uses a new UUID */
    std::int64_t timestamp_ms = 0;   /**< 0: now, by the store's clock */
    std::uint64_t transaction_id = 0;
    bool allows_introductory_offer = false;
    std::string request_json{}; /**< for Advanced Commerce */
};

/* ------------------------------------------------------------------- data for servers: payloads,
 *  notifications, OCSP */

/** A notification to the game's server; see iap_store_notification. */
struct StoreNotification {
    std::string type{};    /**< Apple's value; required */
    std::string subtype{}; /**< Apple's value */
    std::string uuid{};    /**< empty: a new UUID */
    std::uint64_t transaction_id = 0;
    std::string consumption_request_reason{};
    std::string product_id{};
    std::string request_id{};
    std::int64_t succeeded_count = 0;
    std::int64_t failed_count = 0;
    std::string external_purchase_id{};
    std::int64_t token_creation_date_ms = 0; /**< 0: now */
    std::string account{};
};

/** The OCSP status of the store's own certificates; IAP_STORE_OCSP_… */
enum class StoreOcsp : iap_store_ocsp_t {
    good = IAP_STORE_OCSP_GOOD,
    revoked = IAP_STORE_OCSP_REVOKED,
    unknown = IAP_STORE_OCSP_UNKNOWN,
    stale = IAP_STORE_OCSP_STALE,
    foreign_signer = IAP_STORE_OCSP_FOREIGN_SIGNER,
    garbage = IAP_STORE_OCSP_GARBAGE,
    try_later = IAP_STORE_OCSP_TRY_LATER,
    delegate = IAP_STORE_OCSP_DELEGATE,
    no_next_update = IAP_STORE_OCSP_NO_NEXT_UPDATE,
};

/* ------------------------------------------------------------------------------------- settings,
 *  as in SKTestSession */

/** What StoreKit reports for an interrupted purchase; IAP_STORE_INTERRUPTION_… */
enum class StoreInterruption : iap_store_interruption_t {
    none = IAP_STORE_INTERRUPTION_NONE,
    pending = IAP_STORE_INTERRUPTION_PENDING,
    error = IAP_STORE_INTERRUPTION_ERROR,
};

/** The settings of a store; see iap_store_settings. */
struct StoreSettings {
    bool ask_to_buy = false;
    bool payments_allowed = false;
    bool dialogs_disabled = false;
    bool billing_retry_on_renewal = false;
    std::int32_t billing_grace_period_days = 0; /**< 0: none */
    std::int32_t renewal_limit = 0;             /**< 0: none */
    std::int32_t time_rate = 0;                 /**< the raw value of SKTestSession.TimeRate */
    StoreInterruption interrupted_purchases = StoreInterruption::none;
    StoreFailure fail_transactions = StoreFailure::none;
    std::string storefront{}; /**< ISO 3166-1 alpha-3 */
    std::string locale{};
};

/* ---------------------------------------------------------------------------- purchases elsewhere,
 *  family, accounts */

/** A purchase outside of the game; see iap_store_purchase. */
struct StorePurchase {
    std::string product_id{};
    std::int32_t quantity = 1;
    std::string app_account_token{};        /**< a UUID; empty for none */
    std::string offer_id{};                 /**< an offer's id, or the name of a code offer; empty for none */
    OfferType offer_type = OfferType::none; /**< the type of offer_id */
    BillingPlanType billing_plan = BillingPlanType::none;
};

/* -------------------------------------------------------------------------- network and updates */

/** The network between a device and the store; see iap_device_network. The defaults are a perfect
 *  network. */
struct DeviceNetwork {
    bool is_down = false;
    bool never_answers = false;
    std::uint32_t requests_per_minute = 0; /**< 0: no limit */
    std::int64_t latency_ms = 0;           /**< in the store's time */
    std::int64_t timeout_ms = 0;           /**< in the store's time; 0: no timeout */
};

/** How a device receives updates; IAP_STORE_UPDATES_… */
enum class StoreUpdates : iap_store_updates_t {
    in_order = IAP_STORE_UPDATES_IN_ORDER,
    newest_first = IAP_STORE_UPDATES_NEWEST_FIRST,
    shuffled = IAP_STORE_UPDATES_SHUFFLED,
    held = IAP_STORE_UPDATES_HELD,
};

/** How a response is lost; IAP_STORE_LOSS_… */
enum class StoreLoss : iap_store_loss_t {
    error = IAP_STORE_LOSS_ERROR,
    silence = IAP_STORE_LOSS_SILENCE,
};

/** The moments at which a test can kill this process; IAP_STORE_POINT_… */
enum class StorePoint : iap_store_point_t {
    none = IAP_STORE_POINT_NONE,
    before_charge = IAP_STORE_POINT_BEFORE_CHARGE,
    after_charge = IAP_STORE_POINT_AFTER_CHARGE,
    before_response = IAP_STORE_POINT_BEFORE_RESPONSE,
    before_update = IAP_STORE_POINT_BEFORE_UPDATE,
    after_update = IAP_STORE_POINT_AFTER_UPDATE,
    before_finish = IAP_STORE_POINT_BEFORE_FINISH,
    after_finish = IAP_STORE_POINT_AFTER_FINISH,
    before_renewal = IAP_STORE_POINT_BEFORE_RENEWAL,
    after_renewal = IAP_STORE_POINT_AFTER_RENEWAL,
};

/* ----------------------------------------------------------------------- quirks of real systems */

/** A set of values, one for each quirk, that describes one system; IAP_PROFILE_… */
enum class Profile : iap_profile_t {
    none = IAP_PROFILE_NONE,
    /* Sources/Store/Quirks/generate writes this list. */
    documented = IAP_PROFILE_DOCUMENTED,
    macos_26 = IAP_PROFILE_MACOS_26,
    ios_27_simulator = IAP_PROFILE_IOS_27_SIMULATOR,
    reported = IAP_PROFILE_REPORTED,
    worst = IAP_PROFILE_WORST,
    /* end of the list */
};

/** A behaviour of real systems that Apple's documentation does not mention, or describes
 *  differently; IAP_QUIRK_… */
enum class Quirk : iap_quirk_t {
    none = IAP_QUIRK_NONE,
    /* Sources/Store/Quirks/generate writes this list. */
    listing_lag_ms = IAP_QUIRK_LISTING_LAG_MS,
    listing_lag_reads = IAP_QUIRK_LISTING_LAG_READS,
    status_lag_ms = IAP_QUIRK_STATUS_LAG_MS,
    announce_before_listing_ms = IAP_QUIRK_ANNOUNCE_BEFORE_LISTING_MS,
    renewal_before_listing_ms = IAP_QUIRK_RENEWAL_BEFORE_LISTING_MS,
    refund_lag_ms = IAP_QUIRK_REFUND_LAG_MS,
    refund_relist_flicker = IAP_QUIRK_REFUND_RELIST_FLICKER,
    refund_announce_lag_ms = IAP_QUIRK_REFUND_ANNOUNCE_LAG_MS,
    announce_own_nonconsumable = IAP_QUIRK_ANNOUNCE_OWN_NONCONSUMABLE,
    announce_own_subscription = IAP_QUIRK_ANNOUNCE_OWN_SUBSCRIPTION,
    repeat_after_finish = IAP_QUIRK_REPEAT_AFTER_FINISH,
    repeat_after_finish_ms = IAP_QUIRK_REPEAT_AFTER_FINISH_MS,
    double_delivery_ms = IAP_QUIRK_DOUBLE_DELIVERY_MS,
    result_delay_ms = IAP_QUIRK_RESULT_DELAY_MS,
    updates_coalesce_ms = IAP_QUIRK_UPDATES_COALESCE_MS,
    launch_replays_unfinished = IAP_QUIRK_LAUNCH_REPLAYS_UNFINISHED,
    unfinished_flicker = IAP_QUIRK_UNFINISHED_FLICKER,
    announce_without_revocation = IAP_QUIRK_ANNOUNCE_WITHOUT_REVOCATION,
    stale_after_clear = IAP_QUIRK_STALE_AFTER_CLEAR,
    finish_fails_percent = IAP_QUIRK_FINISH_FAILS_PERCENT,
    sync_unfinishes_latest = IAP_QUIRK_SYNC_UNFINISHES_LATEST,
    two_ids = IAP_QUIRK_TWO_IDS,
    cancelled_reads_empty = IAP_QUIRK_CANCELLED_READS_EMPTY,
    products_empty = IAP_QUIRK_PRODUCTS_EMPTY,
    products_hang = IAP_QUIRK_PRODUCTS_HANG,
    read_stall_ms = IAP_QUIRK_READ_STALL_MS,
    cold_stall_ms = IAP_QUIRK_COLD_STALL_MS,
    storefront_stall_ms = IAP_QUIRK_STOREFRONT_STALL_MS,
    non_gregorian_empty = IAP_QUIRK_NON_GREGORIAN_EMPTY,
    renewal_flicker_ms = IAP_QUIRK_RENEWAL_FLICKER_MS,
    renewal_flicker_will_renew = IAP_QUIRK_RENEWAL_FLICKER_WILL_RENEW,
    renewal_flicker_winback = IAP_QUIRK_RENEWAL_FLICKER_WINBACK,
    renewal_flicker_listing_empty = IAP_QUIRK_RENEWAL_FLICKER_LISTING_EMPTY,
    missed_order = IAP_QUIRK_MISSED_ORDER,
    missed_includes_original = IAP_QUIRK_MISSED_INCLUDES_ORIGINAL,
    missed_newest_twice = IAP_QUIRK_MISSED_NEWEST_TWICE,
    retry_listed = IAP_QUIRK_RETRY_LISTED,
    post_grace_state = IAP_QUIRK_POST_GRACE_STATE,
    grace_retry_flag = IAP_QUIRK_GRACE_RETRY_FLAG,
    autorenew_change_announced = IAP_QUIRK_AUTORENEW_CHANGE_ANNOUNCED,
    upgraded_still_listed = IAP_QUIRK_UPGRADED_STILL_LISTED,
    owned_subscription = IAP_QUIRK_OWNED_SUBSCRIPTION,
    lapse_returns_old = IAP_QUIRK_LAPSE_RETURNS_OLD,
    unfinished_consumable_returned = IAP_QUIRK_UNFINISHED_CONSUMABLE_RETURNED,
    nonrenewing_second = IAP_QUIRK_NONRENEWING_SECOND,
    returns_previous = IAP_QUIRK_RETURNS_PREVIOUS,
    offer_to_holder_returns_held = IAP_QUIRK_OFFER_TO_HOLDER_RETURNS_HELD,
    declined_delivers = IAP_QUIRK_DECLINED_DELIVERS,
    interrupted_result = IAP_QUIRK_INTERRUPTED_RESULT,
    ask_merges = IAP_QUIRK_ASK_MERGES,
    no_scene_error = IAP_QUIRK_NO_SCENE_ERROR,
    sync_offline_error = IAP_QUIRK_SYNC_OFFLINE_ERROR,
    cancel_form = IAP_QUIRK_CANCEL_FORM,
    receipt_has_purchases = IAP_QUIRK_RECEIPT_HAS_PURCHASES,
    intro_sticky = IAP_QUIRK_INTRO_STICKY,
    intro_true_without_offer = IAP_QUIRK_INTRO_TRUE_WITHOUT_OFFER,
    bad_override = IAP_QUIRK_BAD_OVERRIDE,
    bad_promo_error = IAP_QUIRK_BAD_PROMO_ERROR,
    winback_at_once = IAP_QUIRK_WINBACK_AT_ONCE,
    intent_delivered = IAP_QUIRK_INTENT_DELIVERED,
    cancel_charges_ms = IAP_QUIRK_CANCEL_CHARGES_MS,
    lists_empty_ms = IAP_QUIRK_LISTS_EMPTY_MS,
    latest_empty_ms = IAP_QUIRK_LATEST_EMPTY_MS,
    storefront_on_subscribing = IAP_QUIRK_STOREFRONT_ON_SUBSCRIBING,
    /* end of the list */
};

/** Returns all profiles that the library knows, in the order of their numbers. */
inline std::vector<Profile> profiles() {
    std::vector<Profile> all;
    for (std::size_t i = 0, end = iap_profile_count(); i < end; i++) {
        all.push_back(static_cast<Profile>(iap_profile_at(i)));
    }
    return all;
}
/** Returns the name of a profile, as logs and tools use it; empty for no profile. */
inline std::string_view name_of(Profile profile) noexcept {
    return detail::view(iap_profile_name(static_cast<iap_profile_t>(profile)));
}
/** Returns the profile that has a name; Profile::none if no profile has the name. */
inline Profile profile_named(const Text &name) noexcept {
    return name.is_valid() ? static_cast<Profile>(iap_profile_named(name.c_str())) : Profile::none;
}

/** Returns all quirks that the library knows, in the order of their numbers. */
inline std::vector<Quirk> quirks() {
    std::vector<Quirk> all;
    for (std::size_t i = 0, end = iap_quirk_count(); i < end; i++) {
        all.push_back(static_cast<Quirk>(iap_quirk_at(i)));
    }
    return all;
}
/** Returns the name of a quirk, as logs and tools use it; empty for no quirk. */
inline std::string_view name_of(Quirk quirk) noexcept {
    return detail::view(iap_quirk_name(static_cast<iap_quirk_t>(quirk)));
}
/** Returns the quirk that has a name; Quirk::none if no quirk has the name. */
inline Quirk quirk_named(const Text &name) noexcept {
    return name.is_valid() ? static_cast<Quirk>(iap_quirk_named(name.c_str())) : Quirk::none;
}
/** Returns the description of a quirk; empty for no quirk. */
inline std::string_view sentence_of(Quirk quirk) noexcept {
    return detail::view(iap_quirk_sentence(static_cast<iap_quirk_t>(quirk)));
}
/** Returns who observed a quirk, and on which system; empty for no quirk. */
inline std::string_view source_of(Quirk quirk) noexcept {
    return detail::view(iap_quirk_source(static_cast<iap_quirk_t>(quirk)));
}
/** Returns the largest value that a quirk can have; -1 for no quirk. The smallest value is 0. */
inline std::int64_t largest_value_of(Quirk quirk) noexcept {
    return iap_quirk_largest(static_cast<iap_quirk_t>(quirk));
}
/** Returns the name of one value of a quirk; empty if the value has no name. */
inline std::string_view name_of(Quirk quirk, std::int64_t value) noexcept {
    return detail::view(iap_quirk_value_name(static_cast<iap_quirk_t>(quirk), value));
}
/** Returns the value of a quirk in a profile; -1 for no quirk or no profile. */
inline std::int64_t value_in(Profile profile, Quirk quirk) noexcept {
    return iap_quirk_value_in(static_cast<iap_quirk_t>(quirk), static_cast<iap_profile_t>(profile));
}

/* ------------------------------------------------------------------------------------ forgeries */

/** How the store forges its signed data; IAP_STORE_FORGERY_… */
enum class StoreForgery : iap_store_forgery_t {
    none = IAP_STORE_FORGERY_NONE,
    payload = IAP_STORE_FORGERY_PAYLOAD,
    signature = IAP_STORE_FORGERY_SIGNATURE,
    der_signature = IAP_STORE_FORGERY_DER_SIGNATURE,
    algorithm_none = IAP_STORE_FORGERY_ALGORITHM_NONE,
    hmac = IAP_STORE_FORGERY_HMAC,
    root = IAP_STORE_FORGERY_ROOT,
    swapped_chain = IAP_STORE_FORGERY_SWAPPED_CHAIN,
    short_chain = IAP_STORE_FORGERY_SHORT_CHAIN,
    no_marker = IAP_STORE_FORGERY_NO_MARKER,
    expired = IAP_STORE_FORGERY_EXPIRED,
    encoding = IAP_STORE_FORGERY_ENCODING,
    other_bundle = IAP_STORE_FORGERY_OTHER_BUNDLE,
    other_environment = IAP_STORE_FORGERY_OTHER_ENVIRONMENT,
    other_device = IAP_STORE_FORGERY_OTHER_DEVICE,
    no_intermediate_marker = IAP_STORE_FORGERY_NO_INTERMEDIATE_MARKER,
    long_chain = IAP_STORE_FORGERY_LONG_CHAIN,
    critical_marker = IAP_STORE_FORGERY_CRITICAL_MARKER,
    leaf_as_issuer = IAP_STORE_FORGERY_LEAF_AS_ISSUER,
    not_yet_valid = IAP_STORE_FORGERY_NOT_YET_VALID,
    no_certificates = IAP_STORE_FORGERY_NO_CERTIFICATES,
    duplicate_name = IAP_STORE_FORGERY_DUPLICATE_NAME,
};

/* ------------------------------------------------------------------------------- administration */

/** A transaction as Xcode's transaction manager shows it; see iap_store_transaction. */
struct StoreTransaction {
    TransactionState state = TransactionState::unknown;
    std::uint64_t id = 0;
    std::uint64_t original_id = 0;
    std::int64_t purchase_date_ms = 0;
    std::int64_t expiration_date_ms = 0; /**< 0: none */
    std::int64_t revocation_date_ms = 0; /**< 0: none */
    std::int64_t price_milliunits = 0;   /**< 0 for an uncharged, shared or copied transaction */
    std::int64_t refunded_milliunits = 0;
    std::int32_t quantity = 0;
    Ownership ownership = Ownership::unknown;
    OfferType offer_type = OfferType::none;
    bool is_auto_renewing = false;
    bool has_purchase_issue = false;
    bool is_pending_price_increase_consent = false;
    bool is_pending_ask_to_buy = false;
    bool is_renewal = false;
    bool is_upgraded = false;
    bool is_finished = false;
    std::string currency_code{};
    std::string account{};
    std::string product_id{};

    std::optional<Time> purchase_date() const noexcept { return detail::time(purchase_date_ms); }
    std::optional<Time> expiration_date() const noexcept { return detail::time(expiration_date_ms); }
    std::optional<Time> revocation_date() const noexcept { return detail::time(revocation_date_ms); }
};

/* --------------------------------------------------------------------------------------- totals */

/** The totals of the ledger, over all accounts. */
struct StoreTotals {
    std::uint64_t transactions = 0; /**< charged, including refunded transactions */
    std::uint64_t unfinished = 0;   /**< charged and not finished */
    std::uint64_t refunded = 0;     /**< charged and refunded */
};

/* ------------------------------------------------------------------------------- conversions to
 *  and from values of C */

namespace detail {

/* The C values borrow the texts of the C++ values. */

inline iap_store_options c_value(const StoreOptions &options) noexcept {
    iap_store_options value = IAP_STORE_OPTIONS_INIT;
    value.clock = static_cast<iap_store_clock_t>(options.clock);
    value.storekit_path = optional_text(options.storekit_path);
    value.storekit_text = options.storekit_text.empty() ? nullptr : options.storekit_text.data();
    value.storekit_length = options.storekit_text.size();
    value.state_path = optional_text(options.state_path);
    value.bundle_id = optional_text(options.bundle_id);
    value.seed = options.seed;
    value.start_ms = options.start_ms;
    value.time_rate = options.time_rate;
    value.ocsp_url = optional_text(options.ocsp_url);
    return value;
}

inline iap_store_renewal c_value(const StoreRenewal &renewal) noexcept {
    iap_store_renewal value = IAP_STORE_RENEWAL_INIT;
    value.will_auto_renew = flag(renewal.will_auto_renew);
    value.auto_renew_product_id = optional_text(renewal.auto_renew_product_id);
    value.expiration_reason = static_cast<iap_expiration_reason_t>(renewal.expiration_reason);
    value.price_increase = static_cast<iap_price_increase_t>(renewal.price_increase);
    value.is_in_billing_retry = flag(renewal.is_in_billing_retry);
    value.grace_period_expiration_date_ms = renewal.grace_period_expiration_date_ms;
    value.renewal_price_milliunits = renewal.renewal_price_milliunits;
    return value;
}

inline iap_store_signing_request c_value(const StoreSigningRequest &request) noexcept {
    iap_store_signing_request value = IAP_STORE_SIGNING_REQUEST_INIT;
    value.kind = static_cast<iap_store_signature_t>(request.kind);
    value.product_id = optional_text(request.product_id);
    value.offer_id = optional_text(request.offer_id);
    value.app_account_token = optional_text(request.app_account_token);
    value.nonce = optional_text(request.nonce);
    value.timestamp_ms = request.timestamp_ms;
    value.transaction_id = request.transaction_id;
    value.allows_introductory_offer = flag(request.allows_introductory_offer);
    value.request_json = optional_text(request.request_json);
    return value;
}

inline iap_store_notification c_value(const StoreNotification &notification) noexcept {
    iap_store_notification value = IAP_STORE_NOTIFICATION_INIT;
    value.type = optional_text(notification.type);
    value.subtype = optional_text(notification.subtype);
    value.uuid = optional_text(notification.uuid);
    value.transaction_id = notification.transaction_id;
    value.consumption_request_reason = optional_text(notification.consumption_request_reason);
    value.product_id = optional_text(notification.product_id);
    value.request_id = optional_text(notification.request_id);
    value.succeeded_count = notification.succeeded_count;
    value.failed_count = notification.failed_count;
    value.external_purchase_id = optional_text(notification.external_purchase_id);
    value.token_creation_date_ms = notification.token_creation_date_ms;
    value.account = optional_text(notification.account);
    return value;
}

inline iap_store_purchase c_value(const StorePurchase &purchase) noexcept {
    iap_store_purchase value = IAP_STORE_PURCHASE_INIT;
    value.quantity = purchase.quantity;
    value.product_id = optional_text(purchase.product_id);
    value.app_account_token = optional_text(purchase.app_account_token);
    value.offer_id = optional_text(purchase.offer_id);
    value.offer_type = static_cast<iap_offer_type_t>(purchase.offer_type);
    value.billing_plan = static_cast<iap_billing_plan_type_t>(purchase.billing_plan);
    return value;
}

inline iap_device_network c_value(const DeviceNetwork &network) noexcept {
    iap_device_network value = IAP_DEVICE_NETWORK_INIT;
    value.is_down = flag(network.is_down);
    value.never_answers = flag(network.never_answers);
    value.requests_per_minute = network.requests_per_minute;
    value.latency_ms = network.latency_ms;
    value.timeout_ms = network.timeout_ms;
    return value;
}

inline StoreSettings settings(const iap_store_settings &value) {
    StoreSettings settings;
    settings.ask_to_buy = value.ask_to_buy != 0;
    settings.payments_allowed = value.payments_allowed != 0;
    settings.dialogs_disabled = value.dialogs_disabled != 0;
    settings.billing_retry_on_renewal = value.billing_retry_on_renewal != 0;
    settings.billing_grace_period_days = value.billing_grace_period_days;
    settings.renewal_limit = value.renewal_limit;
    settings.time_rate = value.time_rate;
    settings.interrupted_purchases = static_cast<StoreInterruption>(value.interrupted_purchases);
    settings.fail_transactions = static_cast<StoreFailure>(value.fail_transactions);
    settings.storefront = value.storefront;
    settings.locale = value.locale;
    return settings;
}

inline StoreTransaction transaction(const iap_store_transaction &value) {
    StoreTransaction transaction;
    transaction.state = static_cast<TransactionState>(value.state);
    transaction.id = value.id;
    transaction.original_id = value.original_id;
    transaction.purchase_date_ms = value.purchase_date_ms;
    transaction.expiration_date_ms = value.expiration_date_ms;
    transaction.revocation_date_ms = value.revocation_date_ms;
    transaction.price_milliunits = value.price_milliunits;
    transaction.refunded_milliunits = value.refunded_milliunits;
    transaction.quantity = value.quantity;
    transaction.ownership = static_cast<Ownership>(value.ownership);
    transaction.offer_type = static_cast<OfferType>(value.offer_type);
    transaction.is_auto_renewing = value.is_auto_renewing != 0;
    transaction.has_purchase_issue = value.has_purchase_issue != 0;
    transaction.is_pending_price_increase_consent = value.is_pending_price_increase_consent != 0;
    transaction.is_pending_ask_to_buy = value.is_pending_ask_to_buy != 0;
    transaction.is_renewal = value.is_renewal != 0;
    transaction.is_upgraded = value.is_upgraded != 0;
    transaction.is_finished = value.is_finished != 0;
    transaction.currency_code = value.currency_code;
    transaction.account = value.account;
    transaction.product_id = value.product_id;
    return transaction;
}

} // namespace detail

/* --------------------------------------------------------------------------------------- device */

/** A device on which an account is signed in. It must stay open longer than the client that runs on
 *  it. */
class Device {
  public:
    explicit Device(iap_device *handle) noexcept : handle_(handle) {}
    Device(Device &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Device &operator=(Device other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Device(const Device &) = delete;
    ~Device() {
        if (handle_ != nullptr) {
            iap_device_close(handle_, nullptr);
        }
    }

    Result<void> close() { return detail::call(iap_device_close, handle_); }

    /* -------------------------------------------------------------------- purchase intents,
     *  messages, renewal states */

    /** Makes the player begin a purchase in the App Store. An empty offer id means no offer. */
    Result<void> send_purchase_intent(const Text &product_id, const Text &offer_id = "") {
        if (!product_id.is_valid() || !offer_id.is_valid()) {
            return detail::nul_error("the product id or the offer id");
        }
        return detail::call(iap_device_send_purchase_intent, handle_, product_id.c_str(), offer_id.or_null());
    }
    Result<void> send_message(MessageReason reason) {
        return detail::call(iap_device_send_message, handle_, static_cast<iap_message_reason_t>(reason));
    }

    /* ------------------------------------------------------------------------ purchases elsewhere,
     *  family, accounts */

    /** Signs in another account. */
    Result<void> sign_in(const Text &account) {
        if (!account.is_valid()) {
            return detail::nul_error("the account");
        }
        return detail::call(iap_device_sign_in, handle_, account.c_str());
    }
    Result<void> sign_out() { return detail::call(iap_device_sign_out, handle_); }

    /* ---------------------------------------------------------------------- network and updates */

    Result<void> set_network(const DeviceNetwork &network) {
        iap_device_network c_network = detail::c_value(network);
        return detail::call(iap_device_set_network, handle_, &c_network);
    }
    Result<void> set_updates(StoreUpdates updates) {
        return detail::call(iap_device_set_updates, handle_, static_cast<iap_store_updates_t>(updates));
    }

    /** Returns the C handle, for ClientOptions::device. */
    iap_device *handle() const noexcept { return handle_; }

  private:
    iap_device *handle_;
};

/* ---------------------------------------------------------------------------------------- store */

/** A reference App Store. It must stay open longer than its devices. */
class Store {
  public:
    static Result<Store> open(const StoreOptions &options) {
        if (holds_nul(options)) {
            return detail::nul_error("a path, the URL or the bundle id");
        }
        iap_store_options c_options = detail::c_value(options);
        Result<iap_store *> handle = detail::call_for<iap_store *>(iap_store_open, &c_options);
        return handle ? Result<Store>(Store(*handle)) : Result<Store>(handle.error());
    }

    Store(Store &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Store &operator=(Store other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Store(const Store &) = delete;
    ~Store() {
        if (handle_ != nullptr) {
            iap_store_close(handle_, nullptr);
        }
    }

    Result<void> close() { return detail::call(iap_store_close, handle_); }

    Result<Device> open_device(const Text &account, const Text &device_name) {
        if (!account.is_valid() || !device_name.is_valid()) {
            return detail::nul_error("the account or the device name");
        }
        Result<iap_device *> device =
            detail::call_for<iap_device *>(iap_store_open_device, handle_, account.c_str(), device_name.c_str());
        return device ? Result<Device>(Device(*device)) : Result<Device>(device.error());
    }

    /** Returns the warnings about unusual parts of the .storekit file. The store can still use the
     *  file. */
    std::vector<std::string> warnings() const { return list(iap_store_warning_count, iap_store_warning_at); }
    /** Returns the ids of the products, in the order of the file. */
    std::vector<std::string> product_ids() const { return list(iap_store_product_count, iap_store_product_id_at); }

    /** Returns the root certificate of the store's signatures in DER. */
    Result<std::vector<std::uint8_t>> root_certificate() const {
        std::size_t length = 0;
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (iap_store_root_certificate(handle_, nullptr, 0, &length, &error) != IAP_OK) {
            return Error(error);
        }
        std::vector<std::uint8_t> certificate(length);
        if (iap_store_root_certificate(handle_, certificate.data(), certificate.size(), &length, &error) != IAP_OK) {
            return Error(error);
        }
        return certificate;
    }

    /* --------------------------------------------------------------------------------- controls */

    std::int64_t now_ms() const noexcept { return iap_store_now_ms(handle_); }
    Time now() const noexcept { return time_of_ms(now_ms()); }
    Result<void> advance_clock(std::int64_t milliseconds) {
        return detail::call(iap_store_advance_clock, handle_, milliseconds);
    }
    Result<void> advance_clock(std::chrono::milliseconds time) {
        return advance_clock(static_cast<std::int64_t>(time.count()));
    }
    Result<void> cancel_next_purchase() { return detail::call(iap_store_cancel_next_purchase, handle_); }
    Result<void> fail_next_purchase(StoreFailure failure) {
        return detail::call(iap_store_fail_next_purchase, handle_, static_cast<iap_store_failure_t>(failure));
    }
    Result<void> set_ask_to_buy(bool enabled) {
        return detail::call(iap_store_set_ask_to_buy, handle_, detail::flag(enabled));
    }
    Result<void> set_payments_allowed(bool allowed) {
        return detail::call(iap_store_set_payments_allowed, handle_, detail::flag(allowed));
    }

    /** Returns the ids of the purchases that wait for approval, oldest first. */
    Result<std::vector<std::uint64_t>> approvals() const {
        return ids([this](std::uint64_t *values, std::size_t capacity, std::size_t *count) {
            return detail::call(iap_store_list_approvals, handle_, values, capacity, count);
        });
    }
    Result<std::string> approval_product_id(std::uint64_t approval_id) const {
        char id[IAP_PRODUCT_ID_LENGTH_MAX + 1] = {0};
        iap_error error = IAP_ERROR_VALUE_INIT;
        const iap_status_t status = iap_store_approval_product_id(handle_, approval_id, id, sizeof id, &error);
        return status == IAP_OK ? Result<std::string>(std::string(id)) : Result<std::string>(Error(error));
    }
    Result<void> approve(std::uint64_t approval_id) { return detail::call(iap_store_approve, handle_, approval_id); }
    Result<void> decline(std::uint64_t approval_id) { return detail::call(iap_store_decline, handle_, approval_id); }
    Result<void> refund(std::uint64_t transaction_id) {
        return detail::call(iap_store_refund, handle_, transaction_id);
    }

    /** Moves the store to another country and language. An empty locale keeps the language. */
    Result<void> set_storefront(const Text &country_code, const Text &locale = "") {
        if (!country_code.is_valid() || !locale.is_valid()) {
            return detail::nul_error("the country code or the locale");
        }
        return detail::call(iap_store_set_storefront, handle_, country_code.c_str(), locale.or_null());
    }

    /* ----------------------------------------------------------------------------------- simulated
     *  errors, features */

    /** Makes a part of StoreKit fail. StoreFailure::none makes it work again. */
    Result<void> set_simulated_error(StoreApi api, StoreFailure failure) {
        return detail::call(iap_store_set_simulated_error, handle_, static_cast<iap_store_api_t>(api),
                            static_cast<iap_store_failure_t>(failure));
    }
    Result<void> set_supported(Feature feature, bool supported) {
        return detail::call(iap_store_set_supported, handle_, static_cast<iap_feature_t>(feature),
                            detail::flag(supported));
    }

    /* ------------------------------------------------------------------------------ sheets, and
     *  what the player does */

    /** Decides what the player does with the next sheet. The choice is the detail of the C
     *  function. */
    Result<void> answer_next_sheet(StoreSheet sheet, StoreAnswer answer, const Text &choice = "") {
        if (!choice.is_valid()) {
            return detail::nul_error("the choice");
        }
        return detail::call(iap_store_answer_next_sheet, handle_, static_cast<iap_store_sheet_t>(sheet),
                            static_cast<iap_store_answer_t>(answer), choice.or_null());
    }
    /** Returns how often a sheet was shown, counted over all accounts and devices. */
    std::size_t sheet_count(StoreSheet sheet) const noexcept {
        return iap_store_sheet_count(handle_, static_cast<iap_store_sheet_t>(sheet));
    }
    Result<void> move_during_next_purchase(const Text &country_code) {
        return call_with_text("the country code", iap_store_move_during_next_purchase, country_code);
    }

    /* -------------------------------------------------------------------- purchase intents,
     *  messages, renewal states */

    /** Sets the state of a renewal. The id is the id of any transaction of the subscription. */
    Result<void> set_renewal(std::uint64_t transaction_id, const StoreRenewal &renewal) {
        if (detail::holds_nul(renewal.auto_renew_product_id)) {
            return detail::nul_error("the product id");
        }
        iap_store_renewal c_renewal = detail::c_value(renewal);
        return detail::call(iap_store_set_renewal, handle_, transaction_id, &c_renewal);
    }

    /* ------------------------------------------------------------------------------- signatures of
     *  the game's server */

    /** Returns Base64 for the older form, a compact JWS for the other kinds. */
    Result<std::string> sign(const StoreSigningRequest &request) {
        for (const std::string *text : {&request.product_id, &request.offer_id, &request.app_account_token,
                                        &request.nonce, &request.request_json}) {
            if (detail::holds_nul(*text)) {
                return detail::nul_error("a text of the signing request");
            }
        }
        iap_store_signing_request c_request = detail::c_value(request);
        return signed_text(iap_store_sign, &c_request);
    }
    /** Returns the id of the key that sign() uses. The text lives as long as the store is open. */
    std::string_view signing_key_id() const noexcept { return detail::view(iap_store_signing_key_id(handle_)); }
    /** Returns the issuer id that sign() writes. The text lives as long as the store is open. */
    std::string_view issuer_id() const noexcept { return detail::view(iap_store_issuer_id(handle_)); }

    /** Registers the key of a server: the store then accepts its signatures. An empty issuer id
     *  allows any issuer. */
    Result<void> add_server_key(const Text &key_id, const Text &issuer_id, const Text &public_key) {
        if (!key_id.is_valid() || !issuer_id.is_valid() || !public_key.is_valid()) {
            return detail::nul_error("a text of the key");
        }
        return detail::call(iap_store_add_server_key, handle_, key_id.c_str(), issuer_id.or_null(), public_key.c_str());
    }

    /* --------------------------------------------------------------- data for servers: payloads,
     *  notifications, OCSP */

    /** Signs any bytes as the App Store does. */
    Result<std::string> sign_payload(std::string_view payload) {
        return signed_text(iap_store_sign_payload, reinterpret_cast<const std::uint8_t *>(payload.data()),
                           payload.size());
    }
    /** Returns a notification that is signed as the App Store signs "signedPayload". */
    Result<std::string> sign_notification(const StoreNotification &notification) {
        for (const std::string *text :
             {&notification.type, &notification.subtype, &notification.uuid, &notification.consumption_request_reason,
              &notification.product_id, &notification.request_id, &notification.external_purchase_id,
              &notification.account}) {
            if (detail::holds_nul(*text)) {
                return detail::nul_error("a text of the notification");
            }
        }
        iap_store_notification c_notification = detail::c_value(notification);
        return signed_text(iap_store_sign_notification, &c_notification);
    }
    /** Returns the response to an OCSP request. Request and response are DER. */
    Result<std::vector<std::uint8_t>> ocsp_response(const Bytes &request, StoreOcsp behaviour) {
        std::vector<std::uint8_t> buffer(4096);
        std::size_t length = 0;
        auto response_into_buffer = [&] {
            return detail::call(iap_store_ocsp_response, handle_, request.data(), request.size(),
                                static_cast<iap_store_ocsp_t>(behaviour), buffer.data(), buffer.size(), &length);
        };
        Result<void> done = response_into_buffer();
        while (!done && done.error().status() == IAP_ERROR_TOO_LARGE && length > buffer.size()) {
            buffer.resize(length + 16);
            done = response_into_buffer();
        }
        if (!done) {
            return done.error();
        }
        buffer.resize(length);
        return buffer;
    }

    /* --------------------------------------------------------------------------------- settings,
     *  as in SKTestSession */

    /** Sets a virtual clock, forward or back. */
    Result<void> set_clock(std::int64_t now_ms) { return detail::call(iap_store_set_clock, handle_, now_ms); }
    Result<void> set_clock(Time now) { return set_clock(ms_of_time(now)); }
    /** Sets how long subscription periods are: the raw value of StoreKit's
     *  SKTestSession.TimeRate. */
    Result<void> set_time_rate(std::int32_t time_rate) {
        return detail::call(iap_store_set_time_rate, handle_, time_rate);
    }
    Result<void> set_billing_retry_on_renewal(bool enabled) {
        return detail::call(iap_store_set_billing_retry_on_renewal, handle_, detail::flag(enabled));
    }
    /** Sets the grace period: 3, 16 or 28 days; 0 for no grace period. */
    Result<void> set_billing_grace_period(std::int32_t days) {
        return detail::call(iap_store_set_billing_grace_period, handle_, days);
    }
    /** Sets how often a subscription renews after a purchase; 0 for no limit. */
    Result<void> set_renewal_limit(std::int32_t renewals) {
        return detail::call(iap_store_set_renewal_limit, handle_, renewals);
    }
    Result<void> set_on_sale(const Text &product_id, bool on_sale) {
        return call_with_text("the product id", iap_store_set_on_sale, product_id, detail::flag(on_sale));
    }
    Result<void> set_interrupted_purchases(StoreInterruption interruption) {
        return detail::call(iap_store_set_interrupted_purchases, handle_,
                            static_cast<iap_store_interruption_t>(interruption));
    }
    /** Makes every purchase of a game fail. StoreFailure::none makes purchases succeed again. */
    Result<void> set_fail_transactions(StoreFailure failure) {
        return detail::call(iap_store_set_fail_transactions, handle_, static_cast<iap_store_failure_t>(failure));
    }
    Result<void> set_dialogs_disabled(bool disabled) {
        return detail::call(iap_store_set_dialogs_disabled, handle_, detail::flag(disabled));
    }
    /** Sets whether current entitlements list each purchase of a non-renewing subscription, or only
     *  the latest one. */
    Result<void> set_all_non_renewing_entitlements(bool enabled) {
        return detail::call(iap_store_set_all_non_renewing_entitlements, handle_, detail::flag(enabled));
    }
    Result<void> set_locale_during_next_purchase(const Text &locale) {
        return call_with_text("the locale", iap_store_set_locale_during_next_purchase, locale);
    }

    Result<StoreSettings> settings() const {
        iap_store_settings settings = IAP_STORE_SETTINGS_INIT;
        Result<void> done = detail::call(iap_store_get_settings, handle_, &settings);
        return done ? Result<StoreSettings>(detail::settings(settings)) : Result<StoreSettings>(done.error());
    }
    /** Returns the simulated error of a part of StoreKit; StoreFailure::none if it works. */
    Result<StoreFailure> simulated_error(StoreApi api) const {
        Result<iap_store_failure_t> failure = detail::call_for<iap_store_failure_t>(
            iap_store_get_simulated_error, handle_, static_cast<iap_store_api_t>(api));
        return failure ? Result<StoreFailure>(static_cast<StoreFailure>(*failure))
                       : Result<StoreFailure>(failure.error());
    }

    /* ---------------------------------------------------------------------------- subscriptions */

    /* In this section, the id is the id of any transaction of the subscription. */

    Result<void> set_auto_renew(std::uint64_t transaction_id, bool enabled) {
        return detail::call(iap_store_set_auto_renew, handle_, transaction_id, detail::flag(enabled));
    }
    /** Changes to another product of the group. BillingPlanType::none keeps the current plan. */
    Result<void> change_subscription(std::uint64_t transaction_id, const Text &product_id,
                                     BillingPlanType billing_plan = BillingPlanType::none) {
        if (!product_id.is_valid()) {
            return detail::nul_error("the product id");
        }
        return detail::call(iap_store_change_subscription, handle_, transaction_id, product_id.c_str(),
                            static_cast<iap_billing_plan_type_t>(billing_plan));
    }
    Result<void> expire_subscription(std::uint64_t transaction_id) {
        return detail::call(iap_store_expire_subscription, handle_, transaction_id);
    }
    Result<void> force_renewal(std::uint64_t transaction_id) {
        return detail::call(iap_store_force_renewal, handle_, transaction_id);
    }
    /** Lets the player pay again. The id can also be the id of an interrupted purchase. */
    Result<void> resolve_issue(std::uint64_t transaction_id) {
        return detail::call(iap_store_resolve_issue, handle_, transaction_id);
    }
    Result<void> request_price_increase(std::uint64_t transaction_id, std::int64_t price_milliunits,
                                        bool needs_consent) {
        return detail::call(iap_store_request_price_increase, handle_, transaction_id, price_milliunits,
                            detail::flag(needs_consent));
    }
    Result<void> answer_price_increase(std::uint64_t transaction_id, bool agrees) {
        return detail::call(iap_store_answer_price_increase, handle_, transaction_id, detail::flag(agrees));
    }
    Result<void> revoke(std::uint64_t transaction_id, RevocationType type, RevocationReason reason) {
        return detail::call(iap_store_revoke, handle_, transaction_id, static_cast<iap_revocation_type_t>(type),
                            static_cast<iap_revocation_reason_t>(reason));
    }

    /* ------------------------------------------------------------------------ purchases elsewhere,
     *  family, accounts */

    /** Returns the id of the new transaction, or of the transaction that the account already
     *  has. */
    Result<std::uint64_t> buy(const Text &account, const StorePurchase &purchase) {
        if (!account.is_valid() || detail::holds_nul(purchase.product_id) ||
            detail::holds_nul(purchase.app_account_token) || detail::holds_nul(purchase.offer_id)) {
            return detail::nul_error("the account or a text of the purchase");
        }
        iap_store_purchase c_purchase = detail::c_value(purchase);
        return detail::call_for<std::uint64_t>(iap_store_buy, handle_, account.c_str(), &c_purchase);
    }
    /** Puts an account into a family. With an empty text the account leaves its family. */
    Result<void> set_family(const Text &account, const Text &family) {
        if (!account.is_valid() || !family.is_valid()) {
            return detail::nul_error("the account or the family");
        }
        return detail::call(iap_store_set_family, handle_, account.c_str(), family.or_null());
    }
    Result<void> set_family_sharing(const Text &account, bool enabled) {
        return call_with_text("the account", iap_store_set_family_sharing, account, detail::flag(enabled));
    }

    /* ---------------------------------------------------------------------- network and updates */

    Result<void> repeat_update(std::uint64_t transaction_id) {
        return detail::call(iap_store_repeat_update, handle_, transaction_id);
    }
    /** Sends the purchase again under another id, and returns that id. */
    Result<std::uint64_t> copy_transaction(std::uint64_t transaction_id) {
        return detail::call_for<std::uint64_t>(iap_store_copy_transaction, handle_, transaction_id);
    }
    Result<void> lose_next_response(StoreLoss loss) {
        return detail::call(iap_store_lose_next_response, handle_, static_cast<iap_store_loss_t>(loss));
    }
    Result<void> restart() { return detail::call(iap_store_restart, handle_); }
    /** Kills this process when it reaches the point for the count-th time; StorePoint::none removes
     *  the setting. */
    Result<void> kill_at(StorePoint point, std::uint32_t count = 1) {
        return detail::call(iap_store_kill_at, handle_, static_cast<iap_store_point_t>(point), count);
    }

    /* ------------------------------------------------------------------- quirks of real systems */

    Result<void> set_profile(Profile profile) {
        return detail::call(iap_store_set_profile, handle_, static_cast<iap_profile_t>(profile));
    }
    /** Returns the profile of the store; Profile::none if the quirks match no profile. */
    Result<Profile> profile() const {
        Result<iap_profile_t> profile = detail::call_for<iap_profile_t>(iap_store_get_profile, handle_);
        return profile ? Result<Profile>(static_cast<Profile>(*profile)) : Result<Profile>(profile.error());
    }
    Result<void> set_quirk(Quirk quirk, std::int64_t value) {
        return detail::call(iap_store_set_quirk, handle_, static_cast<iap_quirk_t>(quirk), value);
    }
    Result<std::int64_t> quirk(Quirk quirk) const {
        return detail::call_for<std::int64_t>(iap_store_get_quirk, handle_, static_cast<iap_quirk_t>(quirk));
    }

    /* -------------------------------------------------------------------------------- forgeries */

    /** Forges the signed data from now on. StoreForgery::none signs correctly again. */
    Result<void> set_forgery(StoreForgery forgery) {
        return detail::call(iap_store_set_forgery, handle_, static_cast<iap_store_forgery_t>(forgery));
    }

    /* --------------------------------------------------------------------------- administration */

    /** Returns the transactions of one account, in the order of their ids; an empty text means all
     *  accounts. Ids of approvals are included. */
    Result<std::vector<std::uint64_t>> transaction_ids(const Text &account = "") const {
        if (!account.is_valid()) {
            return detail::nul_error("the account");
        }
        return ids([&](std::uint64_t *values, std::size_t capacity, std::size_t *count) {
            return detail::call(iap_store_list_transactions, handle_, account.or_null(), values, capacity, count);
        });
    }
    Result<StoreTransaction> transaction(std::uint64_t transaction_id) const {
        iap_store_transaction transaction = IAP_STORE_TRANSACTION_INIT;
        Result<void> done = detail::call(iap_store_get_transaction, handle_, transaction_id, &transaction);
        return done ? Result<StoreTransaction>(detail::transaction(transaction))
                    : Result<StoreTransaction>(done.error());
    }
    Result<void> delete_transaction(std::uint64_t transaction_id) {
        return detail::call(iap_store_delete_transaction, handle_, transaction_id);
    }
    Result<void> clear_transactions() { return detail::call(iap_store_clear_transactions, handle_); }
    Result<void> reset_to_default_state() { return detail::call(iap_store_reset_to_default_state, handle_); }

    /* ----------------------------------------------------------------------------------- totals */

    Result<StoreTotals> totals() const {
        iap_store_totals totals = IAP_STORE_TOTALS_INIT;
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (iap_store_get_totals(handle_, &totals, &error) != IAP_OK) {
            return Error(error);
        }
        return StoreTotals{totals.transactions, totals.unfinished, totals.refunded};
    }

    iap_store *handle() const noexcept { return handle_; }

  private:
    explicit Store(iap_store *handle) noexcept : handle_(handle) {}

    static bool holds_nul(const StoreOptions &options) noexcept {
        return detail::holds_nul(options.storekit_path) || detail::holds_nul(options.state_path) ||
               detail::holds_nul(options.bundle_id) || detail::holds_nul(options.ocsp_url);
    }

    /** Returns the text that a function signs. It does not request the length first. A request for
     *  the length would sign too, and two signatures can differ in length by some bytes. */
    template <class Function, class... Arguments>
    Result<std::string> signed_text(Function function, Arguments... arguments) {
        std::vector<char> buffer(4096);
        std::size_t length = 0;
        auto sign_into_buffer = [&] {
            return detail::call(function, handle_, arguments..., buffer.data(), buffer.size(), &length);
        };
        Result<void> done = sign_into_buffer();
        while (!done && done.error().status() == IAP_ERROR_TOO_LARGE && length > buffer.size()) {
            buffer.resize(length + 16);
            done = sign_into_buffer();
        }
        return done ? Result<std::string>(std::string(buffer.data())) : Result<std::string>(done.error());
    }

    std::vector<std::string> list(std::size_t (*count)(iap_store *),
                                  const char *(*at)(iap_store *, std::size_t)) const {
        std::vector<std::string> texts;
        for (std::size_t i = 0, end = count(handle_); i < end; i++) {
            texts.emplace_back(detail::view(at(handle_, i)));
        }
        return texts;
    }

    /** Counts the ids, then lists them. */
    template <class List> static Result<std::vector<std::uint64_t>> ids(List list) {
        std::size_t count = 0;
        Result<void> done = list(nullptr, 0, &count);
        std::vector<std::uint64_t> values(count);
        if (done && count > 0) {
            done = list(values.data(), values.size(), &count);
            /* Another process may have added or removed ids between the two calls. */
            values.resize((std::min)(count, values.size()));
        }
        return done ? Result<std::vector<std::uint64_t>>(std::move(values))
                    : Result<std::vector<std::uint64_t>>(done.error());
    }

    /** Calls a function that takes the store, a text and possibly more arguments. */
    template <class Function, class... Arguments>
    Result<void> call_with_text(const char *name, Function function, const Text &text, Arguments... arguments) {
        if (!text.is_valid()) {
            return detail::nul_error(name);
        }
        return detail::call(function, handle_, text.c_str(), arguments...);
    }

    iap_store *handle_;
};

} // namespace v0_3
} // namespace iap

#endif // IAP_IAP_STORE_HPP
