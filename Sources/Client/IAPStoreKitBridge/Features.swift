internal import IAPModel
internal import IAPPaymentQueue
#if IAP_REFERENCE_STORE
    internal import IAPReferenceStoreKit
#endif

extension Feature {
    /// Whether this system has the feature, and the SDK of this build declares it. An app may also need an entitlement
    /// for the feature, and the account may not have it.
    ///
    /// Guards compare with the version of the StoreKit module. Its interface names the version
    /// (`-user-module-version`). The first number follows the year: 813 for iOS 17, 814 for 18, 815 for 26, 816 for 27.
    /// The other numbers differ from those of the system, so each guard comes from an interface that we have read: macOS
    /// 14.4 813.4.32, macOS 14.5 813.4.41, iOS 18.1 814.1.11, macOS 15.2 814.2.17, macOS 15.4 814.4.24.1.3, macOS 26.0
    /// 815.0.49, iOS 26.2 815.2.12, macOS 26.5 815.5.6, macOS 27.0 816.0.47.1.3. We assume the same number for other
    /// systems of that year. The oldest SDK that this package builds with has 814.5 (macOS 15.5).
    #if IAP_REFERENCE_STORE
        var isSupported: Bool { CurrentDevice.isSupported(self) }
    #else
        var isSupported: Bool {
            switch self {
            case .winBackOffers:
                if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, *) { return true }
            case .allStatuses:
                if #available(iOS 17, macOS 14, tvOS 17, *) { return true }
            case .purchaseIntents:
                #if os(iOS) || os(macOS)
                    if #available(iOS 16.4, macOS 14.4, *) { return true }
                #endif
            case .messages:
                #if os(iOS) || os(visionOS)
                    if #available(iOS 16, *) { return true }
                #endif
            case .refundRequest:
                #if !os(tvOS)
                    return true
                #endif
            case .manageSubscriptions:
                #if os(iOS) || os(visionOS)
                    return true
                #endif
            case .offerCodeRedemption:
                #if os(iOS) || os(visionOS) || os(macOS)
                    if #available(iOS 16, macOS 15, *) { return true }
                #endif
            case .reviewRequest:
                #if !os(tvOS)
                    if #available(iOS 16, macOS 13, *) { return true }
                #endif
            case .appTransaction:
                if #available(iOS 16, macOS 13, tvOS 16, *) { return true }
            case .appReceipt:
                return true
            case .promotions:
                #if os(iOS)
                    if #available(iOS 16.4, *) { return true }
                #endif
            case .externalPurchase, .externalPurchaseLink:
                if #available(iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *) { return true }
            case .externalPurchaseCustomLink:
                if #available(iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1, *) { return true }
            case .externalLinkAccount:
                #if os(iOS) || os(tvOS)
                    if #available(iOS 16, tvOS 16.4, *) { return true }
                #endif
            case .paymentMethodBinding:
                #if os(iOS) || os(visionOS)
                    if #available(iOS 16.4, *) { return true }
                #endif
            case .advancedCommerce:
                if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *) { return true }
            case .billingPlans:
                #if canImport(StoreKit, _version: 815.5)
                    if #available(iOS 26.4, macOS 26.4, tvOS 26.4, visionOS 26.4, *) { return true }
                #endif
            case .multiSeat:
                // iOS 27.3, macOS 27.3, tvOS 27.3, visionOS 27.3: we have read no interface of these systems, and so
                // the version of their module is not known.
                return false
            case .merchandising:
                #if os(macOS) && canImport(StoreKit, _version: 815.2)
                    if #available(macOS 26.2, *) { return true }
                #elseif (os(iOS) || os(tvOS)) && canImport(StoreKit, _version: 815)
                    if #available(iOS 26, tvOS 26, *) { return true }
                #endif
            }
            return false
        }
    #endif
}

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
        case .merchandising: .merchandising
        case .review: .reviewRequest
        case .message: .messages
        }
    }
}

extension StoreRequest.ExternalPurchase {
    var feature: Feature {
        switch self {
        case .notice, .eligibility(.notice): .externalPurchase
        case .link, .eligibility(.link): .externalPurchaseLink
        case .customLinkToken, .customLinkNotice, .eligibility(.customLink): .externalPurchaseCustomLink
        case .linkAccount, .eligibility(.linkAccount): .externalLinkAccount
        }
    }
}

extension Payment {
    var features: [Feature] {
        var features: [Feature] = []
        if case .winBack? = offer { features.append(.winBackOffers) }
        if advancedCommerceJWS != nil { features.append(.advancedCommerce) }
        if billingPlan != nil { features.append(.billingPlans) }
        if seats != nil || suppressesSeatInvitation { features.append(.multiSeat) }
        return features
    }
}
