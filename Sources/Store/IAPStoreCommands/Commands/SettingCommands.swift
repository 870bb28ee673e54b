internal import Foundation
internal import IAPJSON
internal import IAPModel
internal import IAPReferenceStore

/// The settings of the store: country, clock, failures.
enum SettingCommands {
    static let all = [storefront, clock, fail]

    static let storefront = Command(
        name: "storefront", summary: "Show or change the country of the store",
        arguments: [.init("COUNTRY", "the country code, three letters of ISO 3166-1", .optional)],
        options: [.init("locale", "LOCALE", "the language of names and prices, such as de_DE")],
        example: "iap-store storefront DEU --locale de_DE"
    ) { call, store in
        if let code = call.optionalArgument("COUNTRY") {
            try store.shelf.move(to: code.uppercased(), locale: call.option("locale"))
        } else if call.has("locale") {
            throw CommandError.usage("--locale needs a country: iap-store storefront DEU --locale de_DE")
        }
        let settings = try store.controls.settings
        let row = StorefrontTable.row(settings.storefront)
        return .fields([
            Field("storefront", "Storefront", .text(settings.storefront)),
            Field("storefrontId", "Storefront id", .text(row?.storefrontID)),
            Field("currency", "Currency", .text(row?.currencyCode)), Field("locale", "Locale", .text(settings.locale)),
        ])
    }

    // MARK: Time

    static let clock = Command(
        name: "clock", summary: "Show or change the time of the store",
        arguments: [
            .init("WHAT", "the action (default: show)", .optional, choices: ["show", "advance", "set", "rate"]),
            .init(
                "VALUE",
                "advance: a duration such as 90s, 12h, 30d or 1d12h; set: a time such as 2026-03-01T12:00:00Z; rate: one of StoreKit's rates, by name or number",
                .optional),
        ],
        details: """
            You can change only a virtual clock. A store has a virtual clock if a game opened it with
            IAP_STORE_CLOCK_VIRTUAL or if it was created with --clock virtual. When the clock moves, the store processes
            everything that becomes due, such as renewals and ends of grace periods.

            Rates: \(TimeRate.allCases.map(\.word).joined(separator: ", "))
            """,
        example: "iap-store clock advance 30d"
    ) { call, store in
        let value = call.optionalArgument("VALUE")
        let what = call.optionalArgument("WHAT") ?? "show"
        guard (what == "show") == (value == nil) else {
            throw CommandError.usage(
                what == "show"
                    ? "'clock show' takes no value" : "the value is missing; for example: iap-store clock advance 30d")
        }
        switch what {
        case "advance":
            guard let length = Times.length(value ?? "") else {
                throw CommandError.usage(
                    "a duration is 90s, 15m, 12h, 30d, 2w or a combination of these, not \(quoted(value ?? ""))")
            }
            try store.clock.advance(by: length)
        case "set":
            guard let time = Times.milliseconds(value ?? "") else {
                throw CommandError.usage(
                    "a time must be in the form 2026-03-01T12:00:00Z or in milliseconds since 1970, not \(quoted(value ?? ""))"
                )
            }
            try store.clock.set(to: time)
        case "rate":
            let rate = try rate(value ?? "")
            try store.clock.setRate(rate)
        default: break
        }
        let (now, settings) = (try store.clock.now, try store.controls.settings)
        let rate = TimeRate(rawValue: Int(settings.timeRate)) ?? .realTime
        return .fields([
            Field("now", "Time of the store", .time(now)),
            Field("clock", "Clock", .text(store.clock.isVirtual ? "virtual" : "real")),
            Field("rate", "Subscription rate", .text(rate.word)),
        ])
    }

    private static func rate(_ text: String) throws -> TimeRate {
        if let rate = TimeRate.allCases.first(where: { $0.word == text || "\($0.rawValue)" == text }) { return rate }
        throw CommandError.usage("there is no rate \(quoted(text)); 'iap-store help clock' lists the rates")
    }

    // MARK: Failures

    static let fail = Command(
        name: "fail", summary: "Make a StoreKit API fail, or make it work again",
        arguments: [
            .init("API", "the API that fails", choices: StoreAPI.allCases.map(\.word)),
            .init(
                "ERROR", "the name of the StoreKit error, or none",
                choices: ["none"] + StoreFailure.Kind.allCases.map(\.rawValue)),
        ],
        example: "iap-store fail purchase networkError"
    ) { call, store in
        guard let api = StoreAPI.allCases.first(where: { $0.word == call.argument("API") }) else {
            throw CommandError.usage("there is no API \(quoted(call.argument("API")))")
        }
        let kind = StoreFailure.Kind(rawValue: call.argument("ERROR"))
        if let kind, !api.canFail(with: kind) {
            let possible = StoreFailure.Kind.allCases.filter { api.canFail(with: $0) }.map(\.rawValue)
            throw CommandError.usage(
                "\(api.word) cannot fail with \(kind.rawValue), only with \(possible.joined(separator: ", "))")
        }
        try store.controls.setSimulatedError(kind, for: api)
        return .fields([
            Field("api", "API", .text(api.word)), Field("error", "Fails with", .text(kind?.rawValue ?? "none")),
        ])
    }
}

extension TimeRate {
    /// The name on the command line.
    var word: String {
        switch self {
        case .realTime: "real"
        case .oneHourIsOneDay: "day-in-hour"
        case .thirtyMinutesIsOneDay: "day-in-30-minutes"
        case .fiveMinutesIsOneDay: "day-in-5-minutes"
        case .oneMinuteIsOneDay: "day-in-minute"
        case .thirtySecondsIsOneDay: "day-in-30-seconds"
        case .oneSecondIsOneDay: "day-in-second"
        case .monthlyRenewalEveryHour: "month-in-hour"
        case .monthlyRenewalEveryThirtyMinutes: "month-in-30-minutes"
        case .monthlyRenewalEveryFifteenMinutes: "month-in-15-minutes"
        case .monthlyRenewalEveryFiveMinutes: "month-in-5-minutes"
        case .monthlyRenewalEveryThirtySeconds: "month-in-30-seconds"
        case .oneRenewalEveryFifteenMinutes: "renewal-in-15-minutes"
        case .oneRenewalEveryFiveMinutes: "renewal-in-5-minutes"
        case .oneRenewalEveryMinute: "renewal-in-minute"
        case .oneRenewalEveryThirtySeconds: "renewal-in-30-seconds"
        case .oneRenewalEveryTenSeconds: "renewal-in-10-seconds"
        case .oneRenewalEveryTwoSeconds: "renewal-in-2-seconds"
        }
    }
}

extension StoreAPI {
    /// The name on the command line.
    var word: String {
        switch self {
        case .loadProducts: "products"
        case .purchase: "purchase"
        case .verification: "verification"
        case .sync: "restore"
        case .subscriptionStatus: "subscription-status"
        case .appTransaction: "app-transaction"
        case .manageSubscriptions: "manage-subscriptions"
        case .refundRequest: "refund-request"
        case .offerCodeRedemption: "offer-code"
        case .messages: "messages"
        case .promotions: "promotions"
        case .externalPurchase: "external-purchase"
        case .paymentMethodBinding: "payment-method-binding"
        case .appReceipt: "app-receipt"
        case .merchandising: "merchandising"
        }
    }
}
