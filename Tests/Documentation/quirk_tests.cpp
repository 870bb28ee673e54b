// quirk_tests.cpp: a test for each quirk of real systems that a game can get wrong. Sources/Documentation/QuirkTests.md says what the
// game does. Copy it beside game.hpp, whose `updated` is your purchase code.

#include "game.hpp"

TEST(one_purchase_has_two_ids) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::two_ids, 1));
    game.buy(coins);
    game.pass_seconds(10);
    CHECK(game.deliveries == 2 && game.last.id() != game.last.original_id());
    CHECK(game.save.coins() == 100);
    CHECK(game.store->totals()->transactions == 1); // and paid once
    CHECK(game.store->totals()->unfinished == 0);
}

TEST(bought_while_the_game_was_closed) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::launch_replays_unfinished, 0));
    CHECK(game.store->set_quirk(iap::Quirk::unfinished_flicker, 1));
    game.client.reset(); // the player leaves the game
    iap::StorePurchase purchase;
    purchase.product_id = coins;
    CHECK(game.store->buy("player", purchase)); // in the App Store
    game.launch();
    game.pass_seconds(5);
    CHECK(game.save.coins() == 100);
    CHECK(game.store->totals()->unfinished == 0);
}

TEST(the_unfinished_one_comes_back) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::unfinished_consumable_returned, 1));
    const std::string blocked = game.folder + "/phone.save.new"; // the save cannot be written
    CHECK(std::filesystem::create_directory(blocked));
    game.buy(coins);
    CHECK(game.save.coins() == 0 && game.store->totals()->unfinished == 1);
    CHECK(std::filesystem::remove(blocked));
    const iap::Error again = *game.buy(coins).error(); // the player tries again
    CHECK(again.status() == IAP_ERROR_UNFINISHED_PURCHASE && again.is_cancelled());
    CHECK(game.store->totals()->transactions == 1 && game.store->totals()->unfinished == 1);
    game.launch();
    CHECK(game.save.coins() == 100 && game.store->totals()->unfinished == 0);
    game.buy(coins); // and this is a new one
    CHECK(game.save.coins() == 200 && game.store->totals()->transactions == 2);
}

TEST(the_response_is_the_purchase_before) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::returns_previous, 1));
    game.buy(coins);
    game.buy(editor);
    game.pass_seconds(10);
    CHECK(game.save.coins() == 100 && game.owns(editor));
    game.buy(coins);
    game.pass_seconds(10);
    CHECK(game.save.coins() == 200);
    CHECK(game.store->totals()->transactions == 3 && game.store->totals()->unfinished == 0);
}

TEST(the_response_is_late) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::result_delay_ms, 30'000));
    CHECK(game.buy(coins).state() == State::purchasing);
    game.pass_seconds(20);
    CHECK(game.last.state() == State::purchasing);
    CHECK(game.store->totals()->transactions == 1); // it is paid
    game.launch();                                  // the player restarts the game
    game.pass_seconds(40);
    CHECK(game.save.coins() == 100 && game.deliveries == 1);
    CHECK(game.store->totals()->transactions == 1 && game.store->totals()->unfinished == 0);
}

TEST(bought_and_refunded_in_one) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::updates_coalesce_ms, 2000));
    iap::StorePurchase purchase;
    purchase.product_id = coins;
    const std::uint64_t bought = *game.store->buy("player", purchase); // in the App Store
    CHECK(game.store->refund(bought));
    game.pass_seconds(10);
    CHECK(game.deliveries == 0 && game.save.coins() == 0);
    game.buy(coins);
    CHECK(game.save.coins() == 100); // and not less
}

TEST(a_refund_is_reported_late) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::refund_announce_lag_ms, 120'000));
    const std::uint64_t bought = game.buy(coins).id();
    CHECK(game.store->refund(bought));
    game.pass_seconds(60);
    CHECK(game.save.coins() == 100);
    game.pass_seconds(61);
    CHECK(game.save.coins() == 0);
}

TEST(a_parent_is_asked_twice) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::ask_merges, 1));
    CHECK(game.store->set_ask_to_buy(true));
    game.buy(coins);
    CHECK(game.buy(coins).state() == State::deferred);
    CHECK(game.store->approvals()->size() == 1);
    CHECK(game.store->approve(game.store->approvals()->front()));
    game.pass_seconds(10);
    CHECK(game.save.coins() == 100);
    CHECK(game.store->totals()->transactions == 1);
    CHECK(game.buy(coins).state() == State::deferred); // the shop is open
}

TEST(what_a_parent_declined_is_delivered) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::declined_delivers, 1));
    CHECK(game.store->set_ask_to_buy(true));
    CHECK(game.buy(coins).state() == State::deferred);
    CHECK(game.store->decline(game.store->approvals()->front()));
    game.pass_seconds(10);
    CHECK(game.save.coins() == 100);
    CHECK(game.store->totals()->transactions == 1 && game.store->totals()->unfinished == 0);
}

TEST(a_purchase_that_failed_is_charged) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::interrupted_result, 1));
    CHECK(game.store->set_interrupted_purchases(iap::StoreInterruption::pending));
    const iap::Transaction failed = game.buy(coins);
    CHECK(failed.state() == State::failed && !failed.error()->is_cancelled());
    CHECK(game.store->set_interrupted_purchases(iap::StoreInterruption::none));
    CHECK(game.store->resolve_issue(game.store->transaction_ids()->back()));
    game.pass_seconds(10);
    CHECK(game.save.coins() == 100);
    CHECK(game.store->totals()->transactions == 1 && game.store->totals()->unfinished == 0);
}

TEST(cancelled_in_two_ways) {
    for (const int form : {0, 1}) {
        Game game;
        CHECK(game.store->set_quirk(iap::Quirk::cancel_form, form));
        CHECK(game.store->cancel_next_purchase());
        const iap::Transaction cancelled = game.buy(coins);
        CHECK(cancelled.state() == State::failed && cancelled.error()->is_cancelled());
        CHECK(game.buy(coins).state() == State::purchased); // the shop is open
    }
}

TEST(cancelled_and_charged) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::cancel_charges_ms, 5000));
    CHECK(game.store->cancel_next_purchase());
    CHECK(game.buy(coins).error()->is_cancelled());
    game.pass_seconds(10);
    CHECK(game.last.state() == State::purchased && game.last.payment_id() == 0);
    CHECK(game.save.coins() == 100 && game.store->totals()->transactions == 1);
    CHECK(game.store->totals()->unfinished == 0);
}

TEST(no_scene_for_the_sheet) {
    for (const int error : {0, 1, 2}) {
        Game game;
        CHECK(game.store->set_quirk(iap::Quirk::no_scene_error, error));
        CHECK(game.store->fail_next_purchase(iap::StoreFailure::invalid_presentation));
        const iap::Transaction failed = game.buy(coins);
        CHECK(failed.state() == State::failed && failed.error()->is_cancelled() == (error == 2));
        CHECK(game.buy(coins).state() == State::purchased && game.save.coins() == 100);
    }
}

TEST(a_restore_without_a_network) {
    Game game;
    game.buy(editor);
    CHECK(game.store->set_quirk(iap::Quirk::sync_offline_error, 1));
    iap::DeviceNetwork network;
    network.is_down = true;
    CHECK(game.device.set_network(network));
    std::optional<iap::Error> reported;
    iap::Observer observer;
    observer.restore_failed = [&](std::uint64_t, const iap::Error &error) { reported = error; };
    must(game.client->add_observer(observer));
    must(game.client->restore_completed_transactions());
    game.pump();
    CHECK(reported && !reported->is_cancelled() && reported->retryable());
    CHECK(game.owns(editor));
}

TEST(a_purchase_intent_never_comes) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::intent_delivered, 0));
    CHECK(game.device.send_purchase_intent(coins));
    game.pass_seconds(10);
    CHECK(game.client->queue_purchase_intents()->empty());
    CHECK(game.buy(coins).state() == State::purchased); // in the shop
    CHECK(game.store->totals()->transactions == 1);
}

TEST(the_list_is_late) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::listing_lag_ms, 5000));
    CHECK(game.store->set_quirk(iap::Quirk::listing_lag_reads, 2));
    CHECK(game.buy(editor).state() == State::purchased);
    bool is_listed = true;
    must(game.client->request_transactions(iap::Query::current_entitlements, editor,
                                           [&](const auto &response) { is_listed = !response->empty(); }));
    game.pump();
    CHECK(!is_listed && game.owns(editor));
    for (int second = 0; second < 20; second++) {
        game.pass_seconds(1);
        CHECK(game.owns(editor)); // it does not flicker
    }
}

TEST(a_read_takes_minutes) {
    Game game;
    game.buy(editor);
    CHECK(game.store->set_quirk(iap::Quirk::cold_stall_ms, 60'000));
    CHECK(game.store->set_quirk(iap::Quirk::read_stall_ms, 180'000));
    game.launch();
    CHECK(game.owns(editor)); // no time has passed
    game.buy(coins);
    game.pass_seconds(70);
    CHECK(game.save.coins() == 100);
}

TEST(the_receipt_is_old) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::receipt_has_purchases, 1));
    std::string receipt;
    const auto read = [&](bool refresh) {
        must(game.client->request_app_receipt(refresh, [&](const auto &response) { receipt = *response; }));
        game.pump();
        return receipt;
    };
    const std::string before = read(false);
    CHECK(!game.buy(editor).signed_text().empty());
    CHECK(read(false) == before);
    CHECK(read(true) != before); // only because the player has asked for it
}

TEST(a_subscription_that_runs_is_bought_again) {
    Game game;
    game.buy(yearly);
    CHECK(game.is_member()); // the shop shows no button
    CHECK(game.store->set_quirk(iap::Quirk::owned_subscription, 1));
    CHECK(game.buy(yearly).state() == State::failed);
    CHECK(game.is_member());
    CHECK(game.store->totals()->transactions == 1);
}

TEST(a_lapsed_subscription_is_bought_again) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::lapse_returns_old, 1));
    CHECK(game.store->expire_subscription(game.buy(yearly).id()));
    const iap::Transaction failed = game.buy(yearly);
    CHECK(failed.state() == State::failed && !failed.error()->is_cancelled());
    CHECK(!game.is_member() && game.store->totals()->transactions == 1);
    game.pass_seconds(5);
    CHECK(game.buy(yearly).state() == State::purchased);
    CHECK(game.is_member() && game.store->totals()->transactions == 2);
}

TEST(missed_renewals_come_newest_first) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::missed_order, 1));
    game.buy(monthly);
    game.client.reset(); // the player is away
    CHECK(game.store->advance_clock(100 * std::int64_t(86'400'000)));
    game.launch();
    CHECK(game.last.expiration_date_ms() < game.store->now_ms()); // over
    CHECK(game.is_member());
    CHECK(game.store->totals()->unfinished == 0);
}

TEST(expired_for_a_moment) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::renewal_flicker_ms, 5000));
    CHECK(game.store->set_quirk(iap::Quirk::renewal_flicker_will_renew, 0));
    CHECK(game.store->set_quirk(iap::Quirk::renewal_flicker_listing_empty, 1));
    CHECK(game.store->set_clock(game.buy(yearly).expiration_date_ms() - 500));
    game.pass_seconds(1);
    CHECK(game.club().state == IAP_SUBSCRIPTION_STATE_EXPIRED);
    CHECK(game.is_member());
    for (int second = 0; second < 10; second++) {
        game.pass_seconds(1);
        CHECK(game.is_member());
    }
    CHECK(game.club().state == IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
}

TEST(both_levels_are_listed) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::upgraded_still_listed, 1));
    game.buy(monthly);
    game.buy(yearly);
    std::size_t listed = 0, upgraded = 0;
    must(game.client->request_transactions(iap::Query::current_entitlements, "", [&](const auto &response) {
        listed = response->size();
        for (const iap::Transaction &one : *response) upgraded += one.is_upgraded() ? 1 : 0;
    }));
    game.pump();
    CHECK(listed == 2 && upgraded == 1);
    CHECK(game.owns(yearly) && !game.owns(monthly));
}

TEST(billing_is_tried_again) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::retry_listed, 1));
    game.buy(yearly);
    CHECK(game.store->set_billing_retry_on_renewal(true));
    game.pass_days(366);
    bool is_listed = false;
    must(game.client->request_transactions(iap::Query::current_entitlements, yearly,
                                           [&](const auto &response) { is_listed = !response->empty(); }));
    game.pass_seconds(20);
    CHECK(is_listed && !game.is_member());
    CHECK(game.club().state == IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY);
}

TEST(in_and_after_a_grace_period) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::grace_retry_flag, 0));
    CHECK(game.store->set_quirk(iap::Quirk::post_grace_state, 1));
    CHECK(game.store->set_billing_grace_period(16));
    const std::uint64_t first = game.buy(yearly).id();
    CHECK(game.store->set_billing_retry_on_renewal(true));
    game.pass_days(366);
    CHECK(game.club().state == IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD && game.is_member());
    game.pass_days(17);
    CHECK(game.club().state == IAP_SUBSCRIPTION_STATE_EXPIRED && !game.is_member());
    CHECK(game.store->resolve_issue(first)); // a new card
    game.pass_seconds(10);
    CHECK(game.is_member() && game.store->totals()->transactions == 2);
}

TEST(the_renewal_is_switched_off) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::autorenew_change_announced, 0));
    const std::uint64_t first = game.buy(yearly).id();
    int reported = 0;
    iap::Observer observer;
    observer.subscription_status_changed = [&](const iap::SubscriptionStatus &) { reported++; };
    must(game.client->add_observer(observer));
    game.pass_seconds(10);
    reported = 0;
    CHECK(game.store->set_auto_renew(first, false));
    game.pass_seconds(10);
    CHECK(reported == 0);
    CHECK(!game.club().will_renew && game.is_member()); // the game has asked
}

TEST(a_second_season) {
    const std::string season = "com.example.caves.season";
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::nonrenewing_second, 1));
    const std::uint64_t first = game.buy(season).id();
    const iap::Transaction second = game.buy(season);
    CHECK(second.original_id() == first);
    CHECK(game.store->totals()->transactions == 1); // one season is paid
    CHECK(game.store->set_quirk(iap::Quirk::nonrenewing_second, 0));
    CHECK(game.buy(season).original_id() != first);
    CHECK(game.store->totals()->transactions == 2);
}

TEST(eligible_for_ever) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::intro_sticky, 1));
    bool is_eligible = false, was_member = false;
    const auto shows_free_week = [&] {
        must(game.client->request_introductory_offer_eligibility("2F9B07D4",
                                                                 [&](const auto &yes) { is_eligible = *yes; }));
        must(game.client->request_transactions(iap::Query::latest, monthly,
                                               [&](const auto &found) { was_member = !found->empty(); }));
        game.pump();
        return is_eligible && !was_member;
    };
    CHECK(shows_free_week());
    CHECK(game.store->expire_subscription(game.buy(monthly).id()));
    CHECK(!shows_free_week() && is_eligible);
    CHECK(game.buy(monthly).price_milliunits() == 1'990);
}

TEST(eligible_for_no_offer) {
    Game game;
    bool is_eligible = false;
    std::string shown;
    must(game.client->request_introductory_offer_eligibility("2F9B07D4", [&](const auto &yes) { is_eligible = *yes; }));
    must(game.client->request_products({monthly, yearly}, [&](const auto &response) {
        for (const iap::Product &product : response->products)
            if (is_eligible && !product.offers().empty()) shown += product.id();
    }));
    game.pump();
    CHECK(is_eligible && shown == monthly);
    CHECK(game.buy(yearly).price_milliunits() == 14'990);
}

TEST(the_full_price_without_a_word) {
    Game game;
    CHECK(game.store->set_quirk(iap::Quirk::bad_override, 1));
    iap::Payment payment;
    payment.product_id = monthly;
    payment.offer.introductory_jws = "e30.e30.AAAA"; // the server's key is not the right one
    must(game.client->add_payment(payment));
    game.pump();
    CHECK(game.last.state() == State::purchased && game.is_member());
    CHECK(game.last.offer_type() == iap::OfferType::none);
    CHECK(game.last.price_milliunits() == 1'990); // and not the free week
}

TEST(a_bad_signature_is_an_unknown_error) {
    Game game;
    CHECK(game.store->expire_subscription(game.buy(monthly).id()));
    CHECK(game.store->set_quirk(iap::Quirk::bad_promo_error, 1));
    iap::Payment payment;
    payment.product_id = monthly;
    payment.offer.id = "LOYAL";
    payment.offer.jws = "e30.e30.AAAA";
    must(game.client->add_payment(payment));
    game.pump();
    CHECK(game.last.state() == State::failed && !game.last.error()->is_cancelled());
    CHECK(!game.is_member() && game.store->totals()->transactions == 1);
}

TEST(an_offer_to_a_member_sells_nothing) {
    Game game;
    const std::uint64_t first = game.buy(monthly).id();
    CHECK(game.store->set_quirk(iap::Quirk::offer_to_holder_returns_held, 1));
    iap::Payment payment;
    payment.product_id = monthly;
    payment.offer.id = "LOYAL";
    payment.offer.jws = "e30.e30.AAAA";
    must(game.client->add_payment(payment));
    game.pump();
    CHECK(game.last.original_id() == first && game.last.offer_type() != iap::OfferType::promotional);
    CHECK(game.store->totals()->transactions == 1);
}

TEST(come_back_says_the_offer_to_a_member) {
    Game game;
    for (const iap::Quirk quirk : {iap::Quirk::renewal_flicker_winback, iap::Quirk::winback_at_once})
        CHECK(game.store->set_quirk(quirk, 1));
    CHECK(game.store->set_quirk(iap::Quirk::renewal_flicker_ms, 5000));
    game.buy(monthly);
    CHECK(game.store->set_clock(game.last.expiration_date_ms() - 500));
    game.pass_seconds(1);
    bool has_offer = false;
    must(game.client->request_subscription_statuses("", [&](const auto &response) {
        has_offer = !response->front().renewal_info().eligible_win_back_offers().empty();
    }));
    game.pump();
    CHECK(has_offer && game.is_member()); // so the shop does not show it
}

TEST(no_products) {
    Game game;
    std::size_t on_sale = 9;
    const auto open_shop = [&] {
        must(game.client->request_products({coins, editor},
                                           [&](const auto &response) { on_sale = response->products.size(); }));
        game.pump();
    };
    CHECK(game.store->set_quirk(iap::Quirk::products_empty, 1));
    open_shop();
    CHECK(on_sale == 0);
    CHECK(game.store->set_quirk(iap::Quirk::products_empty, 0));
    open_shop(); // the player comes back
    CHECK(on_sale == 2);
}

TEST(no_response) {
    Game game;
    std::size_t kept = 0;
    bool is_over = false;
    must(game.client->request_products({coins}, [](const auto &) {}));
    game.pump();
    CHECK(game.store->set_quirk(iap::Quirk::products_hang, 1));
    const std::uint64_t request = must(game.client->request_products({coins}, [&](const auto &) { is_over = true; }));
    game.pass_seconds(60);
    CHECK(!is_over);
    CHECK(game.client->cancel_request(request) && is_over);
    must(
        game.client->request_cached_products({coins}, [&](const auto &response) { kept = response->products.size(); }));
    game.pump();
    CHECK(kept == 1);
}
