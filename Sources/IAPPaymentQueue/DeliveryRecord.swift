package import IAPModel

/// What the journal remembers under one transaction id.
package struct DeliveryRecord: Sendable, Hashable {
    /// Nil if nothing was delivered, decided or heard of the transaction.
    package var delivery: Delivery?
    /// The verification that has no verdict yet.
    package var pendingVerification: PendingVerification?
    /// The store seems to have taken the purchase back, but the signature did not hold.
    package var isRevocationDoubted: Bool

    package init(
        delivery: Delivery? = nil, pendingVerification: PendingVerification? = nil, isRevocationDoubted: Bool = false
    ) {
        self.delivery = delivery
        self.pendingVerification = pendingVerification
        self.isRevocationDoubted = isRevocationDoubted
    }
}

/// How far a transaction has come.
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
        /// The game has got it as restored.
        case handedOut = 1
        /// The same, and the inventory has its unlocks.
        case unlocked = 2

        package static func < (one: Restored, other: Restored) -> Bool { one.rawValue < other.rawValue }
    }

    package var productID: ExactText
    /// Tells the transaction from one of another store with the same id.
    package var purchaseDate: Int64
    package var stage = Stage.offered
    package var count = 0
    /// The extra verification has found it valid, or there was none.
    package var isVerified = false
    /// What was found valid; nil in journals of older versions, which did not note it.
    package var verifiedAs: String?
    package var isGranted = false
    package var restored = Restored.never
    /// It is finished without a grant: the verification refused it, or the store took it back before its delivery.
    package var isRejected = false
    package var revocationDate: Int64?
    package var isRevocationTold = false

    package init(productID: String, purchaseDate: Int64) {
        self.productID = ExactText(productID)
        self.purchaseDate = purchaseDate
    }

    package var isFinished: Bool { stage >= .finishRecorded }

    /// The game has got it: as purchased, or as restored.
    package var isHandedOut: Bool { count > 0 || restored > .never }

    /// What the game has had of it.
    package var state: DeliveryState {
        if isGranted || isFinished && !isRejected || restored == .unlocked { return .granted }
        return isHandedOut ? .seen : .new
    }
}

/// When to ask the extra verification again.
package struct PendingVerification: Sendable, Hashable {
    /// Tells the transaction from one of another store with the same id.
    package var purchaseDate: Int64
    package var attempts: Int
    package var due: Int64

    package init(purchaseDate: Int64, attempts: Int, due: Int64) {
        self.purchaseDate = purchaseDate
        self.attempts = attempts
        self.due = due
    }
}
