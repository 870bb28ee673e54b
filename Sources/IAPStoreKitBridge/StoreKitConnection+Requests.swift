internal import Foundation
package import IAPModel
package import IAPPaymentQueue

extension StoreKitConnection {
    package func answer(_ request: StoreRequest) async throws(IAPError) -> Answer {
        if let feature = request.feature, !feature.isSupported { throw IAPError(unsupported: feature) }
        do { return try await ask(request) } catch { throw IAPError(store: error, doing: request.action) }
    }

    private func ask(_ request: StoreRequest) async throws -> Answer {
        switch request {
        case .storefront: return .storefront(try await storefront())
        case .subscriptionStatuses(let groupID?):
            return .statuses(try await StoreKitSubscriptionInfo.status(for: groupID).map(SubscriptionStatus.init))
        case .subscriptionStatuses(nil): return .statuses(try await allStatuses())
        case .transactionStatus(let id): return .statuses(try await status(ofTransaction: id))
        case .introductoryOfferEligibility(let groupID):
            return .flag(await StoreKitSubscriptionInfo.isEligibleForIntroOffer(for: groupID))
        case .appTransaction(let isRefresh): return .appTransaction(try await appTransaction(isRefresh: isRefresh))
        case .appReceipt(let isRefresh): return .text(try await AppReceipt.base64(isRefresh: isRefresh))
        case .promotions, .setPromotionOrder, .setPromotionVisibility: return try await Promotions.answer(request)
        case .show(.message(let number), let anchor):
            try await showMessage(number, at: anchor)
            return .done
        case .show(let sheet, let anchor):
            try await Presentation.show(sheet, at: anchor)
            return .done
        case .externalPurchase(let request): return try await request.answer()
        case .bindPaymentMethod(let pinningID):
            try await bindPaymentMethod(pinningID)
            return .done
        }
    }

    private func allStatuses() async throws -> [SubscriptionStatus] {
        // SubscriptionInfo.Status.all: iOS 17, macOS 14, tvOS 17, visionOS 1.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 813)
            if #available(iOS 17, macOS 14, tvOS 17, *) {
                var all: [SubscriptionStatus] = []
                for await group in StoreKitSubscriptionStatus.all { all += group.statuses.map(SubscriptionStatus.init) }
                return all
            }
        #endif
        throw IAPError(unsupported: .allStatuses)
    }

    /// Empty if the store does not know the transaction, or if it belongs to no auto-renewable subscription.
    private func status(ofTransaction id: UInt64) async throws -> [SubscriptionStatus] {
        // SubscriptionInfo.status(transactionID:): iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
        #if !canImport(StoreKit) || canImport(StoreKit, _version: 814.4)
            if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *) {
                let status = try await StoreKitSubscriptionInfo.status(transactionID: id)
                return status.map { [SubscriptionStatus($0)] } ?? []
            }
        #endif
        for await result in StoreKitTransaction.all {
            let transaction = result.unsafePayloadValue
            guard transaction.id == id else { continue }
            guard transaction.productType == .autoRenewable, let groupID = transaction.subscriptionGroupID else {
                return []
            }
            let statuses = try await StoreKitSubscriptionInfo.status(for: groupID)
            return statuses.filter { $0.transaction.unsafePayloadValue.originalID == transaction.originalID }
                .prefix(1).map(SubscriptionStatus.init)
        }
        return []
    }

    private func appTransaction(isRefresh: Bool) async throws -> AppTransaction {
        guard #available(iOS 16, macOS 13, tvOS 16, *) else { throw IAPError(unsupported: .appTransaction) }
        return AppTransaction(
            isRefresh ? try await StoreKitAppTransaction.refresh() : try await StoreKitAppTransaction.shared)
    }

    private func showMessage(_ number: UInt64, at anchor: Anchor?) async throws {
        // Removed before it is shown. Otherwise two calls could show it twice.
        guard let message = monitor.withLock({ messages.removeValue(forKey: number) }) else {
            throw IAPError(.notFound, "there is no message \(number) to show; each message is shown once")
        }
        do {
            try await Presentation.show(message, at: anchor)
        } catch {
            let error = IAPError(store: error, doing: "showing message \(number)")
            // A message that the player dismissed counts as shown.
            if error.status.category != .cancelled { monitor.withLock { messages[number] = message } }
            throw error
        }
    }

    private func bindPaymentMethod(_ pinningID: String) async throws {
        // PaymentMethodBinding: iOS 16.4, visionOS 1.
        #if os(iOS) || os(visionOS) || !canImport(StoreKit)
            if #available(iOS 16.4, *) {
                try await StoreKitPaymentMethodBinding(id: pinningID).bind()
                return
            }
        #endif
        throw IAPError(unsupported: .paymentMethodBinding)
    }
}

extension StoreRequest {
    /// For messages.
    fileprivate var action: String {
        switch self {
        case .storefront: "requesting the storefront"
        case .subscriptionStatuses(let groupID?): "requesting the subscription statuses of \(groupID)"
        case .subscriptionStatuses(nil): "requesting all subscription statuses"
        case .transactionStatus(let id): "requesting the subscription status of transaction \(id)"
        case .introductoryOfferEligibility(let groupID): "requesting the introductory offer of \(groupID)"
        case .appTransaction: "requesting the app transaction"
        case .appReceipt: "requesting the app receipt"
        case .promotions: "requesting the promotions"
        case .setPromotionOrder(let ids): "setting the promotion order of \(ids.count) products"
        case .setPromotionVisibility(let productID, _): "setting the promotion visibility of \(productID)"
        case .show(.refund(let id), _): "requesting a refund of transaction \(id)"
        case .show(.manageSubscriptions, _): "showing the subscriptions"
        case .show(.offerCodeRedemption, _): "showing the sheet for offer codes"
        case .show(.review, _): "requesting a review"
        case .show(.message(let number), _): "showing message \(number)"
        case .externalPurchase(.notice): "showing the notice of external purchases"
        case .externalPurchase(.link): "opening the external purchase link"
        case .externalPurchase(.customLinkEligibility): "requesting the eligibility for custom links"
        case .externalPurchase(.customLinkToken): "requesting a token of custom links"
        case .externalPurchase(.customLinkNotice): "showing the notice of custom links"
        case .externalPurchase(.linkAccount): "opening the external link account"
        case .bindPaymentMethod: "binding the payment method"
        }
    }
}
