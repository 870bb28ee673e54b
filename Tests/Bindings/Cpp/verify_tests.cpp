#include "check.hpp"
#include "shop.hpp"

#include <iap/iap_verify.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

// A shop in which something was bought.
struct Purchase {
    Purchase() : client(*shop.launch()) {
        CHECK(client.add_observer(notes.observer()));
        CHECK(client.add_payment({coins_id, 1, "", false}));
        CHECK(pump_until(client, [&] { return notes.last(iap::TransactionState::purchased) != nullptr; }));
        text = std::string(notes.last(iap::TransactionState::purchased)->signed_text());
    }

    iap::VerifierOptions options() {
        iap::VerifierOptions options;
        options.environments = iap::Environment::sandbox;
        options.roots = {*shop.store.root_certificate()};
        options.bundle_id = "com.example.game";
        return options;
    }

    Shop shop;
    Notes notes;
    iap::Client client;
    std::string text;
};

// A compact JWS without a signature.
std::string unsigned_text(const std::string &payload) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string text = "e30.";
    for (std::size_t i = 0; i < payload.size(); i += 3) {
        const std::size_t left = std::min<std::size_t>(payload.size() - i, 3);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; k++) {
            group = group << 8 | (k < left ? static_cast<std::uint8_t>(payload[i + k]) : 0);
        }
        for (std::size_t k = 0; k <= left; k++) {
            text += digits[group >> (18 - 6 * k) & 63];
        }
    }
    return text + ".";
}

TEST(what_the_store_signs_is_valid) {
    Purchase purchase;
    auto verifier = iap::Verifier::open(purchase.options());
    CHECK(verifier.has_value());
    const iap::Checked<iap::SignedTransaction> checked = verifier->check_transaction(purchase.text);
    CHECK(checked && checked.is_valid() && checked.verdict() == iap::Verdict::valid);
    CHECK(checked.reason() == iap::VerifyReason::none && checked.message().empty());
    CHECK(checked->transaction_id() == purchase.notes.last(iap::TransactionState::purchased)->id());
    CHECK(checked->json_has("price") && !checked->json_has("revocationDate") &&
          checked->json_text("type") == "Consumable");
    CHECK(checked->json_number("quantity") == 1 && !checked->json_number("productId"));
    CHECK(checked->has(IAP_SIGNED_PRICE_MILLIUNITS) && !checked->has(IAP_SIGNED_REVOCATION_DATE_MS));
    CHECK(checked->text(IAP_SIGNED_PRODUCT_TYPE) == "Consumable" && checked->text(IAP_SIGNED_QUANTITY).empty());
}

TEST(what_is_forged_is_invalid_and_says_nothing) {
    Purchase purchase;
    auto verifier = iap::Verifier::open(purchase.options());
    std::string forged = purchase.text;
    forged.back() = forged.back() == 'A' ? 'Q' : 'A';
    const auto checked = verifier->check_transaction(forged);
    CHECK(!checked);
    CHECK(checked.verdict() == iap::Verdict::invalid);
    CHECK(checked.reason() == iap::VerifyReason::invalid_signature);
    CHECK(!checked.message().empty());
    CHECK(checked->product_id().empty() && checked->transaction_id() == 0 && checked->json().empty());
    CHECK(!(*checked).is_signature_checked());
    CHECK(verifier->check_transaction("").reason() == iap::VerifyReason::malformed);
    CHECK(verifier->check_transaction({}).reason() == iap::VerifyReason::malformed);
    CHECK(verifier->check_renewal_info(std::string_view(purchase.text).substr(0, 100)).verdict() ==
          iap::Verdict::invalid);
}

TEST(an_empty_verifier_decides_nothing) {
    const auto checked = iap::Verifier().check_transaction("a.b.c");
    CHECK(!checked);
    CHECK(checked.verdict() == iap::Verdict::none);
    CHECK(checked->handle() == nullptr);
}

TEST(verifiers_that_make_no_sense_are_not_opened) {
    Purchase purchase;
    CHECK(fails_with(iap::Verifier::open({}), IAP_ERROR_INVALID_ARGUMENT));
    auto options = purchase.options();
    options.environments = iap::Environment::production | iap::Environment::sandbox;
    CHECK(fails_with(iap::Verifier::open(options), IAP_ERROR_INVALID_ARGUMENT));
    options.app_apple_id = 1;
    CHECK(iap::Verifier::open(options).has_value());
    options.bundle_id = std::string("a\0b", 3);
    CHECK(fails_with(iap::Verifier::open(options), IAP_ERROR_INVALID_TEXT));
    options = purchase.options();
    options.root_paths = {std::string("a\0b", 3)};
    CHECK(fails_with(iap::Verifier::open(options), IAP_ERROR_INVALID_TEXT));
    options.root_paths = {"/nowhere"};
    CHECK(fails_with(iap::Verifier::open(options), IAP_ERROR_INVALID_FILE));
}

TEST(each_kind_has_its_class) {
    Purchase purchase;
    auto options = purchase.options();
    options.environments = iap::Environment::local_testing;
    auto verifier = iap::Verifier::open(options);
    const auto info = verifier->check_renewal_info(
        unsigned_text(R"({"environment":"LocalTesting","autoRenewStatus":1,"eligibleWinBackOfferIds":["a","b"]})"));
    CHECK(info && !info->is_signature_checked());
    CHECK(info->auto_renewal() == iap::AutoRenewal::on);
    CHECK((info->win_back_offers() == std::vector<std::string_view>{"a", "b"}));
    const auto app = verifier->check_app_transaction(
        unsigned_text(R"({"bundleId":"com.example.game","receiptType":"LocalTesting","applicationVersion":"1.2"})"));
    CHECK(app && app->app_version() == "1.2");
    const auto notification = verifier->check_notification(
        unsigned_text(R"({"notificationType":"REFUND","data":{"bundleId":"com.example.game","environment":)"
                      R"("LocalTesting","signedTransactionInfo":"a.b.c","status":5}})"));
    CHECK(notification && notification->notification_type() == iap::NotificationType::refund);
    CHECK(notification->notification_content() == iap::NotificationContent::data);
    CHECK(notification->notification_subtype() == iap::NotificationSubtype::none);
    CHECK(notification->subscription_state() == iap::SubscriptionState::revoked);
    CHECK(notification->transaction_text() == "a.b.c");
    CHECK(notification->storefront_country_codes().empty() && notification->unclaimed_seats().empty());
}

// The other getters have the names of their C functions, which Tests/Bindings/Cpp/reachable checks.
TEST(lists_of_signed_data_are_read) {
    Purchase purchase;
    auto options = purchase.options();
    options.environments = iap::Environment::local_testing;
    const auto verifier = iap::Verifier::open(options);
    const auto bought = verifier->check_transaction(
        unsigned_text(R"({"bundleId":"com.example.game","environment":"LocalTesting","multiSeatInfo":{)"
                      R"("priceTiers":[{"price":4990,"quantity":2}]}})"));
    const auto tiers = bought->seat_price_tiers();
    CHECK(tiers.size() == 1 && tiers[0].price_milliunits == 4990 && tiers[0].quantity == 2);
    const auto freed = verifier->check_notification(
        unsigned_text(R"({"notificationType":"UNCLAIM_SEATS","unclaimInfo":{"bundleId":"com.example.game",)"
                      R"("environment":"LocalTesting","unclaimSeatIds":["a","b"]}})"));
    const auto claims = freed->unclaimed_seats();
    CHECK(claims.size() == 2 && claims[0] == "a" && claims[1] == "b");
}

TEST(data_outlives_its_verifier) {
    Purchase purchase;
    iap::SignedTransaction data;
    {
        auto verifier = iap::Verifier::open(purchase.options());
        iap::Verifier copy = *verifier;
        data = copy.check_transaction(purchase.text).data();
    }
    const iap::SignedTransaction copy = data;
    data = iap::SignedTransaction();
    CHECK(copy.product_id() == coins_id);
    CHECK(data.product_id().empty());
}

TEST(the_clock_is_the_one_that_was_given) {
    Purchase purchase;
    std::atomic<int> asked{0};
    auto options = purchase.options();
    options.check_revocation = true;
    options.clock = [&asked] {
        ++asked;
        return std::int64_t{-62000000000000};
    };
    auto opened = iap::Verifier::open(options);
    const iap::Verifier verifier = *opened;
    opened = iap::Verifier();
    // With the revocation check, the certificates must be valid now.
    CHECK(verifier.check_transaction(purchase.text).reason() == iap::VerifyReason::not_valid_at_date);
    CHECK(asked == 1);
}

TEST(threads_share_a_verifier) {
    Purchase purchase;
    auto verifier = iap::Verifier::open(purchase.options());
    std::atomic<int> valid{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++) {
        threads.emplace_back([&, copy = *verifier] {
            for (int round = 0; round < 50; round++) {
                valid += copy.check_transaction(purchase.text).is_valid() ? 1 : 0;
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    CHECK(valid == 200);
}

TEST(names_with_a_nul_are_the_names_of_nothing) {
    Purchase purchase;
    auto verifier = iap::Verifier::open(purchase.options());
    REQUIRE(verifier);
    const auto checked = verifier->check_transaction(purchase.text);
    REQUIRE(checked.is_valid());
    const auto with_nul = [](const char *name) { return std::string(name) + std::string("\0x", 2); };
    CHECK(checked->json_has("productId") && !checked->json_has(with_nul("productId")));
    CHECK(checked->json_text("productId") == coins_id && checked->json_text(with_nul("productId")).empty());
    CHECK(checked->json_number("quantity") == 1 && !checked->json_number(with_nul("quantity")));
}

#if defined(__cpp_exceptions)
TEST(exception_of_a_verifiers_clock_ends_the_program) {
    Purchase purchase;
    iap::VerifierOptions options = purchase.options();
    // The revocation check asks the clock; the store's certificates name no server.
    options.check_revocation = true;
    options.ocsp_timeout_ms = 1;
    options.clock = []() -> std::int64_t { throw 1; };
    auto verifier = iap::Verifier::open(std::move(options));
    REQUIRE(verifier);
    CHECK(check::aborts([&] {
        try {
            static_cast<void>(verifier->check_transaction(purchase.text));
        } catch (int) {
        }
    }));
}
#endif

} // namespace
