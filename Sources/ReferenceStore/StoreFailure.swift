/// Why the store does not do what it was asked to, in StoreKit's words.
package struct StoreFailure: Error, Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case unknown
        case networkError
        case systemError
        case notAvailableInStorefront
        case notEntitled
        case invalidQuantity
        case productUnavailable
        case purchaseNotAllowed
    }

    package var kind: Kind
    package var detail: String

    package init(_ kind: Kind, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
