internal import Foundation
internal import IAPModel

extension Product {
    init(_ product: StoreKitProduct) {
        self.init(
            id: product.id, type: ProductType(rawValue: product.type.rawValue), displayName: product.displayName,
            description: product.description,
            price: Money(milliunits: product.price.milliunits, currencyCode: product.priceFormatStyle.currencyCode),
            displayPrice: product.displayPrice, isFamilyShareable: product.isFamilyShareable,
            subscription: product.subscription.map(Subscription.init))
        json = String(decoding: product.jsonRepresentation, as: UTF8.self)
    }
}

extension Product.Subscription {
    init(_ info: StoreKitSubscriptionInfo) {
        self.init(groupID: info.subscriptionGroupID, period: Period(info.subscriptionPeriod))
        // SubscriptionInfo.groupLevel and groupDisplayName: iOS 16.4, macOS 13.3, tvOS 16.4, visionOS 1, declared since the SDKs
        // of iOS 17.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 813)
            if #available(iOS 16.4, macOS 13.3, tvOS 16.4, *) {
                level = info.groupLevel
                groupName = info.groupDisplayName
            }
        #endif
        var all = [info.introductoryOffer].compactMap(\.self) + info.promotionalOffers
        // SubscriptionInfo.winBackOffers: iOS 18, macOS 15, tvOS 18, visionOS 2.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814)
            if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, *), Feature.winBackOffers.isSupported {
                all += info.winBackOffers
            }
        #endif
        offers = all.map(Product.Offer.init)
        // SubscriptionInfo.pricingTerms: iOS 26.4, macOS 26.4, tvOS 26.4, visionOS 26.4, declared since the SDKs of 26.5.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 815.5)
            if #available(iOS 26.4, macOS 26.4, tvOS 26.4, visionOS 26.4, *), Feature.billingPlans.isSupported {
                billingPlans = info.pricingTerms.map(Product.BillingPlan.init)
            }
        #endif
    }
}

extension Product.Offer {
    init(_ offer: StoreKitProduct.SubscriptionOffer) {
        self.init(
            type: OfferType(offer.type), id: offer.id, paymentMode: PaymentMode(offer.paymentMode),
            priceMilliunits: offer.price.milliunits, displayPrice: offer.displayPrice, period: Period(offer.period),
            periodCount: offer.periodCount)
    }
}

extension OfferType {
    /// Apple does not document the raw values of StoreKit's type.
    init(_ type: StoreKitProduct.SubscriptionOffer.OfferType) {
        switch type {
        case .introductory: self = .introductory
        case .promotional: self = .promotional
        default:
            self = .unknown(0)
            // OfferType.winBack: iOS 18, macOS 15, tvOS 18, visionOS 2.
            #if !canImport(StoreKit) || canImport(StoreKit, _version: 814)
                if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, *), type == .winBack { self = .winBack }
            #endif
        }
    }
}

extension PaymentMode {
    /// Apple does not document the raw values of StoreKit's own type.
    init(_ mode: StoreKitProduct.SubscriptionOffer.PaymentMode) {
        self =
            switch mode {
            case .freeTrial: .freeTrial
            case .payAsYouGo: .payAsYouGo
            case .payUpFront: .payUpFront
            default: .unknown(mode.rawValue)
            }
    }
}

// Product.SubscriptionInfo.PricingTerms: see above.
#if !canImport(StoreKit) || canImport(StoreKit, _version: 815.5)
    @available(iOS 26.4, macOS 26.4, tvOS 26.4, visionOS 26.4, *)
    extension Product.BillingPlan {
        init(_ terms: StoreKitSubscriptionInfo.PricingTerms) {
            let commitment = terms.commitmentInfo
            self.init(
                type: BillingPlanType(rawValue: terms.billingPlanType.rawValue),
                priceMilliunits: terms.billingPrice.milliunits, displayPrice: terms.billingDisplayPrice,
                period: Period(terms.billingPeriod),
                // One bill for the whole time is no further commitment.
                commitmentPriceMilliunits: Period(commitment.period) == Period(terms.billingPeriod)
                    ? 0 : commitment.price.milliunits)
        }
    }
#endif
