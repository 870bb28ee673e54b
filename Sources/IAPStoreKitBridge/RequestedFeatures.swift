internal import IAPModel
internal import IAPPaymentQueue

extension StoreRequest {
    /// The feature that the system needs for the request. Nil if every system supports it.
    var feature: Feature? {
        switch self {
        case .subscriptionStatuses(let groupID): groupID == nil ? .allStatuses : nil
        case .storefront, .transactionStatus, .introductoryOfferEligibility: nil
        case .appTransaction: .appTransaction
        case .appReceipt: .appReceipt
        case .promotions, .setPromotionOrder, .setPromotionVisibility: .promotions
        case .show(let sheet, _): sheet.feature
        case .externalPurchase(let request): request.feature
        case .bindPaymentMethod: .paymentMethodBinding
        }
    }
}

extension StoreRequest.Sheet {
    var feature: Feature {
        switch self {
        case .refund: .refundRequest
        case .manageSubscriptions: .manageSubscriptions
        case .offerCodeRedemption: .offerCodeRedemption
        case .review: .reviewRequest
        case .message: .messages
        }
    }
}

extension StoreRequest.ExternalPurchase {
    var feature: Feature {
        switch self {
        case .notice: .externalPurchase
        case .link: .externalPurchaseLink
        case .customLinkEligibility, .customLinkToken, .customLinkNotice: .externalPurchaseCustomLink
        case .linkAccount: .externalLinkAccount
        }
    }
}

extension Payment {
    /// The features that the system needs for the payment.
    var features: [Feature] {
        var features: [Feature] = []
        if case .winBack? = offer { features.append(.winBackOffers) }
        if advancedCommerceJWS != nil { features.append(.advancedCommerce) }
        if billingPlan != nil { features.append(.billingPlans) }
        if seats != nil || suppressesSeatInvitation { features.append(.multiSeat) }
        return features
    }
}
