import Foundation
import IAPModel

@testable import IAPReferenceStore
@testable import IAPSignatures

/// A purchase that is signed like the App Store's purchases, and its trusted root certificate.
struct SignedPurchase {
    /// 15 November 2023, in milliseconds.
    static let date: Int64 = 1_700_000_000_000

    let chain: CertificateChain

    init(seed: UInt8 = 1) throws {
        chain = try CertificateChain.make(seed: [seed], validFrom: Self.date)
    }

    var rootPEM: String { Self.pem(chain.root) }

    static func pem(_ der: [UInt8], label: String = "CERTIFICATE") -> String {
        let lines = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n"
    }

    static func payload(id: String = "7", product: String = "com.example.coins", date: Int64 = date) -> String {
        #"{"transactionId":"\#(id)","productId":"\#(product)","signedDate":\#(date)}"#
    }

    static func payload(id: String = "7", environment: String) -> String {
        payload(id: id).dropLast() + #","environment":"\#(environment)"}"#
    }

    /// Returns a transaction whose signed text has this payload.
    func transaction(
        id: UInt64 = 7, product: String = "com.example.coins", payload: String = payload()
    ) throws -> Transaction {
        transaction(id: id, product: product, text: try JWSSigner(chain).sign(payload: Array(payload.utf8)))
    }

    /// Returns a transaction like those of StoreKit testing in Xcode, signed with a single certificate.
    func xcodeTransaction(
        certificates: [[UInt8]]? = nil, payload: String = payload(environment: "Xcode")
    ) throws -> Transaction {
        let signer = JWSSigner(certificates: certificates ?? [chain.leaf], key: chain.leafKey)
        return transaction(id: 7, product: "com.example.coins", text: try signer.sign(payload: Array(payload.utf8)))
    }

    private func transaction(id: UInt64, product: String, text: String) -> Transaction {
        Transaction(
            id: id, originalID: id, productID: product, productType: .consumable, quantity: 1, purchaseDate: Self.date,
            originalPurchaseDate: Self.date, environment: "Xcode",
            signedText: text)
    }
}

/// A temporary folder for one test. It is removed when the test ends.
final class Folder {
    private let url: URL
    private var count = 0

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("iap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns the path of a new file with these bytes.
    func file(_ bytes: [UInt8]) throws -> String {
        count += 1
        let file = url.appendingPathComponent("roots-\(count).pem")
        try Data(bytes).write(to: file)
        return file.path
    }

    func file(_ text: String) throws -> String { try file(Array(text.utf8)) }
}
