internal import IAPHTTPServer
internal import IAPJSON
internal import IAPModel
internal import IAPReferenceStore
internal import IAPSignatures

/// Requests that change the store.
struct ChangeRoutes {
    let store: ReferenceStore
    let isForOtherEnvironment: Bool

    func setAppAccountToken(_ text: String, _ request: HTTPRequest) throws -> HTTPResponse {
        let id = try id(text, .invalidTransactionID)
        guard case .text(let token) = try body(request)["appAccountToken"], UUIDText.isUUID(token) else {
            throw ServerAPIError.invalidAppAccountToken
        }
        _ = try carryOut(.setAppAccountToken(originalID: id, token: token.lowercased()), .transactionNotFound)
        return .empty(200)
    }

    func finish(_ text: String) throws -> HTTPResponse {
        _ = try carryOut(.finish(id: try id(text, .invalidTransactionID)), .transactionNotFound)
        return .empty(200)
    }

    // MARK: Consumption

    func reportConsumption(_ text: String, _ request: HTTPRequest, isFirstVersion: Bool) throws -> HTTPResponse {
        let id = try id(text, .invalidTransactionID)
        let report = ConsumptionReport(try body(request))
        if let error = isFirstVersion ? report.firstVersionError : report.secondVersionError { throw error }
        if !isForOtherEnvironment,
            let transaction = try store.transactions.find(id)
        {
            if isFirstVersion, transaction.productType != .consumable,
                transaction.productType != .autoRenewableSubscription
            {
                throw ServerAPIError.typeNotSupported
            }
        }
        _ = try carryOut(
            .reportConsumption(id: id, report: String(decoding: request.body, as: UTF8.self)), .transactionNotFound)
        return .empty(202)
    }

    // MARK: Extensions

    func extend(_ text: String, _ request: HTTPRequest) throws -> HTTPResponse {
        let id = try id(text, .invalidOriginalID)
        let days = try extendedDays(try body(request))
        guard
            case .extended(let orderLineID, let end) = try carryOut(
                .extend(originalID: id, days: days), .originalIDNotFound)
        else { throw ServerAPIError.internal }
        return .object([
            "originalTransactionId": .text(text), "webOrderLineItemId": .id(orderLineID), "success": .flag(true),
            "effectiveDate": .whole(end),
        ])
    }

    func extendAll(_ request: HTTPRequest) throws -> HTTPResponse {
        let body = try body(request)
        let days = try extendedDays(body)
        guard case .text(let productID) = body["productId"], !productID.isEmpty else {
            throw ServerAPIError.invalidProductID
        }
        guard case .text(let requestID) = body["requestIdentifier"] else {
            throw ServerAPIError.invalidRequestIdentifier
        }
        var storefronts: [String]?
        switch body["storefrontCountryCodes"] {
        case nil, .null: break
        case .list(let codes):
            storefronts = try codes.map { code in
                guard case .text(let text) = code, StorefrontTable.row(text) != nil else {
                    throw ServerAPIError.invalidStorefront
                }
                return text
            }
            if storefronts?.isEmpty == true { throw ServerAPIError.emptyStorefronts }
        default: throw ServerAPIError.invalidStorefront
        }
        if !isForOtherEnvironment {
            _ = try carryOut(
                .extendAll(productID: productID, days: days, requestID: requestID, storefronts: storefronts),
                .invalidProductID)
        }
        return .object(["requestIdentifier": .text(requestID)])
    }

    private func extendedDays(_ body: JSONObject) throws -> Int {
        guard let days = body.whole("extendByDays"), (1...90).contains(days) else {
            throw ServerAPIError.invalidExtendByDays
        }
        guard let reason = body.whole("extendReasonCode"), (0...3).contains(reason) else {
            throw ServerAPIError.invalidExtendReason
        }
        guard case .text(let id) = body["requestIdentifier"], (1...128).contains(id.count) else {
            throw ServerAPIError.invalidRequestIdentifier
        }
        return Int(days)
    }

    func massExtension(productID: String, requestID: String) throws -> HTTPResponse {
        guard requestID.count <= 128 else { throw ServerAPIError.invalidRequestIdentifier }
        let found = try store.server.massExtension(productID: productID, requestID: requestID)
        guard let found, !isForOtherEnvironment else { throw ServerAPIError.extensionNotFound }
        return .object([
            "requestIdentifier": .text(requestID), "complete": .flag(true), "completeDate": .whole(found.date),
            "succeededCount": .whole(found.succeeded), "failedCount": .whole(found.failed),
        ])
    }

    // MARK: Common parts

    private func id(_ text: String, _ error: ServerAPIError) throws -> UInt64 {
        guard let id = transactionID(text) else { throw error }
        return id
    }

    private func body(_ request: HTTPRequest) throws -> JSONObject {
        guard let object = request.object else { throw ServerAPIError.badRequest }
        return object
    }

    /// - Parameter missing: the error of the other environment, which has no transactions.
    private func carryOut(_ request: ServerAPIRequest, _ missing: ServerAPIError) throws -> ServerAPIOutcome {
        if isForOtherEnvironment { throw missing }
        let outcome = try store.server.carryOut(request)
        if case .refused(let error) = outcome { throw error }
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

/// The seats of a group subscription whose developer manages the members (1.23). Apple publishes the names of the
/// errors without numbers.
struct SeatRoutes {
    let store: ReferenceStore

    /// - Parameter path: the path after `groups`: v1, transactions, the id, seats, and the rest.
    func respond(to request: HTTPRequest, _ path: [String], isForOtherEnvironment: Bool) throws -> HTTPResponse? {
        guard path.count >= 4, path[0] == "v1", path[1] == "transactions", path[3] == "seats" else { return nil }
        guard let id = transactionID(path[2]) else { throw ServerAPIError.invalidOriginalID }
        if isForOtherEnvironment { throw ServerAPIError.originalIDNotFound }
        switch (request.method, path.count) {
        case ("GET", 4): return try info(id)
        case ("POST", 4): return try claim(id, request)
        case ("DELETE", 5):
            _ = try carryOut(.unclaimSeat(originalID: id, claimID: path[4].lowercased()))
            return .empty(200)
        case ("POST", 6) where path[5] == "associate":
            guard case .text(let app) = request.object?["appTransactionId"] else { throw ServerAPIError.badRequest }
            _ = try carryOut(.associateSeat(originalID: id, claimID: path[4].lowercased(), appTransactionID: app))
            return .empty(200)
        default: return nil
        }
    }

    private func info(_ id: UInt64) throws -> HTTPResponse {
        switch try store.server.objects.seats(of: id) {
        case .failure(let error): throw error
        case .success(let info):
            return .object([
                "totalSeatCount": .whole(info.total), "availableSeatCount": .whole(info.available),
                "assignedSeatClaimIds": .optional(info.claimIDs),
            ])
        }
    }

    private func claim(_ id: UInt64, _ request: HTTPRequest) throws -> HTTPResponse {
        guard let body = request.object, case .text(let requestID) = body["requestIdentifier"],
            UUIDText.isUUID(requestID)
        else { throw ServerAPIError.invalidRequestIdentifier }
        var app: String?
        if case .text(let text) = body["appTransactionId"] { app = text }
        let outcome = try carryOut(.claimSeat(originalID: id, requestID: requestID.lowercased(), appTransactionID: app))
        guard case .claimed(let claimID) = outcome else { throw ServerAPIError.internal }
        return .object(["seatClaimId": .text(claimID)])
    }

    private func carryOut(_ request: ServerAPIRequest) throws -> ServerAPIOutcome {
        let outcome = try store.server.carryOut(request)
        if case .refused(let error) = outcome { throw error }
        return outcome
    }
}
