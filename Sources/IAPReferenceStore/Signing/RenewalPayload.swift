internal import IAPModel

/// The fields of signed renewal info, with the names and types of Apple's JWSRenewalInfoDecodedPayload.
struct RenewalPayload: AccountPayload {
    static var namesApp: Bool { false }

    var originalTransactionId: String
    var productId: String
    var autoRenewProductId: String?
    /// 0 or 1.
    var autoRenewStatus: Int
    var expirationIntent: Int?
    /// Absent without a price increase, 0 before the player's consent, 1 after it.
    var priceIncreaseStatus: Int?
    var isInBillingRetryPeriod: Bool
    var gracePeriodExpiresDate: Int64?
    var offerType: Int?
    var offerIdentifier: String?
    var offerDiscountType: String?
    var offerPeriod: String?
    var environment: String
    var recentSubscriptionStartDate: Int64
    var renewalDate: Int64?
    var renewalPrice: Int64?
    var currency: String?
    var eligibleWinBackOfferIds: [String]?
    var appAccountToken: String?
    var appTransactionId: String
    var renewalBillingPlanType: String?
    var commitmentInfo: Commitment?
    var multiSeatInfo: MultiSeat?
    var renewalQuantity: Int?
    var advancedCommerceInfo: String?
    var signedDate: Int64
    var deviceVerification: String?
    var deviceVerificationNonce: String?

    /// All names except that of `advancedCommerceInfo`.
    private enum CodingKeys: String, CodingKey {
        case originalTransactionId, productId, autoRenewProductId, autoRenewStatus, expirationIntent
        case priceIncreaseStatus, isInBillingRetryPeriod, gracePeriodExpiresDate, offerType, offerIdentifier
        case offerDiscountType, offerPeriod, environment, recentSubscriptionStartDate, renewalDate, renewalPrice
        case currency, eligibleWinBackOfferIds, appAccountToken, appTransactionId, renewalBillingPlanType
        case commitmentInfo, multiSeatInfo, renewalQuantity, signedDate, deviceVerification, deviceVerificationNonce
    }

    struct MultiSeat: Encodable {
        var renewalPriceTiers: [SeatPrice]
    }

    struct Commitment: Encodable {
        var commitmentAutoRenewProductId: String?
        var commitmentAutoRenewStatus: Int
        var commitmentRenewalBillingPlanType: String?
        var commitmentRenewalDate: Int64
        var commitmentRenewalPrice: Int64?
    }

    init(_ renewal: LedgerRenewal, appTransactionID: String, _ seal: DeviceSeal) {
        originalTransactionId = String(renewal.originalTransactionID)
        productId = renewal.productID
        autoRenewProductId = renewal.autoRenewProductID
        autoRenewStatus = renewal.willAutoRenew ? 1 : 0
        expirationIntent = renewal.expirationReason?.rawValue
        switch renewal.priceIncrease {
        case .none: priceIncreaseStatus = nil
        case .pending: priceIncreaseStatus = 0
        case .agreed: priceIncreaseStatus = 1
        }
        isInBillingRetryPeriod = renewal.isInBillingRetry
        gracePeriodExpiresDate = renewal.gracePeriodExpirationDate
        offerType = renewal.offer?.type.rawValue
        offerIdentifier = renewal.offer?.id
        offerDiscountType = renewal.offer?.paymentMode?.rawValue
        offerPeriod = renewal.offer?.period?.iso8601
        environment = seal.environment
        recentSubscriptionStartDate = renewal.recentSubscriptionStartDate
        renewalDate = renewal.renewalDate
        renewalPrice = renewal.shownPriceMilliunits
        currency = renewal.renewalPrice?.currencyCode
        eligibleWinBackOfferIds = renewal.eligibleWinBackOfferIDs.isEmpty ? nil : renewal.eligibleWinBackOfferIDs
        appAccountToken = renewal.appAccountToken
        appTransactionId = appTransactionID
        renewalBillingPlanType = renewal.billingPlanType?.rawValue
        commitmentInfo = renewal.commitment.map {
            Commitment(
                commitmentAutoRenewProductId: $0.autoRenewProductID,
                commitmentAutoRenewStatus: $0.willAutoRenew ? 1 : 0,
                commitmentRenewalBillingPlanType: $0.billingPlanType?.rawValue,
                commitmentRenewalDate: $0.renewalDate, commitmentRenewalPrice: $0.renewalPriceMilliunits)
        }
        if renewal.seats > 1, let price = renewalPrice {
            renewalQuantity = renewal.seats
            multiSeatInfo = MultiSeat(renewalPriceTiers: [SeatPrice(price: price, quantity: renewal.seats)])
        }
        advancedCommerceInfo = renewal.advancedCommerceInfo
        signedDate = seal.date
        deviceVerification = seal.verification
        deviceVerificationNonce = seal.nonce
    }
}

extension LedgerRenewal {
    /// For several seats, the price of one.
    package var shownPriceMilliunits: Int64? { renewalPrice.map { $0.milliunits / Int64(max(1, seats)) } }
}
