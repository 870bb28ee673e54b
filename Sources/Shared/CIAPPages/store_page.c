#include "CIAPPages.h"

#include <stddef.h>

/* #embed is a C23 feature; the compilers of all toolchains that build this package support it. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* clang-format off */
static const char *const files[] = {
    "/actions.js", (const char[]){
#embed "Store/actions.js" suffix(, 0)
    },
    "/announcements.js", (const char[]){
#embed "Common/announcements.js" suffix(, 0)
    },
    "/api.js", (const char[]){
#embed "Store/api.js" suffix(, 0)
    },
    "/approvals.js", (const char[]){
#embed "Store/approvals.js" suffix(, 0)
    },
    "/buttons.js", (const char[]){
#embed "Common/buttons.js" suffix(, 0)
    },
    "/buy.js", (const char[]){
#embed "Store/buy.js" suffix(, 0)
    },
    "/certificates.js", (const char[]){
#embed "Store/certificates.js" suffix(, 0)
    },
    "/clock.js", (const char[]){
#embed "Store/clock.js" suffix(, 0)
    },
    "/clock_moves.js", (const char[]){
#embed "Store/clock_moves.js" suffix(, 0)
    },
    "/colours.css", (const char[]){
#embed "Common/colours.css" suffix(, 0)
    },
    "/connection.js", (const char[]){
#embed "Store/connection.js" suffix(, 0)
    },
    "/controls.css", (const char[]){
#embed "Common/controls.css" suffix(, 0)
    },
    "/countries.js", (const char[]){
#embed "Store/countries.js" suffix(, 0)
    },
    "/devices.js", (const char[]){
#embed "Store/devices.js" suffix(, 0)
    },
    "/dialogs.css", (const char[]){
#embed "Common/dialogs.css" suffix(, 0)
    },
    "/dialogs.js", (const char[]){
#embed "Store/dialogs.js" suffix(, 0)
    },
    "/elements.js", (const char[]){
#embed "Common/elements.js" suffix(, 0)
    },
    "/event_stream.js", (const char[]){
#embed "Store/event_stream.js" suffix(, 0)
    },
    "/failing_apis.js", (const char[]){
#embed "Store/failing_apis.js" suffix(, 0)
    },
    "/failures.js", (const char[]){
#embed "Store/failures.js" suffix(, 0)
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
    "/quirk_row.js", (const char[]){
#embed "Store/quirk_row.js" suffix(, 0)
    },
    "/quirks.js", (const char[]){
#embed "Store/quirks.js" suffix(, 0)
    },
    "/header_clock.js", (const char[]){
#embed "Store/header_clock.js" suffix(, 0)
    },
    "/icon.svg", (const char[]){
#embed "Store/icon.svg" suffix(, 0)
    },
    "/icons.js", (const char[]){
#embed "Common/icons.js" suffix(, 0)
    },
    "/", (const char[]){
#embed "Store/index.html" suffix(, 0)
    },
    "/lists.css", (const char[]){
#embed "Common/lists.css" suffix(, 0)
    },
    "/live.js", (const char[]){
#embed "Store/live.js" suffix(, 0)
    },
    "/main.js", (const char[]){
#embed "Store/main.js" suffix(, 0)
    },
    "/news_of_game.js", (const char[]){
#embed "Store/news_of_game.js" suffix(, 0)
    },
    "/next_purchase.js", (const char[]){
#embed "Store/next_purchase.js" suffix(, 0)
    },
    "/notification_attempts.js", (const char[]){
#embed "Store/notification_attempts.js" suffix(, 0)
    },
    "/notification_detail.js", (const char[]){
#embed "Store/notification_detail.js" suffix(, 0)
    },
    "/notification_types.js", (const char[]){
#embed "Store/notification_types.js" suffix(, 0)
    },
    "/notifications.js", (const char[]){
#embed "Store/notifications.js" suffix(, 0)
    },
    "/notify.js", (const char[]){
#embed "Store/notify.js" suffix(, 0)
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
    "/products.js", (const char[]){
#embed "Store/products.js" suffix(, 0)
    },
    "/server_faults.js", (const char[]){
#embed "Store/server_faults.js" suffix(, 0)
    },
    "/session.js", (const char[]){
#embed "Store/session.js" suffix(, 0)
    },
    "/settings.js", (const char[]){
#embed "Store/settings.js" suffix(, 0)
    },
    "/shell.js", (const char[]){
#embed "Store/shell.js" suffix(, 0)
    },
    "/sign_in.js", (const char[]){
#embed "Store/sign_in.js" suffix(, 0)
    },
    "/signed_text.js", (const char[]){
#embed "Store/signed_text.js" suffix(, 0)
    },
    "/subscription_actions.js", (const char[]){
#embed "Store/subscription_actions.js" suffix(, 0)
    },
    "/subscription_periods.js", (const char[]){
#embed "Store/subscription_periods.js" suffix(, 0)
    },
    "/subscriptions.js", (const char[]){
#embed "Store/subscriptions.js" suffix(, 0)
    },
    "/tables.js", (const char[]){
#embed "Common/tables.js" suffix(, 0)
    },
    "/take_back.js", (const char[]){
#embed "Store/take_back.js" suffix(, 0)
    },
    "/texts.js", (const char[]){
#embed "Store/texts.js" suffix(, 0)
    },
    "/timeline.css", (const char[]){
#embed "Store/timeline.css" suffix(, 0)
    },
    "/timeline.js", (const char[]){
#embed "Store/timeline.js" suffix(, 0)
    },
    "/timeline_range.js", (const char[]){
#embed "Store/timeline_range.js" suffix(, 0)
    },
    "/transaction_detail.js", (const char[]){
#embed "Store/transaction_detail.js" suffix(, 0)
    },
    "/transactions.js", (const char[]){
#embed "Store/transactions.js" suffix(, 0)
    },
    "/views.js", (const char[]){
#embed "Store/views.js" suffix(, 0)
    },
    NULL,
};
/* clang-format on */

const char *const *store_page_files(void) { return files; }
