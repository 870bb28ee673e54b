#include "check.hpp"
#include "shop.hpp"

#include <iap/iap_server_key.hpp>
#include <iap/iap_store.hpp>

#include <optional>
#include <string>
#include <utility>

namespace {

// The key of RFC 6979, section A.2.5, which is public.
const char *const private_key = "-----BEGIN PRIVATE KEY-----\n"
                                "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgya+p2EW6dRZrXCFX\n"
                                "Z7HWk05Qw9s26JsSe4piKxIPZyGhRANCAARg/tS6JVqdMclh63TGNW1owEm4kjth\n"
                                "+mzmaWIuYPKftnkD/hAIuLyZpBrp6VYovGTy8bIMLX6fUXejwpTURiKZ\n"
                                "-----END PRIVATE KEY-----\n";

iap::ServerKeyOptions key_options() {
    iap::ServerKeyOptions options;
    options.key_id = "KEY";
    options.issuer_id = "team";
    options.bundle_id = "com.example.game";
    options.key_text = private_key;
    options.clock = [] { return std::int64_t{1767225600000}; };
    return options;
}

iap::ServerRequest offer() {
    iap::ServerRequest request;
    request.kind = iap::ServerSignatureKind::introductory_offer_jws;
    request.product_id = club_id;
    request.transaction_id = "7";
    request.allows_introductory_offer = true;
    return request;
}

TEST(what_a_server_signs_is_found_valid) {
    auto key = iap::ServerKey::open(key_options());
    if (!CHECK(key.has_value())) {
        return;
    }
    CHECK(key->id() == "KEY");
    auto signature = key->sign(offer());
    if (!CHECK(signature.has_value())) {
        return;
    }
    CHECK(signature->kind() == iap::ServerSignatureKind::introductory_offer_jws);
    CHECK(signature->product_id() == club_id && signature->transaction_id() == "7");
    CHECK(signature->allows_introductory_offer() && signature->nonce().size() == 36);
    CHECK(signature->timestamp_ms() == 1767225600000);
    auto checked = key->check(offer(), signature->text());
    if (CHECK(checked.has_value()) && CHECK(checked->is_valid())) {
        CHECK((*checked)->text() == signature->text());
        CHECK((*checked)->nonce() == signature->nonce());
    }
    auto other = key->check(offer(), std::string(signature->text()) + "A");
    if (CHECK(other.has_value())) {
        CHECK(other->verdict() == iap::Verdict::invalid);
        CHECK(!other->data() && !other->message().empty());
    }
    auto nothing = key->check(offer(), {});
    CHECK(nothing && nothing->reason() == iap::VerifyReason::malformed);
}

TEST(a_token_says_when_it_ends) {
    auto key = iap::ServerKey::open(key_options());
    iap::ServerRequest request;
    request.kind = iap::ServerSignatureKind::api_token;
    request.lifetime_s = 60;
    auto token = key ? key->sign(request) : iap::Result<iap::ServerSignature>(iap::Error());
    if (CHECK(token.has_value())) {
        CHECK(token->expiration_date_ms() == 1767225660000);
        CHECK(token->nonce().empty());
    }
}

TEST(what_makes_no_sense_is_an_error) {
    iap::ServerKeyOptions options = key_options();
    options.key_text.clear();
    auto none = iap::ServerKey::open(options);
    CHECK(!none && none.error().status() == IAP_ERROR_INVALID_ARGUMENT);
    options.key_text = with_nul;
    auto nul = iap::ServerKey::open(options);
    CHECK(!nul && nul.error().status() == IAP_ERROR_INVALID_TEXT);
    auto key = iap::ServerKey::open(key_options());
    iap::ServerRequest request = offer();
    request.product_id = with_nul;
    CHECK(key && !key->sign(request) && !key->check(request, "a"));
    const iap::ServerKey empty;
    CHECK(!empty && empty.id().empty());
    CHECK(!empty.sign(offer()) && !empty.check(offer(), "a"));
    CHECK(!iap::ServerSignature() && iap::ServerSignature().text().empty());
}

// An exception must not pass functions that are not C++.
#if defined(__cpp_exceptions)
TEST(exception_of_a_clock_ends_the_program) {
    iap::ServerKeyOptions options = key_options();
    options.clock = []() -> std::int64_t { throw 1; };
    auto key = iap::ServerKey::open(std::move(options));
    REQUIRE(key);
    CHECK(check::aborts([&] {
        try {
            static_cast<void>(key->sign(offer()));
        } catch (int) {
        }
    }));
}
#endif

TEST(copies_share_the_key_and_its_clock) {
    std::optional<iap::ServerKey> copy;
    {
        auto key = iap::ServerKey::open(key_options());
        if (!CHECK(key.has_value())) {
            return;
        }
        copy = *key;
    }
    auto signature = copy->sign(offer());
    CHECK(signature && signature->timestamp_ms() == 1767225600000);
    iap::ServerSignature kept;
    if (signature) {
        kept = *signature;
    }
    copy.reset();
    CHECK(!kept.text().empty());
}

TEST(the_store_takes_the_key_and_tells_servers) {
    Shop shop;
    auto key = iap::ServerKey::open(key_options());
    if (!CHECK(key.has_value())) {
        return;
    }
    CHECK(!shop.store.issuer_id().empty());
    CHECK(shop.store.add_server_key("KEY", "", std::string(key->public_key())));
    auto bad = shop.store.add_server_key("KEY", "", "no key");
    CHECK(!bad && bad.error().status() == IAP_ERROR_INVALID_TEXT);
    iap::StoreNotification notification;
    notification.type = "TEST";
    auto test = shop.store.sign_notification(notification);
    CHECK(test && test->find('.') != std::string::npos);
    notification.type = with_nul;
    CHECK(!shop.store.sign_notification(notification));
    auto payload = shop.store.sign_payload("{}");
    CHECK(payload && payload->find(".e30.") != std::string::npos);
    auto large = shop.store.sign_payload(std::string(100000, ' '));
    CHECK(large && large->size() > 100000);
    CHECK(shop.store.sign_payload({}));
    auto answer = shop.store.ocsp_response({}, iap::StoreOcsp::good);
    CHECK(answer && answer->size() == 5); /* malformedRequest */
}

} // namespace
