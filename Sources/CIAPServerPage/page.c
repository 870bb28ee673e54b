#include "CIAPServerPage.h"

/* #embed is a C23 feature; the compilers of all toolchains that build this package support it. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t address_js[] = {
#embed "Page/address.js"
};
static const uint8_t api_js[] = {
#embed "Page/api.js"
};
static const uint8_t change_js[] = {
#embed "Page/change.js"
};
static const uint8_t icon_svg[] = {
#embed "Page/icon.svg"
};
static const uint8_t index_html[] = {
#embed "Page/index.html"
};
static const uint8_t live_js[] = {
#embed "Page/live.js"
};
static const uint8_t main_js[] = {
#embed "Page/main.js"
};
static const uint8_t overview_js[] = {
#embed "Page/overview.js"
};
static const uint8_t player_js[] = {
#embed "Page/player.js"
};
static const uint8_t search_js[] = {
#embed "Page/search.js"
};
static const uint8_t server_css[] = {
#embed "Page/server.css"
};
static const uint8_t shell_js[] = {
#embed "Page/shell.js"
};
static const uint8_t sign_in_js[] = {
#embed "Page/sign_in.js"
};
static const uint8_t texts_js[] = {
#embed "Page/texts.js"
};
static const uint8_t transaction_js[] = {
#embed "Page/transaction.js"
};
static const uint8_t waits_js[] = {
#embed "Page/waits.js"
};

/* Parts of the store's page that this page also uses. Their texts come from this page's texts.js. */

static const uint8_t announcements_js[] = {
#embed "../CIAPStorePage/Page/announcements.js"
};
static const uint8_t buttons_js[] = {
#embed "../CIAPStorePage/Page/buttons.js"
};
static const uint8_t colours_css[] = {
#embed "../CIAPStorePage/Page/colours.css"
};
static const uint8_t controls_css[] = {
#embed "../CIAPStorePage/Page/controls.css"
};
static const uint8_t dialogs_css[] = {
#embed "../CIAPStorePage/Page/dialogs.css"
};
static const uint8_t elements_js[] = {
#embed "../CIAPStorePage/Page/elements.js"
};
static const uint8_t fields_js[] = {
#embed "../CIAPStorePage/Page/fields.js"
};
static const uint8_t focus_js[] = {
#embed "../CIAPStorePage/Page/focus.js"
};
static const uint8_t formats_js[] = {
#embed "../CIAPStorePage/Page/formats.js"
};
static const uint8_t icons_js[] = {
#embed "../CIAPStorePage/Page/icons.js"
};
static const uint8_t lists_css[] = {
#embed "../CIAPStorePage/Page/lists.css"
};
static const uint8_t page_css[] = {
#embed "../CIAPStorePage/Page/page.css"
};
static const uint8_t parts_js[] = {
#embed "../CIAPStorePage/Page/parts.js"
};
static const uint8_t preference_controls_js[] = {
#embed "../CIAPStorePage/Page/preference_controls.js"
};
static const uint8_t preferences_js[] = {
#embed "../CIAPStorePage/Page/preferences.js"
};
static const uint8_t tables_js[] = {
#embed "../CIAPStorePage/Page/tables.js"
};

#define SCRIPT "text/javascript; charset=utf-8"
#define STYLE "text/css; charset=utf-8"

static const server_page_file files[] = {
    {"/address.js", SCRIPT, address_js, sizeof address_js},
    {"/announcements.js", SCRIPT, announcements_js, sizeof announcements_js},
    {"/api.js", SCRIPT, api_js, sizeof api_js},
    {"/buttons.js", SCRIPT, buttons_js, sizeof buttons_js},
    {"/change.js", SCRIPT, change_js, sizeof change_js},
    {"/colours.css", STYLE, colours_css, sizeof colours_css},
    {"/controls.css", STYLE, controls_css, sizeof controls_css},
    {"/dialogs.css", STYLE, dialogs_css, sizeof dialogs_css},
    {"/elements.js", SCRIPT, elements_js, sizeof elements_js},
    {"/fields.js", SCRIPT, fields_js, sizeof fields_js},
    {"/focus.js", SCRIPT, focus_js, sizeof focus_js},
    {"/formats.js", SCRIPT, formats_js, sizeof formats_js},
    {"/icon.svg", "image/svg+xml", icon_svg, sizeof icon_svg},
    {"/icons.js", SCRIPT, icons_js, sizeof icons_js},
    {"/", "text/html; charset=utf-8", index_html, sizeof index_html},
    {"/lists.css", STYLE, lists_css, sizeof lists_css},
    {"/live.js", SCRIPT, live_js, sizeof live_js},
    {"/main.js", SCRIPT, main_js, sizeof main_js},
    {"/overview.js", SCRIPT, overview_js, sizeof overview_js},
    {"/page.css", STYLE, page_css, sizeof page_css},
    {"/parts.js", SCRIPT, parts_js, sizeof parts_js},
    {"/player.js", SCRIPT, player_js, sizeof player_js},
    {"/preference_controls.js", SCRIPT, preference_controls_js, sizeof preference_controls_js},
    {"/preferences.js", SCRIPT, preferences_js, sizeof preferences_js},
    {"/search.js", SCRIPT, search_js, sizeof search_js},
    {"/server.css", STYLE, server_css, sizeof server_css},
    {"/shell.js", SCRIPT, shell_js, sizeof shell_js},
    {"/sign_in.js", SCRIPT, sign_in_js, sizeof sign_in_js},
    {"/tables.js", SCRIPT, tables_js, sizeof tables_js},
    {"/texts.js", SCRIPT, texts_js, sizeof texts_js},
    {"/transaction.js", SCRIPT, transaction_js, sizeof transaction_js},
    {"/waits.js", SCRIPT, waits_js, sizeof waits_js},
};

const size_t server_page_file_count = sizeof files / sizeof *files;

const server_page_file *server_page_file_at(size_t place) { return &files[place]; }
