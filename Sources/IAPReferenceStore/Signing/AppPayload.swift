/// The fields of a signed app transaction, with the names and types of Apple's libraries. In the sandbox it has no id of the
/// app.
struct AppPayload: AccountPayload {
    var receiptType: String
    var appAppleId: Int64?
    var bundleId: String
    /// Only for a device.
    var applicationVersion: String?
    var originalApplicationVersion: String
    var originalPurchaseDate: Int64
    var receiptCreationDate: Int64
    var appTransactionId: String
    var originalPlatform: String
    var deviceVerification: String?
    var deviceVerificationNonce: String?

    init(_ app: AppRecord, _ seal: DeviceSeal) {
        receiptType = seal.environment
        appAppleId = app.appleID
        bundleId = seal.bundleID
        applicationVersion = app.appVersion
        originalApplicationVersion = app.originalAppVersion
        originalPurchaseDate = app.originalPurchaseDate
        receiptCreationDate = app.receiptDate
        appTransactionId = app.appTransactionID
        originalPlatform = app.originalPlatform
        deviceVerification = seal.verification
        deviceVerificationNonce = seal.nonce
    }

    var forServers: Self {
        var payload = self
        payload.applicationVersion = nil
        payload.deviceVerification = nil
        payload.deviceVerificationNonce = nil
        return payload
    }
}
