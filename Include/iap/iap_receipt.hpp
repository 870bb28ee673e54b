/*
 * iap_receipt.hpp: <iap/iap_receipt.h> for C++17, in the style of <iap/iap_verify.hpp>: app
 * receipts. <iap/iap_receipt.h> describes the checks and the fields.
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

namespace detail {

using ReceiptHandle = Shared<iap_app_receipt, iap_app_receipt_retain, iap_app_receipt_release>;

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

/** A purchase that a receipt lists. It keeps its receipt alive. */
class ReceiptPurchase {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    ReceiptPurchase() noexcept = default;
    ReceiptPurchase(const iap_receipt_purchase *handle, detail::ReceiptHandle receipt) noexcept
        : receipt_(std::move(receipt)), handle_(handle) {}

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

    const iap_receipt_purchase *handle() const noexcept { return handle_; }

  private:
    detail::ReceiptHandle receipt_;
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
            purchases.emplace_back(iap_app_receipt_purchase_at(handle(), i), handle_);
        }
        return purchases;
    }

    const iap_app_receipt *handle() const noexcept { return handle_.get(); }

  private:
    detail::ReceiptHandle handle_;
};

} // namespace v0_3
} // namespace iap

#endif // IAP_IAP_RECEIPT_HPP
