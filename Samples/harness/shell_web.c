#include "game_requests.h"
#include "print.h"
#include "shell_commands.h"
#include "shell_words.h"

#include <string.h>

/* ---- the ways out of the app ---- */

static void show_notice(struct game *game, const char *word) {
    (void)word;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_show_external_purchase_notice(game->client, game_hears_text, game, &game->request, &error);
    if (game_answer(game, "the notice", status, &error)) {
        print_line("token", "%s", print_text(game->heard.text));
    }
}

static void open_link(struct game *game, const char *word) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status =
        iap_open_external_purchase_link(game->client, word, game_hears_end, game, &game->request, &error);
    if (game_answer(game, "the link", status, &error)) {
        print_line(game->device_name, "has opened the link");
    }
}

static void ask_eligibility(struct game *game, const char *word) {
    (void)word;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_request_external_purchase_custom_link_eligibility(game->client, game_hears_flag, game,
                                                                              &game->request, &error);
    if (game_answer(game, "the eligibility", status, &error)) {
        print_line(game->device_name, "may show external links: %s", game->heard.flag ? "yes" : "no");
    }
}

static void ask_token(struct game *game, const char *word) {
    bool services = word != NULL && strcmp(word, "services") == 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_request_external_purchase_token(
        game->client, services ? IAP_EXTERNAL_PURCHASE_TOKEN_SERVICES : IAP_EXTERNAL_PURCHASE_TOKEN_ACQUISITION,
        game_hears_text, game, &game->request, &error);
    if (game_answer(game, "the token", status, &error)) {
        print_line("token", "%s", print_text(game->heard.text));
    }
}

static void show_custom_notice(struct game *game, const char *word) {
    bool within_app = word != NULL && strcmp(word, "within-app") == 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_show_external_purchase_custom_link_notice(
        game->client, within_app ? IAP_EXTERNAL_PURCHASE_NOTICE_WITHIN_APP : IAP_EXTERNAL_PURCHASE_NOTICE_BROWSER,
        game_hears_end, game, &game->request, &error);
    if (game_answer(game, "the notice", status, &error)) {
        print_line(game->device_name, "has shown the notice");
    }
}

static void open_account(struct game *game, const char *word) {
    (void)word;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_open_external_link_account(game->client, game_hears_end, game, &game->request, &error);
    if (game_answer(game, "the account page", status, &error)) {
        print_line(game->device_name, "has opened the account page");
    }
}

static const struct way {
    const char *word;
    void (*run)(struct game *game, const char *word);
} ways[] = {
    {"notice", show_notice},        {"link", open_link},       {"eligible", ask_eligibility}, {"token", ask_token},
    {"custom", show_custom_notice}, {"account", open_account},
};

static void run_external(struct shell *shell, char **words) {
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(ways[i].word, words[0]) == 0) {
            ways[i].run(&shell->game, words[1]);
            return;
        }
    }
    print_line("problem", "usage: external notice, link [URL], eligible, token [acquisition|services], "
                          "custom [browser|within-app], or account");
}

static void run_bind(struct shell *shell, char **words) {
    struct game *game = &shell->game;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status status = iap_bind_payment_method(game->client, words[0], game_hears_end, game, &game->request, &error);
    if (game_answer(game, "the payment method", status, &error)) {
        print_line(game->device_name, "the payment method is bound");
    }
}

const struct shell_command shell_web[] = {
    {"external", "external WAY [WORD]", "a way to a purchase on the web; a wrong word lists the words", 1, 2,
     run_external},
    {"bind", "bind ID", "bind the payment method to the id of the server", 1, 1, run_bind},
    {NULL, NULL, NULL, 0, 0, NULL},
};
