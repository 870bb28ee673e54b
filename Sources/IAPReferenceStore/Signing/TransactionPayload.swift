internal import IAPModel

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

    init(_ transaction: LedgerTransaction, appTransactionID: String, _ seal: DeviceSeal) {
        transactionId = String(transaction.id)
        originalTransactionId = String(transaction.originalID)
        webOrderLineItemId = transaction.webOrderLineItemID.map { String($0) }
        bundleId = seal.bundleID
        productId = transaction.productID
        subscriptionGroupIdentifier = transaction.subscriptionGroupID
        purchaseDate = transaction.purchaseDate
        originalPurchaseDate = transaction.originalPurchaseDate
        expiresDate = transaction.expirationDate
        quantity = transaction.shownQuantity
        type = transaction.productType.rawValue
        appAccountToken = transaction.appAccountToken
        inAppOwnershipType = transaction.ownership.rawValue
        signedDate = seal.date
        revocationDate = transaction.revocation?.date
        revocationReason = transaction.revocation?.reason
        revocationType = transaction.revocation?.type?.rawValue
        revocationPercentage = transaction.revocation?.percentage
        isUpgraded = transaction.isUpgraded ? true : nil
        offerType = transaction.offer?.type.rawValue
        offerIdentifier = transaction.offer?.id
        offerDiscountType = transaction.offer?.paymentMode?.rawValue
        offerPeriod = transaction.offer?.period?.iso8601
        environment = seal.environment
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
        deviceVerification = seal.verification
        deviceVerificationNonce = seal.nonce
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
