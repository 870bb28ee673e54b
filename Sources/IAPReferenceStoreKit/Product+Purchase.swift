internal import IAPReferenceStore

extension Product {
    public enum PurchaseResult: Sendable {
        case success(VerificationResult<Transaction>)
        case userCancelled
        case pending
    }

    public enum PurchaseError: Error, Hashable, Sendable {
        case invalidQuantity
        case productUnavailable
        case purchaseNotAllowed
        case ineligibleForOffer
        case invalidOfferIdentifier
        case invalidOfferPrice
        case invalidOfferSignature
        case missingOfferParameters
        case paymentMethodBindingConfigurationRequired
        case multiSeatPurchaseDisabled
    }

    /// Apple's function runs on the main actor, which owns the payment sheet. Here there is no sheet, and a C program does not
    /// run Swift's main actor.
    public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
        try await PurchaseResult.buying(id, PurchaseOptions(options))
    }

    public func purchase(
        confirmIn scene: some UIScene, options: Set<PurchaseOption> = []
    ) async throws -> PurchaseResult {
        try await purchase(options: options)
    }

    public func purchase(
        confirmIn viewController: UIViewController, options: Set<PurchaseOption> = []
    ) async throws -> PurchaseResult {
        try await purchase(options: options)
    }
}

/// The end of a purchase in the store.
private typealias PurchaseEnd = PurchaseResult

extension Product.PurchaseResult {
    static func buying(_ productID: String, _ options: PurchaseOptions) async throws -> Self {
        let device = try CurrentDevice.require()
        do {
            var request = try device.beginRequest()
            let answer = CurrentDevice.answer(on: device) { device throws(StoreFailure) in
                try device.purchase(productID, options)
            }
            if case .success(.lost(let loss, _)) = answer { request.loss = loss }
            do {
                try await device.awaitAnswer(to: request)
                if case .success(.purchased) = answer { try await device.awaitResult(of: request) }
            } catch let failure as StoreFailure {
                if case .success(.purchased(let transaction)) = answer {
                    try device.announceUnlessFinished(transaction)
                }
                throw failure
            }
            return try Self(try answer.get(), on: device)
        } catch let failure as StoreFailure {
            throw failure.error(ofPurchaseOn: device)
        }
    }

    private init(_ result: PurchaseEnd, on device: StoreDevice) throws(StoreFailure) {
        switch result {
        case .purchased(let transaction):
            self = .success(try Self.handOver(transaction, on: device))
            device.store.reach(.beforeAnswer)
        case .cancelled:
            if try device.has(.cancelIsThrown) {
                throw StoreFailure(.userCancelled, "the player cancelled the purchase")
            }
            self = .userCancelled
        case .pending: self = .pending
        case .lost(_, let result): try self.init(result, on: device)
        }
    }

    /// Delivers a charged purchase. If it cannot be signed now, it comes by `Transaction.updates` later. If even this cannot be
    /// noted, it comes at the next launch.
    private static func handOver(
        _ transaction: LedgerTransaction, on device: StoreDevice
    ) throws(StoreFailure) -> VerificationResult<Transaction> {
        do throws(StoreFailure) {
            return try Transaction.verify(transaction, on: device)
        } catch {
            try device.announceUnlessFinished(transaction)
            throw error
        }
    }
}
