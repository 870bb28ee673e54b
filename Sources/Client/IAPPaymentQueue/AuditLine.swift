package import IAPModel

/// One line of the audit log: what changed, which object, and why. It contains neither the player's name nor a receipt.
/// The names of the properties are the names in the log. They never change, because players of older games send such
/// logs.
package struct AuditLine: Sendable, Hashable, Encodable {
    /// Since 1970. Set when the line is written.
    package var timeMS: Int64 = 0
    package var event: String
    /// A string of digits, because JSON numbers can lose the last digits.
    package var transactionID: String?
    /// A payment's number within its run.
    package var paymentID: UInt64?
    package var productID: String?
    package var count: Int?
    /// The name of the counter or unlock that changed.
    package var name: String?
    package var amount: Int64?
    package var balance: Int64?
    package var cause: String?
    /// An `IAP_ERROR_…` value.
    package var status: Int32?
    package var storeDomain: String?
    package var storeCode: Int?

    package init(
        _ event: String, transactionID: UInt64? = nil, paymentID: UInt64? = nil, productID: String? = nil,
        count: Int? = nil, name: String? = nil, amount: Int64? = nil, balance: Int64? = nil, cause: String? = nil
    ) {
        self.event = event
        self.transactionID = transactionID.map { String($0) }
        (self.paymentID, self.productID, self.count) = (paymentID, productID, count)
        (self.name, self.amount, self.balance, self.cause) = (name, amount, balance, cause)
    }

    package init(_ event: String, _ transaction: Transaction, count: Int? = nil, cause: String? = nil) {
        self.init(event, transactionID: transaction.id, productID: transaction.productID, count: count, cause: cause)
    }

    /// Leaves out the error's message, because it may contain file names and, with them, the player's name.
    package init(_ event: String, _ error: IAPError, paymentID: UInt64? = nil, productID: String? = nil) {
        self.init(event, paymentID: paymentID, productID: productID)
        status = error.status.rawValue
        storeDomain = error.storeDomain.isEmpty ? nil : error.storeDomain
        storeCode = error.storeCode == 0 ? nil : error.storeCode
    }
}
