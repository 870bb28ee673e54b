internal import IAPJSON

/// The price in a request of Advanced Commerce. Prices are in thousandths of the currency unit, as elsewhere.
struct AdvancedCommerceTerms: Sendable, Hashable {
    /// The price of a one-time charge, or of all items of a subscription; nil for the price of the generic product.
    private(set) var priceMilliunits: Int64?
    /// Nil for the currency of the storefront.
    private(set) var currencyCode: String?

    /// - Parameter request: A JSON object.
    init(_ request: String) throws(StoreFailure) {
        guard case .object(let request) = try? JSONReader.read(Array(request.utf8)) else {
            throw StoreFailure(.invalidRequest, "the request is not a JSON object")
        }
        currencyCode = try Self.currencyCode(request["currency"])
        if let item = request["item"], item != .null { try add(item) }
        switch request["items"] {
        case nil, .null: break
        case .list(let items): for item in items { try add(item) }
        default: throw StoreFailure(.invalidRequest, "items is not a list")
        }
    }

    private static func currencyCode(_ value: JSONValue?) throws(StoreFailure) -> String? {
        switch value {
        case nil, .null: return nil
        case .text(let code) where code.utf8.count == 3 && code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }):
            return code
        case .text(let code):
            throw StoreFailure(.invalidRequest, "currency \(code.quotedInMessage) is not an ISO 4217 code")
        default: throw StoreFailure(.invalidRequest, "currency is not a text")
        }
    }

    private mutating func add(_ item: JSONValue) throws(StoreFailure) {
        guard case .object(let item) = item else { throw StoreFailure(.invalidRequest, "an item is not an object") }
        guard let value = item["price"], value != .null else { return }
        guard case .number(let number) = value, let price = number.wholeNumber() else {
            throw StoreFailure(.invalidRequest, "a price is not a whole number of thousandths")
        }
        let (sum, overflow) = (priceMilliunits ?? 0).addingReportingOverflow(price)
        guard price >= 0, !overflow else {
            throw StoreFailure(.invalidRequest, "the price \(price) is negative or too large")
        }
        priceMilliunits = sum
    }
}
