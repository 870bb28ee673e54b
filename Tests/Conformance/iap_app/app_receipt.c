/* The app receipt of the original StoreKit: PKCS #7 in Base64. */

#include "offer_catalogue.h"
#include "receipts.h"

TEST(a_receipt_is_pkcs_7_and_names_the_app) {
    game *game = offers_game();
    static receipt receipt;
    for (int32_t refresh = 0; refresh <= 1; refresh++) {
        test_case("refresh %d", (int)refresh);
        REQUIRE(receipt_get(game, refresh, &receipt));
        CHECK(receipt_names(&receipt, "com.example.game"));
        CHECK(!receipt_names(&receipt, HAT));
    }
}

TEST(a_new_receipt_names_what_was_bought) {
    game *game = offers_game();
    REQUIRE(game_own(game, HAT) != 0);
    REQUIRE(game_own(game, PASS_SILVER) != 0);
    /* The receipt contains a consumable until the game finishes it. */
    const iap_transaction *bag = game_buy(game, BAG);
    REQUIRE(bag != NULL);
    static receipt receipt;
    REQUIRE(receipt_get(game, 1, &receipt));
    CHECK(receipt_names(&receipt, HAT));
    CHECK(receipt_names(&receipt, PASS_SILVER));
    CHECK(receipt_names(&receipt, BAG));
    CHECK(!receipt_names(&receipt, PASS_GOLD));
    CHECK(!receipt_names(&receipt, NEWS));
    REQUIRE(game_finish(game, bag));
    REQUIRE(receipt_get(game, 1, &receipt));
    CHECK(receipt_names(&receipt, HAT));
    CHECK(!receipt_names(&receipt, BAG));
}

TEST(a_receipt_names_what_the_account_bought_on_all_its_devices) {
    game *game = offers_game();
    struct game *tablet = game_install(game->store, "player", "tablet");
    struct game *other = game_install(game->store, "other", "console");
    REQUIRE(game_launch(tablet) && game_launch(other));
    REQUIRE(game_own(game, HAT) != 0);
    static receipt receipt;
    REQUIRE(receipt_get(tablet, 1, &receipt));
    CHECK(receipt_names(&receipt, HAT));
    REQUIRE(receipt_get(other, 1, &receipt));
    CHECK(!receipt_names(&receipt, HAT));
}
