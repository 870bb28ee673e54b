import CIAPOpenSSL
import Testing

@testable import IAPReferenceStore
@testable import IAPSignatures

/// OpenSSL's PKCS#7 readers check the receipts, not this module's reader.
struct ReceiptWriterTests {
    private static let date: Int64 = 1_700_000_000_000

    private let chain: CertificateChain
    private let receipt = Receipt(
        bundleID: "com.example.caves", appVersion: "1.2", opaqueValue: [1, 2, 3], deviceIdentifier: [4],
        creationDate: date,
        purchases: [
            Receipt.Purchase(
                productID: "com.example.caves.gold", transactionID: "2", purchaseDate: date, originalTransactionID: "1",
                originalPurchaseDate: date)
        ])

    init() throws {
        chain = try CertificateChain.make(seed: Array("seed".utf8), validFrom: Self.date)
    }

    @Test
    func receiptVerifiesAgainstTheRootAlone() throws {
        let der = try ReceiptWriter(chain).write(receipt)
        let content = try receipt.encoded()
        #expect(Self.content(cms: der, root: chain.root) == content)
        #expect(Self.content(pkcs7: der, root: chain.root) == content)
    }

    @Test
    func foreignRootIsRefused() throws {
        let der = try ReceiptWriter(chain).write(receipt)
        let other = try CertificateChain.make(seed: [1], validFrom: Self.date)
        #expect(Self.content(cms: der, root: other.root) == nil)
        #expect(Self.content(pkcs7: der, root: other.root) == nil)
    }

    @Test
    func receiptsOfAllSizesVerify() throws {
        let writer = try ReceiptWriter(chain)
        for count in [0, 1, 2, 100] {
            var receipt = receipt
            receipt.purchases = Array(repeating: receipt.purchases[0], count: count)
            receipt.opaqueValue = [UInt8](repeating: 0, count: count * 1000)
            #expect(try Self.content(cms: writer.write(receipt), root: chain.root) == receipt.encoded())
        }
    }

    @Test
    func sameChainAndReceiptGiveTheSameBytes() throws {
        let writer = try ReceiptWriter(chain)
        let again = try CertificateChain.make(seed: Array("seed".utf8), validFrom: Self.date)
        let der = try writer.write(receipt)
        #expect(try writer.write(receipt) == der)
        #expect(try ReceiptWriter(again).write(receipt) == der)
        var other = receipt
        other.deviceIdentifier = [5]
        #expect(try writer.write(other) != der)
    }

    /// OpenSSL reads the receipt and writes the same DER.
    @Test
    func receiptIsDER() throws {
        let der = try ReceiptWriter(chain).write(receipt)
        let written = der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            let message = d2i_PKCS7(nil, &start, buffer.count)
            defer { PKCS7_free(message) }
            #expect(start == buffer.baseAddress.map { $0 + buffer.count })
            return DER.written { i2d_PKCS7(message, $0) }
        }
        #expect(written == der)
    }

    @Test
    func allCertificatesAreInItAndTheLeafIsTheFirst() throws {
        let der = try ReceiptWriter(chain).write(receipt)
        let signedData = try #require(DERElement.list(der)?.first?.parts.last?.parts.first)
        let certificates = try #require(signedData.parts.first { $0.tag == 0xA0 })
        #expect(certificates.content == Array(chain.certificates.joined()))
        // As in the App Store's receipts, there are no attributes: version, signer, hash, algorithm, signature.
        let signer = try #require(signedData.parts.last?.parts.first)
        #expect(signer.parts.map(\.tag) == [0x02, 0x30, 0x30, 0x30, 0x04])
        #expect(try signer.parts[4].content == chain.leafKey.derSignature(of: receipt.encoded()))
    }

    /// Many bytes around the signature have no effect. The bytes of the content and the signature do.
    @Test
    func alteredReceiptNeverGivesOtherContent() throws {
        let der = try ReceiptWriter(chain).write(receipt)
        let content = try receipt.encoded()
        var random = RandomSource(state: 7)
        for _ in 0..<400 {
            var altered = der
            let place = Int.random(in: der.indices, using: &random)
            altered[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            let found = Self.content(cms: altered, root: chain.root)
            #expect(found == nil || found == content, "byte \(place)")
        }
        for place in der.count - 60..<der.count {
            var altered = der
            altered[place] ^= 1
            #expect(Self.content(cms: altered, root: chain.root) == nil, "byte \(place)")
        }
    }

    @Test
    func dateOfNoYearIsRefused() throws {
        var receipt = receipt
        receipt.creationDate = .max
        #expect(throws: SignedDataError.self) { try ReceiptWriter(chain).write(receipt) }
    }

    /// Returns the output of `openssl cms -verify -inform DER -CAfile root -purpose any` at the receipt's date, or nil
    /// if it fails.
    private static func content(cms der: [UInt8], root: [UInt8]) -> [UInt8]? {
        verified(der, root: root) { start, count, store, output in
            let message = d2i_CMS_ContentInfo(nil, &start, count)
            defer { CMS_ContentInfo_free(message) }
            return message == nil ? 0 : CMS_verify(message, nil, store, nil, output, UInt32(CMS_BINARY))
        }
    }

    /// Does the same with the older functions, which many apps use for receipts.
    private static func content(pkcs7 der: [UInt8], root: [UInt8]) -> [UInt8]? {
        verified(der, root: root) { start, count, store, output in
            let message = d2i_PKCS7(nil, &start, count)
            defer { PKCS7_free(message) }
            return message == nil ? 0 : PKCS7_verify(message, nil, store, nil, output, PKCS7_BINARY)
        }
    }

    private static func verified(
        _ der: [UInt8], root: [UInt8],
        by verify: (inout UnsafePointer<UInt8>?, Int, OpaquePointer?, OpaquePointer?) -> Int32
    ) -> [UInt8]? {
        let certificate = ownedCertificate(root)
        let store = X509_STORE_new()
        let output = BIO_new(BIO_s_mem())
        defer {
            BIO_free(output)
            X509_STORE_free(store)
            X509_free(certificate)
            ERR_clear_error()
        }
        X509_STORE_add_cert(store, certificate)
        let parameters = X509_STORE_get0_param(store)
        X509_VERIFY_PARAM_set_time(parameters, Int(date / 1000))
        X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY)
        let isValid = der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return verify(&start, buffer.count, store, output) == 1
        }
        guard isValid else { return nil }
        var content = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
        let count = BIO_read(output, &content, Int32(content.count))
        return count == content.count ? content : nil
    }
}
