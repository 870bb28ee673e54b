internal import IAPHTTP
internal import IAPJSON
internal import IAPModel
internal import IAPReferenceStore
internal import IAPSignedData

/// Requests that change the store.
struct ChangeRoutes {
    let store: ReferenceStore
    let isForOtherEnvironment: Bool

    func setAppAccountToken(_ text: String, _ request: HTTPRequest) throws(ServerAPIFailure) -> HTTPResponse {
        let id = try id(text, .invalidTransactionID)
        guard case .text(let token) = try body(request)["appAccountToken"], UUIDText.isUUID(token) else {
            throw .refused(.invalidAppAccountToken)
        }
        _ = try carryOut(.setAppAccountToken(originalID: id, token: token.lowercased()), .transactionNotFound)
        return .empty(200)
    }

    func finish(_ text: String) throws(ServerAPIFailure) -> HTTPResponse {
        _ = try carryOut(.finish(id: try id(text, .invalidTransactionID)), .transactionNotFound)
        return .empty(200)
    }

    // MARK: Consumption

    func reportConsumption(
        _ text: String, _ request: HTTPRequest, isFirstVersion: Bool
    ) throws(ServerAPIFailure) -> HTTPResponse {
        let id = try id(text, .invalidTransactionID)
        let report = ConsumptionReport(try body(request))
        if let error = isFirstVersion ? report.firstVersionError : report.secondVersionError { throw .refused(error) }
        if !isForOtherEnvironment,
            let transaction = try askStore({ () throws(StoreFailure) in try store.transaction(id) })
        {
            if isFirstVersion, transaction.productType != .consumable,
                transaction.productType != .autoRenewableSubscription
            {
                throw .refused(.typeNotSupported)
            }
        }
        _ = try carryOut(
            .reportConsumption(id: id, report: String(decoding: request.body, as: UTF8.self)), .transactionNotFound)
        return .empty(202)
    }

    // MARK: Extensions

    func extend(_ text: String, _ request: HTTPRequest) throws(ServerAPIFailure) -> HTTPResponse {
        let id = try id(text, .invalidOriginalID)
        let days = try extendedDays(try body(request))
        guard
            case .extended(let orderLineID, let end) = try carryOut(
                .extend(originalID: id, days: days), .originalIDNotFound)
        else { throw .refused(.internal) }
        return .object(
            Extension(
                originalTransactionId: text, webOrderLineItemId: orderLineID.map { String($0) }, success: true,
                effectiveDate: end))
    }

    private struct Extension: Encodable {
        var originalTransactionId: String
        var webOrderLineItemId: String?
        var success: Bool
        var effectiveDate: Int64
    }

    func extendAll(_ request: HTTPRequest) throws(ServerAPIFailure) -> HTTPResponse {
        let body = try body(request)
        let days = try extendedDays(body)
        guard case .text(let productID) = body["productId"], !productID.isEmpty else {
            throw .refused(.invalidProductID)
        }
        guard case .text(let requestID) = body["requestIdentifier"] else { throw .refused(.invalidRequestIdentifier) }
        var storefronts: [String]?
        switch body["storefrontCountryCodes"] {
        case nil, .null: break
        case .list(let codes):
            storefronts = try codes.map { code throws(ServerAPIFailure) in
                guard case .text(let text) = code, StorefrontTable.row(text) != nil else {
                    throw .refused(.invalidStorefront)
                }
                return text
            }
            if storefronts?.isEmpty == true { throw .refused(.emptyStorefronts) }
        default: throw .refused(.invalidStorefront)
        }
        if !isForOtherEnvironment {
            _ = try carryOut(
                .extendAll(productID: productID, days: days, requestID: requestID, storefronts: storefronts),
                .invalidProductID)
        }
        return .object(["requestIdentifier": requestID])
    }

    private func extendedDays(_ body: JSONObject) throws(ServerAPIFailure) -> Int {
        guard let days = body.whole("extendByDays"), (1...90).contains(days) else {
            throw .refused(.invalidExtendByDays)
        }
        guard let reason = body.whole("extendReasonCode"), (0...3).contains(reason) else {
            throw .refused(.invalidExtendReason)
        }
        guard case .text(let id) = body["requestIdentifier"], (1...128).contains(id.count) else {
            throw .refused(.invalidRequestIdentifier)
        }
        return Int(days)
    }

    func massExtension(productID: String, requestID: String) throws(ServerAPIFailure) -> HTTPResponse {
        guard requestID.count <= 128 else { throw .refused(.invalidRequestIdentifier) }
        let found = try askStore { () throws(StoreFailure) in
            try store.massExtension(productID: productID, requestID: requestID)
        }
        guard let found, !isForOtherEnvironment else { throw .refused(.extensionNotFound) }
        return .object(
            MassStatus(
                requestIdentifier: requestID, complete: true, completeDate: found.date,
                succeededCount: found.succeeded, failedCount: found.failed))
    }

    private struct MassStatus: Encodable {
        var requestIdentifier: String
        var complete: Bool
        var completeDate: Int64
        var succeededCount: Int
        var failedCount: Int
    }

    // MARK: Common parts

    private func id(_ text: String, _ error: ServerAPIError) throws(ServerAPIFailure) -> UInt64 {
        guard let id = transactionID(text) else { throw .refused(error) }
        return id
    }

    private func body(_ request: HTTPRequest) throws(ServerAPIFailure) -> JSONObject {
        guard let object = request.object else { throw .refused(.badRequest) }
        return object
    }

    /// - Parameter missing: the error of the other environment, which has no transactions.
    private func carryOut(
        _ request: ServerAPIRequest, _ missing: ServerAPIError
    ) throws(ServerAPIFailure) -> ServerAPIOutcome {
        if isForOtherEnvironment { throw .refused(missing) }
        let outcome = try askStore { () throws(StoreFailure) in try store.carryOut(request) }
        if case .refused(let error) = outcome { throw .refused(error) }
        return outcome
    }
}

extension JSONObject {
    /// Returns nil if the value is missing or not a whole number.
    func whole(_ name: String) -> Int64? {
        if case .number(let number) = self[name] { number.wholeNumber() } else { nil }
    }
}

/// The consumption data that a server sends. Each version has its own rules.
private struct ConsumptionReport {
    let body: JSONObject

    init(_ body: JSONObject) { self.body = body }

    /// The first version, with numbers as values. A missing field is an error, except the preference.
    var firstVersionError: ServerAPIError? {
        guard body["customerConsented"] == .flag(true) else { return .invalidConsent }
        let fields: [(name: String, range: ClosedRange<Int64>, error: ServerAPIError)] = [
            ("consumptionStatus", 0...3, .invalidConsumptionStatus), ("platform", 0...2, .invalidPlatform),
            ("deliveryStatus", 0...5, .invalidDeliveryStatus), ("accountTenure", 0...7, .invalidAccountTenure),
            ("playTime", 0...7, .invalidPlayTime), ("lifetimeDollarsRefunded", 0...7, .invalidDollarsRefunded),
            ("lifetimeDollarsPurchased", 0...7, .invalidDollarsPurchased), ("userStatus", 0...4, .invalidUserStatus),
        ]
        for field in fields where !(body.whole(field.name).map { field.range.contains($0) } ?? false) {
            return field.error
        }
        guard case .text(let token) = body["appAccountToken"], token.isEmpty || UUIDText.isUUID(token) else {
            return .invalidConsumptionToken
        }
        guard case .flag = body["sampleContentProvided"] else { return .invalidSampleContent }
        switch body["refundPreference"] {
        case nil, .null: return nil
        default:
            return body.whole("refundPreference").map { (0...3).contains($0) } ?? false ? nil : .invalidRefundPreference
        }
    }

    /// The second version, with words as values.
    var secondVersionError: ServerAPIError? {
        guard body["customerConsented"] == .flag(true) else { return .invalidConsent }
        guard case .flag = body["sampleContentProvided"] else { return .invalidSampleContent }
        let undelivered = ["QUALITY_ISSUE", "WRONG_ITEM", "SERVER_OUTAGE", "OTHER"].map { "UNDELIVERED_" + $0 }
        guard case .text(let status) = body["deliveryStatus"], (["DELIVERED"] + undelivered).contains(status) else {
            return .invalidDeliveryStatus
        }
        if body["consumptionPercentage"] != nil, body["consumptionPercentage"] != .null {
            guard let part = body.whole("consumptionPercentage"), (0...100_000).contains(part) else {
                return .invalidConsumptionStatus
            }
        }
        switch body["refundPreference"] {
        case nil, .null: return nil
        case .text(let text) where ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"].contains(text): return nil
        default: return .invalidRefundPreference
        }
    }
}
