/*
 * iap_server_key.hpp: <iap/iap_server_key.h> for C++17, in the style of <iap/iap.hpp>: signs what a
 * game server sends to the App Store, and checks such signatures. <iap/iap_server_key.h> describes
 * what is signed and checked. Where that header allows NULL, an empty text means NULL here.
 */
#ifndef IAP_IAP_SERVER_KEY_HPP
#define IAP_IAP_SERVER_KEY_HPP

#include <iap/iap_server_key.h>
#include <iap/iap_time.hpp>
#include <iap/iap_verify.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace iap {
inline namespace v0_3 {

enum class ServerSignatureKind : iap_server_signature_kind_t {
    promotional_offer = IAP_SERVER_PROMOTIONAL_OFFER, /**< the older format */
    promotional_offer_jws = IAP_SERVER_PROMOTIONAL_OFFER_JWS,
    introductory_offer_jws = IAP_SERVER_INTRODUCTORY_OFFER_JWS,
    advanced_commerce_jws = IAP_SERVER_ADVANCED_COMMERCE_JWS,
    api_token = IAP_SERVER_API_TOKEN,
};

/** A request to sign, or the request that you expect a signature for; see iap_server_request. */
struct ServerRequest {
    ServerSignatureKind kind{}; /**< required */
    std::string product_id{};
    std::string offer_id{};
    std::string app_account_token{};
    std::string nonce{};           /**< empty: a random UUID */
    std::int64_t timestamp_ms = 0; /**< 0: now */
    std::string transaction_id{};
    bool allows_introductory_offer = false;
    std::uint32_t lifetime_s = 0; /**< 0: 300 seconds */
    std::string request_json{};
};

/** See iap_server_key_options. Set one of key_path, key_text and public_key_text. */
struct ServerKeyOptions {
    std::string key_id{};
    std::string issuer_id{};
    std::string bundle_id{};
    std::string key_path{};
    std::string key_text{};
    std::string public_key_text{};
    /** Returns milliseconds since 1970; empty: the machine's clock. The library calls it on any
     *  thread, also on several threads at the same time. */
    Function<std::int64_t()> clock{};
};

/** Signed data of a server. Copies share one immutable handle; any thread may use them. */
class ServerSignature {
  public:
    /** Makes an empty object: every getter returns 0, false or an empty value. */
    ServerSignature() noexcept = default;
    /** Borrows the handle and retains it. */
    explicit ServerSignature(const iap_server_signature *handle) noexcept : handle_(handle) {}

    /** Returns a compact JWS, or the Base64 of the older format. */
    std::string_view text() const noexcept { return detail::view(iap_server_signature_text(handle())); }
    ServerSignatureKind kind() const noexcept {
        return static_cast<ServerSignatureKind>(iap_server_signature_kind(handle()));
    }
    std::string_view nonce() const noexcept { return detail::view(iap_server_signature_nonce(handle())); }
    std::int64_t timestamp_ms() const noexcept { return iap_server_signature_timestamp_ms(handle()); }
    std::optional<Time> timestamp() const noexcept { return detail::time(timestamp_ms()); }
    std::int64_t expiration_date_ms() const noexcept { return iap_server_signature_expiration_date_ms(handle()); }
    std::optional<Time> expiration_date() const noexcept { return detail::time(expiration_date_ms()); }
    std::string_view product_id() const noexcept { return detail::view(iap_server_signature_product_id(handle())); }
    std::string_view offer_id() const noexcept { return detail::view(iap_server_signature_offer_id(handle())); }
    std::string_view transaction_id() const noexcept {
        return detail::view(iap_server_signature_transaction_id(handle()));
    }
    bool allows_introductory_offer() const noexcept {
        return iap_server_signature_allows_introductory_offer(handle()) != 0;
    }
    std::string_view request_json() const noexcept { return detail::view(iap_server_signature_request_json(handle())); }

    const iap_server_signature *handle() const noexcept { return handle_.get(); }
    explicit operator bool() const noexcept { return handle() != nullptr; }

  private:
    detail::Shared<iap_server_signature, iap_server_signature_retain, iap_server_signature_release> handle_;
};

/** A key that a server signs with. Copies share one key; any thread may use them at the same
 *  time. */
class ServerKey {
  public:
    /** Makes an empty object: it signs and checks nothing. */
    ServerKey() noexcept = default;

    static Result<ServerKey> open(ServerKeyOptions options) {
        for (const std::string *text : {&options.key_id, &options.issuer_id, &options.bundle_id, &options.key_path,
                                        &options.key_text, &options.public_key_text}) {
            if (detail::holds_nul(*text)) {
                return detail::nul_error("a text of the options of a server's key");
            }
        }
        ServerKey opened;
        iap_server_key_options c_options = IAP_SERVER_KEY_OPTIONS_INIT;
        c_options.key_id = detail::optional_text(options.key_id);
        c_options.issuer_id = detail::optional_text(options.issuer_id);
        c_options.bundle_id = detail::optional_text(options.bundle_id);
        c_options.key_path = detail::optional_text(options.key_path);
        c_options.key_text = detail::optional_text(options.key_text);
        c_options.public_key_text = detail::optional_text(options.public_key_text);
        if (options.clock) {
            opened.clock_ = std::move(options.clock);
            c_options.clock = tell_time;
            c_options.clock_user_data = opened.clock_.user_data();
        }
        const iap_server_key *key = nullptr;
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (iap_server_key_open(&c_options, &key, &error) != IAP_OK) {
            return Error(error);
        }
        opened.handle_ = Handle(key);
        iap_server_key_release(key);
        return opened;
    }

    /** Returns the public key as PEM. */
    std::string_view public_key() const noexcept { return detail::view(iap_server_key_public_key(handle())); }
    std::string_view id() const noexcept { return detail::view(iap_server_key_id(handle())); }

    Result<ServerSignature> sign(const ServerRequest &request) const {
        if (holds_nul(request)) {
            return detail::nul_error("a text of the request");
        }
        const iap_server_request c_request = c_value(request);
        const iap_server_signature *signature = nullptr;
        iap_error error = IAP_ERROR_VALUE_INIT;
        if (iap_server_key_sign(handle(), &c_request, &signature, &error) != IAP_OK) {
            return Error(error);
        }
        ServerSignature made(signature);
        iap_server_signature_release(signature);
        return made;
    }

    /** Returns the verdict, or an error if the expected request is wrong. Where check() is a macro,
     *  write (key.check)(...). */
    Result<Checked<ServerSignature>>(check)(const ServerRequest &expected, std::string_view text) const {
        if (holds_nul(expected)) {
            return detail::nul_error("a text of what is expected");
        }
        const iap_server_request c_expected = c_value(expected);
        const iap_server_signature *signature = nullptr;
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        iap_error error = IAP_ERROR_VALUE_INIT;
        /* An empty view may have a null pointer, but an empty text is malformed, not missing. */
        if (iap_server_key_check(handle(), &c_expected, text.data() != nullptr ? text.data() : "", text.size(),
                                 &signature, &result, &error) != IAP_OK) {
            return Error(error);
        }
        Checked<ServerSignature> checked(ServerSignature(signature), result);
        iap_server_signature_release(signature);
        return checked;
    }

    const iap_server_key *handle() const noexcept { return handle_.get(); }
    explicit operator bool() const noexcept { return handle() != nullptr; }

  private:
    using Clock = Function<std::int64_t()>;
    using Handle = detail::Shared<iap_server_key, iap_server_key_retain, iap_server_key_release>;

    /* No exception may enter the library. */
    static std::int64_t tell_time(void *clock) noexcept { return Clock::call_user_data(clock); }

    static bool holds_nul(const ServerRequest &request) noexcept {
        for (const std::string *text : {&request.product_id, &request.offer_id, &request.app_account_token,
                                        &request.nonce, &request.transaction_id, &request.request_json}) {
            if (detail::holds_nul(*text)) {
                return true;
            }
        }
        return false;
    }

    static iap_server_request c_value(const ServerRequest &request) noexcept {
        iap_server_request value = IAP_SERVER_REQUEST_INIT;
        value.kind = static_cast<iap_server_signature_kind_t>(request.kind);
        value.product_id = detail::optional_text(request.product_id);
        value.offer_id = detail::optional_text(request.offer_id);
        value.app_account_token = detail::optional_text(request.app_account_token);
        value.nonce = detail::optional_text(request.nonce);
        value.timestamp_ms = request.timestamp_ms;
        value.transaction_id = detail::optional_text(request.transaction_id);
        value.allows_introductory_offer = request.allows_introductory_offer ? 1 : 0;
        value.lifetime_s = request.lifetime_s;
        value.request_json = detail::optional_text(request.request_json);
        return value;
    }

    Clock clock_; /**< must be destroyed after the key that calls it */
    Handle handle_;
};

} // namespace v0_3
} // namespace iap

#endif // IAP_IAP_SERVER_KEY_HPP
