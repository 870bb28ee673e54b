#include "CIAPStorePage.h"

#include <stddef.h>

/* #embed is a C23 feature; the compilers of all toolchains that build this package support it. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* clang-format off */
static const char *const files[] = {
    "/actions.js", (const char[]){
#embed "Page/actions.js" suffix(, 0)
    },
    "/announcements.js", (const char[]){
#embed "Page/announcements.js" suffix(, 0)
    },
    "/api.js", (const char[]){
#embed "Page/api.js" suffix(, 0)
    },
    "/approvals.js", (const char[]){
#embed "Page/approvals.js" suffix(, 0)
    },
    "/buttons.js", (const char[]){
#embed "Page/buttons.js" suffix(, 0)
    },
    "/buy.js", (const char[]){
#embed "Page/buy.js" suffix(, 0)
    },
    "/certificates.js", (const char[]){
#embed "Page/certificates.js" suffix(, 0)
    },
    "/clock.js", (const char[]){
#embed "Page/clock.js" suffix(, 0)
    },
    "/clock_moves.js", (const char[]){
#embed "Page/clock_moves.js" suffix(, 0)
    },
    "/colours.css", (const char[]){
#embed "Page/colours.css" suffix(, 0)
    },
    "/connection.js", (const char[]){
#embed "Page/connection.js" suffix(, 0)
    },
    "/controls.css", (const char[]){
#embed "Page/controls.css" suffix(, 0)
    },
    "/countries.js", (const char[]){
#embed "Page/countries.js" suffix(, 0)
    },
    "/devices.js", (const char[]){
#embed "Page/devices.js" suffix(, 0)
    },
    "/dialogs.css", (const char[]){
#embed "Page/dialogs.css" suffix(, 0)
    },
    "/dialogs.js", (const char[]){
#embed "Page/dialogs.js" suffix(, 0)
    },
    "/elements.js", (const char[]){
#embed "Page/elements.js" suffix(, 0)
    },
    "/event_stream.js", (const char[]){
#embed "Page/event_stream.js" suffix(, 0)
    },
    "/failing_apis.js", (const char[]){
#embed "Page/failing_apis.js" suffix(, 0)
    },
    "/failures.js", (const char[]){
#embed "Page/failures.js" suffix(, 0)
    },
    "/fields.js", (const char[]){
#embed "Page/fields.js" suffix(, 0)
    },
    "/focus.js", (const char[]){
#embed "Page/focus.js" suffix(, 0)
    },
    "/formats.js", (const char[]){
#embed "Page/formats.js" suffix(, 0)
    },
    "/habit_row.js", (const char[]){
#embed "Page/habit_row.js" suffix(, 0)
    },
    "/habits.js", (const char[]){
#embed "Page/habits.js" suffix(, 0)
    },
    "/header_clock.js", (const char[]){
#embed "Page/header_clock.js" suffix(, 0)
    },
    "/icon.svg", (const char[]){
#embed "Page/icon.svg" suffix(, 0)
    },
    "/icons.js", (const char[]){
#embed "Page/icons.js" suffix(, 0)
    },
    "/", (const char[]){
#embed "Page/index.html" suffix(, 0)
    },
    "/lists.css", (const char[]){
#embed "Page/lists.css" suffix(, 0)
    },
    "/live.js", (const char[]){
#embed "Page/live.js" suffix(, 0)
    },
    "/log.js", (const char[]){
#embed "Page/log.js" suffix(, 0)
    },
    "/log_control.js", (const char[]){
#embed "Page/log_control.js" suffix(, 0)
    },
    "/main.js", (const char[]){
#embed "Page/main.js" suffix(, 0)
    },
    "/news_of_game.js", (const char[]){
#embed "Page/news_of_game.js" suffix(, 0)
    },
    "/next_purchase.js", (const char[]){
#embed "Page/next_purchase.js" suffix(, 0)
    },
    "/notification_attempts.js", (const char[]){
#embed "Page/notification_attempts.js" suffix(, 0)
    },
    "/notification_detail.js", (const char[]){
#embed "Page/notification_detail.js" suffix(, 0)
    },
    "/notification_types.js", (const char[]){
#embed "Page/notification_types.js" suffix(, 0)
    },
    "/notifications.js", (const char[]){
#embed "Page/notifications.js" suffix(, 0)
    },
    "/notify.js", (const char[]){
#embed "Page/notify.js" suffix(, 0)
    },
    "/page.css", (const char[]){
#embed "Page/page.css" suffix(, 0)
    },
    "/parts.js", (const char[]){
#embed "Page/parts.js" suffix(, 0)
    },
    "/preference_controls.js", (const char[]){
#embed "Page/preference_controls.js" suffix(, 0)
    },
    "/preferences.js", (const char[]){
#embed "Page/preferences.js" suffix(, 0)
    },
    "/products.js", (const char[]){
#embed "Page/products.js" suffix(, 0)
    },
    "/server_faults.js", (const char[]){
#embed "Page/server_faults.js" suffix(, 0)
    },
    "/session.js", (const char[]){
#embed "Page/session.js" suffix(, 0)
    },
    "/settings.js", (const char[]){
#embed "Page/settings.js" suffix(, 0)
    },
    "/shell.js", (const char[]){
#embed "Page/shell.js" suffix(, 0)
    },
    "/sign_in.js", (const char[]){
#embed "Page/sign_in.js" suffix(, 0)
    },
    "/signed_text.js", (const char[]){
#embed "Page/signed_text.js" suffix(, 0)
    },
    "/subscription_actions.js", (const char[]){
#embed "Page/subscription_actions.js" suffix(, 0)
    },
    "/subscription_periods.js", (const char[]){
#embed "Page/subscription_periods.js" suffix(, 0)
    },
    "/subscriptions.js", (const char[]){
#embed "Page/subscriptions.js" suffix(, 0)
    },
    "/tables.js", (const char[]){
#embed "Page/tables.js" suffix(, 0)
    },
    "/take_back.js", (const char[]){
#embed "Page/take_back.js" suffix(, 0)
    },
    "/texts.js", (const char[]){
#embed "Page/texts.js" suffix(, 0)
    },
    "/timeline.css", (const char[]){
#embed "Page/timeline.css" suffix(, 0)
    },
    "/timeline.js", (const char[]){
#embed "Page/timeline.js" suffix(, 0)
    },
    "/timeline_range.js", (const char[]){
#embed "Page/timeline_range.js" suffix(, 0)
    },
    "/transaction_detail.js", (const char[]){
#embed "Page/transaction_detail.js" suffix(, 0)
    },
    "/transactions.js", (const char[]){
#embed "Page/transactions.js" suffix(, 0)
    },
    "/views.js", (const char[]){
#embed "Page/views.js" suffix(, 0)
    },
    NULL,
};
/* clang-format on */

const char *const *store_page_files(void) { return files; }
