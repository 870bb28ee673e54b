internal import Foundation
internal import IAPJSON
internal import IAPModel

// The fields of signed data, under their signed names. Among them are fields for which this system's version of
// StoreKit has no property, and reading them needs no newer SDK. A field that is missing or has another type is nil. A
// text that is no JSON object has no fields.

extension Transaction {
    mutating func readFields(of signed: Data) {
        json = String(decoding: signed, as: UTF8.self)
        guard let fields = JSONReader.signedFields(signed) else { return }
        environment = fields.text("environment") ?? ""
        appBundleID = fields.text("bundleId")
        reason = fields.text("transactionReason").map(Reason.init(rawValue:))
        storefront = fields.text("storefront").map {
            Storefront(countryCode: $0, id: fields.text("storefrontId") ?? "")
        }
        price = fields.money("price")
        revocation?.type = fields.text("revocationType").map(Revocation.Kind.init(rawValue:))
        revocation?.percentage = fields.rounded("revocationPercentage").map { Int(clamping: $0) }
        offer = AppliedOffer(fields)
        appTransactionID = fields.text("appTransactionId")
        billingPlanType = fields.text("billingPlanType").map(BillingPlanType.init(rawValue:))
        commitment = fields.object("commitmentInfo").flatMap(Commitment.init)
        advancedCommerceInfo = fields.object("advancedCommerceInfo").flatMap { JSONEncoder.sortedText($0) }
    }
}

extension RenewalInfo {
    mutating func readFields(of signed: Data) {
        json = String(decoding: signed, as: UTF8.self)
        guard let fields = JSONReader.signedFields(signed) else { return }
        offer = AppliedOffer(fields)
        environment = fields.text("environment") ?? ""
        recentSubscriptionStartDate = fields.rounded("recentSubscriptionStartDate")
        renewalDate = fields.rounded("renewalDate")
        renewalPrice = fields.money("renewalPrice")
        eligibleWinBackOfferIDs = fields.texts("eligibleWinBackOfferIds") ?? []
        appAccountToken = fields.text("appAccountToken")?.lowercased()
        appTransactionID = fields.text("appTransactionId")
        billingPlanType = fields.text("renewalBillingPlanType").map(BillingPlanType.init(rawValue:))
    }
}

extension AppTransaction {
    mutating func readFields(of signed: Data) {
        json = String(decoding: signed, as: UTF8.self)
        guard let fields = JSONReader.signedFields(signed) else { return }
        appTransactionID = fields.text("appTransactionId")
        originalPlatform = fields.text("originalPlatform")
    }
}

extension JSONReader {
    /// The verification refuses a text that contains a name twice. The game may still see the fields of such a text.
    fileprivate static func signedFields(_ json: Data) -> JSONObject? {
        object(Array(json), acceptsRepeatedNames: true)
    }
}

extension JSONObject {
    /// Dates are milliseconds since 1970. Some stores write them with fractions.
    fileprivate func rounded(_ name: String) -> Int64? { wholeNumber(name, .toNearestOrAwayFromZero) }

    fileprivate func money(_ name: String) -> Money? {
        rounded(name).map { Money(milliunits: $0, currencyCode: text("currency") ?? "") }
    }

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
