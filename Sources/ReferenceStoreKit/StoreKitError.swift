public import Foundation

/// What StoreKit's functions throw, as Apple declares it.
public enum StoreKitError: Error {
    case unknown
    case userCancelled
    case networkError(URLError)
    case systemError(any Error)
    case notAvailableInStorefront
    case notEntitled
}

/// A failure of the device or of its storage, behind `StoreKitError.systemError`.
public struct ReferenceStoreFailure: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    public var description: String
    public var errorDescription: String? { description }
}
