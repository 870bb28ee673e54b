internal import IAPHTTP

/// The files of the page, which are embedded when the module is built.
enum PageFiles {
    private struct File: Sendable {
        var type: String
        var bytes: [UInt8]

        static func html(_ bytes: [UInt8]) -> File { File(type: "text/html; charset=utf-8", bytes: bytes) }
        static func script(_ bytes: [UInt8]) -> File { File(type: "text/javascript; charset=utf-8", bytes: bytes) }
        static func style(_ bytes: [UInt8]) -> File { File(type: "text/css; charset=utf-8", bytes: bytes) }
        static func image(_ bytes: [UInt8]) -> File { File(type: "image/svg+xml", bytes: bytes) }
    }

    private static let files: [String: File] = [
        "/": .html(PackageResources.index_html),
        "/actions.js": .script(PackageResources.actions_js),
        "/announcements.js": .script(PackageResources.announcements_js),
        "/api.js": .script(PackageResources.api_js),
        "/approvals.js": .script(PackageResources.approvals_js),
        "/buttons.js": .script(PackageResources.buttons_js),
        "/buy.js": .script(PackageResources.buy_js),
        "/certificates.js": .script(PackageResources.certificates_js),
        "/clock.js": .script(PackageResources.clock_js),
        "/clock_moves.js": .script(PackageResources.clock_moves_js),
        "/colours.css": .style(PackageResources.colours_css),
        "/connection.js": .script(PackageResources.connection_js),
        "/controls.css": .style(PackageResources.controls_css),
        "/countries.js": .script(PackageResources.countries_js),
        "/devices.js": .script(PackageResources.devices_js),
        "/dialogs.css": .style(PackageResources.dialogs_css),
        "/dialogs.js": .script(PackageResources.dialogs_js),
        "/elements.js": .script(PackageResources.elements_js),
        "/event_stream.js": .script(PackageResources.event_stream_js),
        "/failing_apis.js": .script(PackageResources.failing_apis_js),
        "/failures.js": .script(PackageResources.failures_js),
        "/fields.js": .script(PackageResources.fields_js),
        "/focus.js": .script(PackageResources.focus_js),
        "/formats.js": .script(PackageResources.formats_js),
        "/header_clock.js": .script(PackageResources.header_clock_js),
        "/icon.svg": .image(PackageResources.icon_svg),
        "/icons.js": .script(PackageResources.icons_js),
        "/lists.css": .style(PackageResources.lists_css),
        "/live.js": .script(PackageResources.live_js),
        "/log.js": .script(PackageResources.log_js),
        "/log_control.js": .script(PackageResources.log_control_js),
        "/main.js": .script(PackageResources.main_js),
        "/news_of_game.js": .script(PackageResources.news_of_game_js),
        "/next_purchase.js": .script(PackageResources.next_purchase_js),
        "/notification_attempts.js": .script(PackageResources.notification_attempts_js),
        "/notification_detail.js": .script(PackageResources.notification_detail_js),
        "/notification_types.js": .script(PackageResources.notification_types_js),
        "/notifications.js": .script(PackageResources.notifications_js),
        "/notify.js": .script(PackageResources.notify_js),
        "/page.css": .style(PackageResources.page_css),
        "/parts.js": .script(PackageResources.parts_js),
        "/preference_controls.js": .script(PackageResources.preference_controls_js),
        "/preferences.js": .script(PackageResources.preferences_js),
        "/products.js": .script(PackageResources.products_js),
        "/server_faults.js": .script(PackageResources.server_faults_js),
        "/session.js": .script(PackageResources.session_js),
        "/settings.js": .script(PackageResources.settings_js),
        "/shell.js": .script(PackageResources.shell_js),
        "/sign_in.js": .script(PackageResources.sign_in_js),
        "/signed_text.js": .script(PackageResources.signed_text_js),
        "/subscription_actions.js": .script(PackageResources.subscription_actions_js),
        "/subscription_periods.js": .script(PackageResources.subscription_periods_js),
        "/subscriptions.js": .script(PackageResources.subscriptions_js),
        "/tables.js": .script(PackageResources.tables_js),
        "/take_back.js": .script(PackageResources.take_back_js),
        "/texts.js": .script(PackageResources.texts_js),
        "/timeline.css": .style(PackageResources.timeline_css),
        "/timeline.js": .script(PackageResources.timeline_js),
        "/timeline_range.js": .script(PackageResources.timeline_range_js),
        "/transaction_detail.js": .script(PackageResources.transaction_detail_js),
        "/transactions.js": .script(PackageResources.transactions_js),
        "/views.js": .script(PackageResources.views_js),
    ]

    /// The paths, for the test that compares them with the folder.
    static var paths: [String] { files.keys.sorted() }

    /// Scripts, styles and images come from here and from nowhere else, and no other site can put the page into a frame.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "GET" || request.method == "HEAD", let file = files[request.path] else { return nil }
        return HTTPResponse(
            200, headers: [("Content-Type", file.type), ("Content-Security-Policy", policy)], body: file.bytes)
    }
}
