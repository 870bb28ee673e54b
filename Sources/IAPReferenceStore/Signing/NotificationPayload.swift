/// What the App Store sends to the game's server, named and typed as in Apple's ResponseBodyV2DecodedPayload. One of the five
/// objects is there.
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
        /// 1 to 5, of a subscription.
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

    /// Apple's pages name the ids only; app and environment are there so that a receiver can tell whose they are.
    struct UnclaimInfo: Encodable {
        var environment: String
        var appAppleId: Int64?
        var bundleId: String
        var unclaimSeatIds: [String]
    }

    /// The same, passed off as another one that the server has not had yet.
    var altered: Self {
        var altered = self
        let last = notificationUUID.last?.hexDigitValue ?? 0
        altered.notificationUUID = notificationUUID.dropLast() + String((last + 1) % 16, radix: 16)
        return altered
    }
}
