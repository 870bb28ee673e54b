/// The content of an App Store Server Notification, with the names and types of Apple's ResponseBodyV2DecodedPayload. It
/// contains one of the five objects.
struct NotificationPayload: SignedPayload {
    var notificationType: String
    var subtype: String?
    var notificationUUID: String
    var version = "2.0"
    var signedDate: Int64
    var data: Content?
    var summary: Summary?
    var externalPurchaseToken: ExternalPurchaseToken?
    var appData: AppData?
    var unclaimInfo: UnclaimInfo?

    /// In the sandbox an app has no `appAppleId`.
    struct Content: Encodable {
        var environment: String
        var appAppleId: Int64?
        var bundleId: String
        var bundleVersion: String
        var signedTransactionInfo: String?
        var signedRenewalInfo: String?
        /// 1 to 5, for a subscription.
        var status: Int?
        var consumptionRequestReason: String?
    }

    struct Summary: Encodable {
        var environment: String
        var appAppleId: Int64?
        var bundleId: String
        var productId: String
        var requestIdentifier: String
        var storefrontCountryCodes: [String]?
        var succeededCount: Int64
        var failedCount: Int64
    }

    struct ExternalPurchaseToken: Encodable {
        var externalPurchaseId: String
        var tokenCreationDate: Int64
        var appAppleId: Int64?
        var bundleId: String
    }

    struct AppData: Encodable {
        var environment: String
        var appAppleId: Int64?
        var bundleId: String
        var signedAppTransactionInfo: String
    }

    /// Apple's pages name only the ids. The app and the environment are added for receivers that need to know the owner.
    struct UnclaimInfo: Encodable {
        var environment: String
        var appAppleId: Int64?
        var bundleId: String
        var unclaimSeatIds: [String]
    }

    /// The same notification with a new id, as if the server had not received it yet.
    var altered: Self {
        var altered = self
        let last = notificationUUID.last?.hexDigitValue ?? 0
        altered.notificationUUID = notificationUUID.dropLast() + String((last + 1) % 16, radix: 16)
        return altered
    }
}
