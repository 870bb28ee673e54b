#include "check.hpp"
#include "shop.hpp"
#include "tests.hpp"

#include <optional>
#include <string>
#include <vector>

namespace {

void products_come_with_everything_the_store_says() {
    Shop shop;
    std::optional<iap::Result<iap::Products>> answer;
    auto client = shop.launch();
    REQUIRE(client);
    auto asked = client->request_products({coins_id, "com.example.none", club_id, coins_id},
                                          [&](iap::Result<iap::Products> result) { answer = std::move(result); });
    CHECK(asked && *asked != 0);
    CHECK(!answer);
    REQUIRE(pump_until(*client, [&] { return answer.has_value(); }));
    REQUIRE(*answer);
    REQUIRE((*answer)->products.size() == 2);
    CHECK((*answer)->invalid_ids == std::vector<std::string>{"com.example.none"});
    const iap::Product &coins = (*answer)->products[0];
    CHECK(coins.id() == coins_id && coins.type() == iap::ProductType::consumable);
    CHECK(coins.type_text() == "Consumable" && coins.display_name() == "Coins" && coins.description() == "To spend");
    CHECK(coins.price_milliunits() == 990 && coins.currency_code() == "USD" && coins.display_price() == "$0.99");
    CHECK(!coins.is_family_shareable() && coins.subscription_period_unit() == iap::PeriodUnit::none);
    CHECK(coins.subscription_group_id().empty());
    const iap::Product &club = (*answer)->products[1];
    CHECK(club.type() == iap::ProductType::auto_renewable_subscription && club.subscription_group_id() == "2001");
    CHECK(club.subscription_period_unit() == iap::PeriodUnit::month && club.subscription_period_value() == 1);
}

void purchase_is_told_step_by_step_and_finished() {
    Shop shop;
    Notes notes;
    auto client = shop.launch();
    REQUIRE(client);
    REQUIRE(client->add_observer(notes.observer()));
    iap::Payment payment;
    payment.product_id = coins_id;
    payment.quantity = 3;
    payment.app_account_token = "6f9619ff-8b86-d011-b42d-00c04fc964ff";
    auto added = client->add_payment(payment);
    REQUIRE(added);
    REQUIRE(pump_until(*client, [&] { return notes.last(iap::TransactionState::purchased) != nullptr; }));
    REQUIRE(notes.updated.size() == 2);
    CHECK(notes.updated[0].state() == iap::TransactionState::purchasing);
    const iap::Transaction &bought = notes.updated[1];
    CHECK(bought.id() != 0 && bought.original_id() == bought.id() && bought.payment_id() == *added);
    CHECK(bought.product_id() == coins_id && bought.product_type() == iap::ProductType::consumable);
    CHECK(bought.quantity() == 3 && bought.app_account_token() == payment.app_account_token);
    CHECK(bought.purchase_date_ms() == shop.store.now_ms() && bought.expiration_date_ms() == 0);
    CHECK(bought.ownership() == iap::Ownership::purchased && bought.environment() == "Sandbox");
    CHECK(bought.delivery_count() == 1 && !bought.signed_text().empty() && !bought.error() && !bought.original());
    CHECK(bought.revocation_date_ms() == 0 && bought.revocation_reason() == iap::RevocationReason::none);
    auto queue = client->queue_transactions();
    CHECK(queue && queue->size() == 1 && queue->front().id() == bought.id());
    CHECK(client->finish(bought));
    REQUIRE(pump_until(*client, [&] { return notes.removed.size() == 1; }));
    CHECK(notes.removed[0].id() == bought.id());
    auto again = client->finish(bought.id());
    CHECK(!again && again.error().status() == IAP_ERROR_NOT_FOUND);
    CHECK(client->queue_transactions()->empty());
}

void failed_purchase_says_why() {
    Shop shop;
    Notes notes;
    auto client = shop.launch();
    REQUIRE(client);
    REQUIRE(client->add_observer(notes.observer()));
    CHECK(shop.store.fail_next_purchase(iap::StoreFailure::network));
    REQUIRE(client->add_payment({coins_id, 1, "", false}));
    REQUIRE(pump_until(*client, [&] { return notes.last(iap::TransactionState::failed) != nullptr; }));
    std::optional<iap::Error> error = notes.last(iap::TransactionState::failed)->error();
    REQUIRE(error);
    CHECK(error->category() == iap::Category::network && error->retryable() && !error->message().empty());
    CHECK(client->finish(*notes.last(iap::TransactionState::failed)));
    REQUIRE(pump_until(*client, [&] { return notes.removed.size() == 1; }));
}

void restore_hands_out_originals_and_finishes() {
    Shop shop;
    Notes notes;
    auto client = shop.launch();
    REQUIRE(client);
    REQUIRE(client->add_observer(notes.observer()));
    REQUIRE(client->add_payment({editor_id, 1, "", false}));
    REQUIRE(pump_until(*client, [&] { return notes.last(iap::TransactionState::purchased) != nullptr; }));
    iap::Transaction bought = *notes.last(iap::TransactionState::purchased);
    REQUIRE(client->finish(bought));
    REQUIRE(pump_until(*client, [&] { return notes.removed.size() == 1; }));
    auto request = client->restore_completed_transactions();
    CHECK(request && *request != 0);
    REQUIRE(pump_until(*client, [&] { return notes.restores == 1; }));
    const iap::Transaction *restored = notes.last(iap::TransactionState::restored);
    REQUIRE(restored != nullptr && restored->original());
    CHECK(restored->original()->id() == bought.id() && restored->product_id() == editor_id);
    CHECK(client->finish(*restored));
}

void queries_are_answered() {
    Shop shop;
    // Variables that the functions of open requests use are declared before the client: its destructor still calls the
    // functions.
    Notes notes;
    // Requests that are open at the same time complete in any order.
    std::vector<std::size_t> counts(4, 99);
    std::size_t answers = 0;
    std::string country;
    auto client = shop.launch();
    REQUIRE(client);
    REQUIRE(client->add_observer(notes.observer()));
    REQUIRE(client->add_payment({coins_id, 1, "", false}));
    REQUIRE(pump_until(*client, [&] { return notes.last(iap::TransactionState::purchased) != nullptr; }));
    auto count = [&](std::size_t place) {
        return [&, place](iap::Result<std::vector<iap::Transaction>> found) {
            if (found) counts[place] = found->size();
            answers++;
        };
    };
    CHECK(client->request_transactions(iap::Query::unfinished, "", count(0)));
    CHECK(client->request_transactions(iap::Query::unfinished, editor_id, count(1)));
    CHECK(client->request_transactions(iap::Query::current_entitlements, "", count(2)));
    CHECK(client->request_transactions(iap::Query::latest, coins_id, count(3)));
    REQUIRE(pump_until(*client, [&] { return answers == 4; }));
    CHECK(counts == (std::vector<std::size_t>{1, 0, 0, 1}));
    CHECK(client->request_storefront(
        [&](iap::Result<iap::Storefront> storefront) { country = storefront ? storefront->country_code : "none"; }));
    REQUIRE(pump_until(*client, [&] { return !country.empty(); }));
    CHECK(country == "USA");
    CHECK(client->can_make_payments());
}

void requests_without_a_function_are_allowed() {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    CHECK(client->request_products({coins_id}, {}));
    CHECK(client->request_transactions(iap::Query::all, "", {}));
    CHECK(client->request_storefront({}));
    CHECK(client->add_observer({}));
    CHECK(client->process_events());
}

void text_with_a_nul_byte_is_refused() {
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
    iap::StoreOptions store;
    store.state_path = text;
    CHECK(is_refused(iap::Store::open(store)));
}

void mistakes_come_back_as_errors() {
    Shop shop;
    auto client = shop.launch();
    REQUIRE(client);
    auto none = client->add_payment({coins_id, 0, "", false});
    CHECK(!none && none.error().status() == IAP_ERROR_INVALID_QUANTITY && !none.error().message().empty());
    auto empty = client->add_payment({"", 1, "", false});
    CHECK(!empty && empty.error().status() == IAP_ERROR_INVALID_TEXT);
    auto busy = shop.launch();
    CHECK(!busy && busy.error().status() == IAP_ERROR_BUSY);
    CHECK(client->close());
    auto closed = client->close();
    CHECK(!closed && closed.error().status() == IAP_ERROR_CLOSED);
    CHECK(fails_with(client->process_events(), IAP_ERROR_CLOSED));
    CHECK(!client->can_make_payments());
}

void questions_that_failed_are_false() {
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

void payments_wait_for_their_turn_and_belong_to_the_player() {
    Shop shop;
    Notes notes;
    const std::string token = "6f1c3a52-0d4b-4e0e-9a37-1f6c2b1d8e90", other = "00000000-0000-4000-8000-000000000001";
    auto launch = [&](const std::string &player) {
        iap::ClientOptions options;
        options.execution = iap::Execution::manual;
        options.device = shop.device.handle();
        options.app_account_token = player;
        return iap::Client::open(std::move(options));
    };
    CHECK(fails_with(launch(token + std::string("\0", 1)), IAP_ERROR_INVALID_TEXT));
    CHECK(fails_with(launch("player 1"), IAP_ERROR_INVALID_TEXT));
    auto client = launch(token);
    REQUIRE(client);
    REQUIRE(client->add_observer(notes.observer()));
    CHECK(fails_with(client->add_payment({coins_id, 1, other, false}), IAP_ERROR_OTHER_PLAYER));
    auto first = client->add_payment({coins_id, 1, "", false});
    auto second = client->add_payment({editor_id, 1, "", false});
    REQUIRE(first && second);
    CHECK(fails_with(client->cancel_payment(*first), IAP_ERROR_INVALID_STATE));
    CHECK(client->cancel_payment(*second));
    REQUIRE(pump_until(*client, [&] {
        return notes.last(iap::TransactionState::purchased) && notes.last(iap::TransactionState::failed);
    }));
    CHECK(notes.last(iap::TransactionState::purchased)->app_account_token() == token);
    CHECK(notes.last(iap::TransactionState::failed)->payment_id() == *second);
    CHECK(notes.last(iap::TransactionState::failed)->error()->status() == IAP_ERROR_CANCELLED);
    CHECK(fails_with(client->cancel_payment(*first), IAP_ERROR_NOT_FOUND));
}

} // namespace

const std::vector<check::Test> call_tests = {
    {"products_come_with_everything_the_store_says", products_come_with_everything_the_store_says},
    {"purchase_is_told_step_by_step_and_finished", purchase_is_told_step_by_step_and_finished},
    {"failed_purchase_says_why", failed_purchase_says_why},
    {"restore_hands_out_originals_and_finishes", restore_hands_out_originals_and_finishes},
    {"queries_are_answered", queries_are_answered},
    {"requests_without_a_function_are_allowed", requests_without_a_function_are_allowed},
    {"text_with_a_nul_byte_is_refused", text_with_a_nul_byte_is_refused},
    {"mistakes_come_back_as_errors", mistakes_come_back_as_errors},
    {"questions_that_failed_are_false", questions_that_failed_are_false},
    {"payments_wait_for_their_turn_and_belong_to_the_player", payments_wait_for_their_turn_and_belong_to_the_player},
};
