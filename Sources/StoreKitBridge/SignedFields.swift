internal import Foundation
internal import IAPModel

/// The fields of signed data, as the store signs them. They hold what this version of the system's StoreKit has no property
/// for, and they need no newer SDK. A field that is missing, or not what it should be, is nil.
struct SignedFields: Decodable {
    // Of transactions.
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
    // Of transactions and renewal info.
    private(set) var offer: AppliedOffer?
    // Of renewal info.
    private(set) var recentSubscriptionStartDate: Int64?
    private(set) var renewalDate: Int64?
    private(set) var renewalPrice: Int64?
    private(set) var eligibleWinBackOfferIDs: [String]?
    private(set) var appAccountToken: String?
    private(set) var renewalBillingPlanType: String?
    // Of app transactions.
    private(set) var originalPlatform: String?

    /// Reads a JSON object; anything else has no fields.
    init(json: Data) {
        if let object = FlatObject(json) {
            self.init(Reader(object))
            return
        }
        // The decoder stops the program at some texts that are nested more deeply than this; the store's never are.
        let beginnings = json.reduce(0) { $0 + ($1 == UInt8(ascii: "[") || $1 == UInt8(ascii: "{") ? 1 : 0) }
        guard beginnings < 512 else {
            self.init()
            return
        }
        do { self = try JSONDecoder().decode(SignedFields.self, from: json) } catch { self.init() }
    }

    private init() {}

    init(from decoder: any Decoder) throws { self.init(try Reader(decoder)) }

    private init(_ fields: Reader) {
        environment = fields["environment"]
        bundleID = fields["bundleId"]
        reason = fields["transactionReason"]
        storefront = fields["storefront"]
        storefrontID = fields["storefrontId"]
        price = fields.number("price")
        currency = fields["currency"]
        revocationType = fields["revocationType"]
        revocationPercentage = fields.number("revocationPercentage")
        appTransactionID = fields["appTransactionId"]
        billingPlanType = fields["billingPlanType"]
        commitment = fields.object("commitmentInfo").flatMap(Transaction.Commitment.init)
        advancedCommerceInfo = fields.json("advancedCommerceInfo")
        offer = AppliedOffer(fields)
        recentSubscriptionStartDate = fields.number("recentSubscriptionStartDate")
        renewalDate = fields.number("renewalDate")
        renewalPrice = fields.number("renewalPrice")
        eligibleWinBackOfferIDs = fields.texts("eligibleWinBackOfferIds")
        appAccountToken = fields["appAccountToken"]?.lowercased()
        renewalBillingPlanType = fields["renewalBillingPlanType"]
        originalPlatform = fields["originalPlatform"]
    }

    /// The fields of one object, looked up by name. What is not of the type asked for is as good as missing: that is the rule
    /// of this file.
    fileprivate struct Reader {
        private enum Source {
            case flat(FlatObject)
            case decoded(KeyedDecodingContainer<Name>)
        }
        private let source: Source

        init(_ decoder: any Decoder) throws { source = .decoded(try decoder.container(keyedBy: Name.self)) }
        init(_ object: FlatObject) { source = .flat(object) }
        private init(_ container: KeyedDecodingContainer<Name>) { source = .decoded(container) }

        subscript(name: String) -> String? {
            switch source {
            case .flat(let object): object.text(name)
            case .decoded: decoded(name)
            }
        }

        /// Dates are milliseconds since 1970, of which some stores write fractions.
        func number(_ name: String) -> Int64? {
            if case .flat(let object) = source { return object.number(name) }
            if let exact: Int64 = decoded(name) { return exact }
            guard let number: Double = decoded(name) else { return nil }
            return Int64(exactly: number.rounded())
        }

        func texts(_ name: String) -> [String]? { decoded(name) }

        func object(_ name: String) -> Reader? {
            guard case .decoded(let container) = source else { return nil }
            return (try? container.nestedContainer(keyedBy: Name.self, forKey: Name(name))).map(Reader.init)
        }

        /// The text of an object.
        func json(_ name: String) -> String? {
            guard let value: JSONValue = decoded(name), case .object = value else { return nil }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
        }

        /// A flat object has none but texts and numbers.
        private func decoded<Value: Decodable>(_ name: String) -> Value? {
            guard case .decoded(let container) = source else { return nil }
            return try? container.decodeIfPresent(Value.self, forKey: Name(name))
        }
    }

    fileprivate struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension AppliedOffer {
    fileprivate init?(_ fields: SignedFields.Reader) {
        guard let type = fields.number("offerType").flatMap({ Int(exactly: $0) }) else { return nil }
        self.init(
            type: OfferType(rawValue: type), id: fields["offerIdentifier"],
            paymentMode: fields["offerDiscountType"].map(PaymentMode.init(rawValue:)),
            period: fields["offerPeriod"].flatMap(Period.init(iso8601:)))
    }
}

extension Transaction.Commitment {
    fileprivate init?(_ fields: SignedFields.Reader) {
        guard let number = fields.number("billingPeriodNumber").flatMap({ Int(exactly: $0) }),
            let count = fields.number("totalBillingPeriods").flatMap({ Int(exactly: $0) }),
            let expirationDate = fields.number("commitmentExpiresDate")
        else { return nil }
        self.init(
            periodNumber: number, periodCount: count, expirationDate: expirationDate,
            priceMilliunits: fields.number("commitmentPrice") ?? 0)
    }
}

/// Any JSON value, to write a part of signed data down as it was.
private enum JSONValue: Codable {
    case text(String)
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case list([JSONValue])
    case object([String: JSONValue])
    case null

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // One after the other, since JSON does not say beforehand what comes.
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let list = try? value.decode([JSONValue].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let value): try container.encode(value)
        case .flag(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}
