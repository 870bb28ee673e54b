import CIAPOpenSSL
@testable import IAPSignatures

@testable import IAPReferenceStore

/// A receipt that a test can change in every part before it is assembled.
struct TestReceipt {
    static let date = TestChain.date
    static let bundleID = "com.example.caves"

    var content: [UInt8]
    var certificates: [[UInt8]]
    /// The issuer and serial number of the signer's certificate, in DER.
    var signer: [UInt8]
    var digestAlgorithm = DER.sha256
    var signatureAlgorithm: [UInt8] = Array(DER.ecdsaWithSHA256.dropFirst(2))
    /// Parts after the digest's algorithm. Real receipts do not have them.
    var signedAttributes: [UInt8] = []
    var signature: [UInt8]

    /// Creates a receipt that this chain signs.
    init(_ chain: TestChain, content: [UInt8]? = nil) throws {
        let certificates = try chain.certificates()
        let content = try content ?? Self.receipt().encoded()
        self.content = content
        self.certificates = certificates
        signer = Certificate(der: certificates[0])?.issuerAndSerialNumber ?? []
        signature = try chain.leafKey.derSignature(of: content)
    }

    static func receipt() -> Receipt {
        Receipt(
            bundleID: bundleID, appVersion: "1.2", opaqueValue: [1, 2, 3], deviceIdentifier: [4], creationDate: date,
            originalPurchaseDate: 1_375_340_400_000, originalAppVersion: "1.0",
            purchases: [
                Receipt.Purchase(
                    productID: "com.example.caves.gold", productType: .consumable, transactionID: "2000000000000001",
                    purchaseDate: date - 2000, originalTransactionID: "2000000000000000",
                    originalPurchaseDate: date - 3000)
            ])
    }

    var der: [UInt8] {
        let one = DER.integer(1)
        let digest = DER.sequence(digestAlgorithm)
        let encapsulated = DER.sequence(DER.pkcs7Data + DER.context(0, DER.octetString(content)))
        let signerInfo = DER.sequence(
            one + signer + digest + signedAttributes + DER.sequence(signatureAlgorithm) + DER.octetString(signature))
        let list = certificates.isEmpty ? [] : DER.context(0, Array(certificates.joined()))
        let signedData = DER.sequence(one + DER.set([digest]) + encapsulated + list + DER.set([signerInfo]))
        return DER.sequence(DER.pkcs7SignedData + DER.context(0, signedData))
    }

    /// Returns the receipt in Xcode's form. Outside the certificates and the signer there are no lengths, and the
    /// content is split into parts.
    func ber(partLength: Int = 100) -> [UInt8] {
        func open(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, 0x80] + content + [0, 0] }
        let one = DER.integer(1)
        let digest = DER.sequence(digestAlgorithm)
        let parts = stride(from: 0, to: content.count, by: partLength).flatMap {
            DER.octetString(Array(content[$0..<min($0 + partLength, content.count)]))
        }
        let encapsulated = open(0x30, DER.pkcs7Data + open(0xA0, open(0x24, parts)))
        let signerInfo = DER.sequence(
            one + signer + digest + DER.sequence(signatureAlgorithm) + DER.octetString(signature))
        let signedData = open(
            0x30,
            one + DER.set([digest]) + encapsulated + DER.context(0, Array(certificates.joined()))
                + DER.set([signerInfo]))
        return open(0x30, DER.pkcs7SignedData + open(0xA0, signedData))
    }

    /// Returns a set of attributes in this order.
    static func attributes(_ attributes: [(type: Int, value: [UInt8])]) -> [UInt8] {
        var content: [UInt8] = []
        for (type, value) in attributes {
            content += DER.sequence(DER.integer(type) + DER.integer(1) + DER.octetString(value))
        }
        // A context element's content has the same length as that of a set.
        var set = DER.context(0, content)
        set[0] = 0x31
        return set
    }
}

/// The result of a check as one value.
enum ReceiptVerdict: Equatable {
    case valid
    case invalid(VerifyReason)
}

extension ReceiptVerifier {
    /// Creates a verifier that trusts this chain's root.
    init(
        _ chain: TestChain, bundleID: String? = TestReceipt.bundleID, environments: SignedEnvironments = .sandbox,
        now: Int64 = TestChain.date
    ) throws {
        try self.init(
            roots: [chain.certificates()[2]], bundleID: bundleID, environments: environments, now: { now })
    }

    func verdict(_ bytes: [UInt8]) -> ReceiptVerdict {
        do throws(Rejection) {
            _ = try verify(bytes)
            return .valid
        } catch {
            return .invalid(error.reason)
        }
    }
}

/// Returns the reason for which the unchecked reader rejects the bytes, or nil.
func refusal(_ bytes: [UInt8]) -> VerifyReason? {
    do throws(Rejection) {
        _ = try AppReceipt(unchecked: bytes)
        return nil
    } catch {
        return error.reason
    }
}
