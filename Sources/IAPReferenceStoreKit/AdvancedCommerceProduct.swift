internal import IAPModel
internal import IAPReferenceStore

/// A generic product. The game server defines what the player buys and at what price.
public struct AdvancedCommerceProduct: Identifiable, Sendable {
    public typealias ProductType = Product.ProductType
    public typealias PurchaseResult = Product.PurchaseResult

    public let id: String
    public let type: ProductType

    public init(id: String) async throws {
        guard CurrentDevice.isSupported(.advancedCommerce) else { throw StoreKitError.unsupported }
        let products = try await Product.products(for: [id])
        guard let product = products.first else { throw Product.PurchaseError.productUnavailable }
        self.id = product.id
        type = product.type
    }

    public struct PurchaseOption: Hashable, Sendable {
        let decision: StorefrontDecision

        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> PurchaseOption {
            Self(decision: StorefrontDecision(shouldContinue: shouldContinuePurchase))
        }
    }

    /// - Parameter compactJWS: The request that the game server signed.
    public func purchase(
        compactJWS: String, confirmIn viewController: UIViewController, options: Set<PurchaseOption> = []
    ) async throws -> PurchaseResult {
        var request = PurchaseOptions()
        request.advancedCommerceJWS = compactJWS
        for option in options {
            let shouldContinue = option.decision.shouldContinue
            request.onStorefrontChange = { shouldContinue(Storefront($0)) }
        }
        return try await PurchaseResult.buying(id, request)
    }

    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await Transaction.latest(for: id) }
    }

    public var allTransactions: Transaction.Transactions { Transaction.all(for: id) }
    public var currentEntitlements: Transaction.Transactions { Transaction.currentEntitlements(for: id) }
}
