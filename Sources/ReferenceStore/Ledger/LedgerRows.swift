internal import IAPModel

/// Counts over the whole ledger.
package struct LedgerTotals: Sendable, Hashable {
    package var transactions: Int
    package var unfinished: Int
    package var refunded: Int
}

/// A transaction that a device is to hear of.
struct News: Sendable, Hashable {
    var number: Int64
    var transaction: LedgerTransaction
}

/// A purchase that waits for somebody else's approval.
package struct Approval: Sendable, Hashable {
    package var id: UInt64
    package var account: String
    package var productID: String
    package var quantity: Int
    package var appAccountToken: String?
    package var requestDate: Int64
}

/// What a test has ordered for one of the next purchases.
package enum PurchaseOrder: Sendable, Hashable {
    case cancel
    case fail(StoreFailure)

    init?(rawValue: String) {
        if rawValue == "cancel" {
            self = .cancel
        } else if let failure = StoreFailure.Kind(rawValue: rawValue) {
            self = .fail(StoreFailure(failure))
        } else {
            return nil
        }
    }

    var rawValue: String {
        switch self {
        case .cancel: "cancel"
        case .fail(let failure): failure.kind.rawValue
        }
    }
}

/// The names under which the store keeps single values.
enum Setting: String {
    case seed
    case certificateChain
    case bundleID
    case virtualTime
    case nextTransactionID
    case nextOrderLineID
    case isAskToBuyEnabled
    case arePaymentsAllowed
    case storefront
    case locale
}
