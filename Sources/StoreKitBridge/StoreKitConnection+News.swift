internal import IAPModel
package import PaymentQueue

extension StoreKitConnection {
    /// `Transaction.updates` alone is not enough: what is unfinished is listed as well, and told apart by id.
    package func listen(handlesMessages: Bool, _ report: @escaping @Sendable (Fact) async -> Void) async {
        let news = monitor.withLock {
            defer { early = nil }
            return early ?? EarlyNews()
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                for await result in StoreTransaction.updates { await report(fact(of: result, isUnfinished: false)) }
            }
            group.addTask { [self] in
                for await result in StoreTransaction.unfinished { await report(fact(of: result, isUnfinished: true)) }
            }
            group.addTask { [self] in
                for await storefront in news.storefronts {
                    monitor.withLock { products = [:] }
                    await report(.storefrontChanged(Storefront(countryCode: storefront.countryCode, id: storefront.id)))
                }
            }
            group.addTask {
                for await status in news.statuses {
                    await report(.subscriptionStatusChanged(SubscriptionStatus(status)))
                }
            }
            group.addTask { [self] in await listenForIntents(report) }
            group.addTask { [self] in
                if handlesMessages {
                    await listenForMessages(report)
                } else {
                    await Presentation.showMessagesOfTheSystem()
                }
            }
        }
    }

    private func fact(of result: StoreVerificationResult<StoreTransaction>, isUnfinished: Bool) -> Fact {
        switch result {
        case .verified(let transaction):
            remember(transaction)
            let value = Transaction(result)
            return isUnfinished ? .unfinishedListed(value) : .transactionUpdated(value)
        case .unverified(let transaction, let error):
            return .unverifiedTransaction(Transaction(result), IAPError(unverified: transaction, error))
        }
    }

    // MARK: Purchases begun in the App Store

    private func listenForIntents(_ report: @escaping @Sendable (Fact) async -> Void) async {
        // PurchaseIntent: iOS 16.4, macOS 14.4.
        #if os(iOS) || (os(macOS) && canImport(StoreKit, _version: 813.4)) || !canImport(StoreKit)
            if #available(iOS 16.4, macOS 14.4, *) {
                for await intent in StorePurchaseIntent.intents { await report(await fact(of: intent)) }
            }
        #endif
    }

    #if os(iOS) || (os(macOS) && canImport(StoreKit, _version: 813.4)) || !canImport(StoreKit)
        @available(iOS 16.4, macOS 14.4, *)
        private func fact(of intent: StorePurchaseIntent) async -> Fact {
            if !intent.product.type.rawValue.isEmpty {
                // Asking the store again could lose an intent that comes only once.
                remember(intent.product)
            } else {
                // The reference store sends intents for products of which it tells only the id.
                do throws(IAPError) {
                    _ = try await product(intent.product.id)
                } catch  where error.status == .productUnavailable {
                    return .problemOccurred(
                        IAPError(
                            .productUnavailable,
                            "a purchase of \(intent.product.id) was begun in the App Store, which does not sell it here"
                        ))
                } catch {
                    // Whether the store has it is not known now; the purchase will tell.
                }
            }
            return .purchaseIntended(PurchaseIntent(productID: intent.product.id, offerID: intent.offerID))
        }
    #endif

    // MARK: Messages

    private func listenForMessages(_ report: @escaping @Sendable (Fact) async -> Void) async {
        // Message: iOS 16, visionOS 1.
        #if os(iOS) || os(visionOS) || !canImport(StoreKit)
            if #available(iOS 16, *) {
                for await notice in StoreNotice.messages {
                    let number = monitor.withLock {
                        lastNotice += 1
                        notices[lastNotice] = notice
                        return lastNotice
                    }
                    await report(.messageReceived(StoreMessage(id: number, reason: StoreMessage.Reason(notice.reason))))
                }
            }
        #endif
    }
}

#if os(iOS) || (os(macOS) && canImport(StoreKit, _version: 813.4)) || !canImport(StoreKit)
    @available(iOS 16.4, macOS 14.4, *)
    extension StorePurchaseIntent {
        fileprivate var offerID: String? {
            // PurchaseIntent.offer: iOS 18, macOS 15.
            #if !canImport(StoreKit) || canImport(StoreKit, _version: 814)
                if #available(iOS 18, macOS 15, *) { return offer?.id }
            #endif
            return nil
        }
    }
#endif

#if os(iOS) || os(visionOS) || !canImport(StoreKit)
    @available(iOS 16, *)
    extension StoreMessage.Reason {
        init(_ reason: StoreNotice.Reason) {
            switch reason {
            case .generic: self = .generic
            case .priceIncreaseConsent: self = .priceIncreaseConsent
            default:
                self = .unknown
                if #available(iOS 16.4, *), reason == .billingIssue { self = .billingIssue }
                // Message.Reason.winBackOffer: iOS 18, visionOS 2.
                #if !canImport(StoreKit) || canImport(StoreKit, _version: 814)
                    if #available(iOS 18, visionOS 2, *), reason == .winBackOffer { self = .winBackOffer }
                #endif
            }
        }
    }
#endif
