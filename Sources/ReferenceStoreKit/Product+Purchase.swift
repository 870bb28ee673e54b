public import Foundation
internal import ReferenceStore

extension Product {
    public struct PurchaseOption: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case appAccountToken(UUID)
            case quantity(Int)
            case simulatesAskToBuyInSandbox(Bool)
        }

        let kind: Kind

        public static func appAccountToken(_ token: UUID) -> PurchaseOption { Self(kind: .appAccountToken(token)) }
        public static func quantity(_ quantity: Int) -> PurchaseOption { Self(kind: .quantity(quantity)) }
        public static func simulatesAskToBuyInSandbox(_ simulateAskToBuy: Bool) -> PurchaseOption {
            Self(kind: .simulatesAskToBuyInSandbox(simulateAskToBuy))
        }
    }

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
    }

    /// Apple's runs on the main actor, where the payment sheet is; here there is no sheet, and a C program does not serve
    /// Swift's main actor.
    public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
        let device = try CurrentDevice.require()
        var (quantity, token, simulatesAskToBuy): (Int, UUID?, Bool) = (1, nil, false)
        for option in options {
            switch option.kind {
            case .appAccountToken(let value): token = value
            case .quantity(let value): quantity = value
            case .simulatesAskToBuyInSandbox(let value): simulatesAskToBuy = value
            }
        }
        do throws(StoreFailure) {
            let result = try device.purchase(
                id, quantity: quantity, appAccountToken: token?.uuidString.lowercased(),
                simulatesAskToBuy: simulatesAskToBuy)
            switch result {
            case .purchased(let transaction): return .success(try Transaction.verify(transaction, on: device))
            case .cancelled: return .userCancelled
            case .pending: return .pending
            }
        } catch {
            throw error.storeKitError
        }
    }
}
