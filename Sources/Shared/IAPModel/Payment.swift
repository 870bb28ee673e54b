/// A purchase that the game requests.
public struct Payment: Sendable, Hashable {
    public static let quantities = 1...10

    public var productID: String
    public var quantity: Int
    /// A lowercase UUID that identifies the player's account in the game. The signed transaction contains it.
    public var appAccountToken: String?
    /// Asks the store to act as if the purchase needed a parent's approval (sandbox and reference store only).
    public var simulatesAskToBuy: Bool
    public var offer: Offer?
    /// The game server's signed eligibility for the introductory offer, a compact JWS.
    public var introductoryOfferJWS: String?
    /// The game server's signed request for Advanced Commerce, a compact JWS.
    public var advancedCommerceJWS: String?
    /// The countries (ISO 3166-1 alpha-3) in which the purchase may continue if the storefront changes meanwhile; nil
    /// for all.
    public var storefronts: Set<String>?
    public var customValues: [ExactText: CustomValue] = [:]
    public var billingPlan: BillingPlanType?
    public var seats: Int?
    public var suppressesSeatInvitation = false
    public var anchor: Anchor?

    public enum Offer: Sendable, Hashable {
        case promotional(id: String, Proof)
        case winBack(id: String)
    }

    public enum Proof: Sendable, Hashable {
        /// There is no proof, or a part of the older form is missing. The store refuses it with
        /// `missingOfferParameters`.
        case missing
        case jws(String)
        /// The signature is DER. The nonce is a lowercase UUID. The timestamp is in milliseconds since 1970.
        case signature(keyID: String, nonce: String, signature: [UInt8], timestamp: Int64)
    }

    public enum CustomValue: Sendable, Hashable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case data([UInt8])
    }

    public init(
        productID: String, quantity: Int = 1, appAccountToken: String? = nil, simulatesAskToBuy: Bool = false
    ) {
        (self.productID, self.quantity) = (productID, quantity)
        (self.appAccountToken, self.simulatesAskToBuy) = (appAccountToken, simulatesAskToBuy)
    }
}

/// A transaction as the game sees it in its queue: a payment of the game, or a purchase that the store reported.
public struct QueuedTransaction: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        case purchasing
        case purchased
        case failed(IAPError)
        case restored
        case deferred
        case revoked
        case unverified(IAPError)
        /// Paid, but the game's verification found it invalid.
        case rejected(IAPError)
    }

    public var state: State
    public var productID: String
    public var quantity: Int
    public var appAccountToken: String?
    /// The payment of this run that led to it. 0 if there is none.
    public var paymentID: UInt64
    /// Nil while purchasing, deferred or failed.
    public var transaction: Transaction?
    /// For a payment that failed because the response does not come from the store.
    public var failedVerification: Verification?
    /// The number of deliveries to the game, including this one. 0 if it is not for delivery.
    public var deliveryCount: Int
    public var deliveryState = DeliveryState.none

    public init(payment: Payment, id: UInt64) {
        state = .purchasing
        productID = payment.productID
        quantity = payment.quantity
        appAccountToken = payment.appAccountToken
        paymentID = id
        transaction = nil
        deliveryCount = 0
    }

    public init(_ transaction: Transaction, state: State, paymentID: UInt64 = 0) {
        self.state = state
        productID = transaction.productID
        quantity = transaction.quantity
        appAccountToken = transaction.appAccountToken
        self.paymentID = paymentID
        self.transaction = transaction
        deliveryCount = 0
    }

    /// Nil if there is nothing signed.
    public var verification: Verification? { transaction?.verification ?? failedVerification }
}

/// What the journal knows about the delivery of a transaction.
public enum DeliveryState: Int32, Sendable, Hashable {
    /// Not for delivery.
    case none = 0
    /// The game has never received it.
    case new = 1
    /// Delivered before, without a known grant.
    case seen = 2
    /// The grant is recorded.
    case granted = 3
}

/// A purchase that the player started in the App Store.
public struct PurchaseIntent: Sendable, Hashable {
    /// The client's number for it. 0 until the client has recorded it.
    public var id: UInt64
    public var productID: String
    /// A win-back offer.
    public var offerID: String?
    /// The game decides later.
    public var isDeferred = false

    public init(id: UInt64 = 0, productID: String, offerID: String? = nil) {
        (self.id, self.productID, self.offerID) = (id, productID, offerID)
    }
}

/// A message from the App Store to the player.
public struct StoreMessage: Sendable, Hashable {
    /// The connection's number for it.
    public var id: UInt64
    public var reason: Reason

    /// The numbers are those of the header.
    public enum Reason: Int32, Sendable, Hashable, CaseIterable {
        case unknown = 0
        case generic = 1
        case priceIncreaseConsent = 2
        case billingIssue = 3
        case winBackOffer = 4
    }

    public init(id: UInt64, reason: Reason) {
        self.id = id
        self.reason = reason
    }
}
