package import IAPModel

/// Why a control did nothing, for those who called it.
extension ReferenceStore.SubscriptionResult {
    /// - Parameters:
    ///   - id: the transaction that names the subscription.
    ///   - product: what names a product that has to be one of the subscription's group.
    package func check(_ id: UInt64, product: String = "the product") throws(IAPError) {
        switch self {
        case .done: break
        case .unknownTransaction: throw IAPError(.notFound, "the ledger has no transaction \(id)")
        case .unknownProduct, .refused(.notOfGroup), .refused(.unknownBillingPlan):
            throw IAPError(.notFound, "\(product) names no product or plan of the group of transaction \(id)")
        case .noSubscription:
            throw IAPError(.invalidState, "transaction \(id) is of no auto-renewable subscription")
        case .notBought(let failure):
            throw IAPError(.invalidState, "the subscription of transaction \(id): \(failure.detail)")
        case .awaitsApproval(let attempt):
            throw IAPError(
                .invalidState,
                "the change of the subscription of transaction \(id) waits for approval under the id \(attempt)")
        case .refused(let refusal):
            throw IAPError(.invalidState, "the subscription of transaction \(id): \(refusal.explanation)")
        }
    }
}

extension SubscriptionOutcome.Refusal {
    fileprivate var explanation: String {
        switch self {
        case .notSubscribed, .notRunning: "it has ended, or its period does not run"
        case .notOfGroup, .unknownBillingPlan: "its group has no such product or plan"
        case .productUnavailable: "the product is not for sale"
        case .ineligibleForOffer: "the account may not use the offer"
        case .invalidOfferPrice: "the offer has no price"
        case .notInBillingRetry: "it has no issue to resolve"
        case .invalidPrice: "the price is negative"
        case .noPriceIncrease: "no price increase waits for an answer"
        case .alreadyRevoked: "it has been taken back before"
        case .notExtendable: "its period does not run, or costs nothing"
        }
    }
}

extension ReferenceStore.RefundResult {
    /// - Parameter id: of the transaction that was to be taken back.
    package func check(_ id: UInt64) throws(IAPError) {
        switch self {
        case .refunded: break
        case .notFound: throw IAPError(.notFound, "the ledger has no transaction \(id)")
        case .refundedBefore: throw IAPError(.invalidState, "transaction \(id) has been taken back before")
        case .shared: throw IAPError(.invalidState, "transaction \(id) is shared by somebody else")
        }
    }
}
