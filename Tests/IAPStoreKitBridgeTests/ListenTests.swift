import IAPModel
import IAPPaymentQueue
import IAPReferenceStore
import IAPReferenceStoreKit
import Testing

@testable import IAPStoreKitBridge

/// What the bridge reports unprompted.
@Suite(.timeLimit(.minutes(60)))
struct ListenTests {
    /// Listens on the shop's device until the body returns.
    private static func listen(
        to shop: Shop, _ connection: StoreKitConnection = StoreKitConnection(), handlesMessages: Bool = true,
        _ body: (inout AsyncStream<Fact>.Iterator) async throws -> Void
    ) async throws {
        let (stream, input) = AsyncStream.makeStream(of: Fact.self)
        try await shop.visit {
            let task = Task {
                await connection.listen(handlesMessages: handlesMessages) { fact in
                    input.yield(fact)
                    return true
                }
            }
            var facts = stream.makeAsyncIterator()
            do {
                try await body(&facts)
            } catch {
                task.cancel()
                throw error
            }
            task.cancel()
            // A listener that does not end would block the client's close forever.
            await task.value
        }
    }

    /// The stream and the listing run in parallel. Therefore the tests search for facts and do not count them.
    private static func next<Value>(
        _ facts: inout AsyncStream<Fact>.Iterator, _ wanted: (Fact) -> Value?
    ) async throws -> Value {
        while let fact = await facts.next() {
            if let value = wanted(fact) { return value }
        }
        throw IAPError(.internalFailure, "the listening ended")
    }

    private static func listed(_ fact: Fact) -> IAPModel.Transaction? {
        if case .unfinishedListed(let transaction) = fact { transaction } else { nil }
    }

    private static func updated(_ fact: Fact) -> IAPModel.Transaction? {
        if case .transactionUpdated(let transaction) = fact { transaction } else { nil }
    }

    @Test func unfinishedTransactionsAreListedInOrder() async throws {
        let shop = try Shop()
        for id in ["coins", "editor"] {
            _ = try shop.device.purchase(id, PurchaseOptions())
        }
        try await Self.listen(to: shop) { facts in
            for id in ["coins", "editor"] {
                let transaction = try await Self.next(&facts, Self.listed)
                #expect(transaction.productID == id)
            }
        }
    }

    @Test func approvalAndRefundComeAsUpdates() async throws {
        let shop = try Shop()
        var options = PurchaseOptions()
        (options.quantity, options.simulatesAskToBuy) = (2, true)
        _ = try shop.device.purchase("coins", options)
        try await Self.listen(to: shop) { facts in
            let approval = try #require(try shop.store.approvals.first)
            let approved = try #require(try shop.store.approve(approval.id))
            let update = try await Self.next(&facts, Self.updated)
            #expect(update.id == approved.id && update.quantity == 2 && update.revocation == nil)

            _ = try shop.store.advanceClock(by: 77)
            _ = try shop.store.refund(approved.id)
            let revoked = try await Self.next(&facts) { Self.updated($0)?.revocation == nil ? nil : Self.updated($0) }
            #expect(revoked.id == approved.id)
            #expect(
                revoked.revocation
                    == IAPModel.Transaction.Revocation(
                        date: Shop.start + 77, reason: 0, type: .refundFull, percentage: 100_000))
        }
    }

    @Test func secondDevicesPurchaseComesAsAnUpdate() async throws {
        let shop = try Shop()
        let tablet = try StoreDevice(store: shop.store, account: "anna", name: "tablet")
        try await Self.listen(to: shop) { facts in
            _ = try tablet.purchase("editor", PurchaseOptions())
            #expect(try await Self.next(&facts, Self.updated).productID == "editor")
        }
    }

    @Test func storefrontOfTheLaunchIsReported() async throws {
        let shop = try Shop()
        try await Self.listen(to: shop) { facts in
            let read = try await Self.next(&facts) { fact in
                if case .storefrontRead(let storefront) = fact { storefront } else { nil }
            }
            #expect(read == IAPModel.Storefront(countryCode: "USA", id: "143441"))
        }
    }

    @Test func changeOfTheStorefrontIsReported() async throws {
        let shop = try Shop()
        try await Self.listen(to: shop) { facts in
            // Listening begins at an unknown moment. The test makes changes until one is received.
            let changes = Task {
                while !Task.isCancelled {
                    for code in ["JPN", "DEU"] { _ = try? shop.store.setStorefront(code, locale: nil) }
                    await Task.yield()
                }
            }
            let country = try await Self.next(&facts) { fact in
                if case .storefrontChanged(let storefront) = fact { storefront.countryCode } else { nil }
            }
            changes.cancel()
            #expect(["JPN", "DEU"].contains(country))
        }
    }

    /// The bridge caches products for purchases. The store determines the price at the moment of the purchase.
    @Test func purchaseAfterAChangeOfTheStorefrontIsAtTheNewPrice() async throws {
        let shop = try Shop()
        let connection = StoreKitConnection()
        try await shop.visit {
            _ = try await connection.products(for: ["coins"])
            _ = try shop.store.setStorefront("JPN", locale: "ja_JP")
            _ = await connection.buy(Payment(productID: "coins"))
        }
        #expect(try shop.device.unfinished().map(\.price) == [Money(milliunits: 990, currencyCode: "JPY")])
    }

    // MARK: Subscriptions, intents, messages

    private static func status(_ fact: Fact) -> IAPModel.SubscriptionStatus? {
        if case .subscriptionStatusChanged(let status) = fact { status } else { nil }
    }

    private static func intent(_ fact: Fact) -> IAPModel.PurchaseIntent? {
        if case .purchaseIntended(let intent) = fact { intent } else { nil }
    }

    private static func problem(_ fact: Fact) -> IAPError? {
        if case .problemOccurred(let error) = fact { error } else { nil }
    }

    private static func message(_ fact: Fact) -> StoreMessage? {
        if case .messageReceived(let message) = fact { message } else { nil }
    }

    @Test func unverifiedTransactionIsReportedWithItsReason() async throws {
        let shop = try Shop()
        let coins = try shop.charge("coins")
        try shop.store.setSimulatedError(.invalidSignature, for: .verification)
        try await Self.listen(to: shop) { facts in
            let (transaction, error) = try await Self.next(&facts) { fact -> (IAPModel.Transaction, IAPError)? in
                if case .unverifiedTransaction(let transaction, let error) = fact { (transaction, error) } else { nil }
            }
            #expect(transaction.id == coins.id && transaction.verification == .failed(.invalidSignature))
            #expect(error.status == .verification)
        }
    }

    /// Changes between the creation of a connection and its listening are reported too.
    @Test func changesSinceTheConnectionWasCreatedAreReported() async throws {
        let shop = try Shop(catalogue: Shop.club)
        let connection = await shop.visit { StoreKitConnection() }
        let gold = try shop.charge("gold")
        _ = try shop.store.setStorefront("JPN", locale: nil)
        try await Self.listen(to: shop, connection) { facts in
            var (status, storefront): (IAPModel.SubscriptionStatus?, IAPModel.Storefront?)
            while status == nil || storefront == nil, let fact = await facts.next() {
                status = status ?? Self.status(fact)
                if case .storefrontChanged(let changed) = fact { storefront = changed }
            }
            #expect(status?.transaction.id == gold.id && storefront?.countryCode == "JPN")
        }
    }

    @Test func changeOfASubscriptionIsReported() async throws {
        let shop = try Shop(catalogue: Shop.club)
        let gold = try shop.charge("gold")
        try await Self.listen(to: shop) { facts in
            // Listening begins at an unknown moment. The test makes changes until one is received.
            let changes = Task {
                var setting = RenewalSetting()
                while !Task.isCancelled {
                    setting.willAutoRenew.toggle()
                    _ = try? shop.store.setRenewal(ofTransaction: gold.id, setting)
                    await Task.yield()
                }
            }
            let status = try await Self.next(&facts, Self.status)
            changes.cancel()
            #expect(status.groupID == "CLUB" && status.transaction.id == gold.id)
        }
    }

    @Test func intentsComeOnceWithTheirOffer() async throws {
        let shop = try Shop(catalogue: Shop.club)
        try shop.device.sendIntent("coins", offerID: nil)
        try await Self.listen(to: shop) { facts in
            #expect(try await Self.next(&facts, Self.intent) == IAPModel.PurchaseIntent(productID: "coins"))
            try shop.device.sendIntent("gold", offerID: "back")
            let intent = try await Self.next(&facts, Self.intent)
            #expect(intent == IAPModel.PurchaseIntent(productID: "gold", offerID: "back"))
        }
    }

    @Test func intentForAnUnknownProductIsAProblem() async throws {
        let shop = try Shop()
        try shop.device.sendIntent("nothing", offerID: nil)
        try shop.device.sendIntent("coins", offerID: nil)
        try await Self.listen(to: shop) { facts in
            let error = try await Self.next(&facts) { fact in
                #expect(Self.intent(fact)?.productID != "nothing")
                return Self.problem(fact)
            }
            #expect(error.status == .productUnavailable && error.message.contains("nothing"))
            #expect(try await Self.next(&facts, Self.intent).productID == "coins")
        }
    }

    /// At the moment the bridge cannot find out whether the store has the product, and the intent arrives only once.
    @Test func intentIsKeptWhenProductsCannotBeLoaded() async throws {
        let shop = try Shop()
        try shop.store.setSimulatedError(.networkError, for: .loadProducts)
        try shop.device.sendIntent("coins", offerID: nil)
        try await Self.listen(to: shop) { facts in
            let intent = try await Self.next(&facts, Self.intent)
            #expect(intent.productID == "coins")
        }
    }

    /// The intent contains its product. The purchase does not need to load it.
    @Test func intendedProductCanBeBoughtWhenProductsCannotBeLoaded() async throws {
        let shop = try Shop()
        let connection = StoreKitConnection()
        try shop.store.setSimulatedError(.networkError, for: .loadProducts)
        try shop.device.sendIntent("coins", offerID: nil)
        try await Self.listen(to: shop, connection) { facts in
            let intent = try await Self.next(&facts, Self.intent)
            guard case .purchased = await connection.buy(Payment(productID: intent.productID)) else {
                Issue.record("\(intent.productID) was not bought")
                return
            }
        }
    }

    @Test(arguments: [true, false])
    func withoutTheFeatureIntentsAndMessagesWait(handlesMessages: Bool) async throws {
        let shop = try Shop()
        for feature in [Feature.purchaseIntents, .messages] { try shop.store.set(feature, isSupported: false) }
        try shop.device.sendIntent("coins", offerID: nil)
        try shop.device.sendMessage(.generic)
        try shop.charge("coins")
        try await Self.listen(to: shop, handlesMessages: handlesMessages) { facts in
            let listed = try await Self.next(&facts) { fact in
                #expect(Self.intent(fact) == nil && Self.message(fact) == nil)
                return Self.listed(fact)
            }
            #expect(listed.productID == "coins")
        }
        #expect(try shop.store.count(of: .message) == 0)
    }

    @Test func messageIsReportedAndShownOnce() async throws {
        let shop = try Shop()
        let connection = StoreKitConnection()
        try await Self.listen(to: shop, connection) { facts in
            for reason in StoreMessage.Reason.allCases {
                try shop.device.sendMessage(reason)
                let message = try await Self.next(&facts, Self.message)
                #expect(message.reason == reason)
                #expect(try await shop.ask(.show(.message(message.id), nil), connection) == .done)
                let error = await #expect(throws: IAPError.self) {
                    try await shop.ask(.show(.message(message.id), nil), connection)
                }
                #expect(error?.status == .notFound)
            }
        }
        #expect(try shop.store.count(of: .message) == StoreMessage.Reason.allCases.count)
    }

    @Test func messageThatCouldNotBeShownCanBeShownLater() async throws {
        let shop = try Shop()
        let connection = StoreKitConnection()
        try shop.device.sendMessage(.generic)
        try await Self.listen(to: shop, connection) { facts in
            let message = try await Self.next(&facts, Self.message)
            try shop.store.setSimulatedError(.unknown, for: .messages)
            await #expect(throws: IAPError.self) {
                try await shop.ask(.show(.message(message.id), nil), connection)
            }
            try shop.store.setSimulatedError(nil, for: .messages)
            #expect(try await shop.ask(.show(.message(message.id), nil), connection) == .done)
        }
    }

    @Test func systemShowsTheMessagesOfAGameThatDoesNotHandleThem() async throws {
        let shop = try Shop()
        try shop.device.sendMessage(.generic)
        try shop.charge("coins")
        try await Self.listen(to: shop, handlesMessages: false) { facts in
            // The listing is reported too. The test waits for the message.
            while try shop.store.count(of: .message) == 0 { await Task.yield() }
            let listed = try await Self.next(&facts, Self.listed)
            #expect(listed.productID == "coins")
        }
    }
}
