internal import Database
package import IAPModel

/// What the store last said of the products.
enum ProductCache {
    static let schema = ""

    static func store(_ products: [Product], _ commit: inout Commit) throws(IAPError) {}

    static func clear(_ commit: inout Commit) throws(IAPError) {}
}

extension Journal {
    package func cachedProducts(_ ids: [String]?) throws(IAPError) -> (found: [Product], missing: [String]) { ([], ids ?? []) }
}
