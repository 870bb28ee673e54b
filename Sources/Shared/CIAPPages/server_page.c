#include "CIAPPages.h"

#include <stddef.h>

/* #embed is a C23 feature; the compilers of all toolchains that build this package support it. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* clang-format off */
static const char *const files[] = {
    "/address.js", (const char[]){
#embed "Server/address.js" suffix(, 0)
    },
    "/api.js", (const char[]){
#embed "Server/api.js" suffix(, 0)
    },
    "/change.js", (const char[]){
#embed "Server/change.js" suffix(, 0)
    },
    "/icon.svg", (const char[]){
#embed "Server/icon.svg" suffix(, 0)
    },
    "/", (const char[]){
#embed "Server/index.html" suffix(, 0)
    },
    "/live.js", (const char[]){
#embed "Server/live.js" suffix(, 0)
    },
    "/main.js", (const char[]){
#embed "Server/main.js" suffix(, 0)
    },
    "/overview.js", (const char[]){
#embed "Server/overview.js" suffix(, 0)
    },
    "/player.js", (const char[]){
#embed "Server/player.js" suffix(, 0)
    },
    "/search.js", (const char[]){
#embed "Server/search.js" suffix(, 0)
    },
    "/server.css", (const char[]){
#embed "Server/server.css" suffix(, 0)
    },
    "/shell.js", (const char[]){
#embed "Server/shell.js" suffix(, 0)
    },
    "/sign_in.js", (const char[]){
#embed "Server/sign_in.js" suffix(, 0)
    },
    "/texts.js", (const char[]){
#embed "Server/texts.js" suffix(, 0)
    },
    "/transaction.js", (const char[]){
#embed "Server/transaction.js" suffix(, 0)
    },
    "/waits.js", (const char[]){
#embed "Server/waits.js" suffix(, 0)
    },

    /* Parts of the store's page that this page also uses. Their texts come from this page's texts.js. */

    "/announcements.js", (const char[]){
#embed "Common/announcements.js" suffix(, 0)
    },
    "/buttons.js", (const char[]){
#embed "Common/buttons.js" suffix(, 0)
    },
    "/colours.css", (const char[]){
#embed "Common/colours.css" suffix(, 0)
    },
    "/controls.css", (const char[]){
#embed "Common/controls.css" suffix(, 0)
    },
    "/dialogs.css", (const char[]){
#embed "Common/dialogs.css" suffix(, 0)
    },
    "/elements.js", (const char[]){
#embed "Common/elements.js" suffix(, 0)
    },
    "/fields.js", (const char[]){
#embed "Common/fields.js" suffix(, 0)
    },
    "/focus.js", (const char[]){
#embed "Common/focus.js" suffix(, 0)
    },
    "/formats.js", (const char[]){
#embed "Common/formats.js" suffix(, 0)
    },
    "/icons.js", (const char[]){
#embed "Common/icons.js" suffix(, 0)
    },
    "/lists.css", (const char[]){
#embed "Common/lists.css" suffix(, 0)
    },
    "/page.css", (const char[]){
#embed "Common/page.css" suffix(, 0)
    },
    "/parts.js", (const char[]){
#embed "Common/parts.js" suffix(, 0)
    },
    "/preference_controls.js", (const char[]){
#embed "Common/preference_controls.js" suffix(, 0)
    },
    "/preferences.js", (const char[]){
#embed "Common/preferences.js" suffix(, 0)
    },
    "/tables.js", (const char[]){
#embed "Common/tables.js" suffix(, 0)
    },
    NULL,
};
/* clang-format on */

const char *const *server_page_files(void) { return files; }
