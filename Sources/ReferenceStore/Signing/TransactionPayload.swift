internal import IAPModel

/// The fields of a signed transaction, named and typed as in Apple's JWSTransactionDecodedPayload. What does not apply is
/// left out.
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
    /// Only when true.
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
    var advancedCommerceInfo: VerbatimJSON?
    var deviceVerification: String?
    var deviceVerificationNonce: String?

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
        quantity = transaction.quantity
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
        price = transaction.price.milliunits
        currency = transaction.price.currencyCode
        appTransactionId = appTransactionID
        billingPlanType = transaction.billingPlanType?.rawValue
        commitmentInfo = transaction.commitment.map {
            Commitment(
                billingPeriodNumber: $0.periodNumber, totalBillingPeriods: $0.periodCount,
                commitmentExpiresDate: $0.expirationDate, commitmentPrice: $0.priceMilliunits)
        }
        advancedCommerceInfo = transaction.advancedCommerceInfo.map(VerbatimJSON.init)
        deviceVerification = seal.verification
        deviceVerificationNonce = seal.nonce
    }

    func encoded() -> [UInt8] {
        var json = JSONLine()
        if let advancedCommerceInfo { json.add("advancedCommerceInfo", json: advancedCommerceInfo.bytes) }
        json.add("appAccountToken", appAccountToken)
        json.add("appTransactionId", appTransactionId)
        json.add("billingPlanType", billingPlanType)
        json.add("bundleId", bundleId)
        if let commitmentInfo { json.add("commitmentInfo", commitmentInfo.json) }
        json.add("currency", currency)
        json.add("deviceVerification", deviceVerification)
        json.add("deviceVerificationNonce", deviceVerificationNonce)
        json.add("environment", environment)
        json.add("expiresDate", expiresDate)
        json.add("inAppOwnershipType", inAppOwnershipType)
        json.add("isUpgraded", isUpgraded)
        json.add("offerDiscountType", offerDiscountType)
        json.add("offerIdentifier", offerIdentifier)
        json.add("offerPeriod", offerPeriod)
        json.add("offerType", offerType)
        json.add("originalPurchaseDate", originalPurchaseDate)
        json.add("originalTransactionId", originalTransactionId)
        json.add("price", price)
        json.add("productId", productId)
        json.add("purchaseDate", purchaseDate)
        json.add("quantity", quantity)
        json.add("revocationDate", revocationDate)
        json.add("revocationPercentage", revocationPercentage)
        json.add("revocationReason", revocationReason)
        json.add("revocationType", revocationType)
        json.add("signedDate", signedDate)
        json.add("storefront", storefront)
        json.add("storefrontId", storefrontId)
        json.add("subscriptionGroupIdentifier", subscriptionGroupIdentifier)
        json.add("transactionId", transactionId)
        json.add("transactionReason", transactionReason)
        json.add("type", type)
        json.add("webOrderLineItemId", webOrderLineItemId)
        return json.ended
    }
}

extension TransactionPayload.Commitment {
    fileprivate var json: JSONLine {
        var json = JSONLine()
        json.add("billingPeriodNumber", billingPeriodNumber)
        json.add("commitmentExpiresDate", commitmentExpiresDate)
        json.add("commitmentPrice", commitmentPrice)
        json.add("totalBillingPeriods", totalBillingPeriods)
        return json
    }
}
