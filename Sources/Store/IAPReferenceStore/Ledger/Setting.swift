internal import IAPDatabase
package import IAPModel

/// Counts over the whole ledger.
package struct LedgerTotals: Sendable, Hashable {
    package var transactions: Int
    package var unfinished: Int
    package var refunded: Int
}

/// A transaction that the devices of its account receive without a request.
struct TransactionUpdate: Sendable, Hashable {
    var number: Int64
    var transaction: LedgerTransaction
    /// The device receives it although it has it already.
    var isRepeat = false
}

/// The offer that a purchase names: the id of a promotional or win-back offer, or the name of a code offer.
package struct OfferChoice: Sendable, Hashable, Codable {
    package var type: OfferType
    package var id: String

    package init(type: OfferType, id: String) {
        self.type = type
        self.id = id
    }
}

/// An order of a test for one of the next purchases.
package enum PurchaseOrder: Sendable, Hashable {
    case cancel
    case fail(StoreFailure)
    /// The store charges the purchase, but the device receives no response.
    case lose(ResponseLoss)

    package init?(rawValue: String) {
        if rawValue == "cancel" {
            self = .cancel
        } else if let loss = ResponseLoss.allCases.first(where: { Self.lose($0).rawValue == rawValue }) {
            self = .lose(loss)
        } else if let failure = StoreFailure.Kind(rawValue: rawValue) {
            self = .fail(StoreFailure(failure))
        } else {
            return nil
        }
    }

    var rawValue: String {
        switch self {
        case .cancel: "cancel"
        case .fail(let failure): failure.kind.rawValue
        case .lose(let loss): "lose \(loss.rawValue)"
        }
    }
}

/// The names of the store's single values.
enum Setting: String, CaseIterable {
    case seed = "seed"
    /// The OCSP address in the certificates.
    case ocspURL = "ocspURL"
    case bundleID = "bundleID"
    case environment = "environment"
    case virtualTime = "virtualTime"
    case nextTransactionID = "nextTransactionID"
    case nextOrderLineID = "nextOrderLineID"
    case isAskToBuyEnabled = "isAskToBuyEnabled"
    case arePaymentsAllowed = "arePaymentsAllowed"
    case storefront = "storefront"
    case locale = "locale"
    /// The country to which the store moves during the next purchase.
    case nextStorefront = "nextStorefront"
    /// The number of a `Forgery`.
    case forgery = "forgery"
    /// The language that the store takes together with that country.
    case nextLocale = "nextLocale"
    case areDialogsDisabled = "areDialogsDisabled"
    /// A `PurchaseInterruption`: how purchases are interrupted.
    case interruption = "interruption"
    /// A `StoreFailure.Kind`: the failure of purchases.
    case purchaseFailure = "purchaseFailure"
    case isBillingRetryOnRenewal = "isBillingRetryOnRenewal"
    /// Whether each purchase of a non-renewing subscription is an entitlement.
    case areAllNonRenewingEntitled = "areAllNonRenewingEntitled"
    /// 0 for no grace period.
    case gracePeriodDays = "gracePeriodDays"
    /// 0 for no limit.
    case renewalLimit = "renewalLimit"
    /// The raw value of a `TimeRate`.
    case timeRate = "timeRate"
    /// The rate of the clock with which the store was last opened.
    case openedTimeRate = "openedTimeRate"
    /// The kind of that clock. It does not affect the store's behaviour.
    case openedClock = "openedClock"
    case nextTokenNumber = "nextTokenNumber"
    case nextRequestNumber = "nextRequestNumber"
    /// The public keys of the game's servers, in JSON. The store's own key is not included.
    case serverKeys = "serverKeys"
    /// The address for notifications; missing if there is none.
    case notificationURL = "notificationURL"
    /// The time between each failed attempt and the next one: milliseconds with commas between them.
    case notificationRetries = "notificationRetries"
    case nextNotificationNumber = "nextNotificationNumber"
    /// The simulated faults for the game server, in JSON.
    case serverFaults = "serverFaults"
    /// The quirks that differ from the documented ones, in JSON.
    case quirks = "quirks"
    /// How often the store's service was restarted.
    case restarts = "restarts"

    /// Whether the setting is part of the store's state. Tests set all other settings, and a reset resets those.
    var isLasting: Bool { Self.lasting.contains(self) }

    private static let lasting: Set<Setting> = [
        .seed, .ocspURL, .bundleID, .environment, .virtualTime, .nextTransactionID, .nextOrderLineID, .nextTokenNumber,
        .nextRequestNumber, .serverKeys, .openedTimeRate, .openedClock, .restarts, .notificationURL,
        .notificationRetries, .nextNotificationNumber,
    ]
}

/// The orders and settings of a test.
extension Ledger {
    // MARK: Orders

    func order(_ outcome: PurchaseOrder) throws {
        try database.run("INSERT INTO script (outcome) VALUES (?)", [Value(outcome.rawValue)])
    }

    /// Returns the oldest possible order. An order to cancel needs the payment sheet: it waits while the store shows none.
    func nextOrder() throws -> PurchaseOrder? {
        try database.query(
            "SELECT outcome FROM script WHERE \(Self.isPossible) ORDER BY id LIMIT 1", [try areSheetsShown()]
        ) { PurchaseOrder(rawValue: $0.text(0)) }.first ?? nil
    }

    func removeNextOrder() throws {
        try database.run(
            "DELETE FROM script WHERE id = (SELECT min(id) FROM script WHERE \(Self.isPossible))",
            [try areSheetsShown()])
    }

    private static let isPossible = "(? OR outcome <> '\(PurchaseOrder.cancel.rawValue)')"

    private func areSheetsShown() throws -> Value { Value(try integer(.areDialogsDisabled) != 1) }

    // MARK: Sheets

    /// Counts the sheet and takes the player's next action in it. If the store shows no sheets, the actions stay in the list.
    func showSheet(_ sheet: StoreSheet) throws -> SheetAnswer? {
        guard try integer(.areDialogsDisabled) != 1 else { return nil }
        try database.run(
            "INSERT INTO sheet_count (sheet, shown) VALUES (?, 1) ON CONFLICT (sheet) DO UPDATE SET shown = shown + 1",
            [Value(Int64(sheet.rawValue))])
        let answer = try database.query(
            "SELECT id, is_accepted, detail FROM sheet_answer WHERE sheet = ? ORDER BY id LIMIT 1",
            [Value(Int64(sheet.rawValue))]
        ) { (id: $0.integer(0), answer: SheetAnswer(isAccepted: $0.bool(1), detail: $0.optionalText(2))) }.first
        guard let answer else { return nil }
        try database.run("DELETE FROM sheet_answer WHERE id = ?", [.integer(answer.id)])
        return answer.answer
    }

    func insert(_ answer: SheetAnswer, to sheet: StoreSheet) throws {
        try database.run(
            "INSERT INTO sheet_answer (sheet, is_accepted, detail) VALUES (?, ?, ?)",
            [Value(Int64(sheet.rawValue)), Value(answer.isAccepted), Value(answer.detail)])
    }

    func count(of sheet: StoreSheet) throws -> Int {
        let shown = try database.query(
            "SELECT shown FROM sheet_count WHERE sheet = ?", [Value(Int64(sheet.rawValue))]
        ) { $0.integer(0) }.first
        return Int(shown ?? 0)
    }

    // MARK: Simulated errors and features

    func simulatedError(_ api: StoreAPI) throws -> StoreFailure.Kind? {
        try database.query(
            "SELECT failure FROM simulated_error WHERE api = ?", [Value(Int64(api.rawValue))]
        ) { StoreFailure.Kind(rawValue: $0.text(0)) }.first ?? nil
    }

    func set(_ failure: StoreFailure.Kind?, for api: StoreAPI) throws {
        guard let failure else {
            return try database.run("DELETE FROM simulated_error WHERE api = ?", [Value(Int64(api.rawValue))])
        }
        try database.run(
            """
            INSERT INTO simulated_error (api, failure) VALUES (?, ?)
            ON CONFLICT (api) DO UPDATE SET failure = excluded.failure
            """, [Value(Int64(api.rawValue)), Value(failure.rawValue)])
    }

    func isSupported(_ feature: Feature) throws -> Bool {
        try !exists("unsupported_feature WHERE feature = ?", [Value(Int64(feature.rawValue))])
    }

    func set(_ feature: Feature, isSupported: Bool) throws {
        try database.run(
            isSupported
                ? "DELETE FROM unsupported_feature WHERE feature = ?"
                : "INSERT INTO unsupported_feature (feature) VALUES (?) ON CONFLICT DO NOTHING",
            [Value(Int64(feature.rawValue))])
    }

    // MARK: Requests that are accepted once

    /// Uses a nonce. Returns false if it was used before.
    func use(nonce: String) throws -> Bool {
        try database.run("INSERT INTO nonce (nonce) VALUES (?) ON CONFLICT DO NOTHING", [Value(nonce)])
        return database.changes > 0
    }

    /// Requests a refund. Returns false if a request for this transaction exists already.
    func requestRefund(of id: UInt64, at date: Int64) throws -> Bool {
        try database.run(
            "INSERT INTO refund_request (transaction_id, requested_ms) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [Value(bits: id), .integer(date)])
        return database.changes > 0
    }

    func hasRefundRequest(of id: UInt64) throws -> Bool {
        try exists("refund_request WHERE transaction_id = ?", [Value(bits: id)])
    }
}
