package import IAPModel

/// Errors for the caller of a control that did nothing.
extension ReferenceStore.SubscriptionResult {
    /// - Parameters:
    ///   - id: The transaction that names the subscription.
    ///   - product: The argument that must name a product of the subscription's group.
    package func check(_ id: UInt64, product: String = "the product") throws(IAPError) {
        switch self {
        case .done: break
        case .unknownTransaction: throw IAPError(.notFound, "the store has no transaction \(id)")
        case .unknownProduct, .refused(.notOfGroup), .refused(.unknownBillingPlan):
            throw IAPError(
                .notFound, "\(product) does not name a product or plan in the subscription group of transaction \(id)")
        case .noSubscription:
            throw IAPError(.invalidState, "transaction \(id) does not belong to an auto-renewable subscription")
        case .notBought(let failure):
            throw IAPError(.invalidState, "the subscription of transaction \(id): \(failure.detail)")
        case .awaitsApproval(let attempt):
            throw IAPError(
                .invalidState,
                "the change of the subscription of transaction \(id) waits for approval; approve or decline \(attempt)")
        case .refused(let refusal):
            throw IAPError(.invalidState, "the subscription of transaction \(id): \(refusal.explanation)")
        }
    }
}

extension SubscriptionOutcome.Refusal {
    fileprivate var explanation: String {
        switch self {
        case .notSubscribed, .notRunning: "it has ended, or its period is not running"
        case .notOfGroup, .unknownBillingPlan: "its group does not have this product or plan"
        case .productUnavailable: "the product is not for sale"
        case .ineligibleForOffer: "the account may not use the offer"
        case .invalidOfferPrice: "the offer has no price"
        case .notInBillingRetry: "it has no billing issue to resolve"
        case .invalidPrice: "the price is negative"
        case .noPriceIncrease: "it has no pending price increase"
        case .alreadyRevoked: "it was revoked before"
        case .notExtendable: "its period is not running, or is free"
        }
    }
}

extension ReferenceStore.RefundResult {
    /// - Parameter id: The transaction to refund.
    package func check(_ id: UInt64) throws(IAPError) {
        switch self {
        case .refunded: break
        case .notFound: throw IAPError(.notFound, "the store has no transaction \(id)")
        case .refundedBefore: throw IAPError(.invalidState, "transaction \(id) was refunded or revoked before")
        case .shared:
            throw IAPError(
                .invalidState, "transaction \(id) is shared by a family member; refund the payer's transaction")
        }
    }
}
