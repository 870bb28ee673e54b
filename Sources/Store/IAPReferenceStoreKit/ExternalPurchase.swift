public import Foundation
internal import IAPModel
internal import IAPReferenceStore

// Every account is eligible for purchases outside the App Store, if the device has the feature.

/// The notice before a purchase outside the App Store.
public enum ExternalPurchase: Sendable {
    public enum NoticeResult: Hashable, Sendable {
        case cancelled
        case continuedWithExternalPurchaseToken(token: String)
    }

    public static var canPresent: Bool {
        get async { CurrentDevice.isSupported(.externalPurchase) }
    }

    public static func presentNoticeSheet() async throws -> NoticeResult {
        let token = try await CurrentDevice.ask { device in try device.externalPurchases.showNotice()
        }
        return token.map(NoticeResult.continuedWithExternalPurchaseToken) ?? .cancelled
    }
}

/// Links to purchases on the web that the app declares.
public enum ExternalPurchaseLink: Sendable {
    public static var canOpen: Bool {
        get async { CurrentDevice.isSupported(.externalPurchaseLink) }
    }

    public static func open() async throws { try await open(link: nil) }
    public static func open(url: URL) async throws { try await open(link: url.absoluteString) }

    private static func open(link: String?) async throws {
        let result = try await CurrentDevice.ask { device in try device.externalPurchases.openLink(link) }
        if result == .cancelled { throw StoreKitError.userCancelled }
    }
}

/// Links to purchases on the web that the game draws itself.
public enum ExternalPurchaseCustomLink: Sendable {
    public enum NoticeResult: Hashable, Sendable {
        case cancelled
        case continued
    }

    public enum NoticeType: Int, Hashable, Sendable {
        case withinApp
        case browser
    }

    public struct Token: Hashable, Sendable {
        public let value: String
    }

    public static var isEligible: Bool {
        get async { CurrentDevice.isSupported(.externalPurchaseCustomLink) }
    }

    /// - Parameter tokenType: "ACQUISITION" or "SERVICES".
    public static func token(for tokenType: String) async throws -> Token? {
        try await CurrentDevice.ask { device in try device.externalPurchases.customLinkToken(tokenType) }.map(
            Token.init)
    }

    public static func showNotice(type: NoticeType) async throws -> NoticeResult {
        try await CurrentDevice.ask { device in
            switch try device.externalPurchases.showCustomLinkNotice(isWithinApp: type == .withinApp) {
            case .done: .continued
            case .cancelled: .cancelled
            }
        }
    }
}

/// The link to the game's account page that the app declares.
public enum ExternalLinkAccount: Sendable {
    public static var canOpen: Bool {
        get async { CurrentDevice.isSupported(.externalLinkAccount) }
    }

    public static func open() async throws {
        let result = try await CurrentDevice.ask { device in try device.externalPurchases.openLinkAccount() }
        if result == .cancelled { throw StoreKitError.userCancelled }
    }
}

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
        try await CurrentDevice.ask { device in try device.externalPurchases.bindPaymentMethod(id) }
    }
}
