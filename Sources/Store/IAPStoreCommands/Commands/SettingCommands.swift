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
        }
    }
}

/// The command for everything that a test can do to the store and that has no command of its own.
enum ControlCommand {
    static let command = Command(
        name: "control", summary: "Send a test control to the store",
        arguments: [.init("JSON", "an object with one member: the name of the control and its values")],
        details: """
            Controls: order (outcome: cancel, lose error, lose silence, or a StoreKit error), setAskToBuy (isEnabled),
            setPaymentsAllowed (areAllowed), setInterruption (interruption: 1 pending, 2 error), setPurchaseFailure (failure),
            moveDuringNextPurchase (countryCode), setLocaleDuringNextPurchase (locale), setDialogsDisabled (areDisabled),
            answerNext (sheet, isAccepted, detail), finish (id), repeatUpdate (id), copyTransaction (id),
            deleteTransaction (id), clearTransactions, resetToDefaultState, restart, setBillingRetryOnRenewal (isEnabled),
            setGracePeriod (policy: 3, 16 or 28 days), setRenewalLimit (limit), setOnSale (productID, isOnSale),
            setAllNonRenewingEntitlements (isEnabled), changeSubscription (transactionID, productID, plan),
            setRenewal (transactionID, willAutoRenew, autoRenewProductID, expirationReason, priceIncrease, isInBillingRetry,
            gracePeriodExpirationDate, priceMilliunits), setFamily (account, family), setSharing (account, isSharing),
            setFeature (feature, isSupported), setForgery (forgery). Numbers are those of iap_store.h. Without a value, a
            setting is switched off.
            """,
        example: #"iap-store control '{"setAskToBuy":{"isEnabled":true}}'"#
    ) { call, store in
        let control: Control
        do {
            let text = Array(call.argument("JSON").utf8)
            _ = try JSONReader.read(text)
            control = try JSONDecoder().decode(Control.self, from: Data(text))
        } catch {
            throw CommandError.usage(
                "the control cannot be read; 'iap-store help control' lists the controls and their values")
        }
        try control.carryOut(in: store)
        return .text("Done.\n", key: "done")
    }
}

private enum Control: Decodable {
    // Purchases
    case order(outcome: PurchaseOrder)
    case setAskToBuy(isEnabled: Bool)
    case setPaymentsAllowed(areAllowed: Bool)
    case setInterruption(interruption: PurchaseInterruption?)
    case setPurchaseFailure(failure: StoreFailure.Kind?)
    case moveDuringNextPurchase(countryCode: String)
    case setLocaleDuringNextPurchase(locale: String)
    case setDialogsDisabled(areDisabled: Bool)
    case answerNext(sheet: StoreSheet, isAccepted: Bool, detail: String?)
    // Transactions
    case finish(id: UInt64)
    case repeatUpdate(id: UInt64)
    case copyTransaction(id: UInt64)
    case deleteTransaction(id: UInt64)
    case clearTransactions
    case resetToDefaultState
    case restart
    // Subscriptions
    case setBillingRetryOnRenewal(isEnabled: Bool)
    case setGracePeriod(policy: GracePolicy?)
    case setRenewalLimit(limit: Int)
    case setOnSale(productID: String, isOnSale: Bool)
    case setAllNonRenewingEntitlements(isEnabled: Bool)
    case changeSubscription(transactionID: UInt64, productID: String, plan: BillingPlanType?)
    case setRenewal(
        transactionID: UInt64, willAutoRenew: Bool?, autoRenewProductID: String?, expirationReason: Int?,
        priceIncrease: Int32?, isInBillingRetry: Bool?, gracePeriodExpirationDate: Int64?, priceMilliunits: Int64?)
    // Families, features and signatures
    case setFamily(account: String, family: String?)
    case setSharing(account: String, isSharing: Bool)
    case setFeature(feature: Feature, isSupported: Bool)
    case setForgery(forgery: Forgery?)

    func carryOut(in store: ReferenceStore) throws {
        switch self {
        case .order(let outcome): try store.controls.order(outcome)
        case .setAskToBuy(let isEnabled): try store.controls.setAskToBuy(isEnabled)
        case .setPaymentsAllowed(let areAllowed): try store.controls.setPaymentsAllowed(areAllowed)
        case .setInterruption(let interruption): try store.controls.setInterruption(interruption)
        case .setPurchaseFailure(let failure): try store.controls.setPurchaseFailure(failure)
        case .moveDuringNextPurchase(let countryCode): try store.shelf.moveDuringNextPurchase(countryCode)
        case .setLocaleDuringNextPurchase(let locale): try store.shelf.setLocaleDuringNextPurchase(locale)
        case .setDialogsDisabled(let areDisabled): try store.controls.setDialogsDisabled(areDisabled)
        case .answerNext(let sheet, let isAccepted, let detail):
            try store.sheets.answerNext(sheet, SheetAnswer(isAccepted: isAccepted, detail: detail))
        case .finish(let id):
            guard try store.server.carryOut(.finish(id: id)) == .done else { throw IAPError(unknownTransaction: id) }
        case .repeatUpdate(let id): try store.transactions.repeatUpdate(id)
        case .copyTransaction(let id): _ = try store.transactions.copy(id)
        case .deleteTransaction(let id): try store.transactions.delete(id)
        case .clearTransactions: try store.transactions.clear()
        case .resetToDefaultState: try store.controls.reset()
        case .restart: try store.controls.restart()
        case .setBillingRetryOnRenewal(let isEnabled): try store.controls.setBillingRetryOnRenewal(isEnabled)
        case .setGracePeriod(let policy): try store.controls.setGracePeriod(policy)
        case .setRenewalLimit(let limit): try store.controls.setRenewalLimit(limit)
        case .setOnSale(let productID, let isOnSale): try store.shelf.setOnSale(productID, isOnSale)
        case .setAllNonRenewingEntitlements(let isEnabled): try store.controls.setAllNonRenewingEntitlements(isEnabled)
        case .changeSubscription(let id, let productID, let plan):
            let result = try store.subscriptions.changeSubscription(ofTransaction: id, to: productID, plan)
            if case .awaitsApproval = result { return }
            try result.check(id, product: productID)
        case .setRenewal(
            let id, let willAutoRenew, let productID, let reason, let increase, let isInBillingRetry, let graceEnd,
            let price):
            var setting = RenewalSetting()
            setting.willAutoRenew = willAutoRenew ?? true
            setting.autoRenewProductID = productID
            setting.expirationReason = reason.map(RenewalInfo.ExpirationReason.init)
            setting.priceIncrease = increase.flatMap(RenewalInfo.PriceIncrease.init) ?? .none
            setting.isInBillingRetry = isInBillingRetry ?? false
            (setting.gracePeriodExpirationDate, setting.priceMilliunits) = (graceEnd, price)
            try store.subscriptions.setRenewal(ofTransaction: id, setting).check(id)
        case .setFamily(let account, let family): try store.families.set(family, of: account)
        case .setSharing(let account, let isSharing): try store.families.set(isSharing: isSharing, of: account)
        case .setFeature(let feature, let isSupported): try store.controls.set(feature, isSupported: isSupported)
        case .setForgery(let forgery): try store.controls.setForgery(forgery)
        }
    }
}

extension PurchaseOrder: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let order = Self(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no order has this name")
        }
        self = order
    }
}

extension PurchaseInterruption: Decodable {}
extension StoreSheet: Decodable {}
extension GracePolicy: Decodable {}
extension Feature: Decodable {}
extension Forgery: Decodable {}
