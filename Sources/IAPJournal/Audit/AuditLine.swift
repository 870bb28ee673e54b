internal import Foundation
internal import IAPJSON
package import IAPModel

/// One line of the audit log: what changed, which object, and why. It contains neither the player's name nor a receipt.
package struct AuditLine: Sendable, Hashable {
    /// Milliseconds since 1970. Set when the line is written.
    var time: Int64 = 0
    package var event: String
    /// A string of digits, because JSON numbers can lose the last digits.
    package var transactionID: String?
    /// A payment's number within its run.
    package var paymentID: UInt64?
    package var productID: String?
    /// The count so far.
    package var count: Int?
    /// The name of the counter or unlock that changed.
    package var name: String?
    package var amount: Int64?
    /// The new balance of the counter.
    package var balance: Int64?
    package var cause: String?
    /// An `IAP_ERROR_…` value.
    package var status: Int32?
    /// The domain of the store's own error.
    package var storeDomain: String?
    package var storeCode: Int?

    package init(
        _ event: String, transactionID: UInt64? = nil, productID: String? = nil, count: Int? = nil, cause: String? = nil
    ) {
        self.event = event
        self.transactionID = transactionID.map { String($0) }
        self.productID = productID
        self.count = count
        self.cause = cause
    }

    package init(_ event: String, _ transaction: Transaction, count: Int? = nil, cause: String? = nil) {
        self.init(
            event, transactionID: transaction.id, productID: transaction.productID, count: count, cause: cause)
    }

    /// Leaves out the error's message, because it may contain file names and, with them, the player's name.
    package init(_ event: String, _ error: IAPError, paymentID: UInt64? = nil, productID: String? = nil) {
        self.event = event
        self.paymentID = paymentID
        self.productID = productID
        status = error.status.rawValue
        storeDomain = error.storeDomain.isEmpty ? nil : error.storeDomain
        storeCode = error.storeCode == 0 ? nil : error.storeCode
    }

    package init(_ event: String, paymentID: UInt64, productID: String, cause: String? = nil) {
        self.event = event
        self.paymentID = paymentID
        self.productID = productID
        self.cause = cause
    }

    /// A change of a counter or an unlock.
    package init(
        _ event: String, name: String, amount: Int64? = nil, balance: Int64? = nil, transactionID: UInt64? = nil
    ) {
        self.event = event
        self.name = name
        self.amount = amount
        self.balance = balance
        self.transactionID = transactionID.map { String($0) }
    }

    /// For the log.
    var sentence: String {
        let fields: [(String, String?)] = [
            ("transaction", transactionID), ("payment", paymentID.map { String($0) }), ("product", productID),
            ("count", count.map { String($0) }), ("name", name), ("amount", amount.map { String($0) }),
            ("balance", balance.map { String($0) }), ("cause", cause), ("status", status.map { String($0) }),
            ("domain", storeDomain), ("code", storeCode.map { String($0) }),
        ]
        return fields.reduce(event) { text, field in field.1.map { "\(text) \(field.0)=\($0)" } ?? text }
    }

    /// One line of JSON.
    var text: String {
        // Texts and whole numbers can always be written.
        JSONEncoder.sortedText(self) ?? "{}"
    }
}

extension AuditLine: Encodable {
    /// Players send logs of older versions. So these names stay.
    private enum CodingKeys: String, CodingKey {
        case time = "time_ms"
        case event = "event"
        case transactionID = "transaction_id"
        case paymentID = "payment_id"
        case productID = "product_id"
        case count = "count"
        case name = "name"
        case amount = "amount"
        case balance = "balance"
        case cause = "cause"
        case status = "status"
        case storeDomain = "store_domain"
        case storeCode = "store_code"
    }
}
