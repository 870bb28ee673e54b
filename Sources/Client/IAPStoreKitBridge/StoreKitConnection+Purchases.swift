internal import Foundation
package import IAPModel
package import IAPPaymentQueue

extension StoreKitConnection {
    package func buy(_ payment: Payment) async -> PurchaseOutcome {
        for feature in payment.features where !feature.isSupported { return .failed(IAPError(unsupported: feature)) }
        // If the account owns the product, StoreKit returns the existing transaction. The purchase waits for this check
        // no longer than this.
        let latest = await BoundedRead.value(within: Self.timeout) {
            await StoreKitTransaction.latest(for: payment.productID)?.unsafePayloadValue
        }
        do {
            switch try await result(of: payment) {
            case .success(let result): return await outcome(of: result, payment, before: latest)
            case .userCancelled: return .cancelled
            case .pending: return .pending
            #if !IAP_REFERENCE_STORE
                default:
                    return .failed(
                        IAPError(.store, "StoreKit ended the purchase of \(payment.productID) with an unknown result"))
            #endif
            }
        } catch {
            let reported = IAPError(store: error, doing: "buying \(payment.productID)")
            return reported.status == .cancelled ? .cancelled : .failed(reported)
        }
    }

    private func result(of payment: Payment) async throws -> StoreKitProduct.PurchaseResult {
        if let text = payment.advancedCommerceJWS {
            return try await Presentation.buy(payment, advancedCommerceJWS: text)
        }
        // Nothing is charged yet. A load that hangs must not leave the payment without an end.
        let product = try await BoundedRead.result(within: 60_000, "loading \(payment.productID)") {
            () async throws(IAPError) in try await self.product(payment.productID)
        }
        return try await Presentation.buy(product, try payment.options(for: product), at: payment.anchor)
    }

    /// - Parameter latest: Nil if StoreKit did not return it in time. StoreKit may also wrongly return no transaction.
    private func outcome(
        of result: StoreKitVerificationResult<StoreKitTransaction>, _ payment: Payment,
        before latest: StoreKitTransaction?
    ) async -> PurchaseOutcome {
        switch result {
        case .verified(let transaction):
            // If a change within a subscription group waits for the renewal, StoreKit returns the current transaction,
            // which has another product. A request that the game's server signed names its own product.
            let isAnotherProduct =
                payment.advancedCommerceJWS == nil && ExactText(transaction.productID) != ExactText(payment.productID)
            let bought = Transaction(result)
            if isAnotherProduct { return .owned(bought) }
            let wasOwned: Bool
            if let latest {
                wasOwned = isOwned(transaction, before: latest)
            } else if bought.isNew {
                // The list of unfinished transactions may lack it for a moment.
                wasOwned = false
            } else {
                wasOwned = await isFinished(transaction)
            }
            if wasOwned { return .owned(bought) }
            remember(transaction)
            note(environment: bought.environment)
            return .purchased(bought)
        case .unverified(let transaction, let error):
            return .unverified(Verification(result), IAPError(unverified: transaction, error))
        }
    }

    /// Whether the account had the transaction before the purchase: it was the latest transaction of the product, it is
    /// an older one, or another member of the family paid for it. The latest transaction may be shared by the family,
    /// or revoked. If the store lists the transaction as unfinished, the client still delivers it as purchased.
    private func isOwned(_ transaction: StoreKitTransaction, before latest: StoreKitTransaction) -> Bool {
        if transaction.id == latest.id || transaction.ownershipType == .familyShared { return true }
        return Self.isOwnedOnce(transaction) && transaction.purchaseDate < latest.purchaseDate
    }

    private static func isOwnedOnce(_ transaction: StoreKitTransaction) -> Bool {
        [.nonConsumable, .autoRenewable].contains(transaction.productType)
    }

    /// Whether the store has finished the transaction. A new purchase is unfinished. This is the check for older
    /// transactions if nothing else shows what the account had.
    func isFinished(_ transaction: StoreKitTransaction) async -> Bool {
        guard Self.isOwnedOnce(transaction) else { return false }
        let id = transaction.id
        let isListed = await BoundedRead.value(within: Self.timeout) {
            for await result in StoreKitTransaction.unfinished where result.unsafePayloadValue.id == id { return true }
            return false
        }
        return isListed == false
    }
}

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
        if let introductoryOfferJWS { options.insert(.introductoryOfferEligibility(compactJWS: introductoryOfferJWS)) }
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
            #if IAP_REFERENCE_STORE || canImport(StoreKit, _version: 815)
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
        if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, *) {
            let offers = product.subscription?.winBackOffers ?? []
            guard let offer = offers.first(where: { $0.id.map(ExactText.init) == ExactText(id) }) else {
                throw IAPError(
                    .invalidOfferIdentifier,
                    "\(product.id) has no win-back offer \(id); take an offer that the renewal info lists")
            }
            return .winBackOffer(offer)
        }
        throw IAPError(unsupported: .winBackOffers)
    }

    private func billingPlanOption(_ plan: BillingPlanType) throws(IAPError) -> StoreKitProduct.PurchaseOption {
        // PurchaseOption.billingPlanType(_:): iOS 26.4, macOS 26.4, tvOS 26.4, visionOS 26.4, declared since the SDKs of 26.5.
        #if IAP_REFERENCE_STORE || canImport(StoreKit, _version: 815.5)
            if #available(iOS 26.4, macOS 26.4, tvOS 26.4, visionOS 26.4, *) {
                return .billingPlanType(StoreKitSubscriptionInfo.BillingPlanType(rawValue: plan.rawValue))
            }
        #endif
        throw IAPError(unsupported: .billingPlans)
    }

    private func seatOptions() throws(IAPError) -> [StoreKitProduct.PurchaseOption] {
        // PurchaseOption.seats(_:) and multiSeatInvitationSheetSuppressed(_:): iOS 15, macOS 12, tvOS 15, visionOS 1, declared
        // since the SDKs of iOS 27.3; known from Apple's documentation only.
        #if IAP_REFERENCE_STORE
            var options: [StoreKitProduct.PurchaseOption] = []
            if let seats { options.append(.seats(seats)) }
            if suppressesSeatInvitation { options.append(.multiSeatInvitationSheetSuppressed(true)) }
            return options
        #else
            throw IAPError(unsupported: .multiSeat)
        #endif
    }

    #if !IAP_REFERENCE_STORE
        private func tooOldSDK(_ what: String) -> IAPError {
            IAPError(
                .unsupported, "\(what) cannot be used: this library was built with an SDK that does not support it")
        }
    #endif
}
