public import Foundation
internal import IAPModel
internal import IAPReferenceStore

/// The parts of StoreKit's `AppStore` that concern purchases.
public enum AppStore: Sendable {
    public struct Environment: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public static var canMakePayments: Bool {
        CurrentDevice.look { device in try device.store.controls.arePaymentsAllowed } ?? false
    }

    /// The device is always in sync with the reference store. Only the connection can fail. Many systems report a device
    /// without a network as a player who cancels (FB12107567).
    public static func sync() async throws {
        do {
            try await CurrentDevice.ask { device in try device.sync() }
        } catch StoreKitError.networkError where CurrentDevice.isOffline && CurrentDevice.has(.syncOfflineCancelled) {
            throw StoreKitError.userCancelled
        }
    }

    /// Returns when the player has closed the sheet.
    public static func showManageSubscriptions(in scene: UIWindowScene) async throws {
        try await CurrentDevice.ask { device in try device.sheets.showManageSubscriptions(groupID: nil) }
    }

    public static func showManageSubscriptions(in scene: UIWindowScene, subscriptionGroupID: String) async throws {
        try await CurrentDevice.ask { device in try device.sheets.showManageSubscriptions(groupID: subscriptionGroupID)
        }
    }

    /// Returns when the player has closed the sheet. Redeemed purchases come by `Transaction.updates`.
    public static func presentOfferCodeRedeemSheet(in scene: UIWindowScene) async throws {
        let result = try await CurrentDevice.ask { device in try device.sheets.showOfferCode() }
        if result == .cancelled { throw StoreKitError.userCancelled }
    }

    /// Returns when the player has closed the sheet or bought something in it.
    public static func presentMerchandising(
        _ kind: AppStoreMerchandisingKind, from controller: UIViewController
    ) async throws -> AppStoreMerchandisingKind.PresentationResult {
        let choice = try await CurrentDevice.ask { device in
            try device.sheets.showMerchandising(groupID: kind.groupID)
        }
        switch choice {
        case .buy(let productID):
            return .purchaseCompleted(try await Product.PurchaseResult.buying(productID, PurchaseOptions()))
        case .cancel: return .purchaseCompleted(.userCancelled)
        case .close: return .dismissed
        }
    }

    /// The system decides whether to ask the player. Like StoreKit's function, it cannot fail.
    public static func requestReview(in scene: UIWindowScene) {
        _ = CurrentDevice.look { device in try device.sheets.requestReview() }
    }
}

/// What a sheet of offers shows, with the names of StoreKit's own type.
public struct AppStoreMerchandisingKind: Sendable {
    public enum PresentationResult: Sendable {
        case dismissed
        case purchaseCompleted(Product.PurchaseResult)
    }

    let groupID: String

    public static func subscriptionBundle(_ groupID: String) -> AppStoreMerchandisingKind { Self(groupID: groupID) }
}

/// The account's copy of the app, with the names and signatures of StoreKit's own type.
public struct AppTransaction: Sendable {
    /// Nil in the sandbox.
    public let appID: UInt64?
    public let appVersion: String
    /// Nil in the sandbox.
    public let appVersionID: UInt64?
    public let originalAppVersion: String
    public let originalPurchaseDate: Date
    public let preorderDate: Date?

    let signed: SignedText

    // An unverified app transaction has the values of its text.
    public var bundleID: String { signed.text(of: "bundleId") }
    public var environment: AppStore.Environment { AppStore.Environment(rawValue: signed.text(of: "receiptType")) }
    public var jsonRepresentation: Data { signed.json }
    public var signedDate: Date { signed.date }
    public var deviceVerification: Data { signed.verificationData }
    public var deviceVerificationNonce: UUID { signed.nonce }

    public static var shared: VerificationResult<AppTransaction> {
        get async throws { try await verified(isRefresh: false) }
    }

    public static func refresh() async throws -> VerificationResult<AppTransaction> {
        try await verified(isRefresh: true)
    }

    private static func verified(isRefresh: Bool) async throws -> VerificationResult<AppTransaction> {
        try await CurrentDevice.ask(after: { try await $0.awaitRead() }) { device in
            let app = try device.app.transaction(isRefresh: isRefresh)
            let signed = try device.signer.signed(app)
            return VerificationResult(AppTransaction(app, signed: signed), signed.failure)
        }
    }

    private init(_ app: AppRecord, signed: SignedText) {
        appID = nil
        appVersion = app.appVersion
        appVersionID = nil
        originalAppVersion = app.originalAppVersion
        originalPurchaseDate = Date(milliseconds: app.originalPurchaseDate)
        preorderDate = nil
        self.signed = signed
    }
}

extension AppTransaction: Hashable {
    public static func == (one: Self, other: Self) -> Bool { one.signed.payload == other.signed.payload }
    public func hash(into hasher: inout Hasher) { hasher.combine(signed.payload) }
}

/// The country of the account's App Store, with the names of StoreKit's own type.
public struct Storefront: Identifiable, Sendable {
    /// ISO 3166-1 alpha-3.
    public let countryCode: String
    public let id: String

    public static var current: Storefront? {
        get async {
            do { try await CurrentDevice.device?.awaitStorefront() } catch { return nil }
            return CurrentDevice.look { device in Storefront(try device.store.shelf.storefront) }
        }
    }

    public typealias Storefronts = StoreSequence<Storefront>

    /// Each change of the storefront since the creation of the sequence.
    public static var updates: Storefronts {
        let device = CurrentDevice.device
        let stream = RetryingStream { report in device?.listenForStorefront(report) }
        return StoreSequence { await stream.next().map(Storefront.init) }
    }

    init(_ storefront: IAPModel.Storefront) {
        countryCode = storefront.countryCode
        id = storefront.id
    }
}

/// A message of the App Store to the player, with the names of StoreKit's own type.
public struct Message: Hashable, Sendable {
    public let reason: Reason
    private let number: Int64

    /// Apple does not publish the raw values.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let generic = Self(rawValue: 0)
        public static let priceIncreaseConsent = Self(rawValue: 1)
        public static let billingIssue = Self(rawValue: 2)
        public static let winBackOffer = Self(rawValue: 3)

        /// The numbers of the C header begin with the unknown reason.
        init(_ reason: StoreMessage.Reason) { rawValue = Int(reason.rawValue) - 1 }
    }

    /// Shows the message once.
    public func display(in scene: UIWindowScene) throws {
        try CurrentDevice.askLocally { device in try device.sheets.showMessage(number) }
    }

    public typealias Messages = StoreSequence<Message>

    /// The waiting messages and then new ones, each once.
    public static var messages: Messages {
        let device = CurrentDevice.device
        let stream = RetryingStream { report in device?.inbox.listenForMessages(report) }
        return StoreSequence {
            await stream.next().map { Message(reason: Reason($0.reason), number: $0.number) }
        }
    }
}

// Linux has no UIKit. These types replace its classes in StoreKit's signatures: calls look the same. They are empty; the
// reference store's player acts through `iap_store_answer_next_sheet()`.

/// A scene of the app.
open class UIScene: @unchecked Sendable {  // It has no state.
    public init() {}
}

/// A scene with windows that shows sheets.
public final class UIWindowScene: UIScene, @unchecked Sendable {}

/// The content of a window. Each view controller can present the next one.
public final class UIViewController: @unchecked Sendable {  // One thread at a time uses it, as in UIKit.
    public var presentedViewController: UIViewController?
    public var isBeingDismissed = false

    public init() {}
}
