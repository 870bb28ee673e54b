internal import IAPSignedText

/// The next renewal of a subscription, from a response of `verifyReceipt` (`pending_renewal_info`).
package struct ReceiptRenewal: Sendable, Hashable {
    package var originalTransactionID: UInt64?
    package var productID: String?
    package var autoRenewProductID: String?
    package var willAutoRenew: Bool?
    /// 1 to 5, as in renewal info.
    package var expirationReason: Int?
    package var isInBillingRetry: Bool
    /// In milliseconds since 1970.
    package var gracePeriodExpirationDate: Int64?
    /// Nil if there is no increase.
    package var hasAgreedToPriceIncrease: Bool?
    package var offerCodeName: String?
    package var promotionalOfferID: String?

    init(_ fields: AnswerFields) throws(Rejection) {
        originalTransactionID = try fields.number("original_transaction_id")
        productID = try fields.text("product_id")
        autoRenewProductID = try fields.text("auto_renew_product_id")
        willAutoRenew = try fields.optionalFlag("auto_renew_status")
        expirationReason = try fields.number("expiration_intent")
        isInBillingRetry = try fields.flag("is_in_billing_retry_period")
        gracePeriodExpirationDate = try fields.date("grace_period_expires_date")
        let status = try fields.optionalFlag("price_increase_status")
        hasAgreedToPriceIncrease = if let status { status } else { try fields.optionalFlag("price_consent_status") }
        offerCodeName = try fields.text("offer_code_ref_name")
        promotionalOfferID = try fields.text("promotional_offer_id")
    }
}
