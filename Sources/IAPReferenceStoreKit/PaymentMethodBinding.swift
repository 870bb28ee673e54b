public import Foundation
internal import IAPModel
internal import IAPReferenceStore

/// Binds the account's payment method to a purchase on the web.
public struct PaymentMethodBinding: Sendable, Hashable, Identifiable {
    public enum PaymentMethodBindingError: LocalizedError, Hashable, Sendable {
        case notEligible
        case invalidPinningID
        case failed
    }

    public let id: String

    /// - Parameter id: The pinning id that the game server received from Apple.
    public init(id: String) async throws {
        guard CurrentDevice.isSupported(.paymentMethodBinding) else { throw StoreKitError.unsupported }
        self.id = id
    }

    public func bind() async throws {
        try await CurrentDevice.ask { device throws(StoreFailure) in try device.bindPaymentMethod(id) }
    }
}
