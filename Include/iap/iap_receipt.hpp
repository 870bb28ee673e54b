/*
 * iap_receipt.hpp: <iap/iap_receipt.h> for C++17, in the style of <iap/iap_verify.hpp>: app
 * receipts and the responses of verifyReceipt. <iap/iap_receipt.h> describes the checks and the
 * fields.
 */
#ifndef IAP_IAP_RECEIPT_HPP
#define IAP_IAP_RECEIPT_HPP

#include <iap/iap_receipt.h>
#include <iap/iap_time.hpp>
#include <iap/iap_verify.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iap {
inline namespace v0_3 {

/** What to do with a response of verifyReceipt. */
enum class ReceiptAction : iap_receipt_action_t {
    none = 0, /**< there is no response */
    grant = IAP_RECEIPT_ACTION_GRANT,
    refuse = IAP_RECEIPT_ACTION_REFUSE,
    retry = IAP_RECEIPT_ACTION_RETRY,
    ask_sandbox = IAP_RECEIPT_ACTION_ASK_SANDBOX,
    ask_production = IAP_RECEIPT_ACTION_ASK_PRODUCTION,
    fix_request = IAP_RECEIPT_ACTION_FIX_REQUEST,
};

/** The status of verifyReceipt. A status that this version does not know keeps its number. */
enum class ReceiptStatus : std::int32_t {
    none = -1, /**< the response had no status */
    valid = IAP_RECEIPT_STATUS_VALID,
    not_post = IAP_RECEIPT_STATUS_NOT_POST,
    malformed = IAP_RECEIPT_STATUS_MALFORMED,
    not_authentic = IAP_RECEIPT_STATUS_NOT_AUTHENTIC,
    wrong_secret = IAP_RECEIPT_STATUS_WRONG_SECRET,
    unavailable = IAP_RECEIPT_STATUS_UNAVAILABLE,
    expired = IAP_RECEIPT_STATUS_EXPIRED,
    sandbox = IAP_RECEIPT_STATUS_SANDBOX,
    production = IAP_RECEIPT_STATUS_PRODUCTION,
    internal_error = IAP_RECEIPT_STATUS_INTERNAL,
    no_account = IAP_RECEIPT_STATUS_NO_ACCOUNT,
};

inline constexpr std::string_view verify_receipt_production_url = IAP_VERIFY_RECEIPT_PRODUCTION_URL;
inline constexpr std::string_view verify_receipt_sandbox_url = IAP_VERIFY_RECEIPT_SANDBOX_URL;

namespace detail {

using ReceiptHandle = Shared<iap_app_receipt, iap_app_receipt_retain, iap_app_receipt_release>;
using ResponseHandle = Shared<iap_receipt_response, iap_receipt_response_retain, iap_receipt_response_release>;

/** Keeps the owner of a purchase or renewal alive: either a receipt or a response. */
struct ReceiptOwner {
    ReceiptHandle receipt;
    ResponseHandle response;
};

} // namespace detail

/** An attribute of a receipt with its number. The value lives as long as the receipt. You can make
 *  a std::span from the value. */
struct ReceiptAttribute {
    std::int32_t type = 0;
    const std::uint8_t *value = nullptr;
    std::size_t length = 0;

    const std::uint8_t *data() const noexcept { return value; }
    std::size_t size() const noexcept { return length; }
    const std::uint8_t *begin() const noexcept { return value; }
    const std::uint8_t *end() const noexcept { return value + length; }
};

/** A purchase that a receipt or a response lists. It keeps its receipt or response alive. */
class ReceiptPurchase {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    ReceiptPurchase() noexcept = default;
    ReceiptPurchase(const iap_receipt_purchase *handle, detail::ReceiptOwner owner) noexcept
        : owner_(std::move(owner)), handle_(handle) {}

    std::uint64_t transaction_id() const noexcept {
        return iap_receipt_purchase_id(handle_, IAP_RECEIPT_PURCHASE_TRANSACTION_ID);
    }
    std::uint64_t original_transaction_id() const noexcept {
        return iap_receipt_purchase_id(handle_, IAP_RECEIPT_PURCHASE_ORIGINAL_TRANSACTION_ID);
    }
    std::string_view product_id() const noexcept {
        return detail::view(iap_receipt_purchase_text(handle_, IAP_RECEIPT_PURCHASE_PRODUCT_ID));
    }
    ProductType product_type() const noexcept {
        return static_cast<ProductType>(iap_receipt_purchase_int64(handle_, IAP_RECEIPT_PURCHASE_PRODUCT_TYPE));
    }
    std::int32_t quantity() const noexcept {
        return static_cast<std::int32_t>(iap_receipt_purchase_int64(handle_, IAP_RECEIPT_PURCHASE_QUANTITY));
    }
    std::int64_t purchase_date_ms() const noexcept {
        return iap_receipt_purchase_int64(handle_, IAP_RECEIPT_PURCHASE_PURCHASE_DATE_MS);
    }
    std::optional<Time> purchase_date() const noexcept { return detail::time(purchase_date_ms()); }
    std::int64_t original_purchase_date_ms() const noexcept {
        return iap_receipt_purchase_int64(handle_, IAP_RECEIPT_PURCHASE_ORIGINAL_PURCHASE_DATE_MS);
    }
    std::optional<Time> original_purchase_date() const noexcept { return detail::time(original_purchase_date_ms()); }
    std::int64_t expiration_date_ms() const noexcept {
        return iap_receipt_purchase_int64(handle_, IAP_RECEIPT_PURCHASE_EXPIRATION_DATE_MS);
    }
    std::optional<Time> expiration_date() const noexcept { return detail::time(expiration_date_ms()); }
    std::int64_t cancellation_date_ms() const noexcept {
        return iap_receipt_purchase_int64(handle_, IAP_RECEIPT_PURCHASE_CANCELLATION_DATE_MS);
    }
    std::optional<Time> cancellation_date() const noexcept { return detail::time(cancellation_date_ms()); }
    std::uint64_t web_order_line_item_id() const noexcept {
        return iap_receipt_purchase_id(handle_, IAP_RECEIPT_PURCHASE_WEB_ORDER_LINE_ITEM_ID);
    }
    bool is_trial_period() const noexcept {
        return iap_receipt_purchase_int64(handle_, IAP_RECEIPT_PURCHASE_IS_TRIAL_PERIOD) != 0;
    }
    bool is_introductory_offer_period() const noexcept {
        return iap_receipt_purchase_int64(handle_, IAP_RECEIPT_PURCHASE_IS_INTRODUCTORY_OFFER_PERIOD) != 0;
    }
    std::string_view promotional_offer_id() const noexcept {
        return detail::view(iap_receipt_purchase_text(handle_, IAP_RECEIPT_PURCHASE_PROMOTIONAL_OFFER_ID));
    }
    std::vector<ReceiptAttribute> attributes() const {
        std::vector<ReceiptAttribute> attributes(iap_receipt_purchase_attribute_count(handle_));
        for (std::size_t i = 0; i < attributes.size(); i++) {
            iap_bytes value{};
            iap_receipt_purchase_attribute_at(handle_, i, &attributes[i].type, &value);
            attributes[i].value = value.bytes;
            attributes[i].length = value.length;
        }
        return attributes;
    }

    /* Fields that only responses of verifyReceipt have. */

    RevocationReason cancellation_reason() const noexcept {
        return static_cast<RevocationReason>(
            iap_receipt_purchase_int64(handle_, IAP_RECEIPT_PURCHASE_CANCELLATION_REASON));
    }
    std::string_view app_account_token() const noexcept {
        return detail::view(iap_receipt_purchase_text(handle_, IAP_RECEIPT_PURCHASE_APP_ACCOUNT_TOKEN));
    }
    Ownership ownership() const noexcept {
        return static_cast<Ownership>(iap_receipt_purchase_int64(handle_, IAP_RECEIPT_PURCHASE_OWNERSHIP));
    }
    bool is_upgraded() const noexcept {
        return iap_receipt_purchase_int64(handle_, IAP_RECEIPT_PURCHASE_IS_UPGRADED) != 0;
    }
    std::string_view offer_code_name() const noexcept {
        return detail::view(iap_receipt_purchase_text(handle_, IAP_RECEIPT_PURCHASE_OFFER_CODE_NAME));
    }
    std::string_view subscription_group_id() const noexcept {
        return detail::view(iap_receipt_purchase_text(handle_, IAP_RECEIPT_PURCHASE_SUBSCRIPTION_GROUP_ID));
    }

    const iap_receipt_purchase *handle() const noexcept { return handle_; }

  private:
    detail::ReceiptOwner owner_;
    const iap_receipt_purchase *handle_ = nullptr;
};

/** An app receipt. Copies share one immutable handle; any thread may use them. */
class AppReceipt {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    AppReceipt() noexcept = default;
    /** Borrows the handle and retains it. */
    explicit AppReceipt(const iap_app_receipt *handle) noexcept : handle_(handle) {}

    /** Verifies a receipt: the receipt itself, or its Base64. Where check() is a macro, write
     *  (AppReceipt::check)(...). */
    static Checked<AppReceipt>(check)(const Verifier &verifier, const Bytes &bytes) {
        const iap_app_receipt *receipt = nullptr;
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        iap_verifier_check_receipt(verifier.handle(), bytes.data(), bytes.size(), &receipt, &result, nullptr);
        Checked<AppReceipt> checked(AppReceipt(receipt), result);
        iap_app_receipt_release(receipt);
        return checked;
    }

    /** Decodes a receipt and does not verify it. Never grant what it lists. */
    static Result<AppReceipt> read(const Bytes &bytes) {
        const iap_app_receipt *receipt = nullptr;
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (iap_app_receipt_read(bytes.data(), bytes.size(), &receipt, &error) != IAP_OK) {
            return Error(error);
        }
        AppReceipt read(receipt);
        iap_app_receipt_release(receipt);
        return read;
    }

    /** Reads the id from a receipt of one transaction, the format before app receipts. It verifies
     *  nothing. */
    static Result<std::uint64_t> read_transaction_id(const Bytes &bytes) {
        std::uint64_t id = 0;
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (iap_transaction_receipt_read_id(bytes.data(), bytes.size(), &id, &error) != IAP_OK) {
            return Error(error);
        }
        return id;
    }

    Environment environment() const noexcept {
        return static_cast<Environment>(iap_app_receipt_int64(handle(), IAP_APP_RECEIPT_ENVIRONMENT));
    }
    std::string_view receipt_type() const noexcept {
        return detail::view(iap_app_receipt_text(handle(), IAP_APP_RECEIPT_RECEIPT_TYPE));
    }
    /** Returns whether the library checked the signature; false for Xcode and after read(). */
    bool is_signature_checked() const noexcept { return iap_app_receipt_is_signature_checked(handle()) != 0; }
    std::string_view bundle_id() const noexcept {
        return detail::view(iap_app_receipt_text(handle(), IAP_APP_RECEIPT_BUNDLE_ID));
    }
    std::string_view app_version() const noexcept {
        return detail::view(iap_app_receipt_text(handle(), IAP_APP_RECEIPT_APP_VERSION));
    }
    std::string_view original_app_version() const noexcept {
        return detail::view(iap_app_receipt_text(handle(), IAP_APP_RECEIPT_ORIGINAL_APP_VERSION));
    }
    std::int64_t creation_date_ms() const noexcept {
        return iap_app_receipt_int64(handle(), IAP_APP_RECEIPT_CREATION_DATE_MS);
    }
    std::optional<Time> creation_date() const noexcept { return detail::time(creation_date_ms()); }
    std::int64_t original_purchase_date_ms() const noexcept {
        return iap_app_receipt_int64(handle(), IAP_APP_RECEIPT_ORIGINAL_PURCHASE_DATE_MS);
    }
    std::optional<Time> original_purchase_date() const noexcept { return detail::time(original_purchase_date_ms()); }
    std::int64_t expiration_date_ms() const noexcept {
        return iap_app_receipt_int64(handle(), IAP_APP_RECEIPT_EXPIRATION_DATE_MS);
    }
    std::optional<Time> expiration_date() const noexcept { return detail::time(expiration_date_ms()); }
    std::uint64_t app_apple_id() const noexcept { return iap_app_receipt_id(handle(), IAP_APP_RECEIPT_APP_APPLE_ID); }

    /** Returns whether the receipt was made for the device with this identifier. On iOS pass the 16
     *  bytes of identifierForVendor. */
    bool is_for_device(const Bytes &identifier) const noexcept {
        return iap_app_receipt_is_for_device(handle(), identifier.data(), identifier.size()) != 0;
    }

    std::vector<ReceiptAttribute> attributes() const {
        std::vector<ReceiptAttribute> attributes(iap_app_receipt_attribute_count(handle()));
        for (std::size_t i = 0; i < attributes.size(); i++) {
            iap_bytes value{};
            iap_app_receipt_attribute_at(handle(), i, &attributes[i].type, &value);
            attributes[i].value = value.bytes;
            attributes[i].length = value.length;
        }
        return attributes;
    }

    /** Returns the purchases in the order of the receipt, which has no meaning. */
    std::vector<ReceiptPurchase> purchases() const {
        std::vector<ReceiptPurchase> purchases;
        const std::size_t count = iap_app_receipt_purchase_count(handle());
        purchases.reserve(count);
        for (std::size_t i = 0; i < count; i++) {
            purchases.emplace_back(iap_app_receipt_purchase_at(handle(), i), detail::ReceiptOwner{handle_, {}});
        }
        return purchases;
    }

    const iap_app_receipt *handle() const noexcept { return handle_.get(); }

  private:
    detail::ReceiptHandle handle_;
};

/** The renewal info of a subscription (pending_renewal_info). It keeps its response alive. */
class ReceiptRenewal {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    ReceiptRenewal() noexcept = default;
    ReceiptRenewal(const iap_receipt_renewal *handle, detail::ResponseHandle response) noexcept
        : response_(std::move(response)), handle_(handle) {}

    std::uint64_t original_transaction_id() const noexcept {
        return iap_receipt_renewal_id(handle_, IAP_RECEIPT_RENEWAL_ORIGINAL_TRANSACTION_ID);
    }
    std::string_view product_id() const noexcept {
        return detail::view(iap_receipt_renewal_text(handle_, IAP_RECEIPT_RENEWAL_PRODUCT_ID));
    }
    std::string_view auto_renew_product_id() const noexcept {
        return detail::view(iap_receipt_renewal_text(handle_, IAP_RECEIPT_RENEWAL_AUTO_RENEW_PRODUCT_ID));
    }
    AutoRenewal auto_renewal() const noexcept {
        return static_cast<AutoRenewal>(iap_receipt_renewal_int64(handle_, IAP_RECEIPT_RENEWAL_AUTO_RENEWAL));
    }
    ExpirationReason expiration_reason() const noexcept {
        return static_cast<ExpirationReason>(iap_receipt_renewal_int64(handle_, IAP_RECEIPT_RENEWAL_EXPIRATION_REASON));
    }
    bool is_in_billing_retry() const noexcept {
        return iap_receipt_renewal_int64(handle_, IAP_RECEIPT_RENEWAL_IS_IN_BILLING_RETRY) != 0;
    }
    std::int64_t grace_period_expiration_date_ms() const noexcept {
        return iap_receipt_renewal_int64(handle_, IAP_RECEIPT_RENEWAL_GRACE_PERIOD_EXPIRATION_DATE_MS);
    }
    std::optional<Time> grace_period_expiration_date() const noexcept {
        return detail::time(grace_period_expiration_date_ms());
    }
    PriceIncrease price_increase() const noexcept {
        return static_cast<PriceIncrease>(iap_receipt_renewal_int64(handle_, IAP_RECEIPT_RENEWAL_PRICE_INCREASE));
    }
    std::string_view offer_code_name() const noexcept {
        return detail::view(iap_receipt_renewal_text(handle_, IAP_RECEIPT_RENEWAL_OFFER_CODE_NAME));
    }
    std::string_view promotional_offer_id() const noexcept {
        return detail::view(iap_receipt_renewal_text(handle_, IAP_RECEIPT_RENEWAL_PROMOTIONAL_OFFER_ID));
    }

    const iap_receipt_renewal *handle() const noexcept { return handle_; }

  private:
    detail::ResponseHandle response_;
    const iap_receipt_renewal *handle_ = nullptr;
};

/** A response of verifyReceipt. Copies share one immutable handle; any thread may use them. */
class ReceiptResponse {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    ReceiptResponse() noexcept = default;
    /** Borrows the handle and retains it. */
    explicit ReceiptResponse(const iap_receipt_response *handle) noexcept : handle_(handle) {}

    /** Writes the body of a request. An empty text means that there is no secret. */
    static Result<std::string> write_request(const Bytes &receipt, const std::string &shared_secret = "",
                                             bool excludes_old_transactions = false) {
        if (detail::holds_nul(shared_secret)) {
            return detail::nul_error("the shared secret");
        }
        std::string body;
        std::size_t needed = 0;
        iap_error error = IAP_ERROR_VALUE_INIT;
        auto write = [&](char *buffer, std::size_t capacity) {
            return iap_receipt_request_write(receipt.data(), receipt.size(), detail::optional_text(shared_secret),
                                             excludes_old_transactions ? 1 : 0, buffer, capacity, &needed, &error);
        };
        if (write(nullptr, 0) != IAP_OK) {
            return Error(error);
        }
        body.resize(needed);
        if (write(body.data(), body.size()) != IAP_OK) {
            return Error(error);
        }
        body.pop_back();
        return body;
    }

    /** Reads a response. If the bundle id is empty, the caller must compare it. An HTTP status of 0
     *  means that no response came. */
    static Result<ReceiptResponse> read(std::int32_t http_status, std::string_view body, const std::string &bundle_id) {
        if (detail::holds_nul(bundle_id)) {
            return detail::nul_error("the bundle id");
        }
        const iap_receipt_response *response = nullptr;
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (iap_receipt_response_read(http_status, body.data() != nullptr ? body.data() : "", body.size(),
                                      detail::optional_text(bundle_id), &response, &error) != IAP_OK) {
            return Error(error);
        }
        ReceiptResponse read(response);
        iap_receipt_response_release(response);
        return read;
    }

    ReceiptAction action() const noexcept { return static_cast<ReceiptAction>(iap_receipt_response_action(handle())); }
    Verdict verdict() const noexcept { return static_cast<Verdict>(iap_receipt_response_verdict(handle())); }
    /** Returns the store's own status number; -1 if the response had none. */
    std::int32_t status() const noexcept { return iap_receipt_response_status(handle()); }
    ReceiptStatus receipt_status() const noexcept { return static_cast<ReceiptStatus>(status()); }
    /** Returns one line in English for logs; empty if the receipt is valid. */
    std::string_view message() const noexcept { return detail::view(iap_receipt_response_message(handle())); }
    Environment environment() const noexcept {
        return static_cast<Environment>(iap_receipt_response_int64(handle(), IAP_RECEIPT_RESPONSE_ENVIRONMENT));
    }
    std::string_view json() const noexcept { return detail::view(iap_receipt_response_json(handle())); }
    std::string_view receipt_type() const noexcept {
        return detail::view(iap_receipt_response_text(handle(), IAP_RECEIPT_RESPONSE_RECEIPT_TYPE));
    }
    std::string_view bundle_id() const noexcept {
        return detail::view(iap_receipt_response_text(handle(), IAP_RECEIPT_RESPONSE_BUNDLE_ID));
    }
    std::string_view app_version() const noexcept {
        return detail::view(iap_receipt_response_text(handle(), IAP_RECEIPT_RESPONSE_APP_VERSION));
    }
    std::string_view original_app_version() const noexcept {
        return detail::view(iap_receipt_response_text(handle(), IAP_RECEIPT_RESPONSE_ORIGINAL_APP_VERSION));
    }
    std::uint64_t app_apple_id() const noexcept {
        return iap_receipt_response_id(handle(), IAP_RECEIPT_RESPONSE_APP_APPLE_ID);
    }
    std::uint64_t app_item_id() const noexcept {
        return iap_receipt_response_id(handle(), IAP_RECEIPT_RESPONSE_APP_ITEM_ID);
    }
    std::uint64_t download_id() const noexcept {
        return iap_receipt_response_id(handle(), IAP_RECEIPT_RESPONSE_DOWNLOAD_ID);
    }
    std::uint64_t app_version_id() const noexcept {
        return iap_receipt_response_id(handle(), IAP_RECEIPT_RESPONSE_APP_VERSION_ID);
    }
    std::int64_t creation_date_ms() const noexcept {
        return iap_receipt_response_int64(handle(), IAP_RECEIPT_RESPONSE_CREATION_DATE_MS);
    }
    std::optional<Time> creation_date() const noexcept { return detail::time(creation_date_ms()); }
    std::int64_t request_date_ms() const noexcept {
        return iap_receipt_response_int64(handle(), IAP_RECEIPT_RESPONSE_REQUEST_DATE_MS);
    }
    std::optional<Time> request_date() const noexcept { return detail::time(request_date_ms()); }
    std::int64_t original_purchase_date_ms() const noexcept {
        return iap_receipt_response_int64(handle(), IAP_RECEIPT_RESPONSE_ORIGINAL_PURCHASE_DATE_MS);
    }
    std::optional<Time> original_purchase_date() const noexcept { return detail::time(original_purchase_date_ms()); }
    std::int64_t preorder_date_ms() const noexcept {
        return iap_receipt_response_int64(handle(), IAP_RECEIPT_RESPONSE_PREORDER_DATE_MS);
    }
    std::optional<Time> preorder_date() const noexcept { return detail::time(preorder_date_ms()); }
    std::int64_t expiration_date_ms() const noexcept {
        return iap_receipt_response_int64(handle(), IAP_RECEIPT_RESPONSE_EXPIRATION_DATE_MS);
    }
    std::optional<Time> expiration_date() const noexcept { return detail::time(expiration_date_ms()); }
    /** Returns a newer receipt in Base64; empty if there is none. Keep it in place of the old
     *  one. */
    std::string_view latest_receipt() const noexcept {
        return detail::view(iap_receipt_response_text(handle(), IAP_RECEIPT_RESPONSE_LATEST_RECEIPT));
    }

    /** Returns the purchases that the receipt lists (in_app). */
    std::vector<ReceiptPurchase> purchases() const {
        return list<ReceiptPurchase>(iap_receipt_response_purchase_count, iap_receipt_response_purchase_at,
                                     detail::ReceiptOwner{{}, handle_});
    }
    /** Returns the purchases that the store lists now (latest_receipt_info). */
    std::vector<ReceiptPurchase> latest() const {
        return list<ReceiptPurchase>(iap_receipt_response_latest_count, iap_receipt_response_latest_at,
                                     detail::ReceiptOwner{{}, handle_});
    }
    std::vector<ReceiptRenewal> renewals() const {
        return list<ReceiptRenewal>(iap_receipt_response_renewal_count, iap_receipt_response_renewal_at, handle_);
    }

    const iap_receipt_response *handle() const noexcept { return handle_.get(); }

  private:
    template <class Item, class Count, class At, class Owner>
    std::vector<Item> list(Count count, At at, const Owner &owner) const {
        std::vector<Item> items;
        const std::size_t size = count(handle());
        items.reserve(size);
        for (std::size_t i = 0; i < size; i++) {
            items.emplace_back(at(handle(), i), owner);
        }
        return items;
    }

    detail::ResponseHandle handle_;
};

} // namespace v0_3
} // namespace iap

#endif // IAP_IAP_RECEIPT_HPP
