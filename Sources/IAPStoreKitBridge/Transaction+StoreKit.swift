internal import Foundation
internal import IAPModel

extension Transaction {
    init(_ result: StoreKitVerificationResult<StoreKitTransaction>) {
        let transaction = result.unsafePayloadValue
        let json = transaction.jsonRepresentation
        let fields = SignedFields(json: json)
        self.init(
            id: transaction.id, originalID: transaction.originalID, productID: transaction.productID,
            productType: ProductType(rawValue: transaction.productType.rawValue),
            quantity: transaction.purchasedQuantity,
            purchaseDate: transaction.purchaseDate.milliseconds,
            originalPurchaseDate: transaction.originalPurchaseDate.milliseconds,
            expirationDate: transaction.expirationDate?.milliseconds,
            revocation: Revocation(transaction, fields),
            ownership: Ownership(rawValue: transaction.ownershipType.rawValue),
            appAccountToken: transaction.appAccountToken?.uuidString.lowercased(),
            subscriptionGroupID: transaction.subscriptionGroupID, environment: fields.environment ?? "",
            signedText: result.jwsRepresentation)
        verification = Verification(result)
        appBundleID = fields.bundleID
        webOrderLineItemID = transaction.webOrderLineItemID
        isUpgraded = transaction.isUpgraded
        reason = fields.reason.map(Reason.init(rawValue:))
        storefront = fields.storefront.map { Storefront(countryCode: $0, id: fields.storefrontID ?? "") }
        price = fields.price.map { Money(milliunits: $0, currencyCode: fields.currency ?? "") }
        offer = fields.offer
        appTransactionID = fields.appTransactionID
        billingPlanType = fields.billingPlanType.map(BillingPlanType.init(rawValue:))
        commitment = fields.commitment
        advancedCommerceInfo = fields.advancedCommerceInfo
        signedDate = transaction.signedDate.milliseconds
        deviceVerification = transaction.deviceVerification.base64EncodedString()
        deviceVerificationNonce = transaction.deviceVerificationNonce.uuidString.lowercased()
        self.json = String(decoding: json, as: UTF8.self)
    }
}

extension Transaction {
    /// Whether a restore delivers it: the account is entitled to it now. Some systems list more as current
    /// entitlements, for example a subscription after its upgrade.
    var isRestored: Bool {
        verification == .verified && revocation == nil && !isUpgraded && productType != .consumable
    }
}

extension Transaction.Revocation {
    fileprivate init?(_ transaction: StoreKitTransaction, _ fields: SignedFields) {
        guard let date = transaction.revocationDate else { return nil }
        self.init(
            date: date.milliseconds, reason: transaction.revocationReason?.rawValue,
            type: fields.revocationType.map(Kind.init(rawValue:)),
            percentage: fields.revocationPercentage.map { Int(clamping: $0) })
    }
}
