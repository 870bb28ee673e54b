internal import IAPJSON

/// The fields of a signed transaction that decide whether a signature belongs to a purchase.
struct SignedFields: Sendable, Hashable {
    var transactionID: String
    var productID: String
    /// Milliseconds since 1970.
    var signedDate: Int64
    /// Nil if the field is absent.
    var quantity: Int?
    var environment: String?

    /// Nil unless the bytes are a JSON object with these fields.
    init?(json: [UInt8]) {
        guard let object = JSONReader.object(json), let transactionID = object.text("transactionId"),
            let productID = object.text("productId"),
            // Xcode signs parts of a millisecond.
            let signedDate = object.wholeNumber("signedDate", .down)
        else { return nil }
        self.transactionID = transactionID
        self.productID = productID
        self.signedDate = signedDate
        environment = object.text("environment")
        quantity = object.wholeNumber("quantity").flatMap { Int(exactly: $0) }
    }
}
