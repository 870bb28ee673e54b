public import Foundation
internal import IAPModel
internal import IAPReferenceStore

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
        let token = try await CurrentDevice.ask { device throws(StoreFailure) in try device.showExternalPurchaseNotice()
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
        let result = try await CurrentDevice.ask { device throws(StoreFailure) in
            try device.openExternalPurchaseLink(link)
        }
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
        get async {
            CurrentDevice.look { device throws(StoreFailure) in try device.isEligibleForCustomLink() } ?? false
        }
    }

    /// - Parameter tokenType: "ACQUISITION" or "SERVICES".
    public static func token(for tokenType: String) async throws -> Token? {
        try await CurrentDevice.ask { device throws(StoreFailure) in try device.customLinkToken(tokenType) }.map(
            Token.init)
    }

    public static func showNotice(type: NoticeType) async throws -> NoticeResult {
        try await CurrentDevice.ask { device throws(StoreFailure) in
            switch try device.showCustomLinkNotice(isWithinApp: type == .withinApp) {
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
        let result = try await CurrentDevice.ask { device throws(StoreFailure) in try device.openExternalLinkAccount() }
        if result == .cancelled { throw StoreKitError.userCancelled }
    }
}
