internal import Foundation
internal import IAPModel

extension Payment {
    /// The payment in StoreKit's form.
    ///
    /// - Parameter product: The product of the payment. Its win-back offers are checked.
    func options(for product: StoreKitProduct) throws(IAPError) -> Set<StoreKitProduct.PurchaseOption> {
        var options: Set<StoreKitProduct.PurchaseOption> = []
        if quantity != 1 { options.insert(.quantity(quantity)) }
        if let token = appAccountToken.flatMap(UUID.init(uuidString:)) { options.insert(.appAccountToken(token)) }
        if simulatesAskToBuy { options.insert(.simulatesAskToBuyInSandbox(true)) }
        if let storefronts {
            options.insert(.onStorefrontChange { storefronts.contains($0.countryCode) })
        }
        for (key, value) in customValues {
            switch value {
            case .text(let text): options.insert(.custom(key: key.text, value: text))
            case .number(let number): options.insert(.custom(key: key.text, value: number))
            case .flag(let flag): options.insert(.custom(key: key.text, value: flag))
            case .data(let bytes): options.insert(.custom(key: key.text, value: Data(bytes)))
            }
        }
        switch offer {
        case .promotional(let id, let proof): options.formUnion(try promotionalOffer(id, proof))
        case .winBack(let id): options.insert(try winBackOffer(id, of: product))
        case nil: break
        }
        if let introductoryOfferJWS { options.insert(try introductoryOffer(introductoryOfferJWS)) }
        if let billingPlan { options.insert(try billingPlanOption(billingPlan)) }
        if seats != nil || suppressesSeatInvitation { options.formUnion(try seatOptions()) }
        return options
    }

    private func promotionalOffer(
        _ id: String, _ proof: Proof
    ) throws(IAPError) -> [StoreKitProduct.PurchaseOption] {
        switch proof {
        case .missing:
            // StoreKit has no option for an offer without its proof. The store would refuse such an offer with this
            // error.
            throw IAPError(
                store: StoreKitProduct.PurchaseError.missingOfferParameters,
                doing: "buying \(productID) with offer \(id)")
        case .jws(let text):
            // PurchaseOption.promotionalOffer(_:compactJWS:): iOS 15, macOS 12, tvOS 15, visionOS 1, declared since the SDKs
            // of iOS 26.
            #if !canImport(StoreKit) || canImport(StoreKit, _version: 815)
                return StoreKitProduct.PurchaseOption.promotionalOffer(id, compactJWS: text)
            #else
                throw tooOldSDK("the promotional offer \(id) with a JWS")
            #endif
        case .signature(let keyID, let nonce, let signature, let timestamp):
            guard let nonce = UUID(uuidString: nonce) else {
                throw IAPError(
                    .invalidOfferSignature,
                    "the nonce of the promotional offer \(id) is not a UUID; pass the nonce that was signed")
            }
            return [
                .promotionalOffer(
                    offerID: id, keyID: keyID, nonce: nonce, signature: Data(signature),
                    timestamp: Int(clamping: timestamp))
            ]
        }
    }

    private func winBackOffer(
        _ id: String, of product: StoreKitProduct
    ) throws(IAPError) -> StoreKitProduct.PurchaseOption {
        // PurchaseOption.winBackOffer(_:): iOS 18, macOS 15, tvOS 18, visionOS 2.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814)
            if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, *) {
                let offers = product.subscription?.winBackOffers ?? []
                guard let offer = offers.first(where: { $0.id.map(ExactText.init) == ExactText(id) }) else {
                    throw IAPError(
                        .invalidOfferIdentifier,
                        "\(product.id) has no win-back offer \(id); take an offer that the renewal info lists")
                }
                return .winBackOffer(offer)
            }
        #endif
        throw IAPError(unsupported: .winBackOffers)
    }

    private func introductoryOffer(_ text: String) throws(IAPError) -> StoreKitProduct.PurchaseOption {
        // PurchaseOption.introductoryOfferEligibility(compactJWS:): iOS 15, macOS 12, tvOS 15, visionOS 1, declared since the
        // SDKs of iOS 18.4.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.4)
            return .introductoryOfferEligibility(compactJWS: text)
        #else
            throw tooOldSDK("the eligibility for the introductory offer")
        #endif
    }

    private func billingPlanOption(_ plan: BillingPlanType) throws(IAPError) -> StoreKitProduct.PurchaseOption {
        // PurchaseOption.billingPlanType(_:): iOS 26.4, macOS 26.4, tvOS 26.4, visionOS 26.4, declared since the SDKs of 26.5.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 815.5)
            if #available(iOS 26.4, macOS 26.4, tvOS 26.4, visionOS 26.4, *) {
                return .billingPlanType(StoreKitSubscriptionInfo.BillingPlanType(rawValue: plan.rawValue))
            }
        #endif
        throw IAPError(unsupported: .billingPlans)
    }

    private func seatOptions() throws(IAPError) -> [StoreKitProduct.PurchaseOption] {
        // PurchaseOption.seats(_:) and multiSeatInvitationSheetSuppressed(_:): iOS 15, macOS 12, tvOS 15, visionOS 1, declared
        // since the SDKs of iOS 27.3; known from Apple's documentation only.
        #if !canImport(StoreKit)
            var options: [StoreKitProduct.PurchaseOption] = []
            if let seats { options.append(.seats(seats)) }
            if suppressesSeatInvitation { options.append(.multiSeatInvitationSheetSuppressed(true)) }
            return options
        #else
            throw IAPError(unsupported: .multiSeat)
        #endif
    }

    #if canImport(StoreKit)
        private func tooOldSDK(_ what: String) -> IAPError {
            IAPError(
                .unsupported, "\(what) cannot be used: this library was built with an SDK that does not support it")
        }
    #endif
}
