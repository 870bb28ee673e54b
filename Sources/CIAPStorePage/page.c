#include "CIAPStorePage.h"

/* #embed is a C23 feature; the compilers of all toolchains that build this package support it. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t actions_js[] = {
#embed "Page/actions.js"
};
static const uint8_t announcements_js[] = {
#embed "Page/announcements.js"
};
static const uint8_t api_js[] = {
#embed "Page/api.js"
};
static const uint8_t approvals_js[] = {
#embed "Page/approvals.js"
};
static const uint8_t buttons_js[] = {
#embed "Page/buttons.js"
};
static const uint8_t buy_js[] = {
#embed "Page/buy.js"
};
static const uint8_t certificates_js[] = {
#embed "Page/certificates.js"
};
static const uint8_t clock_js[] = {
#embed "Page/clock.js"
};
static const uint8_t clock_moves_js[] = {
#embed "Page/clock_moves.js"
};
static const uint8_t colours_css[] = {
#embed "Page/colours.css"
};
static const uint8_t connection_js[] = {
#embed "Page/connection.js"
};
static const uint8_t controls_css[] = {
#embed "Page/controls.css"
};
static const uint8_t countries_js[] = {
#embed "Page/countries.js"
};
static const uint8_t devices_js[] = {
#embed "Page/devices.js"
};
static const uint8_t dialogs_css[] = {
#embed "Page/dialogs.css"
};
static const uint8_t dialogs_js[] = {
#embed "Page/dialogs.js"
};
static const uint8_t elements_js[] = {
#embed "Page/elements.js"
};
static const uint8_t event_stream_js[] = {
#embed "Page/event_stream.js"
};
static const uint8_t failing_apis_js[] = {
#embed "Page/failing_apis.js"
};
static const uint8_t failures_js[] = {
#embed "Page/failures.js"
};
static const uint8_t fields_js[] = {
#embed "Page/fields.js"
};
static const uint8_t focus_js[] = {
#embed "Page/focus.js"
};
static const uint8_t formats_js[] = {
#embed "Page/formats.js"
};
static const uint8_t habit_row_js[] = {
#embed "Page/habit_row.js"
};
static const uint8_t habits_js[] = {
#embed "Page/habits.js"
};
static const uint8_t header_clock_js[] = {
#embed "Page/header_clock.js"
};
static const uint8_t icon_svg[] = {
#embed "Page/icon.svg"
};
static const uint8_t icons_js[] = {
#embed "Page/icons.js"
};
static const uint8_t index_html[] = {
#embed "Page/index.html"
};
static const uint8_t lists_css[] = {
#embed "Page/lists.css"
};
static const uint8_t live_js[] = {
#embed "Page/live.js"
};
static const uint8_t log_js[] = {
#embed "Page/log.js"
};
static const uint8_t log_control_js[] = {
#embed "Page/log_control.js"
};
static const uint8_t main_js[] = {
#embed "Page/main.js"
};
static const uint8_t news_of_game_js[] = {
#embed "Page/news_of_game.js"
};
static const uint8_t next_purchase_js[] = {
#embed "Page/next_purchase.js"
};
static const uint8_t notification_attempts_js[] = {
#embed "Page/notification_attempts.js"
};
static const uint8_t notification_detail_js[] = {
#embed "Page/notification_detail.js"
};
static const uint8_t notification_types_js[] = {
#embed "Page/notification_types.js"
};
static const uint8_t notifications_js[] = {
#embed "Page/notifications.js"
};
static const uint8_t notify_js[] = {
#embed "Page/notify.js"
};
static const uint8_t page_css[] = {
#embed "Page/page.css"
};
static const uint8_t parts_js[] = {
#embed "Page/parts.js"
};
static const uint8_t preference_controls_js[] = {
#embed "Page/preference_controls.js"
};
static const uint8_t preferences_js[] = {
#embed "Page/preferences.js"
};
static const uint8_t products_js[] = {
#embed "Page/products.js"
};
static const uint8_t server_faults_js[] = {
#embed "Page/server_faults.js"
};
static const uint8_t session_js[] = {
#embed "Page/session.js"
};
static const uint8_t settings_js[] = {
#embed "Page/settings.js"
};
static const uint8_t shell_js[] = {
#embed "Page/shell.js"
};
static const uint8_t sign_in_js[] = {
#embed "Page/sign_in.js"
};
static const uint8_t signed_text_js[] = {
#embed "Page/signed_text.js"
};
static const uint8_t subscription_actions_js[] = {
#embed "Page/subscription_actions.js"
};
static const uint8_t subscription_periods_js[] = {
#embed "Page/subscription_periods.js"
};
static const uint8_t subscriptions_js[] = {
#embed "Page/subscriptions.js"
};
static const uint8_t tables_js[] = {
#embed "Page/tables.js"
};
static const uint8_t take_back_js[] = {
#embed "Page/take_back.js"
};
static const uint8_t texts_js[] = {
#embed "Page/texts.js"
};
static const uint8_t timeline_css[] = {
#embed "Page/timeline.css"
};
static const uint8_t timeline_js[] = {
#embed "Page/timeline.js"
};
static const uint8_t timeline_range_js[] = {
#embed "Page/timeline_range.js"
};
static const uint8_t transaction_detail_js[] = {
#embed "Page/transaction_detail.js"
};
static const uint8_t transactions_js[] = {
#embed "Page/transactions.js"
};
static const uint8_t views_js[] = {
#embed "Page/views.js"
};

#define SCRIPT "text/javascript; charset=utf-8"
#define STYLE "text/css; charset=utf-8"

static const store_page_file files[] = {
    {"/actions.js", SCRIPT, actions_js, sizeof actions_js},
    {"/announcements.js", SCRIPT, announcements_js, sizeof announcements_js},
    {"/api.js", SCRIPT, api_js, sizeof api_js},
    {"/approvals.js", SCRIPT, approvals_js, sizeof approvals_js},
    {"/buttons.js", SCRIPT, buttons_js, sizeof buttons_js},
    {"/buy.js", SCRIPT, buy_js, sizeof buy_js},
    {"/certificates.js", SCRIPT, certificates_js, sizeof certificates_js},
    {"/clock.js", SCRIPT, clock_js, sizeof clock_js},
    {"/clock_moves.js", SCRIPT, clock_moves_js, sizeof clock_moves_js},
    {"/colours.css", STYLE, colours_css, sizeof colours_css},
    {"/connection.js", SCRIPT, connection_js, sizeof connection_js},
    {"/controls.css", STYLE, controls_css, sizeof controls_css},
    {"/countries.js", SCRIPT, countries_js, sizeof countries_js},
    {"/devices.js", SCRIPT, devices_js, sizeof devices_js},
    {"/dialogs.css", STYLE, dialogs_css, sizeof dialogs_css},
    {"/dialogs.js", SCRIPT, dialogs_js, sizeof dialogs_js},
    {"/elements.js", SCRIPT, elements_js, sizeof elements_js},
    {"/event_stream.js", SCRIPT, event_stream_js, sizeof event_stream_js},
    {"/failing_apis.js", SCRIPT, failing_apis_js, sizeof failing_apis_js},
    {"/failures.js", SCRIPT, failures_js, sizeof failures_js},
    {"/fields.js", SCRIPT, fields_js, sizeof fields_js},
    {"/focus.js", SCRIPT, focus_js, sizeof focus_js},
    {"/formats.js", SCRIPT, formats_js, sizeof formats_js},
    {"/habit_row.js", SCRIPT, habit_row_js, sizeof habit_row_js},
    {"/habits.js", SCRIPT, habits_js, sizeof habits_js},
    {"/header_clock.js", SCRIPT, header_clock_js, sizeof header_clock_js},
    {"/icon.svg", "image/svg+xml", icon_svg, sizeof icon_svg},
    {"/icons.js", SCRIPT, icons_js, sizeof icons_js},
    {"/", "text/html; charset=utf-8", index_html, sizeof index_html},
    {"/lists.css", STYLE, lists_css, sizeof lists_css},
    {"/live.js", SCRIPT, live_js, sizeof live_js},
    {"/log.js", SCRIPT, log_js, sizeof log_js},
    {"/log_control.js", SCRIPT, log_control_js, sizeof log_control_js},
    {"/main.js", SCRIPT, main_js, sizeof main_js},
    {"/news_of_game.js", SCRIPT, news_of_game_js, sizeof news_of_game_js},
    {"/next_purchase.js", SCRIPT, next_purchase_js, sizeof next_purchase_js},
    {"/notification_attempts.js", SCRIPT, notification_attempts_js, sizeof notification_attempts_js},
    {"/notification_detail.js", SCRIPT, notification_detail_js, sizeof notification_detail_js},
    {"/notification_types.js", SCRIPT, notification_types_js, sizeof notification_types_js},
    {"/notifications.js", SCRIPT, notifications_js, sizeof notifications_js},
    {"/notify.js", SCRIPT, notify_js, sizeof notify_js},
    {"/page.css", STYLE, page_css, sizeof page_css},
    {"/parts.js", SCRIPT, parts_js, sizeof parts_js},
    {"/preference_controls.js", SCRIPT, preference_controls_js, sizeof preference_controls_js},
    {"/preferences.js", SCRIPT, preferences_js, sizeof preferences_js},
    {"/products.js", SCRIPT, products_js, sizeof products_js},
    {"/server_faults.js", SCRIPT, server_faults_js, sizeof server_faults_js},
    {"/session.js", SCRIPT, session_js, sizeof session_js},
    {"/settings.js", SCRIPT, settings_js, sizeof settings_js},
    {"/shell.js", SCRIPT, shell_js, sizeof shell_js},
    {"/sign_in.js", SCRIPT, sign_in_js, sizeof sign_in_js},
    {"/signed_text.js", SCRIPT, signed_text_js, sizeof signed_text_js},
    {"/subscription_actions.js", SCRIPT, subscription_actions_js, sizeof subscription_actions_js},
    {"/subscription_periods.js", SCRIPT, subscription_periods_js, sizeof subscription_periods_js},
    {"/subscriptions.js", SCRIPT, subscriptions_js, sizeof subscriptions_js},
    {"/tables.js", SCRIPT, tables_js, sizeof tables_js},
    {"/take_back.js", SCRIPT, take_back_js, sizeof take_back_js},
    {"/texts.js", SCRIPT, texts_js, sizeof texts_js},
    {"/timeline.css", STYLE, timeline_css, sizeof timeline_css},
    {"/timeline.js", SCRIPT, timeline_js, sizeof timeline_js},
    {"/timeline_range.js", SCRIPT, timeline_range_js, sizeof timeline_range_js},
    {"/transaction_detail.js", SCRIPT, transaction_detail_js, sizeof transaction_detail_js},
    {"/transactions.js", SCRIPT, transactions_js, sizeof transactions_js},
    {"/views.js", SCRIPT, views_js, sizeof views_js},
};

const size_t store_page_file_count = sizeof files / sizeof *files;

const store_page_file *store_page_file_at(size_t place) { return &files[place]; }
