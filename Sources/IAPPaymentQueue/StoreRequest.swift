package import IAPModel

/// Requests that the store handles without the queue and the journal.
package enum StoreRequest: Sendable, Hashable {
    case storefront
    /// Nil for all groups.
    case subscriptionStatuses(groupID: String?)
    case transactionStatus(UInt64)
    case introductoryOfferEligibility(groupID: String)
    case appTransaction(isRefresh: Bool)
    case appReceipt(isRefresh: Bool)
    case promotions
    case setPromotionOrder([String])
    case setPromotionVisibility(productID: String, Promotion.Visibility)
    case show(Sheet, Anchor?)
    case externalPurchase(ExternalPurchase)
    case bindPaymentMethod(pinningID: String)

    package enum Sheet: Sendable, Hashable {
        case refund(UInt64)
        /// Nil for all groups.
        case manageSubscriptions(groupID: String?)
        case offerCodeRedemption
        case review
        case message(UInt64)
    }

    package enum ExternalPurchase: Sendable, Hashable {
        case notice
        /// Nil for the only link that the app declares.
        case link(String?)
        case customLinkEligibility
        case customLinkToken(Token)
        case customLinkNotice(Notice)
        case linkAccount

        package enum Token: Sendable, Hashable, CaseIterable { case acquisition, services }
        package enum Notice: Sendable, Hashable, CaseIterable { case browser, withinApp }
    }

    /// The kind of the response, even if the request fails.
    package var answerKind: Answer.Kind {
        switch self {
        case .storefront: .storefront
        case .subscriptionStatuses, .transactionStatus: .statuses
        case .introductoryOfferEligibility, .externalPurchase(.customLinkEligibility): .flag
        case .appTransaction: .appTransaction
        case .appReceipt, .externalPurchase(.notice), .externalPurchase(.customLinkToken): .text
        case .promotions: .promotions
        case .setPromotionOrder, .setPromotionVisibility, .show, .bindPaymentMethod, .externalPurchase: .done
        }
    }
}
