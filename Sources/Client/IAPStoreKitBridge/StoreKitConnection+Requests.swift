internal import Foundation
package import IAPModel
package import IAPPaymentQueue

extension StoreKitConnection {
    package func response(to request: StoreRequest) async throws(IAPError) -> Response {
        if let feature = request.feature, !feature.isSupported { throw IAPError(unsupported: feature) }
        do { return try await ask(request) } catch { throw IAPError(store: error, doing: request.action) }
    }

    private func ask(_ request: StoreRequest) async throws -> Response {
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
        case .promotions, .setPromotionOrder, .setPromotionVisibility: return try await Promotions.response(to: request)
        case .show(.message(let number), let anchor):
            try await showMessage(number, at: anchor)
            return .done
        case .show(.merchandising(let groupID), let anchor):
            try await presentMerchandising(of: groupID, at: anchor)
            return .done
        case .show(let sheet, let anchor):
            try await Presentation.show(sheet, at: anchor)
            return .done
        case .externalPurchase(let request): return try await request.response()
        case .bindPaymentMethod(let pinningID):
            try await bindPaymentMethod(pinningID)
            return .done
        }
    }

    private func allStatuses() async throws -> [SubscriptionStatus] {
        // SubscriptionInfo.Status.all: iOS 17, macOS 14, tvOS 17, visionOS 1.
        if #available(iOS 17, macOS 14, tvOS 17, *) {
            var all: [SubscriptionStatus] = []
            for await group in StoreKitSubscriptionStatus.all { all += group.statuses.map(SubscriptionStatus.init) }
            return all
        }
        throw IAPError(unsupported: .allStatuses)
    }

    /// Empty if the store does not know the transaction, or if it belongs to no auto-renewable subscription.
    private func status(ofTransaction id: UInt64) async throws -> [SubscriptionStatus] {
        // SubscriptionInfo.status(transactionID:): iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4.
        if #available(iOS 18.4, macOS 15.4, tvOS 18.4, visionOS 2.4, *) {
            let status = try await StoreKitSubscriptionInfo.status(transactionID: id)
            return status.map { [SubscriptionStatus($0)] } ?? []
        }
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

    /// The queue sees to it that each message is shown once.
    private func showMessage(_ number: UInt64, at anchor: Anchor?) async throws {
        guard let message = monitor.withLock({ messages[number] }) else {
            throw IAPError(.notFound, "there is no message \(number)")
        }
        try await Presentation.show(message, at: anchor)
    }

    /// The purchase belongs to no payment of the game. So `listen` reports it, like an update.
    private func presentMerchandising(of groupID: String, at anchor: Anchor?) async throws {
        switch try await Presentation.merchandising(of: groupID, at: anchor) {
        case .success(let result)?:
            // If a change within the group waits for the renewal, StoreKit returns the current transaction. The game has
            // received it before.
            if case .verified(let transaction) = result, !Transaction(result).isNew, await isFinished(transaction) {
                return
            }
            sheetPurchases.continuation.yield(result)
        case .userCancelled?: throw IAPError(cancelled: "buying a subscription of group \(groupID)")
        // A pending purchase comes as an update.
        default: return
        }
    }

    private func bindPaymentMethod(_ pinningID: String) async throws {
        // PaymentMethodBinding: iOS 16.4, visionOS 1.
        #if os(iOS) || os(visionOS) || IAP_REFERENCE_STORE
            if #available(iOS 16.4, *) {
                try await StoreKitPaymentMethodBinding(id: pinningID).bind()
                return
            }
        #endif
        throw IAPError(unsupported: .paymentMethodBinding)
    }
}

extension StoreRequest {
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
        case .show(.merchandising(let groupID), _): "showing the subscriptions of group \(groupID)"
        case .show(.review, _): "requesting a review"
        case .show(.message(let number), _): "showing message \(number)"
        case .externalPurchase(.notice): "showing the notice of external purchases"
        case .externalPurchase(.link): "opening the external purchase link"
        case .externalPurchase(.eligibility): "requesting the eligibility for external purchases"
        case .externalPurchase(.customLinkToken): "requesting a token of custom links"
        case .externalPurchase(.customLinkNotice): "showing the notice of custom links"
        case .externalPurchase(.linkAccount): "opening the external link account"
        case .bindPaymentMethod: "binding the payment method"
        }
    }
}

/// The products on the App Store page, as this player sees them. Product.PromotionInfo: iOS 16.4.
enum Promotions {
    static func response(to request: StoreRequest) async throws -> Response {
        #if os(iOS) || IAP_REFERENCE_STORE
            if #available(iOS 16.4, *) {
                switch request {
                case .setPromotionOrder(let ids):
                    try await StoreKitProduct.PromotionInfo.updateProductOrder(byID: ids)
                    return .done
                case .setPromotionVisibility(let productID, let visibility):
                    try await StoreKitProduct.PromotionInfo.updateProductVisibility(
                        visibility.storeKitValue, for: productID)
                    return .done
                default:
                    return .promotions(
                        try await StoreKitProduct.PromotionInfo.currentOrder.map {
                            Promotion(productID: $0.productID, visibility: Promotion.Visibility($0.visibility))
                        })
                }
            }
        #endif
        throw IAPError(unsupported: .promotions)
    }
}

#if os(iOS) || IAP_REFERENCE_STORE
    @available(iOS 16.4, *)
    extension Promotion.Visibility {
        fileprivate init(_ visibility: StoreKitProduct.PromotionInfo.Visibility) {
            self =
                switch visibility {
                case .appStoreConnectDefault: .appStoreConnectDefault
                case .visible: .visible
                case .hidden: .hidden
                #if !IAP_REFERENCE_STORE
                    @unknown default: .appStoreConnectDefault
                #endif
                }
        }

        fileprivate var storeKitValue: StoreKitProduct.PromotionInfo.Visibility {
            switch self {
            case .appStoreConnectDefault: .appStoreConnectDefault
            case .visible: .visible
            case .hidden: .hidden
            }
        }
    }
#endif

extension StoreRequest.ExternalPurchase {
    func response() async throws -> Response {
        switch self {
        case .notice: .text(try await Self.showNotice())
        case .link(let text): try await Self.openLink(text)
        case .customLinkToken, .customLinkNotice: try await responseAboutCustomLinks()
        case .eligibility(let kind): .flag(try await isEligible(for: kind))
        case .linkAccount: try await Self.openLinkAccount()
        }
    }

    private func isEligible(for kind: Kind) async throws -> Bool {
        switch kind {
        case .notice:
            // ExternalPurchase.canPresent: iOS 17.4, macOS 14.4, tvOS 17.4, visionOS 1.1. Older systems do not tell.
            guard #available(iOS 17.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *) else { return true }
            return await StoreKitExternalPurchase.canPresent
        case .link:
            if #available(iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *) {
                return await StoreKitExternalPurchaseLink.canOpen
            }
        case .customLink:
            if #available(iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1, *) {
                return await StoreKitExternalPurchaseCustomLink.isEligible
            }
        case .linkAccount:
            #if os(iOS) || os(tvOS) || IAP_REFERENCE_STORE
                if #available(iOS 16, tvOS 16.4, *) { return await StoreKitExternalLinkAccount.canOpen }
            #endif
        }
        throw IAPError(unsupported: feature)
    }

    /// The token. Empty if the system gives none.
    private static func showNotice() async throws -> String {
        if #available(iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *) {
            switch try await StoreKitExternalPurchase.presentNoticeSheet() {
            case .cancelled: throw IAPError(cancelled: "showing the notice of external purchases")
            // NoticeResult.continuedWithExternalPurchaseToken: iOS 17.4, macOS 14.4, tvOS 17.4, visionOS 1.1.
            case .continuedWithExternalPurchaseToken(let token): return token
            #if !IAP_REFERENCE_STORE
                default: return ""
            #endif
            }
        }
        throw IAPError(unsupported: .externalPurchase)
    }

    private static func openLink(_ text: String?) async throws -> Response {
        if #available(iOS 15.4, macOS 14.4, tvOS 17.4, visionOS 1.1, *) {
            guard let text else {
                try await StoreKitExternalPurchaseLink.open()
                return .done
            }
            guard let url = URL(string: text) else {
                throw IAPError(
                    .invalidArgument, "the external purchase link \(text) is not a URL; give an absolute URL")
            }
            // ExternalPurchaseLink.open(url:): iOS 17.5, macOS 14.5, tvOS 17.5, visionOS 1.2.
            if #available(iOS 17.5, macOS 14.5, tvOS 17.5, visionOS 1.2, *) {
                try await StoreKitExternalPurchaseLink.open(url: url)
                return .done
            }
            throw IAPError(
                .unsupported, "this system opens only the link that the app declares, not \(url.absoluteString)")
        }
        throw IAPError(unsupported: .externalPurchaseLink)
    }

    private func responseAboutCustomLinks() async throws -> Response {
        // ExternalPurchaseCustomLink: iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1.
        if #available(iOS 18.1, macOS 15.1, tvOS 18.1, visionOS 2.1, *) {
            switch self {
            case .customLinkToken(let type):
                let name = type == .acquisition ? "ACQUISITION" : "SERVICES"
                // Empty if there is no token.
                return .text(try await StoreKitExternalPurchaseCustomLink.token(for: name)?.value ?? "")
            case .customLinkNotice(let type):
                let result = try await StoreKitExternalPurchaseCustomLink.showNotice(
                    type: type == .withinApp ? .withinApp : .browser)
                if result == .cancelled { throw IAPError(cancelled: "showing the notice of custom links") }
                return .done
            default: break
            }
        }
        throw IAPError(unsupported: .externalPurchaseCustomLink)
    }

    private static func openLinkAccount() async throws -> Response {
        // ExternalLinkAccount: iOS 16, tvOS 16.4.
        #if os(iOS) || os(tvOS) || IAP_REFERENCE_STORE
            if #available(iOS 16, tvOS 16.4, *) {
                try await StoreKitExternalLinkAccount.open()
                return .done
            }
        #endif
        throw IAPError(unsupported: .externalLinkAccount)
    }
}
