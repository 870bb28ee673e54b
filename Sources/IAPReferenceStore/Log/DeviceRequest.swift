internal import IAPModel

/// A change that a device requests for the signed-in account.
enum DeviceRequest: Sendable, Codable {
    // Launches
    case open
    case forgetDeliveredMessages
    case signIn(account: String)
    case signOut
    // Network
    case setNetwork(network: NetworkConditions)
    case setUpdates(order: UpdateOrder)
    /// Another request of a device with a limit for requests.
    case count(limit: UInt32)
    // Purchases
    case purchase(productID: String, options: PurchaseOptions)
    /// The storefront changed during the purchase, and the purchase continues.
    case goOn(productID: String, options: PurchaseOptions, authorization: ServerAuthorization)
    /// The storefront changed during the purchase, and the purchase fails.
    case refuseStorefront(
        productID: String, options: PurchaseOptions, authorization: ServerAuthorization, countryCode: String)
    case finish(id: UInt64)
    case restore
    case announce(id: UInt64)
    // Updates, intents and messages
    case register
    /// All updates up to this number.
    case acknowledgeUpdates(number: Int64)
    case sendIntent(productID: String, offerID: String?)
    case sendMessage(reason: StoreMessage.Reason)
    case takeIntent
    case takeMessage
    // Sheets
    case showRefundSheet(transactionID: UInt64)
    case showManageSubscriptions(groupID: String?)
    case showOfferCodeSheet
    case showMessage(number: Int64)
    case requestReview
    case showNotice(feature: Feature)
    case showExternalPurchaseNotice
    // Tokens, receipts and promotions
    case takeCustomLinkToken(type: String)
    case takeAppTransaction(isRefresh: Bool)
    case takeReceipt(isRefresh: Bool)
    case setPromotionOrder(ids: [String])
    case setPromotionVisibility(productID: String, visibility: Promotion.Visibility)

    // These are the names in the log.

    private enum CodingKeys: String, CodingKey {
        case open, signIn, signOut, setNetwork, setUpdates, count, purchase, goOn
        case forgetDeliveredMessages = "forgetToldMessages"
        case acknowledgeUpdates = "hear"
        case refuseStorefront, finish, restore, announce, register, sendIntent, sendMessage, takeIntent
        case takeMessage, showRefundSheet, showManageSubscriptions, showOfferCodeSheet, showMessage, requestReview
        case showNotice, showExternalPurchaseNotice, takeCustomLinkToken, takeAppTransaction, takeReceipt
        case setPromotionOrder, setPromotionVisibility
    }
    private enum GoOnCodingKeys: String, CodingKey {
        case productID, options
        case authorization = "word"
    }
    private enum RefuseStorefrontCodingKeys: String, CodingKey {
        case productID, options, countryCode
        case authorization = "word"
    }
}
