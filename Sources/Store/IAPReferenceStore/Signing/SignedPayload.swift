internal import Foundation
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel
internal import IAPSignatures

/// A JSON object that the store signs.
struct SignedPayload: Sendable {
    var fields: [String: JSONValue]
    /// The game server's request, a JSON object. It is not one of the fields: the store signs it digit for digit as the server
    /// wrote it.
    var advancedCommerceInfo: String?

    /// - Parameter fields: The fields with Apple's names and types. Fields that are nil do not apply, and are omitted.
    init(_ fields: [String: JSONValue?], advancedCommerceInfo: String? = nil) {
        self.fields = fields.compactMapValues { $0 }
        self.advancedCommerceInfo = advancedCommerceInfo
    }

    /// Whether the payload names its app; renewal info does not.
    var namesApp: Bool { fields["bundleId"] != nil }

    /// Returns compact JSON with sorted names: the same fields give the same bytes.
    func encoded() throws -> [UInt8] {
        let bytes = [UInt8](try JSONEncoder.sorted.encode(fields))
        guard let advancedCommerceInfo else { return bytes }
        // This name is the first of the sorted names.
        return ObjectText.adding("advancedCommerceInfo", ObjectText.compact(advancedCommerceInfo), to: bytes)
    }
}

/// What decides about a signature: the store, the time, and the forgery that a test ordered. The signature is bound to one app
/// and environment and, for a device, to this device.
struct SigningContext: Sendable {
    let identity: StoreIdentity
    /// In milliseconds since 1970.
    var date: Int64
    var forgery: Forgery?
    /// Nil for the game server.
    var device: DeviceBinding?

    var bundleID: String { identity.bundleID + (forgery == .otherBundle ? ".other" : "") }

    var environment: String {
        (forgery == .otherEnvironment ? identity.environment.other : identity.environment).rawValue
    }

    func sign(_ payload: SignedPayload) throws -> String { try identity.sign(payload, forgedAs: forgery).text }
}

/// The hash of a nonce and the device's own id binds a signature to the device.
struct DeviceBinding: Sendable {
    /// A lowercase UUID.
    let nonce: String
    /// Base64.
    let verification: String

    init(nonce: String, deviceVerificationID: String) {
        self.nonce = nonce
        verification = DeviceClaims.verification(ofDevice: deviceVerificationID, nonce: nonce)
    }
}

extension SignedPayload {
    /// A signed transaction: Apple's JWSTransactionDecodedPayload.
    init(_ transaction: LedgerTransaction, _ context: SigningContext) {
        let (revocation, offer, commitment) = (transaction.revocation, transaction.offer, transaction.commitment)
        let (price, seats) = (transaction.shownPriceMilliunits, transaction.seats)
        let fields: [String: JSONValue?] = [
            "transactionId": .id(transaction.id),
            "originalTransactionId": .id(transaction.originalID),
            "webOrderLineItemId": .id(transaction.webOrderLineItemID),
            "bundleId": .text(context.bundleID),
            "productId": .text(transaction.productID),
            "subscriptionGroupIdentifier": .optional(transaction.subscriptionGroupID),
            "purchaseDate": .whole(transaction.purchaseDate),
            "originalPurchaseDate": .whole(transaction.originalPurchaseDate),
            "expiresDate": .whole(transaction.expirationDate),
            "quantity": .whole(transaction.shownQuantity),
            "type": .text(transaction.productType.rawValue),
            "appAccountToken": .optional(transaction.appAccountToken),
            "inAppOwnershipType": .text(transaction.ownership.rawValue),
            "signedDate": .whole(context.date),
            "revocationDate": .whole(revocation?.date),
            "revocationReason": .whole(revocation?.reason),
            "revocationType": .optional(revocation?.type?.rawValue),
            "revocationPercentage": .whole(revocation?.percentage),
            "isUpgraded": transaction.isUpgraded ? .flag(true) : nil,
            "offerType": .whole(offer?.type.rawValue),
            "offerIdentifier": .optional(offer?.id),
            "offerDiscountType": .optional(offer?.paymentMode?.rawValue),
            "offerPeriod": .optional(offer?.period?.iso8601),
            "environment": .text(context.environment),
            "storefront": .text(transaction.storefront.countryCode),
            "storefrontId": transaction.storefront.id.isEmpty ? nil : .text(transaction.storefront.id),
            "transactionReason": .text(transaction.reason.rawValue),
            "price": .whole(price),
            "currency": .text(transaction.price.currencyCode),
            "appTransactionId": .text(context.identity.appTransactionID(of: transaction.account)),
            "billingPlanType": .optional(transaction.billingPlanType?.rawValue),
            "commitmentInfo": commitment.map(Self.commitment),
            // The game invites the members, and its server claims their seats. The store sells all seats at one price.
            "multiSeatInfo": seats > 1
                ? .object(of: [
                    "invitationManagement": .text("DEVELOPER"), "priceTiers": Self.tiers(price: price, seats: seats),
                ]) : nil,
            "deviceVerification": .optional(context.device?.verification),
            "deviceVerificationNonce": .optional(context.device?.nonce),
        ]
        self.init(fields, advancedCommerceInfo: transaction.advancedCommerceInfo)
    }

    private static func commitment(_ commitment: Transaction.Commitment) -> JSONValue {
        .object(of: [
            "billingPeriodNumber": .whole(commitment.periodNumber),
            "totalBillingPeriods": .whole(commitment.periodCount),
            "commitmentExpiresDate": .whole(commitment.expirationDate),
            "commitmentPrice": .whole(commitment.priceMilliunits),
        ])
    }

    /// Signed renewal info: Apple's JWSRenewalInfoDecodedPayload.
    init(_ renewal: LedgerRenewal, _ context: SigningContext) {
        let price = renewal.shownPriceMilliunits
        let isForSeats = renewal.seats > 1 && price != nil
        let winBackOffers = renewal.eligibleWinBackOfferIDs
        let fields: [String: JSONValue?] = [
            "originalTransactionId": .id(renewal.originalTransactionID),
            "productId": .text(renewal.productID),
            "autoRenewProductId": .optional(renewal.autoRenewProductID),
            "autoRenewStatus": .whole(renewal.willAutoRenew ? 1 : 0),
            "expirationIntent": .whole(renewal.expirationReason?.rawValue),
            // Absent without a price increase, 0 before the player's consent, 1 after it.
            "priceIncreaseStatus": renewal.priceIncrease == .none
                ? nil : .whole(renewal.priceIncrease == .agreed ? 1 : 0),
            "isInBillingRetryPeriod": .flag(renewal.isInBillingRetry),
            "gracePeriodExpiresDate": .whole(renewal.gracePeriodExpirationDate),
            "offerType": .whole(renewal.offer?.type.rawValue),
            "offerIdentifier": .optional(renewal.offer?.id),
            "offerDiscountType": .optional(renewal.offer?.paymentMode?.rawValue),
            "offerPeriod": .optional(renewal.offer?.period?.iso8601),
            "environment": .text(context.environment),
            "recentSubscriptionStartDate": .whole(renewal.recentSubscriptionStartDate),
            "renewalDate": .whole(renewal.renewalDate),
            "renewalPrice": .whole(price),
            "currency": .optional(renewal.renewalPrice?.currencyCode),
            "eligibleWinBackOfferIds": winBackOffers.isEmpty ? nil : .optional(winBackOffers),
            "appAccountToken": .optional(renewal.appAccountToken),
            "appTransactionId": .text(context.identity.appTransactionID(of: renewal.account)),
            "renewalBillingPlanType": .optional(renewal.billingPlanType?.rawValue),
            "commitmentInfo": renewal.commitment.map(Self.commitment),
            "multiSeatInfo": isForSeats
                ? .object(of: ["renewalPriceTiers": Self.tiers(price: price, seats: renewal.seats)]) : nil,
            "renewalQuantity": isForSeats ? .whole(renewal.seats) : nil,
            "signedDate": .whole(context.date),
            "deviceVerification": .optional(context.device?.verification),
            "deviceVerificationNonce": .optional(context.device?.nonce),
        ]
        self.init(fields, advancedCommerceInfo: renewal.advancedCommerceInfo)
    }

    private static func commitment(_ commitment: LedgerRenewal.Commitment) -> JSONValue {
        .object(of: [
            "commitmentAutoRenewProductId": .optional(commitment.autoRenewProductID),
            "commitmentAutoRenewStatus": .whole(commitment.willAutoRenew ? 1 : 0),
            "commitmentRenewalBillingPlanType": .optional(commitment.billingPlanType?.rawValue),
            "commitmentRenewalDate": .whole(commitment.renewalDate),
            "commitmentRenewalPrice": .whole(commitment.renewalPriceMilliunits),
        ])
    }

    /// The price of one seat, and the number of seats with this price.
    private static func tiers(price: Int64?, seats: Int) -> JSONValue {
        .list([.object(of: ["price": .whole(price), "quantity": .whole(seats)])])
    }

    /// A signed app transaction, with the names and types of Apple's libraries. In the sandbox it has no id of the app.
    init(_ app: AppRecord, _ context: SigningContext) {
        self.init([
            "receiptType": .text(context.environment),
            "appAppleId": .whole(app.appleID),
            "bundleId": .text(context.bundleID),
            "applicationVersion": context.device == nil ? nil : .text(app.appVersion),
            "originalApplicationVersion": .text(app.originalAppVersion),
            "originalPurchaseDate": .whole(app.originalPurchaseDate),
            "receiptCreationDate": .whole(app.receiptDate),
            "appTransactionId": .text(app.appTransactionID),
            "originalPlatform": .text(app.originalPlatform),
            "deviceVerification": .optional(context.device?.verification),
            "deviceVerificationNonce": .optional(context.device?.nonce),
        ])
    }
}

extension LedgerTransaction {
    /// The quantity, or the number of seats.
    package var shownQuantity: Int { seats > 1 ? seats : quantity }

    /// The price of the whole quantity; for several seats, the price of one.
    package var shownPriceMilliunits: Int64 { price.milliunits / Int64(max(1, seats)) }
}

extension LedgerRenewal {
    /// For several seats, the price of one.
    package var shownPriceMilliunits: Int64? { renewalPrice.map { $0.milliunits / Int64(max(1, seats)) } }
}

/// The account's copy of the app, as in the sandbox. Times are milliseconds since 1970.
package struct AppRecord: Sendable, Hashable {
    package var appVersion = "1.0"
    package var bundleID: String
    /// The app's number in App Store Connect; nil in the sandbox.
    package var appleID: Int64?
    package var originalAppVersion = "1.0"
    /// The sandbox gives the same date for every app.
    package var originalPurchaseDate: Int64 = 1_375_340_400_000
    package var appTransactionID: String
    package var originalPlatform = "iOS"
    /// The time at which the device received it; a refresh sets a new one.
    package var receiptDate: Int64
}
