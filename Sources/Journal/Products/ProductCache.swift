internal import Database
internal import IAPModel

/// What the store last said of the products.
enum ProductCache {
    static let schema = ""

    static func store(_ products: [Product], _ commit: inout Commit) throws(IAPError) {}

    static func clear(_ commit: inout Commit) throws(IAPError) {}
}
