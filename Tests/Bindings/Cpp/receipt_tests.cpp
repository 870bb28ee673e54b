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

} // namespace
