public import Foundation
internal import IAPReferenceStore

/// The parts of StoreKit's `AppStore` that concern purchases.
public enum AppStore: Sendable {
    public struct Environment: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let production = Self(rawValue: "Production")
        public static let sandbox = Self(rawValue: "Sandbox")
        public static let xcode = Self(rawValue: "Xcode")
    }

    public struct Platform: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let iOS = Self(rawValue: "iOS")
        public static let macOS = Self(rawValue: "macOS")
        public static let tvOS = Self(rawValue: "tvOS")
        public static let visionOS = Self(rawValue: "visionOS")
    }

    public static var canMakePayments: Bool {
        CurrentDevice.look { device throws(StoreFailure) in try device.store.arePaymentsAllowed } ?? false
    }

    public static var deviceVerificationID: UUID? {
        CurrentDevice.device.flatMap { UUID(uuidString: $0.verificationID) }
    }

    /// The device is always in sync with the reference store. Only the connection can fail. Many systems report a device
    /// without a network as a player who cancels (FB12107567).
    public static func sync() async throws {
        do {
            try await CurrentDevice.ask { device throws(StoreFailure) in try device.sync() }
        } catch StoreKitError.networkError where CurrentDevice.isOffline && CurrentDevice.has(.syncOfflineCancelled) {
            throw StoreKitError.userCancelled
        }
    }

    /// Returns when the player has closed the sheet.
    public static func showManageSubscriptions(in scene: UIWindowScene) async throws {
        try await CurrentDevice.ask { device throws(StoreFailure) in try device.showManageSubscriptions(groupID: nil) }
    }

    public static func showManageSubscriptions(in scene: UIWindowScene, subscriptionGroupID: String) async throws {
        try await CurrentDevice.ask { device throws(StoreFailure) in
            try device.showManageSubscriptions(groupID: subscriptionGroupID)
        }
    }

    /// Returns when the player has closed the sheet. Redeemed purchases come by `Transaction.updates`.
    public static func presentOfferCodeRedeemSheet(in scene: UIWindowScene) async throws {
        let result = try await CurrentDevice.ask { device throws(StoreFailure) in try device.showOfferCodeSheet() }
        if result == .cancelled { throw StoreKitError.userCancelled }
    }

    /// The system decides whether to ask the player. Like StoreKit's function, it cannot fail.
    public static func requestReview(in scene: UIWindowScene) {
        _ = CurrentDevice.look { device throws(StoreFailure) in try device.requestReview() }
    }
}
