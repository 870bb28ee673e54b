/// The account's copy of the app, as in the sandbox. Times are milliseconds since 1970.
package struct AppRecord: Sendable, Hashable {
    package var appVersion = "1.0"
    package var bundleID: String
    /// The app's number in App Store Connect; nil in the sandbox.
    package var appleID: Int64?
    package var originalAppVersion = "1.0"
    /// The sandbox gives the same date for every app.
    package var originalPurchaseDate: Int64 = 1_375_340_400_000
    package var appTransactionID: String
    package var originalPlatform = "iOS"
    /// The time at which the device received it; a refresh sets a new one.
    package var receiptDate: Int64
}
