public import Foundation

/// The errors of StoreKit's functions, as Apple declares them.
public enum StoreKitError: Error {
    case unknown
    case userCancelled
    case networkError(URLError)
    case systemError(any Error)
    case notAvailableInStorefront
    case notEntitled
    case unsupported
    case invalidPresentationContext
}

/// The App Store's refusal of a request that the game server signed.
public struct InvalidRequestError: Error {
    public let code: Int64
    public let message: String
}

/// A failure of the device or of its storage, inside `StoreKitError.systemError`.
public struct ReferenceStoreFailure: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    public var description: String
    public var errorDescription: String? { description }
}
