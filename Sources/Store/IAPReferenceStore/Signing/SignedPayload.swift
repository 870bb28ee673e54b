internal import Foundation
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel
internal import IAPSignatures

/// A JSON object that the store signs.
protocol SignedPayload: Encodable {
    /// Whether the payload names its app.
    static var namesApp: Bool { get }
    /// The same payload with one changed field, for a forgery.
    var altered: Self { get }
    /// The game server's request, a JSON object. It is not encoded with the other fields: the store signs it digit for digit as
    /// the server wrote it.
    var advancedCommerceInfo: String? { get }
}

/// A payload about an account's copy of the app, for one of its devices or for the game server.
protocol AccountPayload: SignedPayload {
    var appTransactionId: String { get set }
    /// Only for a device.
    var deviceVerification: String? { get set }
    var deviceVerificationNonce: String? { get set }
}

extension AccountPayload {
    var forServers: Self {
        var payload = self
        payload.deviceVerification = nil
        payload.deviceVerificationNonce = nil
        return payload
    }
}

extension SignedPayload {
    static var namesApp: Bool { true }
    var advancedCommerceInfo: String? { nil }

    /// Returns compact JSON with sorted names: the same fields give the same bytes.
    func encoded() throws -> [UInt8] {
        let bytes = [UInt8](try JSONEncoder.sorted.encode(self))
        guard let advancedCommerceInfo else { return bytes }
        // This name is the first of the sorted names.
        return ObjectText.adding("advancedCommerceInfo", ObjectText.compact(advancedCommerceInfo), to: bytes)
    }
}

/// The data that bind a signature to one app, environment and device. The hash of a nonce and the device's own id binds it to
/// the device.
struct SigningContext: Sendable {
    /// The time of the signature, in milliseconds since 1970.
    var date: Int64
    var bundleID: String
    var environment: String
    /// A lowercase UUID.
    var nonce: String
    /// Base64.
    var verification: String

    init(date: Int64, bundleID: String, environment: String, nonce: String, deviceVerificationID: String) {
        self.date = date
        self.bundleID = bundleID
        self.environment = environment
        self.nonce = nonce
        verification = DeviceClaims.verification(ofDevice: deviceVerificationID, nonce: nonce)
    }
}

/// The fields of a signed transaction, with the names and types of Apple's JWSTransactionDecodedPayload. Fields that do not
/// apply are omitted.
struct TransactionPayload: AccountPayload {
    var transactionId: String
    var originalTransactionId: String
    var webOrderLineItemId: String?
    var bundleId: String
    var productId: String
    var subscriptionGroupIdentifier: String?
    var purchaseDate: Int64
    var originalPurchaseDate: Int64
    var expiresDate: Int64?
    var quantity: Int
    var type: String
    var appAccountToken: String?
    var inAppOwnershipType: String
    var signedDate: Int64
    var revocationDate: Int64?
    var revocationReason: Int?
    var revocationType: String?
    var revocationPercentage: Int?
    /// Only present if it is true.
    var isUpgraded: Bool?
    var offerType: Int?
    var offerIdentifier: String?
    var offerDiscountType: String?
    var offerPeriod: String?
    var environment: String
    var storefront: String
    var storefrontId: String?
    var transactionReason: String
    var price: Int64
    var currency: String
    var appTransactionId: String
    var billingPlanType: String?
    var commitmentInfo: Commitment?
    var multiSeatInfo: MultiSeat?
    var advancedCommerceInfo: String?
    var deviceVerification: String?
    var deviceVerificationNonce: String?

    /// All names except that of `advancedCommerceInfo`.
    private enum CodingKeys: String, CodingKey {
        case transactionId, originalTransactionId, webOrderLineItemId, bundleId, productId
        case subscriptionGroupIdentifier, purchaseDate, originalPurchaseDate, expiresDate, quantity, type
        case appAccountToken, inAppOwnershipType, signedDate, revocationDate, revocationReason, revocationType
        case revocationPercentage, isUpgraded, offerType, offerIdentifier, offerDiscountType, offerPeriod
        case environment, storefront, storefrontId, transactionReason, price, currency, appTransactionId
        case billingPlanType, commitmentInfo, multiSeatInfo, deviceVerification, deviceVerificationNonce
    }

    /// For a purchase of several seats. The store sells all of them at one price.
    struct MultiSeat: Encodable {
        /// The game invites the members, and its server claims their seats.
        var invitationManagement = "DEVELOPER"
        var priceTiers: [SeatPrice]
    }

    struct Commitment: Encodable {
        var billingPeriodNumber: Int
        var totalBillingPeriods: Int
        var commitmentExpiresDate: Int64
        var commitmentPrice: Int64
    }

    init(_ transaction: LedgerTransaction, appTransactionID: String, _ context: SigningContext) {
        transactionId = String(transaction.id)
        originalTransactionId = String(transaction.originalID)
        webOrderLineItemId = transaction.webOrderLineItemID.map { String($0) }
        bundleId = context.bundleID
        productId = transaction.productID
        subscriptionGroupIdentifier = transaction.subscriptionGroupID
        purchaseDate = transaction.purchaseDate
        originalPurchaseDate = transaction.originalPurchaseDate
        expiresDate = transaction.expirationDate
        quantity = transaction.shownQuantity
        type = transaction.productType.rawValue
        appAccountToken = transaction.appAccountToken
        inAppOwnershipType = transaction.ownership.rawValue
        signedDate = context.date
        revocationDate = transaction.revocation?.date
        revocationReason = transaction.revocation?.reason
        revocationType = transaction.revocation?.type?.rawValue
        revocationPercentage = transaction.revocation?.percentage
        isUpgraded = transaction.isUpgraded ? true : nil
        offerType = transaction.offer?.type.rawValue
        offerIdentifier = transaction.offer?.id
        offerDiscountType = transaction.offer?.paymentMode?.rawValue
        offerPeriod = transaction.offer?.period?.iso8601
        environment = context.environment
        storefront = transaction.storefront.countryCode
        storefrontId = transaction.storefront.id.isEmpty ? nil : transaction.storefront.id
        transactionReason = transaction.reason.rawValue
        price = transaction.shownPriceMilliunits
        currency = transaction.price.currencyCode
        appTransactionId = appTransactionID
        billingPlanType = transaction.billingPlanType?.rawValue
        commitmentInfo = transaction.commitment.map {
            Commitment(
                billingPeriodNumber: $0.periodNumber, totalBillingPeriods: $0.periodCount,
                commitmentExpiresDate: $0.expirationDate, commitmentPrice: $0.priceMilliunits)
        }
        if transaction.seats > 1 {
            multiSeatInfo = MultiSeat(priceTiers: [SeatPrice(price: price, quantity: transaction.seats)])
        }
        advancedCommerceInfo = transaction.advancedCommerceInfo
        deviceVerification = context.verification
        deviceVerificationNonce = context.nonce
    }
}

/// The price of one seat, and the number of seats with this price.
struct SeatPrice: Encodable {
    var price: Int64
    var quantity: Int
}

extension LedgerTransaction {
    /// The quantity, or the number of seats.
    package var shownQuantity: Int { seats > 1 ? seats : quantity }

    /// The price of the whole quantity; for several seats, the price of one.
    package var shownPriceMilliunits: Int64 { price.milliunits / Int64(max(1, seats)) }
}

/// The fields of signed renewal info, with the names and types of Apple's JWSRenewalInfoDecodedPayload.
struct RenewalPayload: AccountPayload {
    static var namesApp: Bool { false }

    var originalTransactionId: String
    var productId: String
    var autoRenewProductId: String?
    /// 0 or 1.
    var autoRenewStatus: Int
    var expirationIntent: Int?
    /// Absent without a price increase, 0 before the player's consent, 1 after it.
    var priceIncreaseStatus: Int?
    var isInBillingRetryPeriod: Bool
    var gracePeriodExpiresDate: Int64?
    var offerType: Int?
    var offerIdentifier: String?
    var offerDiscountType: String?
    var offerPeriod: String?
    var environment: String
    var recentSubscriptionStartDate: Int64
    var renewalDate: Int64?
    var renewalPrice: Int64?
    var currency: String?
    var eligibleWinBackOfferIds: [String]?
    var appAccountToken: String?
    var appTransactionId: String
    var renewalBillingPlanType: String?
    var commitmentInfo: Commitment?
    var multiSeatInfo: MultiSeat?
    var renewalQuantity: Int?
    var advancedCommerceInfo: String?
    var signedDate: Int64
    var deviceVerification: String?
    var deviceVerificationNonce: String?

    /// All names except that of `advancedCommerceInfo`.
    private enum CodingKeys: String, CodingKey {
        case originalTransactionId, productId, autoRenewProductId, autoRenewStatus, expirationIntent
        case priceIncreaseStatus, isInBillingRetryPeriod, gracePeriodExpiresDate, offerType, offerIdentifier
        case offerDiscountType, offerPeriod, environment, recentSubscriptionStartDate, renewalDate, renewalPrice
        case currency, eligibleWinBackOfferIds, appAccountToken, appTransactionId, renewalBillingPlanType
        case commitmentInfo, multiSeatInfo, renewalQuantity, signedDate, deviceVerification, deviceVerificationNonce
    }

    struct MultiSeat: Encodable {
        var renewalPriceTiers: [SeatPrice]
    }

    struct Commitment: Encodable {
        var commitmentAutoRenewProductId: String?
        var commitmentAutoRenewStatus: Int
        var commitmentRenewalBillingPlanType: String?
        var commitmentRenewalDate: Int64
        var commitmentRenewalPrice: Int64?
    }

    init(_ renewal: LedgerRenewal, appTransactionID: String, _ context: SigningContext) {
        originalTransactionId = String(renewal.originalTransactionID)
        productId = renewal.productID
        autoRenewProductId = renewal.autoRenewProductID
        autoRenewStatus = renewal.willAutoRenew ? 1 : 0
        expirationIntent = renewal.expirationReason?.rawValue
        switch renewal.priceIncrease {
        case .none: priceIncreaseStatus = nil
        case .pending: priceIncreaseStatus = 0
        case .agreed: priceIncreaseStatus = 1
        }
        isInBillingRetryPeriod = renewal.isInBillingRetry
        gracePeriodExpiresDate = renewal.gracePeriodExpirationDate
        offerType = renewal.offer?.type.rawValue
        offerIdentifier = renewal.offer?.id
        offerDiscountType = renewal.offer?.paymentMode?.rawValue
        offerPeriod = renewal.offer?.period?.iso8601
        environment = context.environment
        recentSubscriptionStartDate = renewal.recentSubscriptionStartDate
        renewalDate = renewal.renewalDate
        renewalPrice = renewal.shownPriceMilliunits
        currency = renewal.renewalPrice?.currencyCode
        eligibleWinBackOfferIds = renewal.eligibleWinBackOfferIDs.isEmpty ? nil : renewal.eligibleWinBackOfferIDs
        appAccountToken = renewal.appAccountToken
        appTransactionId = appTransactionID
        renewalBillingPlanType = renewal.billingPlanType?.rawValue
        commitmentInfo = renewal.commitment.map {
            Commitment(
                commitmentAutoRenewProductId: $0.autoRenewProductID,
                commitmentAutoRenewStatus: $0.willAutoRenew ? 1 : 0,
                commitmentRenewalBillingPlanType: $0.billingPlanType?.rawValue,
                commitmentRenewalDate: $0.renewalDate, commitmentRenewalPrice: $0.renewalPriceMilliunits)
        }
        if renewal.seats > 1, let price = renewalPrice {
            renewalQuantity = renewal.seats
            multiSeatInfo = MultiSeat(renewalPriceTiers: [SeatPrice(price: price, quantity: renewal.seats)])
        }
        advancedCommerceInfo = renewal.advancedCommerceInfo
        signedDate = context.date
        deviceVerification = context.verification
        deviceVerificationNonce = context.nonce
    }
}

extension LedgerRenewal {
    /// For several seats, the price of one.
    package var shownPriceMilliunits: Int64? { renewalPrice.map { $0.milliunits / Int64(max(1, seats)) } }
}

/// The fields of a signed app transaction, with the names and types of Apple's libraries. In the sandbox it has no id of the
/// app.
struct AppPayload: AccountPayload {
    var receiptType: String
    var appAppleId: Int64?
    var bundleId: String
    /// Only for a device.
    var applicationVersion: String?
    var originalApplicationVersion: String
    var originalPurchaseDate: Int64
    var receiptCreationDate: Int64
    var appTransactionId: String
    var originalPlatform: String
    var deviceVerification: String?
    var deviceVerificationNonce: String?

    init(_ app: AppRecord, _ context: SigningContext) {
        receiptType = context.environment
        appAppleId = app.appleID
        bundleId = context.bundleID
        applicationVersion = app.appVersion
        originalApplicationVersion = app.originalAppVersion
        originalPurchaseDate = app.originalPurchaseDate
        receiptCreationDate = app.receiptDate
        appTransactionId = app.appTransactionID
        originalPlatform = app.originalPlatform
        deviceVerification = context.verification
        deviceVerificationNonce = context.nonce
    }

    var forServers: Self {
        var payload = self
        payload.applicationVersion = nil
        payload.deviceVerification = nil
        payload.deviceVerificationNonce = nil
        return payload
    }
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

/// The App Store's request to the game server when a player is about to cancel: Apple's DecodedRealtimeRequestBody.
struct RealtimePayload: SignedPayload {
    static let namesApp = false

    var originalTransactionId: String
    var appAppleId: Int64
    var productId: String
    var userLocale: String
    var requestIdentifier: String
    var environment: String
    var signedDate: Int64

    var altered: Self {
        var altered = self
        altered.productId += ".other"
        return altered
    }
}
