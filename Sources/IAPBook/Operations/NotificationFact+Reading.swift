package import IAPSignedData
package import IAPSignedText

extension NotificationFact {
    /// Verifies a notification and each JWS inside it. A valid outer signature does not make the inner ones valid.
    package init(text: String, _ verifier: SignedDataVerifier) throws(Rejection) {
        let data = try verifier.check(.notification, Array(text.utf8))
        guard let uuid = data.text(.notificationUUID), let type = data.text(.notificationType),
            let signedDate = data.signedDate
        else { throw Rejection(.malformed, "the notification has no notificationUUID, notificationType or signedDate") }
        let purchase: PurchaseFact? =
            if let inner = data.text(.signedTransactionInfo) {
                try PurchaseFact(verifier.check(.transaction, Array(inner.utf8)))
            } else {
                nil
            }
        let renewal: RenewalFact? =
            if let inner = data.text(.signedRenewalInfo) {
                try RenewalFact(verifier.check(.renewalInfo, Array(inner.utf8)))
            } else {
                nil
            }
        if let purchase, let renewal, purchase.originalID != renewal.originalID {
            throw Rejection(
                .otherClaim,
                "the transaction and the renewal info of the notification belong to different subscriptions")
        }
        self.init(
            uuid: uuid, type: type, subtype: data.text(.subtype), signedDate: signedDate,
            environment: purchase?.environment ?? data.text(.environment) ?? "", purchase: purchase, renewal: renewal)
        let count = min(data.number(.unclaimSeatIds) ?? 0, 1000)
        unclaimedSeats = (0..<Int(count)).compactMap { data.text(.unclaimSeatIds, at: $0) }
    }
}
