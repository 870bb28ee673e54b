internal import IAPSignedText

extension ReceiptPurchase {
    init(_ fields: AnswerFields) throws(Rejection) {
        transactionID = try fields.number("transaction_id")
        originalTransactionID = try fields.number("original_transaction_id")
        productID = try fields.text("product_id")
        quantity = try fields.number("quantity")
        purchaseDate = try fields.date("purchase_date")
        originalPurchaseDate = try fields.date("original_purchase_date")
        expirationDate = try fields.date("expires_date")
        // In responses for receipts of one transaction, the milliseconds are under the name of the text.
        if expirationDate == nil, let text = try fields.text("expires_date") { expirationDate = Int64(text) }
        cancellationDate = try fields.date("cancellation_date")
        cancellationReason = try fields.number("cancellation_reason")
        webOrderLineItemID = try fields.number("web_order_line_item_id")
        isInTrialPeriod = try fields.flag("is_trial_period")
        isInIntroductoryOffer = try fields.flag("is_in_intro_offer_period")
        promotionalOfferID = try fields.text("promotional_offer_id")
        appAccountToken = try fields.text("app_account_token")
        ownership = try fields.text("in_app_ownership_type")
        isUpgraded = try fields.flag("is_upgraded")
        offerCodeName = try fields.text("offer_code_ref_name")
        subscriptionGroupID = try fields.text("subscription_group_identifier")
    }
}
