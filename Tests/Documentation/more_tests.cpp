// more_tests.cpp: tests of rarer situations. Sources/Documentation/Testing.md says what the game does in each. Copy it beside game.hpp,
// whose `updated` is your purchase code.

#include "game.hpp"

TEST(a_card_stays_expired) {
    Game game;
    game.buy(yearly);
    CHECK(game.store->set_billing_retry_on_renewal(true));
    game.pass_days(366);
    CHECK(game.club().state == IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY && !game.is_member());
    game.pass_days(60);
    CHECK(game.club().state == IAP_SUBSCRIPTION_STATE_EXPIRED);
    CHECK(game.club().reason == IAP_EXPIRATION_REASON_BILLING_ERROR);
    CHECK(game.deliveries == 1);
}

TEST(a_higher_price_is_declined) {
    Game game;
    const std::uint64_t first = game.buy(yearly).id();
    CHECK(game.store->request_price_increase(first, 19'990, true));
    CHECK(game.store->answer_price_increase(first, false));
    game.pump();
    CHECK(game.is_member() && !game.club().will_renew);
    game.pass_days(366);
    CHECK(!game.is_member());
    CHECK(game.club().reason == IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE);
}

TEST(a_device_in_a_tunnel_knows_what_it_heard_last) {
    Game phone;
    Game tablet(phone, "player", "tablet");
    const std::uint64_t bought = phone.buy(editor).id();
    phone.buy(monthly);
    tablet.pump();
    CHECK(tablet.owns(editor) && tablet.is_member());
    iap::DeviceNetwork tunnel;
    tunnel.is_down = true;
    CHECK(tablet.device.set_network(tunnel));
    CHECK(phone.store->refund(bought));
    phone.pass_days(40); // the membership is renewed
    tablet.launch();
    CHECK(!phone.owns(editor) && phone.is_member());
    CHECK(tablet.owns(editor) && !tablet.is_member()); // by the date of the period that it knows
    CHECK(tablet.device.set_network(iap::DeviceNetwork()));
    tablet.pump();
    CHECK(!tablet.owns(editor) && tablet.is_member());
}

TEST(somebody_else_signs_in) {
    Game game;
    game.buy(editor);
    CHECK(game.device.sign_in("brother"));
    game.launch();
    game.pass_seconds(10); // the account has its own copy of the app
    CHECK(!game.owns(editor));
    CHECK(game.device.sign_out());
    CHECK(game.buy(coins).error()->is_cancelled());
    CHECK(game.device.sign_in("player"));
    game.launch();
    CHECK(game.owns(editor));
    CHECK(game.store->totals()->transactions == 1);
}

TEST(the_clock_is_the_tests) {
    Game game;
    const iap::Transaction first = game.buy(yearly);
    CHECK(game.store->set_clock(first.expiration_date_ms() - 1));
    game.pump();
    CHECK(game.is_member() && game.deliveries == 1);
    CHECK(game.store->advance_clock(1));
    game.pump();
    CHECK(game.is_member() && game.deliveries == 2);
    CHECK(game.store->set_clock(first.purchase_date_ms()));
    game.pass_days(366);
    CHECK(game.is_member() && game.deliveries == 2);
}

TEST(updates_come_late_and_out_of_order) {
    Game game;
    const std::uint64_t first = game.buy(monthly).id();
    CHECK(game.device.set_updates(iap::StoreUpdates::held));
    game.pass_days(100);
    CHECK(game.deliveries == 1);
    CHECK(game.device.set_updates(iap::StoreUpdates::newest_first));
    game.pump();
    CHECK(game.deliveries == 5);
    CHECK(game.last.original_id() == first); // the oldest of them
    CHECK(game.last.expiration_date_ms() < game.store->now_ms());
    CHECK(game.is_member());
}
