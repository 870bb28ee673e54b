internal import IAPModel

/// The remaining terms of an offer for the next bills.
struct OfferTerms: Sendable, Hashable {
    var offer: AppliedOffer
    /// The period of one bill.
    var period: Period
    var priceMilliunits: Int64
    var billsLeft: Int

    init(_ offer: CatalogueOffer) {
        self.offer = AppliedOffer(offer)
        period = offer.period
        priceMilliunits = offer.paymentMode == .free ? 0 : offer.priceMilliunits
        billsLeft = offer.paymentMode == .payAsYouGo ? max(offer.periodCount, 1) : 1
    }

    /// Nil after the last bill.
    var afterOneBill: OfferTerms? {
        guard billsLeft > 1 else { return nil }
        var rest = self
        rest.billsLeft -= 1
        return rest
    }
}

extension OfferTerms: Codable {
    private enum CodingKeys: String, CodingKey {
        case offer, period, priceMilliunits, billsLeft
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        offer = try values.decode(AppliedOffer.self, forKey: .offer)
        period = try values.decodePeriod(forKey: .period)
        priceMilliunits = try values.decode(Int64.self, forKey: .priceMilliunits)
        billsLeft = try values.decode(Int.self, forKey: .billsLeft)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(offer, forKey: .offer)
        try values.encode(period.iso8601, forKey: .period)
        try values.encode(priceMilliunits, forKey: .priceMilliunits)
        try values.encode(billsLeft, forKey: .billsLeft)
    }
}
