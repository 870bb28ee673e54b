internal import Foundation
internal import IAPJSON
internal import IAPModel

/// The fields of signed data, under their signed names. Among them are fields for which this system's version of
/// StoreKit has no property, and reading them needs no newer SDK. A field that is missing or has another type is nil.
struct SignedFields {
    // In transactions.
    private(set) var environment: String?
    private(set) var bundleID: String?
    private(set) var reason: String?
    private(set) var storefront: String?
    private(set) var storefrontID: String?
    private(set) var price: Int64?
    private(set) var currency: String?
    private(set) var revocationType: String?
    private(set) var revocationPercentage: Int64?
    private(set) var appTransactionID: String?
    private(set) var billingPlanType: String?
    private(set) var commitment: Transaction.Commitment?
    private(set) var advancedCommerceInfo: String?
    // In transactions and renewal info.
    private(set) var offer: AppliedOffer?
    // In renewal info.
    private(set) var recentSubscriptionStartDate: Int64?
    private(set) var renewalDate: Int64?
    private(set) var renewalPrice: Int64?
    private(set) var eligibleWinBackOfferIDs: [String]?
    private(set) var appAccountToken: String?
    private(set) var renewalBillingPlanType: String?
    // In app transactions.
    private(set) var originalPlatform: String?

    /// Reads a JSON object. Any other text has no fields.
    init(json: Data) {
        // The verification refuses a text that contains a name twice. The game may still see the fields of such a text.
        guard let object = JSONReader.object(Array(json), acceptsRepeatedNames: true) else { return }
        environment = object.text("environment")
        bundleID = object.text("bundleId")
        reason = object.text("transactionReason")
        storefront = object.text("storefront")
        storefrontID = object.text("storefrontId")
        price = object.rounded("price")
        currency = object.text("currency")
        revocationType = object.text("revocationType")
        revocationPercentage = object.rounded("revocationPercentage")
        appTransactionID = object.text("appTransactionId")
        billingPlanType = object.text("billingPlanType")
        commitment = object.object("commitmentInfo").flatMap(Transaction.Commitment.init)
        advancedCommerceInfo = object.object("advancedCommerceInfo").flatMap { JSONEncoder.sortedText($0) }
        offer = AppliedOffer(object)
        recentSubscriptionStartDate = object.rounded("recentSubscriptionStartDate")
        renewalDate = object.rounded("renewalDate")
        renewalPrice = object.rounded("renewalPrice")
        eligibleWinBackOfferIDs = object.texts("eligibleWinBackOfferIds")
        appAccountToken = object.text("appAccountToken")?.lowercased()
        renewalBillingPlanType = object.text("renewalBillingPlanType")
        originalPlatform = object.text("originalPlatform")
    }
}

extension JSONObject {
    /// Dates are milliseconds since 1970. Some stores write them with fractions.
    fileprivate func rounded(_ name: String) -> Int64? { wholeNumber(name, .toNearestOrAwayFromZero) }

    fileprivate func texts(_ name: String) -> [String]? {
        guard let elements = list(name) else { return nil }
        let texts = elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
        return texts.count == elements.count ? texts : nil
    }
}

extension AppliedOffer {
    fileprivate init?(_ object: JSONObject) {
        guard let type = object.rounded("offerType").flatMap({ Int(exactly: $0) }) else { return nil }
        self.init(
            type: OfferType(rawValue: type), id: object.text("offerIdentifier"),
            paymentMode: object.text("offerDiscountType").map(PaymentMode.init(rawValue:)),
            period: object.text("offerPeriod").flatMap(Period.init(iso8601:)))
    }
}

extension Transaction.Commitment {
    fileprivate init?(_ object: JSONObject) {
        guard let number = object.rounded("billingPeriodNumber").flatMap({ Int(exactly: $0) }),
            let count = object.rounded("totalBillingPeriods").flatMap({ Int(exactly: $0) }),
            let expirationDate = object.rounded("commitmentExpiresDate")
        else { return nil }
        self.init(
            periodNumber: number, periodCount: count, expirationDate: expirationDate,
            priceMilliunits: object.rounded("commitmentPrice") ?? 0)
    }
}
