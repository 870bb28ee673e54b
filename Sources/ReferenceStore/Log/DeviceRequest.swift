internal import IAPModel

/// What a device, with an account signed in, asks of the store, as far as it changes something there.
enum DeviceRequest: Sendable, Codable {
    // Launches
    case open
    case forgetToldMessages
    case signIn(account: String)
    case signOut
    // Network
    case setNetwork(network: NetworkConditions)
    case setUpdates(order: UpdateOrder)
    /// One more request where their number is limited.
    case count(limit: UInt32)
    // Purchases
    case purchase(productID: String, options: PurchaseOptions)
    /// The storefront has moved meanwhile, and the purchase goes on.
    case goOn(productID: String, options: PurchaseOptions, word: ServersWord)
    /// The storefront has moved meanwhile, and the purchase does not go on.
    case refuseStorefront(productID: String, options: PurchaseOptions, word: ServersWord, countryCode: String)
    case finish(id: UInt64)
    case restore
    case announce(id: UInt64)
    // News
    case register
    case hear(number: Int64)
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
    // The rest
    case takeCustomLinkToken(type: String)
    case takeAppTransaction(isRefresh: Bool)
    case takeReceipt(isRefresh: Bool)
    case setPromotionOrder(ids: [String])
    case setPromotionVisibility(productID: String, visibility: Promotion.Visibility)
}
