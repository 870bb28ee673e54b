// How products are kept between two runs. The keys and words are those of files that exist: they are never changed, and what
// comes later is read as optional. What this version does not know of a store keeps its own word or number.

extension Product: Codable {
    private enum Key: String, CodingKey {
        case id, type
        case displayName = "display_name"
        case description, price
        case displayPrice = "display_price"
        case isFamilyShareable = "family_shareable"
        case subscription, json
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            id: try values.decode(String.self, forKey: .id), type: try values.decode(ProductType.self, forKey: .type),
            displayName: try values.decode(String.self, forKey: .displayName),
            description: try values.decode(String.self, forKey: .description),
            price: try values.decode(Money.self, forKey: .price),
            displayPrice: try values.decode(String.self, forKey: .displayPrice),
            isFamilyShareable: try values.decode(Bool.self, forKey: .isFamilyShareable),
            subscription: try values.decodeIfPresent(Subscription.self, forKey: .subscription))
        json = try values.decode(String.self, forKey: .json)
    }

    /// Whether it is cached is not kept: whoever reads it knows.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id, forKey: .id)
        try values.encode(type, forKey: .type)
        try values.encode(displayName, forKey: .displayName)
        try values.encode(description, forKey: .description)
        try values.encode(price, forKey: .price)
        try values.encode(displayPrice, forKey: .displayPrice)
        try values.encode(isFamilyShareable, forKey: .isFamilyShareable)
        try values.encodeIfPresent(subscription, forKey: .subscription)
        try values.encode(json, forKey: .json)
    }
}

extension Product.Subscription: Codable {
    private enum Key: String, CodingKey {
        case groupID = "group_id"
        case period, level
        case groupName = "group_name"
        case offers
        case billingPlans = "billing_plans"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            groupID: try values.decode(String.self, forKey: .groupID),
            period: try values.decode(Period.self, forKey: .period))
        level = try values.decode(Int.self, forKey: .level)
        groupName = try values.decode(String.self, forKey: .groupName)
        offers = try values.decode([Product.Offer].self, forKey: .offers)
        billingPlans = try values.decode([Product.BillingPlan].self, forKey: .billingPlans)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(groupID, forKey: .groupID)
        try values.encode(period, forKey: .period)
        try values.encode(level, forKey: .level)
        try values.encode(groupName, forKey: .groupName)
        try values.encode(offers, forKey: .offers)
        try values.encode(billingPlans, forKey: .billingPlans)
    }
}

extension Product.Offer: Codable {
    private enum Key: String, CodingKey {
        case type, id
        case paymentMode = "payment_mode"
        case priceMilliunits = "price_milliunits"
        case displayPrice = "display_price"
        case period
        case periodCount = "period_count"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            type: try values.decode(OfferType.self, forKey: .type),
            id: try values.decodeIfPresent(String.self, forKey: .id),
            paymentMode: try values.decode(PaymentMode.self, forKey: .paymentMode),
            priceMilliunits: try values.decode(Int64.self, forKey: .priceMilliunits),
            displayPrice: try values.decode(String.self, forKey: .displayPrice),
            period: try values.decode(Period.self, forKey: .period),
            periodCount: try values.decode(Int.self, forKey: .periodCount))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(type, forKey: .type)
        try values.encodeIfPresent(id, forKey: .id)
        try values.encode(paymentMode, forKey: .paymentMode)
        try values.encode(priceMilliunits, forKey: .priceMilliunits)
        try values.encode(displayPrice, forKey: .displayPrice)
        try values.encode(period, forKey: .period)
        try values.encode(periodCount, forKey: .periodCount)
    }
}

extension Product.BillingPlan: Codable {
    private enum Key: String, CodingKey {
        case type
        case priceMilliunits = "price_milliunits"
        case displayPrice = "display_price"
        case period
        case commitmentPriceMilliunits = "commitment_price_milliunits"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            type: try values.decode(BillingPlanType.self, forKey: .type),
            priceMilliunits: try values.decode(Int64.self, forKey: .priceMilliunits),
            displayPrice: try values.decode(String.self, forKey: .displayPrice),
            period: try values.decode(Period.self, forKey: .period),
            commitmentPriceMilliunits: try values.decode(Int64.self, forKey: .commitmentPriceMilliunits))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(type, forKey: .type)
        try values.encode(priceMilliunits, forKey: .priceMilliunits)
        try values.encode(displayPrice, forKey: .displayPrice)
        try values.encode(period, forKey: .period)
        try values.encode(commitmentPriceMilliunits, forKey: .commitmentPriceMilliunits)
    }
}
