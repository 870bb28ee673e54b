/// The account's copy of the app, as the sandbox has it. Times are milliseconds since 1970.
package struct AppRecord: Sendable, Hashable {
    package var appVersion = "1.0"
    package var bundleID: String
    /// The number of the app; nil in the sandbox.
    package var appleID: Int64?
    package var originalAppVersion = "1.0"
    /// The sandbox says the same for every app.
    package var originalPurchaseDate: Int64 = 1_375_340_400_000
    package var appTransactionID: String
    package var originalPlatform = "iOS"
    /// When the device got it; a refresh makes it new.
    package var receiptDate: Int64
}
