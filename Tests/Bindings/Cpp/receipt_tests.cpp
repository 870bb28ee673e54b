#include "check.hpp"
#include "shop.hpp"

#include <iap/iap_receipt.hpp>

#include <optional>
#include <string>
#include <vector>

namespace {

const std::string bundle = "com.example.game";

// Keeps the text that completed a request of the C interface.
void keep_text(void *user_data, iap_client *, std::uint64_t, const char *text, const iap_error *) noexcept {
    static_cast<std::optional<std::string> *>(user_data)->emplace(text != nullptr ? text : "");
}

std::string receipt_of(iap::Client &client) {
    std::optional<std::string> text;
    CHECK(iap_request_app_receipt(client.handle(), 1, keep_text, &text, nullptr, nullptr) == IAP_OK);
    CHECK(pump_until(client, [&] { return text.has_value(); }));
    return text.value_or("");
}

iap::Result<iap::Verifier> verifier_of(Shop &shop, const std::string &bundle_id = bundle) {
    auto root = shop.store.root_certificate();
    CHECK(root);
    iap::VerifierOptions options;
    options.environments = iap::Environment::sandbox;
    options.roots = {*root};
    options.bundle_id = bundle_id;
    return iap::Verifier::open(std::move(options));
}

TEST(a_receipt_is_checked_and_read) {
    Game game;
    REQUIRE(game.client.add_payment({coins_id, 1, "", false}));
    REQUIRE(pump_until(game.client, [&] { return game.notes.last(iap::TransactionState::purchased) != nullptr; }));
    const std::uint64_t id = game.notes.last(iap::TransactionState::purchased)->id();
    const std::string text = receipt_of(game.client);
    auto verifier = verifier_of(game);
    REQUIRE(verifier);
    std::vector<iap::ReceiptPurchase> purchases;
    {
        auto checked = iap::AppReceipt::check(*verifier, text);
        CHECK(checked.is_valid() && checked.verdict() == iap::Verdict::valid && checked.message().empty());
        const iap::AppReceipt copy = *checked;
        CHECK(copy.is_signature_checked() && copy.attributes().size() == 8 && copy.attributes()[0].value != nullptr);
        CHECK(!copy.is_for_device(std::vector<std::uint8_t>{1, 2, 3}));
        purchases = copy.purchases();
    }
    /* They keep the receipt alive. */
    REQUIRE(purchases.size() == 1);
    CHECK(purchases[0].transaction_id() == id && purchases[0].product_id() == coins_id);
    CHECK(purchases[0].attributes().size() == 7);
    auto read = iap::AppReceipt::read(text);
    CHECK(read && !read->is_signature_checked() && read->purchases().size() == 1);
}

TEST(a_receipt_that_is_not_valid_has_no_fields) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    const std::string text = receipt_of(*client);
    auto other = verifier_of(shop, "com.example.other");
    REQUIRE(other);
    auto checked = iap::AppReceipt::check(*other, text);
    CHECK(!checked && checked.reason() == iap::VerifyReason::other_app && !checked.message().empty());
    CHECK(checked->bundle_id().empty() && checked->purchases().empty() && checked->attributes().empty());
    CHECK(iap::AppReceipt::check(*other, {}).reason() == iap::VerifyReason::malformed);
    CHECK(iap::AppReceipt::check(iap::Verifier(), text).verdict() == iap::Verdict::none);
    CHECK(fails_with(iap::AppReceipt::read("no receipt"), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(iap::AppReceipt::read({}), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(iap::AppReceipt::read_transaction_id("{}"), IAP_ERROR_INVALID_TEXT));
    auto id = iap::AppReceipt::read_transaction_id(
        "{ \"purchase-info\" = \"eyAidHJhbnNhY3Rpb24taWQiID0gIjMzOTkzMzk5IjsgfQ==\"; }");
    CHECK(id && *id == 33993399);
}

TEST(a_server_follows_the_responses) {
    Game game;
    REQUIRE(game.client.add_payment({club_id, 1, "", false}));
    REQUIRE(pump_until(game.client, [&] { return game.notes.last(iap::TransactionState::purchased) != nullptr; }));
    auto body = iap::ReceiptResponse::write_request(receipt_of(game.client), "s3cret", true);
    REQUIRE(body && body->back() == '}');
    iap::StoreReceiptRequest request;
    request.body = *body;
    request.shared_secret = "s3cret";
    request.is_for_production = true;
    auto json = game.store.verify_receipt_response(request);
    REQUIRE(json);
    auto answer = iap::ReceiptResponse::read(200, *json, bundle);
    REQUIRE(answer && answer->action() == iap::ReceiptAction::ask_sandbox && answer->status() == 21007);
    request.is_for_production = false;
    json = game.store.verify_receipt_response(request);
    REQUIRE(json);
    answer = iap::ReceiptResponse::read(200, *json, bundle);
    REQUIRE(answer && answer->action() == iap::ReceiptAction::grant && answer->verdict() == iap::Verdict::valid);
    CHECK(answer->json() == *json && answer->environment() == iap::Environment::sandbox);
    CHECK(answer->bundle_id() == bundle && !answer->latest_receipt().empty() && answer->message().empty());
    auto latest = answer->latest();
    auto renewals = answer->renewals();
    const std::size_t listed = answer->purchases().size();
    answer = iap::ReceiptResponse();
    /* They keep the response alive. */
    REQUIRE(listed == 1 && latest.size() == 1 && renewals.size() == 1);
    CHECK(latest[0].product_id() == club_id && latest[0].ownership() == iap::Ownership::purchased);
    CHECK(renewals[0].product_id() == club_id && renewals[0].auto_renewal() == iap::AutoRenewal::on);
    CHECK(renewals[0].original_transaction_id() == latest[0].original_transaction_id());
    CHECK(renewals[0].expiration_reason() == iap::ExpirationReason::none);
    request.status = 21005;
    json = game.store.verify_receipt_response(request);
    CHECK(json && *json == "{\"status\":21005}");
    CHECK(iap::ReceiptResponse().action() == iap::ReceiptAction::none && iap::ReceiptResponse().latest().empty());
}

TEST(texts_with_a_nul_are_refused) {
    Shop shop;
    CHECK(fails_with(iap::ReceiptResponse::write_request("{}", with_nul), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(iap::ReceiptResponse::read(200, "{}", with_nul), IAP_ERROR_INVALID_TEXT));
    iap::StoreReceiptRequest request;
    request.shared_secret = with_nul;
    CHECK(fails_with(shop.store.verify_receipt_response(request), IAP_ERROR_INVALID_TEXT));
    request.shared_secret.clear();
    request.status = 5;
    CHECK(fails_with(shop.store.verify_receipt_response(request), IAP_ERROR_INVALID_ARGUMENT));
    /* In a body, the NUL is one more byte, which makes it invalid JSON. */
    request.status = 0;
    request.body = with_nul;
    auto json = shop.store.verify_receipt_response(request);
    CHECK(json && *json == "{\"status\":21000}");
}

} // namespace
