/*
 * iap_verify.hpp: <iap/iap_verify.h> for C++17, in the style of <iap/iap.hpp>: verifies signed data
 * of the App Store and reads its fields. <iap/iap_verify.h> describes the checks and the fields.
 */
#ifndef IAP_IAP_VERIFY_HPP
#define IAP_IAP_VERIFY_HPP

#include <iap/iap_time.hpp>
#include <iap/iap_values.hpp>
#include <iap/iap_verify.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iap {
inline namespace v0_3 {

/** The classes of reasons, with the numbers of Apple's VerificationStatus. */
enum class VerifyClass : std::int32_t {
    none = IAP_VERIFY_CLASS_NONE,
    verification_failure = IAP_VERIFY_CLASS_VERIFICATION_FAILURE,
    invalid_app_identifier = IAP_VERIFY_CLASS_INVALID_APP_IDENTIFIER,
    invalid_certificate = IAP_VERIFY_CLASS_INVALID_CERTIFICATE,
    invalid_chain_length = IAP_VERIFY_CLASS_INVALID_CHAIN_LENGTH,
    invalid_environment = IAP_VERIFY_CLASS_INVALID_ENVIRONMENT,
    retryable = IAP_VERIFY_CLASS_RETRYABLE,
};

/** Why data is not valid. */
enum class VerifyReason : iap_verify_reason_t {
    none = IAP_VERIFY_REASON_NONE,
    malformed = IAP_VERIFY_REASON_MALFORMED,
    too_large = IAP_VERIFY_REASON_TOO_LARGE,
    invalid_json = IAP_VERIFY_REASON_INVALID_JSON,
    invalid_utf8 = IAP_VERIFY_REASON_INVALID_UTF8,
    duplicate_name = IAP_VERIFY_REASON_DUPLICATE_NAME,
    too_deep = IAP_VERIFY_REASON_TOO_DEEP,
    number_out_of_range = IAP_VERIFY_REASON_NUMBER_OUT_OF_RANGE,
    wrong_type = IAP_VERIFY_REASON_WRONG_TYPE,
    missing_certificates = IAP_VERIFY_REASON_MISSING_CERTIFICATES,
    unsupported_algorithm = IAP_VERIFY_REASON_UNSUPPORTED_ALGORITHM,
    untrusted_chain = IAP_VERIFY_REASON_UNTRUSTED_CHAIN,
    not_valid_at_date = IAP_VERIFY_REASON_NOT_VALID_AT_DATE,
    missing_marker = IAP_VERIFY_REASON_MISSING_MARKER,
    invalid_signature = IAP_VERIFY_REASON_INVALID_SIGNATURE,
    revoked_certificate = IAP_VERIFY_REASON_REVOKED_CERTIFICATE,
    revocation_unproven = IAP_VERIFY_REASON_REVOCATION_UNPROVEN,
    other_app = IAP_VERIFY_REASON_OTHER_APP,
    other_app_apple_id = IAP_VERIFY_REASON_OTHER_APP_APPLE_ID,
    invalid_certificate = IAP_VERIFY_REASON_INVALID_CERTIFICATE,
    invalid_chain_length = IAP_VERIFY_REASON_INVALID_CHAIN_LENGTH,
    other_environment = IAP_VERIFY_REASON_OTHER_ENVIRONMENT,
    ocsp_unreachable = IAP_VERIFY_REASON_OCSP_UNREACHABLE,
    no_memory = IAP_VERIFY_REASON_NO_MEMORY,
    unknown_key = IAP_VERIFY_REASON_UNKNOWN_KEY,
    other_issuer = IAP_VERIFY_REASON_OTHER_ISSUER,
    other_audience = IAP_VERIFY_REASON_OTHER_AUDIENCE,
    out_of_time = IAP_VERIFY_REASON_OUT_OF_TIME,
    other_claim = IAP_VERIFY_REASON_OTHER_CLAIM,
};

/** Returns the class of a reason: its low byte. */
constexpr VerifyClass class_of(VerifyReason reason) noexcept {
    return static_cast<VerifyClass>(static_cast<iap_verify_reason_t>(reason) & 0xFF);
}
/** Returns the name of a reason, for logs. */
inline std::string_view name_of(VerifyReason reason) noexcept {
    return iap_verify_reason_name(static_cast<iap_verify_reason_t>(reason));
}

/** The kind of signed data. */
enum class SignedKind : iap_signed_kind_t {
    none = IAP_SIGNED_KIND_NONE,
    transaction = IAP_SIGNED_TRANSACTION,
    renewal_info = IAP_SIGNED_RENEWAL_INFO,
    app_transaction = IAP_SIGNED_APP_TRANSACTION,
    notification = IAP_SIGNED_NOTIFICATION,
};

enum class AutoRenewal : iap_auto_renewal_t {
    unknown = IAP_AUTO_RENEWAL_UNKNOWN,
    off = IAP_AUTO_RENEWAL_OFF,
    on = IAP_AUTO_RENEWAL_ON,
};

/** Who invites people to the seats of a subscription. */
enum class InvitationManagement : iap_invitation_management_t {
    unknown = IAP_INVITATION_MANAGEMENT_UNKNOWN,
    none = IAP_INVITATION_MANAGEMENT_NONE,
    apple = IAP_INVITATION_MANAGEMENT_APPLE,
    developer = IAP_INVITATION_MANAGEMENT_DEVELOPER,
};

/** Why a period of a subscription has several transactions. */
enum class AdditionalTransactionReason : iap_additional_transaction_reason_t {
    unknown = IAP_ADDITIONAL_TRANSACTION_REASON_UNKNOWN,
    none = IAP_ADDITIONAL_TRANSACTION_REASON_NONE,
    seat_addition = IAP_ADDITIONAL_TRANSACTION_REASON_SEAT_ADDITION,
};

/** A price of seats, and the number of seats that have this price. */
struct SeatPriceTier {
    std::int64_t price_milliunits = 0;
    std::int32_t quantity = 0;
};

/** Apple's notificationType. */
enum class NotificationType : iap_notification_type_t {
    unknown = IAP_NOTIFICATION_UNKNOWN,
    consumption_request = IAP_NOTIFICATION_CONSUMPTION_REQUEST,
    did_change_renewal_pref = IAP_NOTIFICATION_DID_CHANGE_RENEWAL_PREF,
    did_change_renewal_status = IAP_NOTIFICATION_DID_CHANGE_RENEWAL_STATUS,
    did_fail_to_renew = IAP_NOTIFICATION_DID_FAIL_TO_RENEW,
    did_renew = IAP_NOTIFICATION_DID_RENEW,
    expired = IAP_NOTIFICATION_EXPIRED,
    external_purchase_token = IAP_NOTIFICATION_EXTERNAL_PURCHASE_TOKEN,
    grace_period_expired = IAP_NOTIFICATION_GRACE_PERIOD_EXPIRED,
    metadata_update = IAP_NOTIFICATION_METADATA_UPDATE,
    migration = IAP_NOTIFICATION_MIGRATION,
    offer_redeemed = IAP_NOTIFICATION_OFFER_REDEEMED,
    one_time_charge = IAP_NOTIFICATION_ONE_TIME_CHARGE,
    price_change = IAP_NOTIFICATION_PRICE_CHANGE,
    price_increase = IAP_NOTIFICATION_PRICE_INCREASE,
    refund = IAP_NOTIFICATION_REFUND,
    refund_declined = IAP_NOTIFICATION_REFUND_DECLINED,
    refund_reversed = IAP_NOTIFICATION_REFUND_REVERSED,
    renewal_extended = IAP_NOTIFICATION_RENEWAL_EXTENDED,
    renewal_extension = IAP_NOTIFICATION_RENEWAL_EXTENSION,
    rescind_consent = IAP_NOTIFICATION_RESCIND_CONSENT,
    revoke = IAP_NOTIFICATION_REVOKE,
    subscribed = IAP_NOTIFICATION_SUBSCRIBED,
    test = IAP_NOTIFICATION_TEST,
    unclaim_seats = IAP_NOTIFICATION_UNCLAIM_SEATS,
};

/** Apple's subtype. */
enum class NotificationSubtype : iap_notification_subtype_t {
    unknown = IAP_NOTIFICATION_SUBTYPE_UNKNOWN,
    none = IAP_NOTIFICATION_SUBTYPE_NONE,
    accepted = IAP_NOTIFICATION_SUBTYPE_ACCEPTED,
    auto_renew_disabled = IAP_NOTIFICATION_SUBTYPE_AUTO_RENEW_DISABLED,
    auto_renew_enabled = IAP_NOTIFICATION_SUBTYPE_AUTO_RENEW_ENABLED,
    billing_recovery = IAP_NOTIFICATION_SUBTYPE_BILLING_RECOVERY,
    billing_retry = IAP_NOTIFICATION_SUBTYPE_BILLING_RETRY,
    downgrade = IAP_NOTIFICATION_SUBTYPE_DOWNGRADE,
    failure = IAP_NOTIFICATION_SUBTYPE_FAILURE,
    grace_period = IAP_NOTIFICATION_SUBTYPE_GRACE_PERIOD,
    initial_buy = IAP_NOTIFICATION_SUBTYPE_INITIAL_BUY,
    pending = IAP_NOTIFICATION_SUBTYPE_PENDING,
    price_increase = IAP_NOTIFICATION_SUBTYPE_PRICE_INCREASE,
    product_not_for_sale = IAP_NOTIFICATION_SUBTYPE_PRODUCT_NOT_FOR_SALE,
    resubscribe = IAP_NOTIFICATION_SUBTYPE_RESUBSCRIBE,
    summary = IAP_NOTIFICATION_SUBTYPE_SUMMARY,
    unreported = IAP_NOTIFICATION_SUBTYPE_UNREPORTED,
    upgrade = IAP_NOTIFICATION_SUBTYPE_UPGRADE,
    voluntary = IAP_NOTIFICATION_SUBTYPE_VOLUNTARY,
    seats = IAP_NOTIFICATION_SUBTYPE_SEATS,
};

/** Which object a notification contains. */
enum class NotificationContent : iap_notification_content_t {
    none = IAP_NOTIFICATION_CONTENT_NONE,
    data = IAP_NOTIFICATION_CONTENT_DATA,
    summary = IAP_NOTIFICATION_CONTENT_SUMMARY,
    external_purchase_token = IAP_NOTIFICATION_CONTENT_EXTERNAL_PURCHASE_TOKEN,
    app_data = IAP_NOTIFICATION_CONTENT_APP_DATA,
    unclaim_info = IAP_NOTIFICATION_CONTENT_UNCLAIM_INFO,
};

/** Valid signed data. Copies share one immutable handle; any thread may use them. */
class SignedData {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    SignedData() noexcept = default;
    /** Borrows the handle and retains it. */
    explicit SignedData(const iap_signed_data *handle) noexcept : handle_(handle) {}

    SignedKind signed_kind() const noexcept { return static_cast<SignedKind>(iap_signed_kind(handle())); }

    /** Returns whether the library checked the signature; false for Xcode and local testing. */
    bool is_signature_checked() const noexcept { return iap_signed_is_signature_checked(handle()) != 0; }
    Environment environment() const noexcept {
        return static_cast<Environment>(iap_signed_int64(handle(), IAP_SIGNED_ENVIRONMENT));
    }
    std::string_view bundle_id() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_BUNDLE_ID));
    }
    std::uint64_t app_apple_id() const noexcept { return iap_signed_id(handle(), IAP_SIGNED_APP_APPLE_ID); }
    std::int64_t signed_date_ms() const noexcept { return iap_signed_int64(handle(), IAP_SIGNED_SIGNED_DATE_MS); }
    std::optional<Time> signed_date() const noexcept { return detail::time(signed_date_ms()); }
    std::uint64_t original_transaction_id() const noexcept {
        return iap_signed_id(handle(), IAP_SIGNED_ORIGINAL_TRANSACTION_ID);
    }
    std::string_view product_id() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_PRODUCT_ID));
    }
    std::string_view app_account_token() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_APP_ACCOUNT_TOKEN));
    }
    std::string_view app_transaction_id() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_APP_TRANSACTION_ID));
    }
    std::int64_t original_purchase_date_ms() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_ORIGINAL_PURCHASE_DATE_MS);
    }
    std::optional<Time> original_purchase_date() const noexcept { return detail::time(original_purchase_date_ms()); }
    OfferType offer_type() const noexcept {
        return static_cast<OfferType>(iap_signed_int64(handle(), IAP_SIGNED_OFFER_TYPE));
    }
    std::string_view offer_id() const noexcept { return detail::view(iap_signed_text(handle(), IAP_SIGNED_OFFER_ID)); }
    PaymentMode offer_payment_mode() const noexcept {
        return static_cast<PaymentMode>(iap_signed_int64(handle(), IAP_SIGNED_OFFER_PAYMENT_MODE));
    }
    std::string_view offer_period() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_OFFER_PERIOD));
    }
    std::string_view currency_code() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_CURRENCY_CODE));
    }
    BillingPlanType billing_plan_type() const noexcept {
        return static_cast<BillingPlanType>(iap_signed_int64(handle(), IAP_SIGNED_BILLING_PLAN_TYPE));
    }
    /** Returns the prices of the seats: the prices that were paid, or the prices of the next
     *  renewal. */
    std::vector<SeatPriceTier> seat_price_tiers() const {
        std::vector<SeatPriceTier> tiers(iap_signed_seat_price_tier_count(handle()));
        for (std::size_t i = 0; i < tiers.size(); i++) {
            iap_signed_seat_price_tier_at(handle(), i, &tiers[i].price_milliunits, &tiers[i].quantity);
        }
        return tiers;
    }
    std::string_view advanced_commerce_json() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_ADVANCED_COMMERCE_JSON));
    }
    std::string_view device_verification() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_DEVICE_VERIFICATION));
    }
    std::string_view device_verification_nonce() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_DEVICE_VERIFICATION_NONCE));
    }

    /** Returns whether the data was signed for a device. Pass StoreKit's
     *  AppStore.deviceVerificationID. */
    bool is_for_device(const std::string &device_verification_id) const noexcept {
        return !detail::holds_nul(device_verification_id) &&
               iap_signed_is_for_device(handle(), device_verification_id.c_str()) != 0;
    }

    /** Returns everything that was signed. */
    std::string_view json() const noexcept { return detail::view(iap_signed_json(handle())); }
    /** Returns the fields that this version does not know, as a JSON object. */
    std::string_view unknown_json() const noexcept { return detail::view(iap_signed_unknown_json(handle())); }
    /** Returns whether the data has a field: an IAP_SIGNED_… constant, for example
     *  IAP_SIGNED_PRICE_MILLIUNITS. */
    bool has(iap_signed_field_t field) const noexcept { return iap_signed_has(handle(), field) != 0; }
    /** Returns the text of a field: an IAP_SIGNED_… constant. For an enumerated field it is the
     *  store's word. */
    std::string_view text(iap_signed_field_t field) const noexcept {
        return detail::view(iap_signed_text(handle(), field));
    }
    /** Returns whether the payload has a field. Name it as in the JSON, for example
     *  "data.status". */
    bool json_has(const Text &name) const noexcept {
        return name.is_valid() && iap_signed_json_has(handle(), name.c_str()) != 0;
    }
    /** Returns the text of the field with this name; empty if the field is absent or is not a
     *  text. */
    std::string_view json_text(const Text &name) const noexcept {
        return detail::view(name.is_valid() ? iap_signed_json_text(handle(), name.c_str()) : nullptr);
    }
    /** Returns the integer or boolean (0 or 1) of the field with this name. */
    std::optional<std::int64_t> json_number(const Text &name) const noexcept {
        std::int64_t value = 0;
        return name.is_valid() && iap_signed_json_number(handle(), name.c_str(), &value) != 0
                   ? std::optional<std::int64_t>(value)
                   : std::nullopt;
    }

    const iap_signed_data *handle() const noexcept { return handle_.get(); }

  protected:
    std::vector<std::string_view> texts(iap_signed_field_t field) const {
        std::vector<std::string_view> texts;
        for (std::size_t i = 0; i < iap_signed_count(handle(), field); i++) {
            texts.push_back(detail::view(iap_signed_text_at(handle(), field, i)));
        }
        return texts;
    }

  private:
    detail::Shared<iap_signed_data, iap_signed_data_retain, iap_signed_data_release> handle_;
};

class SignedTransaction : public SignedData {
  public:
    static constexpr iap_signed_kind_t kind = IAP_SIGNED_TRANSACTION;
    using SignedData::SignedData;

    std::uint64_t transaction_id() const noexcept { return iap_signed_id(handle(), IAP_SIGNED_TRANSACTION_ID); }
    std::string_view web_order_line_item_id() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_WEB_ORDER_LINE_ITEM_ID));
    }
    std::string_view subscription_group_id() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_SUBSCRIPTION_GROUP_ID));
    }
    ProductType product_type() const noexcept {
        return static_cast<ProductType>(iap_signed_int64(handle(), IAP_SIGNED_PRODUCT_TYPE));
    }
    std::int32_t quantity() const noexcept {
        return static_cast<std::int32_t>(iap_signed_int64(handle(), IAP_SIGNED_QUANTITY));
    }
    std::int64_t purchase_date_ms() const noexcept { return iap_signed_int64(handle(), IAP_SIGNED_PURCHASE_DATE_MS); }
    std::optional<Time> purchase_date() const noexcept { return detail::time(purchase_date_ms()); }
    std::int64_t expiration_date_ms() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_EXPIRATION_DATE_MS);
    }
    std::optional<Time> expiration_date() const noexcept { return detail::time(expiration_date_ms()); }
    std::int64_t revocation_date_ms() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_REVOCATION_DATE_MS);
    }
    std::optional<Time> revocation_date() const noexcept { return detail::time(revocation_date_ms()); }
    RevocationReason revocation_reason() const noexcept {
        return static_cast<RevocationReason>(iap_signed_int64(handle(), IAP_SIGNED_REVOCATION_REASON));
    }
    RevocationType revocation_type() const noexcept {
        return static_cast<RevocationType>(iap_signed_int64(handle(), IAP_SIGNED_REVOCATION_TYPE));
    }
    std::int32_t revocation_percentage() const noexcept {
        return static_cast<std::int32_t>(iap_signed_int64(handle(), IAP_SIGNED_REVOCATION_PERCENTAGE));
    }
    bool is_upgraded() const noexcept { return iap_signed_int64(handle(), IAP_SIGNED_IS_UPGRADED) != 0; }
    Ownership ownership() const noexcept {
        return static_cast<Ownership>(iap_signed_int64(handle(), IAP_SIGNED_OWNERSHIP));
    }
    TransactionReason transaction_reason() const noexcept {
        return static_cast<TransactionReason>(iap_signed_int64(handle(), IAP_SIGNED_TRANSACTION_REASON));
    }
    std::string_view storefront_country_code() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_STOREFRONT_COUNTRY_CODE));
    }
    std::string_view storefront_identifier() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_STOREFRONT_IDENTIFIER));
    }
    std::int64_t price_milliunits() const noexcept { return iap_signed_int64(handle(), IAP_SIGNED_PRICE_MILLIUNITS); }
    std::int32_t commitment_period_number() const noexcept {
        return static_cast<std::int32_t>(iap_signed_int64(handle(), IAP_SIGNED_COMMITMENT_PERIOD_NUMBER));
    }
    std::int32_t commitment_period_count() const noexcept {
        return static_cast<std::int32_t>(iap_signed_int64(handle(), IAP_SIGNED_COMMITMENT_PERIOD_COUNT));
    }
    std::int64_t commitment_expiration_date_ms() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_COMMITMENT_EXPIRATION_DATE_MS);
    }
    std::optional<Time> commitment_expiration_date() const noexcept {
        return detail::time(commitment_expiration_date_ms());
    }
    std::int64_t commitment_price_milliunits() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_COMMITMENT_PRICE_MILLIUNITS);
    }
    std::uint64_t previous_original_transaction_id() const noexcept {
        return iap_signed_id(handle(), IAP_SIGNED_PREVIOUS_ORIGINAL_TRANSACTION_ID);
    }
    InvitationManagement invitation_management() const noexcept {
        return static_cast<InvitationManagement>(iap_signed_int64(handle(), IAP_SIGNED_INVITATION_MANAGEMENT));
    }
    std::int32_t revoked_seat_quantity() const noexcept {
        return static_cast<std::int32_t>(iap_signed_int64(handle(), IAP_SIGNED_REVOKED_SEAT_QUANTITY));
    }
    AdditionalTransactionReason additional_transaction_reason() const noexcept {
        return static_cast<AdditionalTransactionReason>(
            iap_signed_int64(handle(), IAP_SIGNED_ADDITIONAL_TRANSACTION_REASON));
    }
    std::string_view bundle_product_id() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_BUNDLE_PRODUCT_ID));
    }
    std::string_view bundle_subscription_group_id() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_BUNDLE_SUBSCRIPTION_GROUP_ID));
    }
    std::uint64_t bundle_original_transaction_id() const noexcept {
        return iap_signed_id(handle(), IAP_SIGNED_BUNDLE_ORIGINAL_TRANSACTION_ID);
    }
};

class SignedRenewalInfo : public SignedData {
  public:
    static constexpr iap_signed_kind_t kind = IAP_SIGNED_RENEWAL_INFO;
    using SignedData::SignedData;

    AutoRenewal auto_renewal() const noexcept {
        return static_cast<AutoRenewal>(iap_signed_int64(handle(), IAP_SIGNED_AUTO_RENEWAL));
    }
    std::string_view auto_renew_product_id() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_AUTO_RENEW_PRODUCT_ID));
    }
    ExpirationReason expiration_reason() const noexcept {
        return static_cast<ExpirationReason>(iap_signed_int64(handle(), IAP_SIGNED_EXPIRATION_REASON));
    }
    PriceIncrease price_increase() const noexcept {
        return static_cast<PriceIncrease>(iap_signed_int64(handle(), IAP_SIGNED_PRICE_INCREASE));
    }
    bool is_in_billing_retry() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_IS_IN_BILLING_RETRY) != 0;
    }
    std::int64_t grace_period_expiration_date_ms() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_GRACE_PERIOD_EXPIRATION_DATE_MS);
    }
    std::optional<Time> grace_period_expiration_date() const noexcept {
        return detail::time(grace_period_expiration_date_ms());
    }
    std::int64_t recent_subscription_start_date_ms() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_RECENT_SUBSCRIPTION_START_DATE_MS);
    }
    std::optional<Time> recent_subscription_start_date() const noexcept {
        return detail::time(recent_subscription_start_date_ms());
    }
    std::int64_t renewal_date_ms() const noexcept { return iap_signed_int64(handle(), IAP_SIGNED_RENEWAL_DATE_MS); }
    std::optional<Time> renewal_date() const noexcept { return detail::time(renewal_date_ms()); }
    std::int64_t renewal_price_milliunits() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_RENEWAL_PRICE_MILLIUNITS);
    }
    std::int32_t renewal_quantity() const noexcept {
        return static_cast<std::int32_t>(iap_signed_int64(handle(), IAP_SIGNED_RENEWAL_QUANTITY));
    }
    std::string_view commitment_auto_renew_product_id() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_COMMITMENT_AUTO_RENEW_PRODUCT_ID));
    }
    AutoRenewal commitment_auto_renewal() const noexcept {
        return static_cast<AutoRenewal>(iap_signed_int64(handle(), IAP_SIGNED_COMMITMENT_AUTO_RENEWAL));
    }
    BillingPlanType commitment_billing_plan_type() const noexcept {
        return static_cast<BillingPlanType>(iap_signed_int64(handle(), IAP_SIGNED_COMMITMENT_BILLING_PLAN_TYPE));
    }
    std::int64_t commitment_renewal_date_ms() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_COMMITMENT_RENEWAL_DATE_MS);
    }
    std::optional<Time> commitment_renewal_date() const noexcept { return detail::time(commitment_renewal_date_ms()); }
    std::int64_t commitment_renewal_price_milliunits() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_COMMITMENT_RENEWAL_PRICE_MILLIUNITS);
    }
    bool is_pending_unbundle() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_IS_PENDING_UNBUNDLE) != 0;
    }

    /** Returns the win-back offers for which the player is eligible. The best offer comes first. */
    std::vector<std::string_view> win_back_offers() const { return texts(IAP_SIGNED_WIN_BACK_OFFERS); }
};

class SignedAppTransaction : public SignedData {
  public:
    static constexpr iap_signed_kind_t kind = IAP_SIGNED_APP_TRANSACTION;
    using SignedData::SignedData;

    std::string_view app_version() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_APP_VERSION));
    }
    std::uint64_t app_version_id() const noexcept { return iap_signed_id(handle(), IAP_SIGNED_APP_VERSION_ID); }
    std::string_view original_app_version() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_ORIGINAL_APP_VERSION));
    }
    std::string_view original_platform() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_ORIGINAL_PLATFORM));
    }
    std::int64_t preorder_date_ms() const noexcept { return iap_signed_int64(handle(), IAP_SIGNED_PREORDER_DATE_MS); }
    std::optional<Time> preorder_date() const noexcept { return detail::time(preorder_date_ms()); }
    std::string_view store_type() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_STORE_TYPE));
    }
    std::int64_t app_revocation_date_ms() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_APP_REVOCATION_DATE_MS);
    }
    std::optional<Time> app_revocation_date() const noexcept { return detail::time(app_revocation_date_ms()); }
};

/** A notification. The JWS texts in it have their own signatures: verify each of them. */
class SignedNotification : public SignedData {
  public:
    static constexpr iap_signed_kind_t kind = IAP_SIGNED_NOTIFICATION;
    using SignedData::SignedData;

    NotificationType notification_type() const noexcept {
        return static_cast<NotificationType>(iap_signed_int64(handle(), IAP_SIGNED_NOTIFICATION_TYPE));
    }
    NotificationSubtype notification_subtype() const noexcept {
        return static_cast<NotificationSubtype>(iap_signed_int64(handle(), IAP_SIGNED_NOTIFICATION_SUBTYPE));
    }
    std::string_view notification_uuid() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_NOTIFICATION_UUID));
    }
    std::string_view notification_version() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_NOTIFICATION_VERSION));
    }
    NotificationContent notification_content() const noexcept {
        return static_cast<NotificationContent>(iap_signed_notification_content(handle()));
    }
    std::string_view transaction_text() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_TRANSACTION_TEXT));
    }
    std::string_view renewal_info_text() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_RENEWAL_INFO_TEXT));
    }
    std::string_view app_transaction_text() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_APP_TRANSACTION_TEXT));
    }
    std::string_view bundle_version() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_BUNDLE_VERSION));
    }
    SubscriptionState subscription_state() const noexcept {
        return static_cast<SubscriptionState>(iap_signed_int64(handle(), IAP_SIGNED_SUBSCRIPTION_STATE));
    }
    std::string_view consumption_request_reason() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_CONSUMPTION_REQUEST_REASON));
    }
    std::string_view request_identifier() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_REQUEST_IDENTIFIER));
    }
    std::int64_t succeeded_count() const noexcept { return iap_signed_int64(handle(), IAP_SIGNED_SUCCEEDED_COUNT); }
    std::int64_t failed_count() const noexcept { return iap_signed_int64(handle(), IAP_SIGNED_FAILED_COUNT); }
    std::string_view external_purchase_id() const noexcept {
        return detail::view(iap_signed_text(handle(), IAP_SIGNED_EXTERNAL_PURCHASE_ID));
    }
    std::int64_t token_creation_date_ms() const noexcept {
        return iap_signed_int64(handle(), IAP_SIGNED_TOKEN_CREATION_DATE_MS);
    }
    std::optional<Time> token_creation_date() const noexcept { return detail::time(token_creation_date_ms()); }

    /** Returns the seat claims that the App Store has ended. */
    std::vector<std::string_view> unclaimed_seats() const { return texts(IAP_SIGNED_UNCLAIMED_SEATS); }

    /** Returns the storefronts of an extension of renewal dates. */
    std::vector<std::string_view> storefront_country_codes() const {
        return texts(IAP_SIGNED_STOREFRONT_COUNTRY_CODES);
    }
};

/** The result of a check, and the data if it is valid. */
template <class T> class [[nodiscard]] Checked {
  public:
    Checked(T data, const iap_verify_result &result) noexcept : data_(std::move(data)), result_(result) {}

    Verdict verdict() const noexcept { return static_cast<Verdict>(result_.verdict); }
    bool is_valid() const noexcept { return verdict() == Verdict::valid; }
    explicit operator bool() const noexcept { return is_valid(); }
    VerifyReason reason() const noexcept { return static_cast<VerifyReason>(result_.reason); }
    /** Returns whether the data is valid and the App Store signed it; false for Xcode and local
     *  testing. */
    bool is_signature_checked() const noexcept { return result_.signature_checked != 0; }
    /** Returns one line in English for logs; empty if the data is valid. The copy can outlive this
     *  object. */
    std::string message() const { return result_.message; }

    /** Returns the data. If it is not valid, its getters return 0, false or an empty value. */
    const T &data() const noexcept { return data_; }
    const T &operator*() const noexcept { return data_; }
    const T *operator->() const noexcept { return &data_; }

  private:
    T data_;
    iap_verify_result result_;
};

/** See iap_verifier_options. */
struct VerifierOptions {
    Environment environments = Environment::unknown;
    std::vector<std::string> root_paths{};          /**< PEM or DER */
    std::vector<std::vector<std::uint8_t>> roots{}; /**< DER */
    std::string bundle_id{};
    std::uint64_t app_apple_id = 0; /**< required for production */
    bool check_revocation = false;
    std::uint32_t ocsp_timeout_ms = 0; /**< timeout of each of the two OCSP requests as a whole; 0: 3 seconds */
    /** Returns milliseconds since 1970; empty: the machine's clock. The library calls it on any
     *  thread, also on several threads at the same time. */
    Function<std::int64_t()> clock{};
};

/** Verifies signed data. Copies share one verifier; any thread may use them at the same time. */
class Verifier {
  public:
    /** Makes an empty object. It finds no data valid. */
    Verifier() noexcept = default;

    static Result<Verifier> open(VerifierOptions options) {
        iap_verifier_options c_options = IAP_VERIFIER_OPTIONS_INIT;
        std::vector<const char *> paths;
        for (const std::string &path : options.root_paths) {
            if (detail::holds_nul(path)) {
                return detail::nul_error("the path of a root certificate");
            }
            paths.push_back(path.c_str());
        }
        std::vector<iap_bytes> roots;
        for (const std::vector<std::uint8_t> &root : options.roots) {
            iap_bytes bytes{};
            bytes.bytes = root.data();
            bytes.length = root.size();
            roots.push_back(bytes);
        }
        if (detail::holds_nul(options.bundle_id)) {
            return detail::nul_error("the bundle id");
        }
        Verifier opened;
        c_options.environments = static_cast<iap_environment_t>(options.environments);
        c_options.root_paths = paths.data();
        c_options.root_path_count = paths.size();
        c_options.roots = roots.data();
        c_options.root_count = roots.size();
        c_options.bundle_id = options.bundle_id.c_str();
        c_options.app_apple_id = options.app_apple_id;
        c_options.check_revocation = options.check_revocation ? 1 : 0;
        c_options.ocsp_timeout_ms = options.ocsp_timeout_ms;
        if (options.clock) {
            opened.clock_ = std::move(options.clock);
            c_options.clock = tell_time;
            c_options.clock_user_data = opened.clock_.user_data();
        }
        const iap_verifier *verifier = nullptr;
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (iap_verifier_open(&c_options, &verifier, &error) != IAP_OK) {
            return Error(error);
        }
        opened.handle_ = Handle(verifier);
        iap_verifier_release(verifier);
        return opened;
    }

    Checked<SignedTransaction> check_transaction(std::string_view text) const {
        return checked<SignedTransaction>(text);
    }
    Checked<SignedRenewalInfo> check_renewal_info(std::string_view text) const {
        return checked<SignedRenewalInfo>(text);
    }
    Checked<SignedAppTransaction> check_app_transaction(std::string_view text) const {
        return checked<SignedAppTransaction>(text);
    }
    /** Verifies a notification: the "signedPayload" that the App Store posts. */
    Checked<SignedNotification> check_notification(std::string_view text) const {
        return checked<SignedNotification>(text);
    }

    const iap_verifier *handle() const noexcept { return handle_.get(); }

  private:
    using Clock = Function<std::int64_t()>;
    using Handle = detail::Shared<iap_verifier, iap_verifier_retain, iap_verifier_release>;

    /* No exception may enter the library. */
    static std::int64_t tell_time(void *clock) noexcept { return Clock::call_user_data(clock); }

    template <class T> Checked<T> checked(std::string_view text) const {
        const iap_signed_data *data = nullptr;
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        /* An empty view may have a null pointer, but an empty text is malformed, not missing. */
        iap_verifier_check(handle(), T::kind, text.data() != nullptr ? text.data() : "", text.size(), &data, &result,
                           nullptr);
        Checked<T> found(T(data), result);
        iap_signed_data_release(data);
        return found;
    }

    Clock clock_; /**< must be destroyed after the verifier that calls it */
    Handle handle_;
};

} // namespace v0_3
} // namespace iap

#endif // IAP_IAP_VERIFY_HPP
