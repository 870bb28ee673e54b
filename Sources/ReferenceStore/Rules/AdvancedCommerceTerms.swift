internal import Foundation

/// What a request of Advanced Commerce says about the price. Prices are in thousandths of the currency unit, as elsewhere.
struct AdvancedCommerceTerms: Sendable, Hashable {
    /// Of a charge that is made once, or of all items of a subscription; nil for that of the generic product.
    var priceMilliunits: Int64?
    /// Nil for that of the storefront.
    var currencyCode: String?

    private struct Request: Decodable {
        var currency: String?
        var item: Item?
        var items: [Item]?
    }

    private struct Item: Decodable {
        var price: Int64?
    }

    /// - Parameter request: a JSON object.
    init(_ request: String) throws(StoreFailure) {
        guard let request = try? JSONDecoder().decode(Request.self, from: Data(request.utf8)) else {
            throw StoreFailure(.invalidRequest, "a price is no whole number of thousandths, or the currency no text")
        }
        if let code = request.currency {
            guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
                throw StoreFailure(.invalidRequest, "\(code.quotedInMessage) is no currency of ISO 4217")
            }
            currencyCode = code
        }
        for price in ((request.item.map { [$0] } ?? []) + (request.items ?? [])).compactMap(\.price) {
            let (sum, overflow) = (priceMilliunits ?? 0).addingReportingOverflow(price)
            guard price >= 0, !overflow else {
                throw StoreFailure(.invalidRequest, "the price \(price) is negative or too large")
            }
            priceMilliunits = sum
        }
    }
}
