/// The account's copy of the app, as the store signed it. Times are milliseconds since 1970-01-01T00:00:00Z.
public struct AppTransaction: Sendable, Hashable {
    public var verification = Verification.verified
    /// Nil in the sandbox.
    public var appID: UInt64?
    /// Nil in the sandbox.
    public var appVersionID: UInt64?
    public var appVersion: String
    public var bundleID: String
    public var environment: String
    public var originalAppVersion: String
    public var originalPurchaseDate: Int64
    public var preorderDate: Int64?
    public var appTransactionID: String?
    public var originalPlatform: String?
    public var signedDate: Int64
    /// Base64.
    public var deviceVerification = ""
    /// A lowercase UUID.
    public var deviceVerificationNonce = ""
    public var signedText = ""
    public var json = ""

    public init(
        appVersion: String, bundleID: String, environment: String, originalAppVersion: String,
        originalPurchaseDate: Int64, signedDate: Int64
    ) {
        self.appVersion = appVersion
        self.bundleID = bundleID
        self.environment = environment
        self.originalAppVersion = originalAppVersion
        self.originalPurchaseDate = originalPurchaseDate
        self.signedDate = signedDate
    }
}
