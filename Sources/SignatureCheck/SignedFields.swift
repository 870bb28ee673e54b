internal import Foundation

/// The fields of a signed transaction that decide whether a signature is that of a purchase.
struct SignedFields: Sendable, Hashable {
    var transactionID: String
    var productID: String
    /// Milliseconds since 1970.
    var signedDate: Int64
    /// Nil if it is not said.
    var quantity: Int?

    /// Nil unless the bytes are a JSON object with these fields.
    init?(json: [UInt8]) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any],
            let transactionID = object["transactionId"] as? String, let productID = object["productId"] as? String,
            let signedDate = (object["signedDate"] as? NSNumber)?.doubleValue, signedDate.magnitude < 1e17
        else { return nil }
        self.transactionID = transactionID
        self.productID = productID
        self.signedDate = Int64(signedDate)
        quantity = object["quantity"] as? Int
    }
}
