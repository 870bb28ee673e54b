#include "CIAPServerPage.h"

#include <stddef.h>

/* #embed is a C23 feature; the compilers of all toolchains that build this package support it. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* clang-format off */
static const char *const files[] = {
    "/address.js", (const char[]){
#embed "Page/address.js" suffix(, 0)
    },
    "/api.js", (const char[]){
#embed "Page/api.js" suffix(, 0)
    },
    "/change.js", (const char[]){
#embed "Page/change.js" suffix(, 0)
    },
    "/icon.svg", (const char[]){
#embed "Page/icon.svg" suffix(, 0)
    },
    "/", (const char[]){
#embed "Page/index.html" suffix(, 0)
    },
    "/live.js", (const char[]){
#embed "Page/live.js" suffix(, 0)
    },
    "/main.js", (const char[]){
#embed "Page/main.js" suffix(, 0)
    },
    "/overview.js", (const char[]){
#embed "Page/overview.js" suffix(, 0)
    },
    "/player.js", (const char[]){
#embed "Page/player.js" suffix(, 0)
    },
    "/search.js", (const char[]){
#embed "Page/search.js" suffix(, 0)
    },
    "/server.css", (const char[]){
#embed "Page/server.css" suffix(, 0)
    },
    "/shell.js", (const char[]){
#embed "Page/shell.js" suffix(, 0)
    },
    "/sign_in.js", (const char[]){
#embed "Page/sign_in.js" suffix(, 0)
    },
    "/texts.js", (const char[]){
#embed "Page/texts.js" suffix(, 0)
    },
    "/transaction.js", (const char[]){
#embed "Page/transaction.js" suffix(, 0)
    },
    "/waits.js", (const char[]){
#embed "Page/waits.js" suffix(, 0)
    },

    /* Parts of the store's page that this page also uses. Their texts come from this page's texts.js. */

    "/announcements.js", (const char[]){
#embed "../CIAPStorePage/Page/announcements.js" suffix(, 0)
    },
    "/buttons.js", (const char[]){
#embed "../CIAPStorePage/Page/buttons.js" suffix(, 0)
    },
    "/colours.css", (const char[]){
#embed "../CIAPStorePage/Page/colours.css" suffix(, 0)
    },
    "/controls.css", (const char[]){
#embed "../CIAPStorePage/Page/controls.css" suffix(, 0)
    },
    "/dialogs.css", (const char[]){
#embed "../CIAPStorePage/Page/dialogs.css" suffix(, 0)
    },
    "/elements.js", (const char[]){
#embed "../CIAPStorePage/Page/elements.js" suffix(, 0)
    },
    "/fields.js", (const char[]){
#embed "../CIAPStorePage/Page/fields.js" suffix(, 0)
    },
    "/focus.js", (const char[]){
#embed "../CIAPStorePage/Page/focus.js" suffix(, 0)
    },
    "/formats.js", (const char[]){
#embed "../CIAPStorePage/Page/formats.js" suffix(, 0)
    },
    "/icons.js", (const char[]){
#embed "../CIAPStorePage/Page/icons.js" suffix(, 0)
    },
    "/lists.css", (const char[]){
#embed "../CIAPStorePage/Page/lists.css" suffix(, 0)
    },
    "/page.css", (const char[]){
#embed "../CIAPStorePage/Page/page.css" suffix(, 0)
    },
    "/parts.js", (const char[]){
#embed "../CIAPStorePage/Page/parts.js" suffix(, 0)
    },
    "/preference_controls.js", (const char[]){
#embed "../CIAPStorePage/Page/preference_controls.js" suffix(, 0)
    },
    "/preferences.js", (const char[]){
#embed "../CIAPStorePage/Page/preferences.js" suffix(, 0)
    },
    "/tables.js", (const char[]){
#embed "../CIAPStorePage/Page/tables.js" suffix(, 0)
    },
    NULL,
};
/* clang-format on */

const char *const *server_page_files(void) { return files; }
