package import IAPSignedData

/// The content of the app receipt. It is the older proof of purchases: one file for the app with all of them. Dates are in
/// milliseconds since 1970; the receipt names whole seconds.
package struct Receipt: Sendable, Hashable {
    /// `ProductionSandbox` for the App Store's sandbox.
    package var environment: String
    package var bundleID: String
    package var appVersion: String
    /// Any bytes that make this receipt's hash differ from the hash of other receipts.
    package var opaqueValue: [UInt8]
    /// The device of the receipt: on iOS the 16 bytes of `identifierForVendor`. The receipt contains only its hash.
    package var deviceIdentifier: [UInt8]
    package var creationDate: Int64
    package var originalPurchaseDate: Int64?
    package var originalAppVersion: String?
    /// The end of a licence from an organization; nil for all other customers.
    package var expirationDate: Int64?
    /// The purchases in any order: the receipt sorts them.
    package var purchases: [Purchase]

    package init(
        environment: String = "ProductionSandbox", bundleID: String, appVersion: String, opaqueValue: [UInt8],
        deviceIdentifier: [UInt8], creationDate: Int64, originalPurchaseDate: Int64? = nil,
        originalAppVersion: String? = nil, expirationDate: Int64? = nil, purchases: [Purchase] = []
    ) {
        self.environment = environment
        self.bundleID = bundleID
        self.appVersion = appVersion
        self.opaqueValue = opaqueValue
        self.deviceIdentifier = deviceIdentifier
        self.creationDate = creationDate
        self.originalPurchaseDate = originalPurchaseDate
        self.originalAppVersion = originalAppVersion
        self.expirationDate = expirationDate
        self.purchases = purchases
    }

    /// The hash that shows an app whether the receipt is for its device.
    package var hash: [UInt8] {
        Digest.sha1(deviceIdentifier + opaqueValue + DER.utf8String(bundleID))
    }
}

extension Receipt {
    /// One in-app purchase. A field that is nil does not appear.
    package struct Purchase: Sendable, Hashable {
        package var quantity: Int
        package var productID: String
        package var productType: ReceiptProductType?
        package var transactionID: String
        package var purchaseDate: Int64
        package var originalTransactionID: String
        package var originalPurchaseDate: Int64
        /// The end of a subscription's period.
        package var expirationDate: Int64?
        package var webOrderLineItemID: UInt64?
        /// The date of a refund.
        package var cancellationDate: Int64?
        package var isInTrialPeriod: Bool?
        package var isInIntroductoryOffer: Bool?
        package var promotionalOfferID: String?

        package init(
            quantity: Int = 1, productID: String, productType: ReceiptProductType? = nil, transactionID: String,
            purchaseDate: Int64, originalTransactionID: String, originalPurchaseDate: Int64,
            expirationDate: Int64? = nil, webOrderLineItemID: UInt64? = nil, cancellationDate: Int64? = nil,
            isInTrialPeriod: Bool? = nil, isInIntroductoryOffer: Bool? = nil, promotionalOfferID: String? = nil
        ) {
            self.quantity = quantity
            self.productID = productID
            self.productType = productType
            self.transactionID = transactionID
            self.purchaseDate = purchaseDate
            self.originalTransactionID = originalTransactionID
            self.originalPurchaseDate = originalPurchaseDate
            self.expirationDate = expirationDate
            self.webOrderLineItemID = webOrderLineItemID
            self.cancellationDate = cancellationDate
            self.isInTrialPeriod = isInTrialPeriod
            self.isInIntroductoryOffer = isInIntroductoryOffer
            self.promotionalOfferID = promotionalOfferID
        }
    }
}
