internal import Foundation
internal import IAPModel

/// The fields of a signed transaction, named and typed as in Apple's JWSTransactionDecodedPayload. What does not apply is
/// left out.
struct TransactionPayload: Encodable {
    var transactionId: String
    var originalTransactionId: String
    var webOrderLineItemId: String?
    var bundleId: String
    var productId: String
    var subscriptionGroupIdentifier: String?
    var purchaseDate: Int64
    var originalPurchaseDate: Int64
    var expiresDate: Int64?
    var quantity: Int
    var type: String
    var appAccountToken: String?
    var inAppOwnershipType: String
    var signedDate: Int64
    var revocationDate: Int64?
    var revocationReason: Int?
    /// Only when true.
    var isUpgraded: Bool?
    var environment: String
    var storefront: String
    var storefrontId: String?
    var transactionReason: String
    var price: Int64
    var currency: String
    var appTransactionId: String
    var deviceVerification: String
    var deviceVerificationNonce: String

    /// Compact JSON with sorted keys: the same fields give the same bytes.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self))
    }
}
