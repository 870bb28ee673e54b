public import Foundation
internal import IAPModel
internal import IAPReferenceStore

/// The account's copy of the app, with the names and signatures of StoreKit's own type.
public struct AppTransaction: Sendable {
    /// Nil in the sandbox.
    public let appID: UInt64?
    public let appVersion: String
    /// Nil in the sandbox.
    public let appVersionID: UInt64?
    public let originalAppVersion: String
    public let originalPurchaseDate: Date
    public let originalPlatform: AppStore.Platform
    public let preorderDate: Date?

    let signed: SignedText

    // An unverified app transaction has the values of its text.
    public var appTransactionID: String { signed.text(of: "appTransactionId") }
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
        try await CurrentDevice.ask(after: { try await $0.awaitRead() }) { device throws(StoreFailure) in
            let app = try device.appTransaction(isRefresh: isRefresh)
            let signed = try device.signed(app)
            return VerificationResult(AppTransaction(app, signed: signed), signed.failure)
        }
    }

    private init(_ app: AppRecord, signed: SignedText) {
        appID = nil
        appVersion = app.appVersion
        appVersionID = nil
        originalAppVersion = app.originalAppVersion
        originalPurchaseDate = Date(milliseconds: app.originalPurchaseDate)
        originalPlatform = AppStore.Platform(rawValue: app.originalPlatform)
        preorderDate = nil
        self.signed = signed
    }
}

extension AppTransaction: Hashable {
    public static func == (one: Self, other: Self) -> Bool { one.signed.payload == other.signed.payload }
    public func hash(into hasher: inout Hasher) { hasher.combine(appTransactionID) }
}
