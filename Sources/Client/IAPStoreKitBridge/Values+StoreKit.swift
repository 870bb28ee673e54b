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
        if #available(iOS 16.4, macOS 13.3, tvOS 16.4, *) {
            level = info.groupLevel
            groupName = info.groupDisplayName
        }
        var all = [info.introductoryOffer].compactMap(\.self) + info.promotionalOffers
        // SubscriptionInfo.winBackOffers: iOS 18, macOS 15, tvOS 18, visionOS 2.
        if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, *), Feature.winBackOffers.isSupported {
            all += info.winBackOffers
        }
        offers = all.map(Product.Offer.init)
        // SubscriptionInfo.pricingTerms: iOS 26.4, macOS 26.4, tvOS 26.4, visionOS 26.4, declared since the SDKs of 26.5.
        #if IAP_REFERENCE_STORE || canImport(StoreKit, _version: 815.5)
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
            self = Self(rawValue: 0)
            // OfferType.winBack: iOS 18, macOS 15, tvOS 18, visionOS 2.
            if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, *), type == .winBack { self = .winBack }
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
            default: Self(rawValue: mode.rawValue)
            }
    }
}

// Product.SubscriptionInfo.PricingTerms: see above.
#if IAP_REFERENCE_STORE || canImport(StoreKit, _version: 815.5)
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

extension Transaction {
    init(_ result: StoreKitVerificationResult<StoreKitTransaction>) {
        let transaction = result.unsafePayloadValue
        self.init(
            id: transaction.id, originalID: transaction.originalID, productID: transaction.productID,
            productType: ProductType(rawValue: transaction.productType.rawValue),
            quantity: transaction.purchasedQuantity,
            purchaseDate: transaction.purchaseDate.milliseconds,
            originalPurchaseDate: transaction.originalPurchaseDate.milliseconds,
            expirationDate: transaction.expirationDate?.milliseconds,
            revocation: Revocation(transaction),
            ownership: Ownership(rawValue: transaction.ownershipType.rawValue),
            appAccountToken: transaction.appAccountToken?.uuidString.lowercased(),
            subscriptionGroupID: transaction.subscriptionGroupID, environment: "",
            signedText: result.jwsRepresentation)
        verification = Verification(result)
        webOrderLineItemID = transaction.webOrderLineItemID
        isUpgraded = transaction.isUpgraded
        signedDate = transaction.signedDate.milliseconds
        deviceVerification = transaction.deviceVerification.base64EncodedString()
        deviceVerificationNonce = transaction.deviceVerificationNonce.uuidString.lowercased()
        readFields(of: transaction.jsonRepresentation)
    }
}

extension Transaction {
    /// Whether a restore delivers it: the account is entitled to it now. Some systems list more as current
    /// entitlements, for example a subscription after its upgrade.
    var isRestored: Bool {
        verification == .verified && revocation == nil && !isUpgraded && productType != .consumable
    }
}

extension Transaction.Revocation {
    fileprivate init?(_ transaction: StoreKitTransaction) {
        guard let date = transaction.revocationDate else { return nil }
        self.init(date: date.milliseconds, reason: transaction.revocationReason?.rawValue)
    }
}

extension SubscriptionStatus {
    init(_ status: StoreKitSubscriptionStatus) {
        let transaction = Transaction(status.transaction)
        self.init(
            state: State(rawValue: status.state.rawValue), groupID: transaction.subscriptionGroupID ?? "",
            transaction: transaction, renewalInfo: RenewalInfo(status.renewalInfo))
    }
}

extension RenewalInfo {
    init(_ result: StoreKitVerificationResult<StoreKitSubscriptionInfo.RenewalInfo>) {
        let info = result.unsafePayloadValue
        self.init(
            originalTransactionID: info.originalTransactionID, productID: info.currentProductID,
            willAutoRenew: info.willAutoRenew, autoRenewProductID: info.autoRenewPreference)
        verification = Verification(result)
        expirationReason = (info.expirationReason?.rawValue).map(ExpirationReason.init(rawValue:))
        priceIncrease =
            switch info.priceIncreaseStatus {
            case .noIncreasePending: .none
            case .pending: .pending
            case .agreed: .agreed
            }
        isInBillingRetry = info.isInBillingRetry
        gracePeriodExpirationDate = info.gracePeriodExpirationDate?.milliseconds
        signedDate = info.signedDate.milliseconds
        signedText = result.jwsRepresentation
        readFields(of: info.jsonRepresentation)
    }
}

@available(iOS 16, macOS 13, tvOS 16, *)
extension AppTransaction {
    init(_ result: StoreKitVerificationResult<StoreKitAppTransaction>) {
        let app = result.unsafePayloadValue
        self.init(
            appVersion: app.appVersion, bundleID: app.bundleID, environment: app.environment.rawValue,
            originalAppVersion: app.originalAppVersion, originalPurchaseDate: app.originalPurchaseDate.milliseconds,
            signedDate: app.signedDate.milliseconds)
        verification = Verification(result)
        appID = app.appID
        appVersionID = app.appVersionID
        preorderDate = app.preorderDate?.milliseconds
        deviceVerification = app.deviceVerification.base64EncodedString()
        deviceVerificationNonce = app.deviceVerificationNonce.uuidString.lowercased()
        signedText = result.jwsRepresentation
        readFields(of: app.jsonRepresentation)
    }
}

extension Date {
    /// Milliseconds since 1970, limited to the range that every calendar supports.
    var milliseconds: Int64 {
        Int64(min(max((timeIntervalSince1970 * 1000).rounded(), -62_135_596_800_000), 253_402_300_799_999))
    }
}

extension Decimal {
    var milliunits: Int64 {
        var (exact, rounded) = (self * 1000, Decimal())
        NSDecimalRound(&rounded, &exact, 0, .plain)
        return NSDecimalNumber(decimal: rounded).int64Value
    }
}

extension Period {
    init(_ period: StoreKitProduct.SubscriptionPeriod) {
        let unit: Unit =
            switch period.unit {
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            #if !IAP_REFERENCE_STORE
                default: .day
            #endif
            }
        self.init(value: period.value, unit: unit)
    }
}

extension Verification {
    init<Value>(_ result: StoreKitVerificationResult<Value>) {
        switch result {
        case .verified: self = .verified
        case .unverified(_, let error): self = .failed(Failure(error))
        }
    }
}

extension Verification.Failure {
    init<Value>(_ error: StoreKitVerificationResult<Value>.VerificationError) {
        self =
            switch error {
            case .revokedCertificate: .revokedCertificate
            case .invalidCertificateChain: .invalidCertificateChain
            case .invalidDeviceVerification: .invalidDeviceVerification
            case .invalidEncoding: .invalidEncoding
            case .invalidSignature: .invalidSignature
            case .missingRequiredProperties: .missingRequiredProperties
            #if !IAP_REFERENCE_STORE
                @unknown default: .other
            #endif
            }
    }
}
