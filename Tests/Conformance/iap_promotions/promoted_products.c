/* The products that the App Store page shows to a player, and their order. */

#include "intents_and_messages.h"

#include <stdio.h>
#include <stdlib.h>

/* Waits for the end of a change and returns its status. */
static iap_status_t end_of(game *game, uint64_t request_id) {
    const heard *end = game_wait_response(game, request_id);
    if (end == NULL) return IAP_ERROR_INTERNAL;
    CHECK_INT(end->type, IAP_EVENT_REQUEST_COMPLETED);
    CHECK((end->error.status != IAP_OK) == end->has_error);
    return end->error.status;
}

static iap_status_t set_order(game *game, const char *const *ids, size_t count) {
    uint64_t id = 0;
    CHECK_STATUS(iap_set_promotion_order(game->client, ids, count, game_hears_end, game, &id, NULL), IAP_OK);
    return end_of(game, id);
}

static iap_status_t set_visibility(game *game, const char *product_id, iap_promotion_visibility_t visibility) {
    uint64_t id = 0;
    CHECK_STATUS(iap_set_promotion_visibility(game->client, product_id, visibility, game_hears_end, game, &id, NULL),
                 IAP_OK);
    return end_of(game, id);
}

static const iap_promotions *promotions(game *game) {
    uint64_t id = 0;
    CHECK_STATUS(iap_request_promotions(game->client, game_hears_promotions, game, &id, NULL), IAP_OK);
    const heard *answer = game_wait_response(game, id);
    if (answer == NULL || !CHECK_STATUS(answer->error.status, IAP_OK)) return NULL;
    CHECK_INT(answer->type, IAP_EVENT_PROMOTIONS_RECEIVED);
    return answer->promotions;
}

/* Returns the ids in order, separated by spaces; + follows visible ids, - follows hidden ids. */
static const char *shown(game *game) {
    static char text[1024];
    const iap_promotions *list = promotions(game);
    size_t length = 0;
    text[0] = 0;
    for (size_t i = 0; i < iap_promotions_count(list) && length < sizeof text - 128; i++) {
        const iap_promotion_visibility_t visibility = iap_promotions_visibility_at(list, i);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%.64s%s", i > 0 ? " " : "",
                                   iap_promotions_product_id_at(list, i),
                                   visibility == IAP_PROMOTION_VISIBILITY_VISIBLE  ? "+"
                                   : visibility == IAP_PROMOTION_VISIBILITY_HIDDEN ? "-"
                                                                                   : "");
    }
    CHECK_TEXT(iap_promotions_product_id_at(list, iap_promotions_count(list)), NULL);
    CHECK_INT(iap_promotions_visibility_at(list, iap_promotions_count(list)), 0);
    return text;
}

static const char *const three[] = {HAT, PASS_GOLD, BAG};

TEST(the_order_is_the_one_that_was_set_last) {
    game *game = offers_game();
    CHECK_TEXT(shown(game), "");
    CHECK_STATUS(set_order(game, three, 3), IAP_OK);
    CHECK_TEXT(shown(game), HAT " " PASS_GOLD " " BAG);
    const char *const two[] = {NEWS, HAT};
    CHECK_STATUS(set_order(game, two, 2), IAP_OK);
    CHECK_TEXT(shown(game), NEWS " " HAT);
}

TEST(an_empty_list_takes_the_order_of_app_store_connect_again) {
    game *game = offers_game();
    CHECK_STATUS(set_order(game, three, 3), IAP_OK);
    CHECK_STATUS(set_order(game, NULL, 0), IAP_OK);
    CHECK_TEXT(shown(game), "");
    CHECK_STATUS(set_order(game, three, 1), IAP_OK);
    CHECK_STATUS(set_order(game, three, 0), IAP_OK);
    CHECK_TEXT(shown(game), "");
}

TEST(a_product_can_be_shown_hidden_and_left_to_app_store_connect) {
    game *game = offers_game();
    CHECK_STATUS(set_order(game, three, 3), IAP_OK);
    CHECK_STATUS(set_visibility(game, PASS_GOLD, IAP_PROMOTION_VISIBILITY_HIDDEN), IAP_OK);
    CHECK_TEXT(shown(game), HAT " " PASS_GOLD "- " BAG);
    CHECK_STATUS(set_visibility(game, HAT, IAP_PROMOTION_VISIBILITY_VISIBLE), IAP_OK);
    CHECK_TEXT(shown(game), HAT "+ " PASS_GOLD "- " BAG);
    CHECK_STATUS(set_visibility(game, PASS_GOLD, IAP_PROMOTION_VISIBILITY_VISIBLE), IAP_OK);
    CHECK_TEXT(shown(game), HAT "+ " PASS_GOLD "+ " BAG);
    CHECK_STATUS(set_visibility(game, PASS_GOLD, IAP_PROMOTION_VISIBILITY_DEFAULT), IAP_OK);
    CHECK_TEXT(shown(game), HAT "+ " PASS_GOLD " " BAG);
}

TEST(the_visibility_of_a_product_without_a_place_in_the_order_can_be_set) {
    game *game = offers_game();
    CHECK_STATUS(set_visibility(game, BAG, IAP_PROMOTION_VISIBILITY_HIDDEN), IAP_OK);
    CHECK_STATUS(set_order(game, three, 3), IAP_OK);
    CHECK_TEXT(shown(game), HAT " " PASS_GOLD " " BAG "-");
}

TEST(products_that_the_store_does_not_sell_are_not_promoted) {
    game *game = offers_game();
    CHECK_STATUS(set_order(game, three, 2), IAP_OK);
    const char *const unknown[] = {BAG, UNKNOWN_PRODUCT};
    CHECK_STATUS(set_order(game, unknown, 2), IAP_ERROR_PRODUCT_UNAVAILABLE);
    CHECK_STATUS(set_visibility(game, UNKNOWN_PRODUCT, IAP_PROMOTION_VISIBILITY_HIDDEN), IAP_ERROR_PRODUCT_UNAVAILABLE);
    /* The earlier setting stays. */
    CHECK_TEXT(shown(game), HAT " " PASS_GOLD);
}

TEST(a_product_has_one_place_in_the_order) {
    game *game = offers_game();
    const char *const twice[] = {BAG, HAT, BAG, HAT, BAG};
    CHECK_STATUS(set_order(game, twice, 5), IAP_OK);
    CHECK_TEXT(shown(game), BAG " " HAT);
}

TEST(promotions_stay_after_a_restart_and_are_of_one_player) {
    game *game = offers_game();
    struct game *other = game_install(game->store, "other", "tablet");
    REQUIRE(game_launch(other));
    CHECK_STATUS(set_order(game, three, 3), IAP_OK);
    CHECK_STATUS(set_visibility(game, BAG, IAP_PROMOTION_VISIBILITY_HIDDEN), IAP_OK);
    CHECK_TEXT(shown(other), "");
    game_quit(game);
    REQUIRE(game_launch(game));
    CHECK_TEXT(shown(game), HAT " " PASS_GOLD " " BAG "-");
}

TEST(nonsense_is_not_promoted) {
    game *game = offers_game();
    const char **many = calloc(IAP_PRODUCT_IDS_MAX + 1, sizeof *many);
    REQUIRE(many != NULL);
    for (size_t i = 0; i <= IAP_PRODUCT_IDS_MAX; i++) many[i] = BAG;
    const struct {
        const char *const *ids;
        size_t count;
        iap_status_t status;
    } orders[] = {
        {NULL, 1, IAP_ERROR_INVALID_ARGUMENT},
        {many, IAP_PRODUCT_IDS_MAX + 1, IAP_ERROR_TOO_LARGE},
        {many, SIZE_MAX, IAP_ERROR_TOO_LARGE},
    };
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        test_case("order %zu", i);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(
            iap_set_promotion_order(game->client, orders[i].ids, orders[i].count, game_hears_end, game, NULL, &error),
            orders[i].status);
        CHECK_STATUS(error.status, orders[i].status);
    }
    const iap_promotion_visibility_t none[] = {-1, 3, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        test_case("visibility %d", (int)none[i]);
        CHECK_STATUS(iap_set_promotion_visibility(game->client, BAG, none[i], game_hears_end, game, NULL, NULL),
                     IAP_ERROR_INVALID_ARGUMENT);
    }
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_STATUS(set_order(game, many, IAP_PRODUCT_IDS_MAX), IAP_OK);
    CHECK_TEXT(shown(game), BAG);
    free(many);
}
