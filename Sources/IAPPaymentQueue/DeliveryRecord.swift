package import IAPModel

/// What the journal remembers about one transaction id.
package struct DeliveryRecord: Sendable, Hashable {
    /// Nil if the journal has no delivery, decision or report of the transaction.
    package var delivery: Delivery?
    /// The verification that has no verdict yet.
    package var pendingVerification: PendingVerification?
    /// The store seems to have revoked the purchase, but the signature is invalid.
    package var isRevocationDoubted: Bool

    package init(
        delivery: Delivery? = nil, pendingVerification: PendingVerification? = nil, isRevocationDoubted: Bool = false
    ) {
        self.delivery = delivery
        self.pendingVerification = pendingVerification
        self.isRevocationDoubted = isRevocationDoubted
    }
}

/// The progress of a transaction.
package struct Delivery: Sendable, Hashable {
    /// The numbers are those of the journal's file.
    package enum Stage: Int64, Sendable, Comparable {
        case offered = 1
        case finishRecorded = 2
        case finishedInStore = 3

        package static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
    }

    /// What restores have done. The numbers are those of the journal's file.
    package enum Restored: Int64, Sendable, Comparable {
        case never = 0
        /// The game has received it as restored.
        case handedOut = 1
        /// The game has received it as restored, and the inventory has its unlocks.
        case unlocked = 2
        /// The game has finished it as restored.
        case finished = 3

        package static func < (one: Restored, other: Restored) -> Bool { one.rawValue < other.rawValue }
    }

    package var productID: ExactText
    /// Distinguishes the transaction from another store's transaction with the same id.
    package var purchaseDate: Int64
    package var stage = Stage.offered
    package var count = 0
    /// The extra verification has found it valid, or there was no extra verification.
    package var isVerified = false
    /// What the verdict covered. Nil in journals of older versions, which did not record it.
    package var verifiedAs: String?
    package var isGranted = false
    package var restored = Restored.never
    /// It is finished without a grant: the verification found it invalid, or the store revoked it before its delivery.
    package var isRejected = false
    package var revocationDate: Int64?
    package var isRevocationTold = false

    package init(productID: String, purchaseDate: Int64) {
        self.productID = ExactText(productID)
        self.purchaseDate = purchaseDate
    }

    package var isFinished: Bool { stage >= .finishRecorded }

    /// The library has delivered it to the game, as purchased or as restored.
    package var isHandedOut: Bool { count > 0 || restored > .never }

    /// What the game has received of it.
    package var state: DeliveryState {
        if isGranted || isFinished && !isRejected || restored >= .unlocked { return .granted }
        return isHandedOut ? .seen : .new
    }
}

/// When to retry the extra verification.
package struct PendingVerification: Sendable, Hashable {
    /// Distinguishes the transaction from another store's transaction with the same id.
    package var purchaseDate: Int64
    package var attempts: Int
    package var due: Int64

    package init(purchaseDate: Int64, attempts: Int, due: Int64) {
        self.purchaseDate = purchaseDate
        self.attempts = attempts
        self.due = due
    }
}
