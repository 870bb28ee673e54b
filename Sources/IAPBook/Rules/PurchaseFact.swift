package import IAPSignedData
package import IAPSignedText

/// What the App Store has signed about one transaction. A later signature may say more: a refund, an upgrade.
package struct PurchaseFact: Sendable, Hashable {
    package var environment: String
    package var bundleID: String
    package var transactionID: String
    package var originalID: String
    package var productID: String
    package var type: ProductKind
    package var groupID: String?
    package var quantity: Int64
    package var purchaseDate: Int64
    /// The date of the first purchase, which this one renews or restores.
    package var originalDate: Int64
    package var expirationDate: Int64?
    package var revocation: Revocation?
    /// How many of the seats were refunded.
    package var revokedSeats: Int64 = 0
    package var isUpgraded = false
    /// The period has more than one transaction, because seats were added.
    package var hasAddedSeats = false
    package var ownership: String
    /// A lowercase UUID with which the game has marked the purchase.
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

    /// - Parameter data: a transaction that was verified.
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
    /// What a receipt says is poorer than a signed transaction: it has no mark, no price and no seats.
    package static let receiptDigest = "receipt"

    private var isOfReceipt: Bool { version.digest == Self.receiptDigest }

    func isReplaced(by newer: PurchaseFact) -> Bool { isOfReceipt || !newer.isOfReceipt }

    /// The same, with the revocation that a newer receipt tells of.
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

/// Which of two texts about the same thing is the newer one. The order is total, so that texts may come in any order.
package struct FactVersion: Sendable, Hashable, Comparable {
    /// When it was signed, in milliseconds since 1970.
    package var date: Int64
    /// Of two texts of one moment, the one that takes the purchase back is the later one: a game may hand in the other one again.
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

    package static func < (one: Self, other: Self) -> Bool {
        (one.date, one.isEnd ? 1 : 0, one.digest) < (other.date, other.isEnd ? 1 : 0, other.digest)
    }
}
