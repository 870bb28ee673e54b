#include "check.hpp"
#include "shop.hpp"

#include <optional>
#include <string>
#include <vector>

namespace {

TEST(requests_without_a_function_are_allowed) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    CHECK(client->request_products({coins_id}, {}));
    CHECK(client->request_transactions(iap::Query::all, "", {}));
    CHECK(client->request_storefront({}));
    CHECK(client->add_observer({}));
    CHECK(client->process_events());
}

TEST(text_with_a_nul_byte_is_refused) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    std::string text = coins_id + std::string("\0rest", 5);
    auto is_refused = [](const auto &result) { return !result && result.error().status() == IAP_ERROR_INVALID_TEXT; };
    CHECK(is_refused(client->request_products({coins_id, text}, [](iap::Result<iap::Products>) {})));
    CHECK(is_refused(client->request_transactions(iap::Query::all, text, {})));
    CHECK(is_refused(client->add_payment({text, 1, "", false})));
    CHECK(is_refused(client->add_payment({coins_id, 1, text, false})));
    CHECK(is_refused(shop.store.open_device(text, "phone")));
    CHECK(is_refused(shop.store.set_storefront(text)));
    iap::ClientOptions options;
    options.journal_path = text;
    CHECK(is_refused(iap::Client::open(std::move(options))));
    iap::ClientOptions with_token;
    with_token.app_account_token = text;
    CHECK(is_refused(iap::Client::open(std::move(with_token))));
    iap::StoreOptions store;
    store.state_path = text;
    CHECK(is_refused(iap::Store::open(store)));
}

TEST(questions_that_failed_are_false) {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    const std::string with_nul = editor_id + std::string("\0rest", 5);
    auto owns = [&](const std::string &id) { return [&, id](iap::Error *error) { return client->owns(id, error); }; };
    iap::Error error;
    CHECK(!client->owns(editor_id, &error) && error.status() == IAP_OK);
    CHECK(client->can_make_payments(&error) && error.status() == IAP_OK);
    CHECK(fails_with(owns(""), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(owns(with_nul), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with([&](iap::Error *reason) { return client->supports(static_cast<iap::Feature>(4711), reason); },
                     IAP_ERROR_INVALID_ARGUMENT));
    CHECK(client->close());
    CHECK(fails_with(owns(editor_id), IAP_ERROR_CLOSED));
    CHECK(fails_with([&](iap::Error *reason) { return client->can_make_payments(reason); }, IAP_ERROR_CLOSED));
    CHECK(fails_with([&](iap::Error *reason) { return client->supports(iap::Feature::messages, reason); },
                     IAP_ERROR_CLOSED));
}

} // namespace
