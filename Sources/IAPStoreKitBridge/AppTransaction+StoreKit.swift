internal import Foundation
internal import IAPModel

@available(iOS 16, macOS 13, tvOS 16, *)
extension AppTransaction {
    init(_ result: StoreKitVerificationResult<StoreKitAppTransaction>) {
        let app = result.unsafePayloadValue
        let json = app.jsonRepresentation
        let fields = SignedFields(json: json)
        self.init(
            appVersion: app.appVersion, bundleID: app.bundleID, environment: app.environment.rawValue,
            originalAppVersion: app.originalAppVersion, originalPurchaseDate: app.originalPurchaseDate.milliseconds,
            signedDate: app.signedDate.milliseconds)
        verification = Verification(result)
        appID = app.appID
        appVersionID = app.appVersionID
        preorderDate = app.preorderDate?.milliseconds
        appTransactionID = fields.appTransactionID
        originalPlatform = fields.originalPlatform
        deviceVerification = app.deviceVerification.base64EncodedString()
        deviceVerificationNonce = app.deviceVerificationNonce.uuidString.lowercased()
        signedText = result.jwsRepresentation
        self.json = String(decoding: json, as: UTF8.self)
    }
}
