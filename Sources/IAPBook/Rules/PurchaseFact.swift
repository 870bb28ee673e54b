package import IAPSignedData
package import IAPSignedText

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
    /// periods have the same date. The book does not return it.
    package var orderLineID: String?
    package var quantity: Int64
    package var purchaseDate: Int64
    /// The date of the first purchase, which this one renews or restores.
    package var originalDate: Int64
    package var expirationDate: Int64?
    package var revocation: Revocation?
    /// The number of refunded seats.
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

        package init(date: Int64, reason: Int64? = nil, type: String? = nil) {
            self.date = date
            self.reason = reason
            self.type = type
        }
    }

    package init(
        environment: String, bundleID: String, transactionID: String, originalID: String, productID: String,
        type: ProductKind, groupID: String? = nil, quantity: Int64 = 1, purchaseDate: Int64,
        originalDate: Int64? = nil, expirationDate: Int64? = nil, revocation: Revocation? = nil,
        isUpgraded: Bool = false,
        ownership: String = "PURCHASED", token: String? = nil, priceMilliunits: Int64? = nil, currency: String? = nil,
        storefront: String? = nil, version: FactVersion
    ) {
        self.environment = environment
        self.bundleID = bundleID
        self.transactionID = transactionID
        self.originalID = originalID
        self.productID = productID
        self.type = type
        self.groupID = groupID
        self.quantity = quantity
        self.purchaseDate = purchaseDate
        self.originalDate = originalDate ?? purchaseDate
        self.expirationDate = expirationDate
        self.revocation = revocation
        self.isUpgraded = isUpgraded
        self.ownership = ownership
        self.token = token
        self.priceMilliunits = priceMilliunits
        self.currency = currency
        self.storefront = storefront
        self.version = version
    }

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

    package init(date: Int64, isEnd: Bool, digest: String) {
        self.date = date
        self.isEnd = isEnd
        self.digest = digest
    }

    init(date: Int64, isEnd: Bool, json: String) {
        let bytes = Digest.sha256(Array(json.utf8)).prefix(8)
        self.init(date: date, isEnd: isEnd, digest: Hex.text(Array(bytes)))
    }

    var isOfReceipt: Bool { digest == PurchaseFact.receiptDigest }

    package static func < (one: Self, other: Self) -> Bool {
        (one.date, one.isEnd ? 1 : 0, one.digest) < (other.date, other.isEnd ? 1 : 0, other.digest)
    }
}
