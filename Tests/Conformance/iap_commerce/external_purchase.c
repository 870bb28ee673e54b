/* Purchases outside of the App Store: notices, links and tokens. */

#include "base64.h"
#include "intents_and_messages.h"

#include <iap/iap_commerce.h>

#include <string.h>

#define NOTICE IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE

/* A token is a JSON object in base64url. */
static void check_token(const char *token, const char *type) {
    char json[2048] = "";
    if (!CHECK(token != NULL && token[0] != 0)) return;
    CHECK(strpbrk(token, "+/= \n") == NULL);
    const int64_t length = base64_decode(token, (uint8_t *)json, sizeof json - 1);
    if (!CHECK(length > 2)) return;
    json[length] = 0;
    CHECK(json[0] == '{' && json[length - 1] == '}');
    CHECK_CONTAINS(json, "\"bundleId\"");
    CHECK_CONTAINS(json, "com.example.game");
    CHECK_CONTAINS(json, "\"tokenCreationDate\"");
    CHECK_CONTAINS(json, "\"externalPurchaseId\"");
    CHECK_CONTAINS(json, "SANDBOX");
    if (type == NULL) return;
    CHECK_CONTAINS(json, "\"tokenType\"");
    CHECK_CONTAINS(json, type);
}

static const heard *show_notice(game *game) {
    uint64_t id = 0;
    CHECK_STATUS(iap_show_external_purchase_notice(game->client, game_hears_text, game, &id, NULL), IAP_OK);
    return game_wait_response(game, id);
}

TEST(the_notice_gives_a_token_for_each_purchase) {
    game *game = offers_game();
    const heard *answer = show_notice(game);
    REQUIRE(answer != NULL);
    CHECK_INT(answer->type, IAP_EVENT_TEXT_RECEIVED);
    CHECK(!answer->has_error);
    check_token(answer->text, NULL);
    char first[2048] = "";
    REQUIRE(answer->text != NULL && strlen(answer->text) < sizeof first);
    strcpy(first, answer->text);
    CHECK_INT(iap_store_sheet_count(game->store, NOTICE), 1);
    answer = show_notice(game);
    REQUIRE(answer != NULL && answer->text != NULL);
    check_token(answer->text, NULL);
    CHECK(strcmp(answer->text, first) != 0);
    CHECK_INT(iap_store_sheet_count(game->store, NOTICE), 2);
}

/* --------------------------------------------------------------------------------- calls that show the notice */

static iap_status_t open_link(game *game, uint64_t *id) {
    return iap_open_external_purchase_link(game->client, NULL, game_hears_end, game, id, NULL);
}

static iap_status_t open_link_to(game *game, uint64_t *id) {
    return iap_open_external_purchase_link(game->client, "https://example.com/shop?item=1", game_hears_end, game, id,
                                           NULL);
}

static iap_status_t custom_notice_browser(game *game, uint64_t *id) {
    return iap_show_external_purchase_custom_link_notice(game->client, IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER,
                                                         game_hears_end, game, id, NULL);
}

static iap_status_t custom_notice_within_app(game *game, uint64_t *id) {
    return iap_show_external_purchase_custom_link_notice(game->client, IAP_EXTERNAL_PURCHASE_NOTICE_WITHIN_APP,
                                                         game_hears_end, game, id, NULL);
}

static iap_status_t open_account(game *game, uint64_t *id) {
    return iap_open_external_link_account(game->client, game_hears_end, game, id, NULL);
}

static iap_status_t notice(game *game, uint64_t *id) {
    return iap_show_external_purchase_notice(game->client, game_hears_text, game, id, NULL);
}

static const struct {
    const char *name;
    iap_status_t (*make)(game *game, uint64_t *id);
} shows_notice[] = {
    {"link", open_link},
    {"link with a URL", open_link_to},
    {"custom link in the browser", custom_notice_browser},
    {"custom link within the app", custom_notice_within_app},
    {"account link", open_account},
    {"notice", notice},
};
enum { SHOWS_NOTICE = sizeof shows_notice / sizeof shows_notice[0] };

TEST(a_player_who_accepts_the_notice_goes_on_and_one_who_turns_back_has_cancelled) {
    game *game = offers_game();
    for (size_t i = 0; i < SHOWS_NOTICE; i++) {
        test_case("%s", shows_notice[i].name);
        uint64_t id = 0;
        REQUIRE(answer_sheet(game, NOTICE, IAP_STORE_ANSWER_CANCEL, NULL));
        REQUIRE_OK(shows_notice[i].make(game, &id));
        const heard *end = game_wait_response(game, id);
        REQUIRE(end != NULL);
        CHECK_STATUS(end->error.status, IAP_ERROR_CANCELLED);
        CHECK_INT(end->error.category, IAP_CATEGORY_CANCELLED);
        CHECK_TEXT(end->text, NULL);
        /* The next request shows the notice again. */
        REQUIRE(answer_sheet(game, NOTICE, IAP_STORE_ANSWER_ACCEPT, NULL));
        REQUIRE_OK(shows_notice[i].make(game, &id));
        end = game_wait_response(game, id);
        CHECK(end != NULL && !end->has_error);
        CHECK_INT(iap_store_sheet_count(game->store, NOTICE), 2 * i + 2);
    }
}

TEST(a_link_that_is_no_url_is_not_opened) {
    game *game = offers_game();
    uint64_t id = 0;
    REQUIRE_OK(iap_open_external_purchase_link(game->client, "https://exa mple.com", game_hears_end, game, &id, NULL));
    const heard *end = game_wait_response(game, id);
    REQUIRE(end != NULL);
    CHECK_STATUS(end->error.status, IAP_ERROR_INVALID_ARGUMENT);
    CHECK_INT(iap_store_sheet_count(game->store, NOTICE), 0);
}

TEST(every_way_is_allowed_and_asking_shows_nothing) {
    game *game = offers_game();
    for (iap_external_purchase_kind_t kind = IAP_EXTERNAL_PURCHASE_KIND_NOTICE;
         kind <= IAP_EXTERNAL_PURCHASE_KIND_LINK_ACCOUNT; kind++) {
        test_case("kind %d", (int)kind);
        uint64_t id = 0;
        REQUIRE_OK(iap_request_external_purchase_eligibility(game->client, kind, game_hears_flag, game, &id, NULL));
        const heard *answer = game_wait_response(game, id);
        REQUIRE(answer != NULL);
        CHECK(!answer->has_error);
        CHECK_INT(answer->flag, 1);
    }
    CHECK_INT(iap_store_sheet_count(game->store, NOTICE), 0);
}

/* ------------------------------------------------------------------------------------------------- custom links */

TEST(custom_links_have_tokens_of_two_types) {
    game *game = offers_game();
    static const struct {
        iap_external_purchase_token_t type;
        const char *text;
    } types[] = {{IAP_EXTERNAL_PURCHASE_TOKEN_ACQUISITION, "\"ACQUISITION\""},
                 {IAP_EXTERNAL_PURCHASE_TOKEN_SERVICES, "\"SERVICES\""}};
    for (size_t i = 0; i < 2; i++) {
        test_case("%s", types[i].text);
        uint64_t id = 0;
        REQUIRE_OK(iap_request_external_purchase_token(game->client, types[i].type, game_hears_text, game, &id, NULL));
        const heard *answer = game_wait_response(game, id);
        REQUIRE(answer != NULL);
        CHECK(!answer->has_error);
        check_token(answer->text, types[i].text);
    }
    CHECK_INT(iap_store_sheet_count(game->store, NOTICE), 0);
}

TEST(types_that_are_none_are_refused) {
    game *game = offers_game();
    const int32_t none[] = {0, -1, 3, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        test_case("type %d", (int)none[i]);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_request_external_purchase_token(game->client, none[i], game_hears_text, game, NULL, &error),
                     IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(
            iap_show_external_purchase_custom_link_notice(game->client, none[i], game_hears_end, game, NULL, &error),
            IAP_ERROR_INVALID_ARGUMENT);
        CHECK(error.message[0] != 0);
        /* The kinds end at 4. */
        CHECK_STATUS(iap_request_external_purchase_eligibility(game->client, none[i] == 3 ? 5 : none[i],
                                                               game_hears_flag, game, NULL, &error),
                     IAP_ERROR_INVALID_ARGUMENT);
        CHECK_CONTAINS(error.message, "IAP_EXTERNAL_PURCHASE_KIND");
    }
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(iap_store_sheet_count(game->store, NOTICE), 0);
}
