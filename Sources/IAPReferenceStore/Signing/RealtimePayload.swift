internal import IAPDatabase
internal import IAPModel

/// The App Store's request to the game server when a player is about to cancel: Apple's DecodedRealtimeRequestBody.
struct RealtimePayload: SignedPayload {
    static let namesApp = false

    var originalTransactionId: String
    var appAppleId: Int64
    var productId: String
    var userLocale: String
    var requestIdentifier: String
    var environment: String
    var signedDate: Int64

    var altered: Self {
        var altered = self
        altered.productId += ".other"
        return altered
    }
}

extension ReferenceStore {
    /// Returns the signed request for a retention message; nil if the transaction belongs to no subscription.
    package func signedRealtimeRequest(
        for id: UInt64, locale: String
    ) throws(StoreFailure) -> (text: String, productID: String)? {
        let found = try read { ledger throws(DatabaseError) in
            (try ledger.transaction(id), try self.now(ledger), try ledger.forgery())
        }
        guard let transaction = found.0, transaction.subscriptionGroupID != nil else { return nil }
        let payload = RealtimePayload(
            originalTransactionId: String(transaction.originalID), appAppleId: identity.appleID,
            productId: transaction.productID, userLocale: locale, requestIdentifier: try freshNonce(),
            environment: identity.environment.rawValue, signedDate: found.1)
        return (try sign(payload, found.2), transaction.productID)
    }
}
