internal import IAPModel
#if !canImport(StoreKit)
    internal import ReferenceStoreKit
#endif

extension Feature {
    /// Whether this system has it. What an app may use of it also depends on its entitlements and on the account.
    #if !canImport(StoreKit)
        var isSupported: Bool { CurrentDevice.isSupported(self) }
    #else
        var isSupported: Bool {
            switch self {
            case .winBackOffers:
                if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, *) { return isDeclared }
            case .allStatuses:
                if #available(iOS 17, macOS 14, tvOS 17, *) { return isDeclared }
            case .purchaseIntents:
                #if os(iOS) || os(macOS)
                    if #available(iOS 16.4, macOS 14.4, *) { return isDeclared }
                #endif
            case .messages:
                #if os(iOS) || os(visionOS)
                    if #available(iOS 16, *) { return isDeclared }
                #endif
            case .refundRequest:
                return !isTV
            case .manageSubscriptions:
                #if os(iOS) || os(visionOS)
                    return isDeclared
                #endif
            case .offerCodeRedemption:
                if #available(iOS 16, macOS 15, *) { return isDeclared && !isTV }
            case .reviewRequest:
                if #available(iOS 16, macOS 13, *) { return isDeclared && !isTV }
            case .appTransaction:
                if #available(iOS 16, macOS 13, tvOS 16, *) { return isDeclared }
            case .appReceipt:
                return isDeclared
            case .promotions:
                #if os(iOS)
                    if #available(iOS 16.4, *) { return isDeclared }
                #endif
            case .externalPurchase, .externalPurchaseLink:
                if #available(iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *) { return isDeclared }
            case .externalPurchaseCustomLink:
                if #available(iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1, *) { return isDeclared }
            case .externalLinkAccount:
                #if os(iOS) || os(tvOS)
                    if #available(iOS 16, tvOS 16.4, *) { return isDeclared }
                #endif
            case .paymentMethodBinding:
                #if os(iOS) || os(visionOS)
                    if #available(iOS 16.4, *) { return isDeclared }
                #endif
            case .advancedCommerce:
                if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *) { return isDeclared }
            case .billingPlans:
                if #available(iOS 26.4, macOS 26.4, tvOS 26.4, visionOS 26.4, *) { return isDeclared }
            case .multiSeat:
                if #available(iOS 27.3, macOS 27.3, tvOS 27.3, visionOS 27.3, *) { return isDeclared }
            }
            return false
        }

        private var isTV: Bool {
            #if os(tvOS)
                true
            #else
                false
            #endif
        }

        /// Whether the SDK that this was built with declares it: StoreKit 812 comes with the SDKs of iOS 16, 813 with those of
        /// iOS 17, 814 with those of iOS 18, 815 with those of iOS 26 and 816 with those of iOS 27.
        private var isDeclared: Bool {
            switch self {
            case .winBackOffers:
                #if canImport(StoreKit, _version: 814)
                    true
                #else
                    false
                #endif
            case .allStatuses:
                #if canImport(StoreKit, _version: 813)
                    true
                #else
                    false
                #endif
            case .offerCodeRedemption:
                #if os(macOS) && !canImport(StoreKit, _version: 814)
                    false
                #else
                    true
                #endif
            case .purchaseIntents, .externalPurchase, .externalPurchaseLink:
                #if os(iOS) || canImport(StoreKit, _version: 813.4)
                    true
                #else
                    false
                #endif
            case .externalPurchaseCustomLink:
                #if canImport(StoreKit, _version: 814.1)
                    true
                #else
                    false
                #endif
            case .advancedCommerce:
                #if canImport(StoreKit, _version: 814.4)
                    true
                #else
                    false
                #endif
            case .billingPlans:
                #if canImport(StoreKit, _version: 815.5)
                    true
                #else
                    false
                #endif
            case .multiSeat:
                #if canImport(StoreKit, _version: 816.3)
                    true
                #else
                    false
                #endif
            case .messages, .refundRequest, .manageSubscriptions, .reviewRequest, .appTransaction, .appReceipt,
                .promotions, .externalLinkAccount, .paymentMethodBinding:
                true
            }
        }
    #endif
}
