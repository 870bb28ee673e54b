internal import Foundation
internal import IAPDatabase
internal import IAPJSON
internal import IAPModel
internal import IAPSignedText

/// Purchases outside the App Store, and Apple's requirements for them.
extension StoreDevice {
    /// - Returns: The token that the game server reports to Apple; nil if the player cancelled.
    package func showExternalPurchaseNotice() throws(StoreFailure) -> String? {
        try change(.showExternalPurchaseNotice, .externalPurchase, .externalPurchase) { ledger throws(DatabaseError) in
            guard try self.isNoticeAccepted(ledger) else { return .success(nil) }
            return .success(try self.token(nil, ledger))
        }
    }

    /// - Parameter url: One of the links that the app declares. The store does not check it.
    package func openExternalPurchaseLink(_ url: String?) throws(StoreFailure) -> SheetResult {
        try showNotice(.externalPurchaseLink)
    }

    /// Whether the account is eligible: every account is, if the device has the feature.
    package func isEligibleForCustomLink() throws(StoreFailure) -> Bool {
        try check(.externalPurchaseCustomLink)
        return true
    }

    /// - Parameter type: `ACQUISITION` or `SERVICES`. Other types have no token.
    package func customLinkToken(_ type: String) throws(StoreFailure) -> String? {
        try change(.takeCustomLinkToken(type: type), .externalPurchaseCustomLink, .externalPurchase) {
            ledger throws(DatabaseError) in
            guard ["ACQUISITION", "SERVICES"].contains(type) else { return .success(nil) }
            return .success(try self.token(type, ledger))
        }
    }

    /// Shows the notice, which is the same for links within the app and to a browser.
    package func showCustomLinkNotice(isWithinApp: Bool) throws(StoreFailure) -> SheetResult {
        try showNotice(.externalPurchaseCustomLink)
    }

    package func openExternalLinkAccount() throws(StoreFailure) -> SheetResult {
        try showNotice(.externalLinkAccount)
    }

    /// Binds a payment method. The store accepts every UUID as one from Apple.
    package func bindPaymentMethod(_ pinningID: String) throws(StoreFailure) {
        try check(.paymentMethodBinding, .paymentMethodBinding)
        guard UUID(uuidString: pinningID) != nil else {
            throw StoreFailure(.bindingInvalidPinningID, "\(pinningID) is not a UUID")
        }
    }

    func showNotice(_ feature: Feature) throws(StoreFailure) -> SheetResult {
        try change(.showNotice(feature: feature), feature, .externalPurchase) { ledger throws(DatabaseError) in
            .success(try self.isNoticeAccepted(ledger) ? .done : .cancelled)
        }
    }

    private func isNoticeAccepted(_ ledger: Ledger) throws(DatabaseError) -> Bool {
        try ledger.showSheet(.externalPurchaseNotice)?.isAccepted ?? true
    }

    /// Returns a token of the sandbox: the JSON that Apple describes, in Base64url. Only tokens of custom links have a type and
    /// an end. Apple does not document their lifetime; here it is one year.
    private func token(_ type: String?, _ ledger: Ledger) throws(DatabaseError) -> String {
        let number = try ledger.next(.nextTokenNumber)
        let now = try store.now(ledger)
        let token = ExternalPurchaseToken(
            appAppleId: store.identity.appleID, bundleId: store.identity.bundleID,
            externalPurchaseId: (store.environment == .sandbox ? "SANDBOX_" : "")
                + store.identity.uuid("external purchase \(number)"), tokenCreationDate: now,
            tokenType: type, tokenExpirationDate: type.map { _ in now.clampedAdding(365 * 86_400_000) })
        return Base64URL.encode(Array((JSONEncoder.sortedText(token) ?? "").utf8))
    }
}

/// The fields of a token, with Apple's names.
private struct ExternalPurchaseToken: Encodable {
    var appAppleId: Int64
    var bundleId: String
    var externalPurchaseId: String
    var tokenCreationDate: Int64
    var tokenType: String?
    var tokenExpirationDate: Int64?
}
