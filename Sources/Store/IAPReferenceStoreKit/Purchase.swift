public import Foundation
internal import IAPModel
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
    ) async throws -> PurchaseResult { try await purchase(options: options) }

    public func purchase(
        confirmIn viewController: UIViewController, options: Set<PurchaseOption> = []
    ) async throws -> PurchaseResult { try await purchase(options: options) }
}

/// The end of a purchase in the store.
private typealias PurchaseEnd = PurchaseResult

extension Product.PurchaseResult {
    static func buying(_ productID: String, _ options: PurchaseOptions) async throws -> Self {
        let device = try CurrentDevice.require()
        do {
            var request = try device.network.beginRequest()
            let response = CurrentDevice.response(on: device) { device in try device.purchase(productID, options) }
            if case .success(.lost(let loss, _)) = response { request.loss = loss }
            do {
                try await device.awaitResponse(to: request)
                if case .success(.purchased) = response { try await device.awaitResult(of: request) }
            } catch let failure as StoreFailure {
                if case .success(.purchased(let transaction)) = response {
                    try device.announceUnlessFinished(transaction)
                }
                throw failure
            }
            return try Self(try response.get(), on: device)
        } catch let failure as StoreFailure {
            throw failure.error(ofPurchaseOn: device)
        }
    }

    private init(_ result: PurchaseEnd, on device: StoreDevice) throws {
        switch result {
        case .purchased(let transaction):
            self = .success(try Self.handOver(transaction, on: device))
            device.store.file.killSwitch.reach(.beforeResponse)
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
    ) throws -> VerificationResult<Transaction> {
        do {
            return try Transaction.verify(transaction, on: device)
        } catch {
            try device.announceUnlessFinished(transaction)
            throw error
        }
    }
}

extension Product {
    /// An option of a purchase.
    public struct PurchaseOption: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case appAccountToken(UUID)
            case quantity(Int)
            case simulatesAskToBuyInSandbox(Bool)
            case onStorefrontChange(StorefrontDecision)
            case signedPromotionalOffer(id: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int)
            case promotionalOffer(id: String, compactJWS: String)
            case introductoryOfferEligibility(compactJWS: String)
            case winBackOffer(SubscriptionOffer)
            case billingPlanType(SubscriptionInfo.BillingPlanType)
            case seats(Int)
            case multiSeatInvitationSheetSuppressed(Bool)
            case customText(key: String, String)
            case customNumber(key: String, Double)
            case customFlag(key: String, Bool)
            case customData(key: String, Data)
        }

        let kind: Kind

        public static func appAccountToken(_ token: UUID) -> PurchaseOption { Self(kind: .appAccountToken(token)) }

        public static func quantity(_ quantity: Int) -> PurchaseOption { Self(kind: .quantity(quantity)) }

        public static func simulatesAskToBuyInSandbox(_ simulateAskToBuy: Bool) -> PurchaseOption {
            Self(kind: .simulatesAskToBuyInSandbox(simulateAskToBuy))
        }

        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> PurchaseOption {
            Self(kind: .onStorefrontChange(StorefrontDecision(shouldContinue: shouldContinuePurchase)))
        }

        public static func promotionalOffer(
            offerID: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int
        ) -> PurchaseOption {
            Self(
                kind: .signedPromotionalOffer(
                    id: offerID, keyID: keyID, nonce: nonce, signature: signature, timestamp: timestamp))
        }

        public static func promotionalOffer(_ offerID: String, compactJWS: String) -> [PurchaseOption] {
            [Self(kind: .promotionalOffer(id: offerID, compactJWS: compactJWS))]
        }

        public static func introductoryOfferEligibility(compactJWS: String) -> PurchaseOption {
            Self(kind: .introductoryOfferEligibility(compactJWS: compactJWS))
        }

        public static func winBackOffer(_ offer: SubscriptionOffer) -> PurchaseOption {
            Self(kind: .winBackOffer(offer))
        }

        public static func billingPlanType(_ type: SubscriptionInfo.BillingPlanType) -> PurchaseOption {
            Self(kind: .billingPlanType(type))
        }

        public static func seats(_ targetSeatQuantity: Int) -> PurchaseOption { Self(kind: .seats(targetSeatQuantity)) }

        public static func multiSeatInvitationSheetSuppressed(_ isSuppressed: Bool) -> PurchaseOption {
            Self(kind: .multiSeatInvitationSheetSuppressed(isSuppressed))
        }

        public static func custom(key: String, value: String) -> PurchaseOption {
            Self(kind: .customText(key: key, value))
        }

        public static func custom(key: String, value: Double) -> PurchaseOption {
            Self(kind: .customNumber(key: key, value))
        }

        public static func custom(key: String, value: Bool) -> PurchaseOption {
            Self(kind: .customFlag(key: key, value))
        }

        public static func custom(key: String, value: Data) -> PurchaseOption {
            Self(kind: .customData(key: key, value))
        }
    }
}

/// Whether a purchase continues in another country. Functions cannot be compared. All decisions are therefore equal, and a set
/// of options contains only one.
struct StorefrontDecision: Hashable, Sendable {
    let shouldContinue: @Sendable (Storefront) -> Bool

    static func == (one: StorefrontDecision, other: StorefrontDecision) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

extension PurchaseOptions {
    init(_ options: Set<Product.PurchaseOption>) {
        self.init()
        for option in options { apply(option.kind) }
    }

    private mutating func apply(_ option: Product.PurchaseOption.Kind) {
        switch option {
        case .appAccountToken(let token): appAccountToken = token.uuidString.lowercased()
        case .quantity(let number): quantity = number
        case .simulatesAskToBuyInSandbox(let isSimulated): simulatesAskToBuy = isSimulated
        case .onStorefrontChange(let decision): onStorefrontChange = { decision.shouldContinue(Storefront($0)) }
        case .signedPromotionalOffer(let id, let keyID, let nonce, let signature, let timestamp):
            promotionalOffer = PromotionalOffer(
                offerID: id,
                proof: .signature(
                    keyID: keyID, nonce: nonce.uuidString.lowercased(), signature: Array(signature),
                    timestamp: Int64(timestamp)))
        case .promotionalOffer(let id, let text): promotionalOffer = PromotionalOffer(offerID: id, proof: .jws(text))
        case .introductoryOfferEligibility(let text): introductoryOfferJWS = text
        case .winBackOffer(let offer): winBackOfferID = offer.id ?? ""
        case .billingPlanType(let type): billingPlanType = BillingPlanType(rawValue: type.rawValue)
        case .seats(let number): seats = number
        // The reference store has no invitations, and ignores custom values.
        case .multiSeatInvitationSheetSuppressed, .customText, .customNumber, .customFlag, .customData: break
        }
    }
}

/// A generic product. The game server defines what the player buys and at what price.
public struct AdvancedCommerceProduct: Identifiable, Sendable {
    public typealias PurchaseResult = Product.PurchaseResult

    public let id: String

    public init(id: String) async throws {
        guard CurrentDevice.isSupported(.advancedCommerce) else { throw StoreKitError.unsupported }
        let products = try await Product.products(for: [id])
        guard let product = products.first else { throw Product.PurchaseError.productUnavailable }
        self.id = product.id
    }

    public struct PurchaseOption: Hashable, Sendable {
        let decision: StorefrontDecision

        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> PurchaseOption { Self(decision: StorefrontDecision(shouldContinue: shouldContinuePurchase)) }
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
}

/// A purchase that the player began in the App Store, with the names of StoreKit's own type.
public struct PurchaseIntent: Identifiable, Equatable, Sendable {
    public let product: Product
    /// A win-back offer.
    public let offer: Product.SubscriptionOffer?

    public var id: Product.ID { product.id }

    public typealias PurchaseIntents = StoreSequence<PurchaseIntent>

    /// The waiting intents and then new ones, each once.
    public static var intents: PurchaseIntents {
        let device = CurrentDevice.device
        let stream = RetryingStream { report in device?.inbox.listenForIntents(report) }
        return StoreSequence { await stream.next().map { PurchaseIntent($0, on: device) } }
    }

    private init(_ record: PurchaseIntentRecord, on device: StoreDevice?) {
        let listing: ProductListing?
        // An intent is delivered once. If its product cannot be read now, the intent has only the product id.
        do { listing = try device?.listing(record.productID) } catch { listing = nil }
        let product = listing.map(Product.init) ?? Product(unlistedID: record.productID)
        self.product = product
        offer = record.offerID.map(ExactText.init).flatMap { wanted in
            product.subscription?.winBackOffers.first { $0.id.map(ExactText.init) == wanted }
        }
    }
}
