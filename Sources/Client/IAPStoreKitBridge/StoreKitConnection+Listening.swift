internal import IAPModel
package import IAPPaymentQueue

extension StoreKitConnection {
    /// `Transaction.updates` alone is not enough: the connection also lists the unfinished transactions. The queue
    /// recognizes duplicates by id. Each loop ends when a fact does not count as received, because reading on would
    /// acknowledge it to the store.
    package func listen(handlesMessages: Bool, _ report: @escaping @Sendable (Fact) async -> Bool) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                for await result in StoreKitTransaction.updates {
                    guard await report(fact(of: result, isUnfinished: false)) else { return }
                }
            }
            group.addTask { [self] in
                for await result in sheetPurchases.stream {
                    guard await report(fact(of: result, isUnfinished: false)) else { return }
                }
            }
            group.addTask { [self] in
                for await result in StoreKitTransaction.unfinished {
                    guard await report(fact(of: result, isUnfinished: true)) else { return }
                }
            }
            group.addTask { [self] in
                // Some systems emit the current storefront when a program begins to listen, others emit only changes.
                let read = await BoundedRead.value(within: Self.timeout) { try? await self.storefront() }
                if let read, await !report(.storefrontRead(read)) { return }
                var last = read
                for await storefront in earlyStreams.storefronts {
                    let current = Storefront(countryCode: storefront.countryCode, id: storefront.id)
                    if current != last { monitor.withLock { products = [:] } }
                    last = current
                    guard await report(.storefrontChanged(current)) else { return }
                }
            }
            group.addTask { [self] in
                for await status in earlyStreams.statuses {
                    guard await report(.subscriptionStatusChanged(SubscriptionStatus(status))) else { return }
                }
            }
            group.addTask {
                for await _ in Reachability.changes { guard await report(.storeReachable) else { return } }
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

    private func fact(of result: StoreKitVerificationResult<StoreKitTransaction>, isUnfinished: Bool) -> Fact {
        switch result {
        case .verified(let transaction):
            remember(transaction)
            let value = Transaction(result)
            note(environment: value.environment)
            return isUnfinished ? .unfinishedListed(value) : .transactionUpdated(value)
        case .unverified(let transaction, let error):
            return .unverifiedTransaction(Transaction(result), IAPError(unverified: transaction, error))
        }
    }

    // MARK: Purchases started in the App Store

    private func listenForIntents(_ report: @escaping @Sendable (Fact) async -> Bool) async {
        // PurchaseIntent: iOS 16.4, macOS 14.4.
        #if os(iOS) || os(macOS) || IAP_REFERENCE_STORE
            if #available(iOS 16.4, macOS 14.4, *) {
                for await intent in StoreKitPurchaseIntent.intents {
                    guard await report(await fact(of: intent)) else { return }
                }
            }
        #endif
    }

    #if os(iOS) || os(macOS) || IAP_REFERENCE_STORE
        @available(iOS 16.4, macOS 14.4, *)
        private func fact(of intent: StoreKitPurchaseIntent) async -> Fact {
            if !intent.product.type.rawValue.isEmpty {
                // The intent comes only once. Another request to the store could fail and lose it.
                remember(intent.product)
            } else {
                // A test may let the reference store send an intent for a product that it does not sell.
                do throws(IAPError) {
                    _ = try await product(intent.product.id)
                } catch  where error.status == .productUnavailable {
                    return .problemOccurred(
                        IAPError(
                            .productUnavailable,
                            "the player started to buy \(intent.product.id) in the App Store, but the App Store does not sell it here"
                        ))
                } catch {
                    // Whether the store has the product is not known now. The purchase will show it.
                }
            }
            return .purchaseIntended(PurchaseIntent(productID: intent.product.id, offerID: intent.offerID))
        }
    #endif

    // MARK: Messages

    private func listenForMessages(_ report: @escaping @Sendable (Fact) async -> Bool) async {
        // Message: iOS 16, visionOS 1.
        #if os(iOS) || os(visionOS) || IAP_REFERENCE_STORE
            if #available(iOS 16, *) {
                for await message in StoreKitMessage.messages {
                    let number = monitor.withLock {
                        lastMessage += 1
                        messages[lastMessage] = message
                        return lastMessage
                    }
                    let reported = StoreMessage(id: number, reason: StoreMessage.Reason(message.reason))
                    guard await report(.messageReceived(reported)) else { return }
                }
            }
        #endif
    }
}

#if os(iOS) || os(macOS) || IAP_REFERENCE_STORE
    @available(iOS 16.4, macOS 14.4, *)
    extension StoreKitPurchaseIntent {
        fileprivate var offerID: String? {
            // PurchaseIntent.offer: iOS 18, macOS 15.
            if #available(iOS 18, macOS 15, *) { return offer?.id }
            return nil
        }
    }
#endif

#if os(iOS) || os(visionOS) || IAP_REFERENCE_STORE
    @available(iOS 16, *)
    extension StoreMessage.Reason {
        init(_ reason: StoreKitMessage.Reason) {
            switch reason {
            case .generic: self = .generic
            case .priceIncreaseConsent: self = .priceIncreaseConsent
            default:
                self = .unknown
                if #available(iOS 16.4, *), reason == .billingIssue { self = .billingIssue }
                // Message.Reason.winBackOffer: iOS 18, visionOS 2.
                if #available(iOS 18, visionOS 2, *), reason == .winBackOffer { self = .winBackOffer }
            }
        }
    }
#endif
