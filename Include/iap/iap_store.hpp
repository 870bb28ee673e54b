/*
 * iap_store.hpp: <iap/iap_store.h>, the reference App Store (Linux), for C++17, in the manner of <iap/iap.hpp>. For
 * tests and tools; a game that only buys includes <iap/iap.hpp> alone.
 */
#ifndef IAP_IAP_STORE_HPP
#define IAP_IAP_STORE_HPP

#include <iap/iap.hpp>
#include <iap/iap_store.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace iap {

enum class StoreClock : iap_store_clock {
    real = IAP_STORE_CLOCK_REAL,
    accelerated = IAP_STORE_CLOCK_ACCELERATED,
    virtual_time = IAP_STORE_CLOCK_VIRTUAL,
};

enum class StoreFailure : iap_store_failure {
    unknown = IAP_STORE_FAILURE_UNKNOWN,
    network = IAP_STORE_FAILURE_NETWORK,
    system = IAP_STORE_FAILURE_SYSTEM,
    not_in_storefront = IAP_STORE_FAILURE_NOT_IN_STOREFRONT,
    not_entitled = IAP_STORE_FAILURE_NOT_ENTITLED,
    invalid_quantity = IAP_STORE_FAILURE_INVALID_QUANTITY,
    product_unavailable = IAP_STORE_FAILURE_PRODUCT_UNAVAILABLE,
    purchase_not_allowed = IAP_STORE_FAILURE_PURCHASE_NOT_ALLOWED,
};

/** See iap_store_options. Give either storekit_path or storekit_text. */
struct StoreOptions {
    StoreClock clock = StoreClock::real;
    std::string storekit_path; /**< a .storekit file or bundle directory */
    std::string storekit_text; /**< the JSON text of one */
    std::string state_path;    /**< empty: in memory only */
    std::string bundle_id;     /**< empty: "com.example.game" */
    std::uint64_t seed = 0;
    std::int64_t start_ms = 0;
    std::int32_t time_rate = 0;
};

/** Totals of the ledger, over all accounts. */
struct StoreTotals {
    std::uint64_t transactions = 0; /**< charged, refunded ones included */
    std::uint64_t unfinished = 0;
    std::uint64_t refunded = 0;
};

/** A device on which an account is signed in. It must stay open longer than the client that runs on it. */
class Device {
  public:
    explicit Device(iap_device *handle) noexcept : handle_(handle) {}
    Device(Device &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Device &operator=(Device other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Device(const Device &) = delete;
    Device &operator=(const Device &) = delete;
    ~Device() {
        if (handle_ != nullptr) {
            iap_device_close(handle_);
        }
    }

    Result<void> close() { return detail::result(iap_device_close(handle_)); }

    /** For ClientOptions::device. */
    iap_device *handle() const noexcept { return handle_; }

  private:
    iap_device *handle_;
};

/** A reference App Store. It must stay open longer than its devices. */
class Store {
  public:
    static Result<Store> open(const StoreOptions &options) {
        if (detail::holds_nul(options.storekit_path) || detail::holds_nul(options.state_path) ||
            detail::holds_nul(options.bundle_id)) {
            return detail::nul_error("a path or the bundle id");
        }
        iap_store_options c_options;
        iap_store_options_init(&c_options);
        c_options.clock = static_cast<iap_store_clock>(options.clock);
        c_options.storekit_path = detail::optional_text(options.storekit_path);
        c_options.storekit_text = options.storekit_text.empty() ? nullptr : options.storekit_text.data();
        c_options.storekit_length = options.storekit_text.size();
        c_options.state_path = detail::optional_text(options.state_path);
        c_options.bundle_id = detail::optional_text(options.bundle_id);
        c_options.seed = options.seed;
        c_options.start_ms = options.start_ms;
        c_options.time_rate = options.time_rate;
        iap_store *handle = nullptr;
        iap_error error;
        iap_error_init(&error);
        if (iap_store_open(&c_options, &handle, &error) != IAP_OK) {
            return Error(error);
        }
        return Store(handle);
    }

    Store(Store &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Store &operator=(Store other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Store(const Store &) = delete;
    Store &operator=(const Store &) = delete;
    ~Store() {
        if (handle_ != nullptr) {
            iap_store_close(handle_);
        }
    }

    Result<void> close() { return detail::result(iap_store_close(handle_)); }

    Result<Device> open_device(const std::string &account, const std::string &device_name) {
        if (detail::holds_nul(account) || detail::holds_nul(device_name)) {
            return detail::nul_error("the account or the device name");
        }
        iap_device *device = nullptr;
        iap_error error;
        iap_error_init(&error);
        if (iap_store_open_device(handle_, account.c_str(), device_name.c_str(), &device, &error) != IAP_OK) {
            return Error(error);
        }
        return Device(device);
    }

    /** What the store could read in its .storekit file but found odd. */
    std::vector<std::string> warnings() const { return list(iap_store_warning_count, iap_store_warning_at); }
    /** In the order of the file. */
    std::vector<std::string> product_ids() const { return list(iap_store_product_count, iap_store_product_id_at); }

    /** The root certificate of the store's signatures: DER. */
    Result<std::vector<std::uint8_t>> root_certificate() const {
        std::size_t length = 0;
        iap_status status = iap_store_root_certificate(handle_, nullptr, 0, &length);
        if (status != IAP_OK) {
            return Error::of_status(status);
        }
        std::vector<std::uint8_t> certificate(length);
        status = iap_store_root_certificate(handle_, certificate.data(), certificate.size(), &length);
        if (status != IAP_OK) {
            return Error::of_status(status);
        }
        return certificate;
    }

    std::int64_t now_ms() const noexcept { return iap_store_now_ms(handle_); }
    Result<void> advance_clock(std::int64_t milliseconds) {
        return detail::result(iap_store_advance_clock(handle_, milliseconds));
    }
    Result<void> cancel_next_purchase() { return detail::result(iap_store_cancel_next_purchase(handle_)); }
    Result<void> fail_next_purchase(StoreFailure failure) {
        return detail::result(iap_store_fail_next_purchase(handle_, static_cast<iap_store_failure>(failure)));
    }
    Result<void> set_ask_to_buy(bool enabled) {
        return detail::result(iap_store_set_ask_to_buy(handle_, enabled ? 1 : 0));
    }
    Result<void> set_payments_allowed(bool allowed) {
        return detail::result(iap_store_set_payments_allowed(handle_, allowed ? 1 : 0));
    }

    /** The purchases that wait for approval, oldest first. */
    Result<std::vector<std::uint64_t>> approvals() const {
        std::size_t count = 0;
        iap_status status = iap_store_list_approvals(handle_, nullptr, 0, &count);
        std::vector<std::uint64_t> ids(count);
        if (status == IAP_OK && count > 0) {
            status = iap_store_list_approvals(handle_, ids.data(), ids.size(), &count);
            /* Another process may have added or taken some between the two calls. */
            ids.resize(std::min(count, ids.size()));
        }
        return status == IAP_OK ? Result<std::vector<std::uint64_t>>(std::move(ids))
                                : Result<std::vector<std::uint64_t>>(Error::of_status(status));
    }
    Result<std::string> approval_product_id(std::uint64_t approval_id) const {
        char id[IAP_PRODUCT_ID_LENGTH_MAX + 1] = {0};
        iap_status status = iap_store_approval_product_id(handle_, approval_id, id, sizeof id);
        return status == IAP_OK ? Result<std::string>(std::string(id)) : Result<std::string>(Error::of_status(status));
    }
    Result<void> approve(std::uint64_t approval_id) { return call(iap_store_approve, approval_id); }
    Result<void> decline(std::uint64_t approval_id) { return call(iap_store_decline, approval_id); }
    Result<void> refund(std::uint64_t transaction_id) { return call(iap_store_refund, transaction_id); }

    /** An empty locale keeps the language. */
    Result<void> set_storefront(const std::string &country_code, const std::string &locale = std::string()) {
        if (detail::holds_nul(country_code) || detail::holds_nul(locale)) {
            return detail::nul_error("the country code or the locale");
        }
        iap_error error;
        iap_error_init(&error);
        return detail::result(
            iap_store_set_storefront(handle_, country_code.c_str(), detail::optional_text(locale), &error), error);
    }

    Result<StoreTotals> totals() const {
        iap_store_totals totals;
        iap_store_totals_init(&totals);
        iap_status status = iap_store_get_totals(handle_, &totals);
        if (status != IAP_OK) {
            return Error::of_status(status);
        }
        return StoreTotals{totals.transactions, totals.unfinished, totals.refunded};
    }

    iap_store *handle() const noexcept { return handle_; }

  private:
    explicit Store(iap_store *handle) noexcept : handle_(handle) {}

    std::vector<std::string> list(std::size_t (*count)(iap_store *),
                                  const char *(*at)(iap_store *, std::size_t)) const {
        std::vector<std::string> texts;
        for (std::size_t i = 0, end = count(handle_); i < end; i++) {
            texts.emplace_back(detail::view(at(handle_, i)));
        }
        return texts;
    }

    Result<void> call(iap_status (*function)(iap_store *, std::uint64_t, iap_error *), std::uint64_t id) {
        iap_error error;
        iap_error_init(&error);
        return detail::result(function(handle_, id, &error), error);
    }

    iap_store *handle_;
};

} // namespace iap

#endif // IAP_IAP_STORE_HPP
