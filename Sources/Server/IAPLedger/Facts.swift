package import IAPSignatures

/// The signed data of one transaction. A later signature may add a refund or an upgrade.
package struct PurchaseFact: Sendable, Hashable {
    package var environment: String
    package var bundleID: String
    package var transactionID: String
    package var originalID: String
    package var productID: String
    package var type: ProductKind
    package var groupID: String?
    /// Identifies a period of a subscription: `webOrderLineItemId`. Under a test clock that stands still, several
    /// periods have the same date. The ledger does not return it.
    package var orderLineID: String?
    package var quantity: Int64
    package var purchaseDate: Int64
    /// The date of the first purchase, which this one renews or restores.
    package var originalDate: Int64
    package var expirationDate: Int64?
    package var revocation: Revocation?
    package var revokedSeats: Int64 = 0
    package var isUpgraded = false
    /// The period has more than one transaction, because seats were added.
    package var hasAddedSeats = false
    package var ownership: String
    /// The appAccountToken that the game gave the purchase, as a lowercase UUID.
    package var token: String?
    package var priceMilliunits: Int64?
    package var currency: String?
    package var storefront: String?
    package var version: FactVersion

    package struct Revocation: Sendable, Hashable {
        package var date: Int64
        package var reason: Int64?
        package var type: String?
    }
}

extension PurchaseFact {
    /// - Parameter data: a verified transaction.
    package init(_ data: VerifiedData) throws(Rejection) {
        func missing(_ name: String) -> Rejection { Rejection(.malformed, "the transaction has no \(name)") }
        guard let id = data.text(.transactionId), let number = UInt64(id), String(number) == id else {
            throw missing("transactionId that is a number")
        }
        guard let environment = data.text(.environment) else { throw missing("environment") }
        guard let bundleID = data.text(.bundleId) else { throw missing("bundleId") }
        guard let productID = data.text(.productId) else { throw missing("productId") }
        guard let type = data.text(.type).flatMap(ProductKind.init) else { throw missing("known type") }
        guard let purchaseDate = data.number(.purchaseDate) else { throw missing("purchaseDate") }
        guard let signedDate = data.signedDate else { throw missing("signedDate") }
        self.environment = environment
        self.bundleID = bundleID
        transactionID = id
        originalID = data.text(.originalTransactionId) ?? id
        self.productID = productID
        self.type = type
        groupID = data.text(.subscriptionGroupIdentifier)
        if type == .autoRenewable { orderLineID = data.text(.webOrderLineItemId) }
        quantity = max(1, data.number(.quantity) ?? 1)
        self.purchaseDate = purchaseDate
        originalDate = data.number(.originalPurchaseDate) ?? purchaseDate
        expirationDate = data.number(.expiresDate)
        revocation = data.number(.revocationDate).map {
            Revocation(date: $0, reason: data.number(.revocationReason), type: data.text(.revocationType))
        }
        revokedSeats = data.number(at: "multiSeatInfo.revokedSeatQuantity".utf8) ?? 0
        isUpgraded = data.number(.isUpgraded) == 1
        hasAddedSeats = data.text(.additionalTransactionReason) == "SEAT_ADDITION"
        ownership = data.text(.inAppOwnershipType) ?? "PURCHASED"
        token = data.text(.appAccountToken)?.lowercased()
        priceMilliunits = data.number(.price)
        currency = data.text(.currency)
        storefront = data.text(.storefront)
        version = FactVersion(date: signedDate, isEnd: revocation != nil, json: data.json)
    }

    /// - Returns: nil without an id, a product, a bundle id or a date.
    package init?(_ purchase: ReceiptPurchase, of receipt: AppReceipt, environment: String) {
        guard let id = purchase.transactionID, let product = purchase.productID, let bundleID = receipt.bundleID,
            let date = purchase.purchaseDate
        else { return nil }
        let type: ProductKind =
            switch purchase.productType {
            case .consumable: .consumable
            case .nonRenewingSubscription: .nonRenewing
            case .autoRenewableSubscription: .autoRenewable
            case .nonConsumable, nil: purchase.expirationDate == nil ? .nonConsumable : .autoRenewable
            }
        let revocation = purchase.cancellationDate.map { Revocation(date: $0) }
        self.init(
            environment: environment, bundleID: bundleID, transactionID: String(id),
            originalID: String(purchase.originalTransactionID ?? id), productID: product, type: type,
            orderLineID: type == .autoRenewable ? purchase.webOrderLineItemID.map { String($0) } : nil,
            quantity: max(1, Int64(purchase.quantity ?? 1)), purchaseDate: date,
            originalDate: purchase.originalPurchaseDate ?? date, expirationDate: purchase.expirationDate,
            revocation: revocation, ownership: "PURCHASED",
            version: FactVersion(
                date: receipt.creationDate ?? date, isEnd: revocation != nil, digest: Self.receiptDigest))
    }
}

extension PurchaseFact {
    /// The dates of transactions that can be the same purchase. A receipt has whole seconds.
    var identityDates: ClosedRange<Int64> {
        let second = purchaseDate - (purchaseDate % 1000 + 1000) % 1000
        return second...second + 999
    }
}

extension PurchaseFact {
    /// A receipt contains less than a signed transaction: it has no appAccountToken, no price and no seats.
    package static let receiptDigest = "receipt"

    func isReplaced(by newer: PurchaseFact) -> Bool { version.isOfReceipt || !newer.version.isOfReceipt }

    /// Returns the fact with the revocation of a newer receipt.
    func revoked(as newer: PurchaseFact) -> PurchaseFact {
        guard let revocation = newer.revocation else { return self }
        var fact = self
        fact.revocation = revocation
        fact.version.date = newer.version.date
        fact.version.isEnd = true
        return fact
    }
}

package enum ProductKind: String, Sendable, Hashable {
    case consumable = "Consumable"
    case nonConsumable = "Non-Consumable"
    case nonRenewing = "Non-Renewing Subscription"
    case autoRenewable = "Auto-Renewable Subscription"
}

/// Orders two versions of the same fact. The order is total, so the versions can arrive in any order.
package struct FactVersion: Sendable, Hashable, Comparable {
    /// The date of the signature, in milliseconds since 1970.
    package var date: Int64
    /// If two versions have the same date, the one with the revocation is the later one, because a game may submit the
    /// other one again.
    package var isEnd: Bool
    package var digest: String

    var isOfReceipt: Bool { digest == PurchaseFact.receiptDigest }

    package static func < (one: Self, other: Self) -> Bool {
        (one.date, one.isEnd ? 1 : 0, one.digest) < (other.date, other.isEnd ? 1 : 0, other.digest)
    }
}

extension FactVersion {
    init(date: Int64, isEnd: Bool, json: String) {
        let bytes = Digest.sha256(Array(json.utf8)).prefix(8)
        self.init(date: date, isEnd: isEnd, digest: Hex.text(Array(bytes)))
    }
}

package struct RenewalFact: Sendable, Hashable {
    package var originalID: String
    package var willRenew: Bool
    package var nextProductID: String?
    package var expirationIntent: Int64?
    package var isInBillingRetry: Bool
    package var graceEnd: Int64?
    package var renewalDate: Int64?
    /// If two versions have the same date, the one that arrives later counts.
    package var signedDate: Int64
}

extension RenewalFact {
    package init(_ data: VerifiedData) throws(Rejection) {
        guard let originalID = data.text(.originalTransactionId), let signedDate = data.signedDate else {
            throw Rejection(.malformed, "the renewal info has no originalTransactionId or no signedDate")
        }
        let willRenew = data.number(.autoRenewStatus) == 1
        self.init(
            originalID: originalID, willRenew: willRenew, nextProductID: data.text(.autoRenewProductId),
            expirationIntent: data.number(.expirationIntent),
            isInBillingRetry: data.number(.isInBillingRetryPeriod) == 1,
            graceEnd: data.number(.gracePeriodExpiresDate), renewalDate: data.number(.renewalDate),
            signedDate: signedDate)
    }
}

extension NotificationFact {
    /// Verifies a notification and each JWS inside it. A valid outer signature does not make the inner ones valid.
    package init(text: String, _ verifier: SignedDataVerifier) throws(Rejection) {
        let data = try verifier.check(.notification, Array(text.utf8))
        guard let uuid = data.text(.notificationUUID), let type = data.text(.notificationType),
            let signedDate = data.signedDate
        else { throw Rejection(.malformed, "the notification has no notificationUUID, notificationType or signedDate") }
        let purchase: PurchaseFact? =
            if let inner = data.text(.signedTransactionInfo) {
                try PurchaseFact(verifier.check(.transaction, Array(inner.utf8)))
            } else {
                nil
            }
        let renewal: RenewalFact? =
            if let inner = data.text(.signedRenewalInfo) {
                try RenewalFact(verifier.check(.renewalInfo, Array(inner.utf8)))
            } else {
                nil
            }
        if let purchase, let renewal, purchase.originalID != renewal.originalID {
            throw Rejection(
                .otherClaim,
                "the transaction and the renewal info of the notification belong to different subscriptions")
        }
        self.init(
            uuid: uuid, type: type, subtype: data.text(.subtype), signedDate: signedDate,
            environment: purchase?.environment ?? data.text(.environment) ?? "", purchase: purchase, renewal: renewal)
        let count = min(data.number(.unclaimSeatIds) ?? 0, 1000)
        unclaimedSeats = (0..<Int(count)).compactMap { data.text(.unclaimSeatIds, at: $0) }
    }
}
