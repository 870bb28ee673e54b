public import Foundation

/// What StoreKit's functions throw, as Apple declares it.
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

/// What the App Store says to a request that the game's server has signed.
public struct InvalidRequestError: Error {
    public let code: Int64
    public let message: String
}

/// A failure of the device or of its storage, behind `StoreKitError.systemError`.
public struct ReferenceStoreFailure: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    public var description: String
    public var errorDescription: String? { description }
}
