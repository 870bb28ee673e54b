package import IAPSignedData
package import IAPSignedText

/// The signed renewal info of a subscription.
package struct RenewalFact: Sendable, Hashable {
    package var originalID: String
    package var willRenew: Bool
    package var nextProductID: String?
    package var expirationIntent: Int64?
    package var isInBillingRetry: Bool
    package var graceEnd: Int64?
    package var renewalDate: Int64?
    /// If two versions have the same date, the one that arrives later counts.
    package var signedDate: Int64

    package init(
        originalID: String, willRenew: Bool, nextProductID: String? = nil, expirationIntent: Int64? = nil,
        isInBillingRetry: Bool = false, graceEnd: Int64? = nil, renewalDate: Int64? = nil, signedDate: Int64
    ) {
        self.originalID = originalID
        self.willRenew = willRenew
        self.nextProductID = nextProductID
        self.expirationIntent = expirationIntent
        self.isInBillingRetry = isInBillingRetry
        self.graceEnd = graceEnd
        self.renewalDate = renewalDate
        self.signedDate = signedDate
    }

    package init(_ data: VerifiedData) throws(Rejection) {
        guard let originalID = data.text(.originalTransactionId), let signedDate = data.signedDate else {
            throw Rejection(.malformed, "the renewal info has no originalTransactionId or no signedDate")
        }
        let willRenew = data.number(.autoRenewStatus) == 1
        self.init(
            originalID: originalID, willRenew: willRenew, nextProductID: data.text(.autoRenewProductId),
            expirationIntent: data.number(.expirationIntent),
            isInBillingRetry: data.number(.isInBillingRetryPeriod) == 1,
            graceEnd: data.number(.gracePeriodExpiresDate), renewalDate: data.number(.renewalDate),
            signedDate: signedDate)
    }
}
