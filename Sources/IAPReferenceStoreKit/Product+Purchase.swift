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

    /// Apple's runs on the main actor, where the payment sheet is; here there is no sheet, and a C program does not serve
    /// Swift's main actor.
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

/// How the store ends a purchase.
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
            if try device.has(.cancelIsThrown) { throw StoreFailure(.userCancelled, "the player cancelled it") }
            self = .userCancelled
        case .pending: self = .pending
        case .lost(_, let result): try self.init(result, on: device)
        }
    }

    /// What was charged and cannot be signed now comes by `Transaction.updates` once it can, and at the next launch if not
    /// even that can be noted.
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
