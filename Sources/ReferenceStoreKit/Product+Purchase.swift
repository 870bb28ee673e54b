internal import ReferenceStore

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
        try PurchaseResult.buying(id, PurchaseOptions(options))
    }

    public func purchase(
        confirmIn scene: some UIScene, options: Set<PurchaseOption> = []
    ) async throws -> PurchaseResult {
        try await purchase(options: options)
    }
}

extension Product.PurchaseResult {
    static func buying(_ productID: String, _ options: PurchaseOptions) throws -> Self {
        try CurrentDevice.ask { device throws(StoreFailure) in
            switch try device.purchase(productID, options) {
            case .purchased(let transaction): .success(try handOver(transaction, on: device))
            case .cancelled: .userCancelled
            case .pending: .pending
            }
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
            if !transaction.isFinished { try device.announce(transaction) }
            throw error
        }
    }
}
