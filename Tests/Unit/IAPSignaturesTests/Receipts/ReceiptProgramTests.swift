import Foundation
import Testing

@testable import IAPReferenceStore
@testable import IAPSignatures

/// Game servers verify receipts with the program `openssl`. These tests do the same.
struct ReceiptProgramTests {
    private static let program = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private let chain: CertificateChain
    private let content: [UInt8]
    private let der: [UInt8]

    init() throws {
        chain = try CertificateChain.make(seed: [3], validFrom: TestReceipt.date)
        content = try TestReceipt.receipt().encoded()
        der = try ReceiptWriter(chain).write(TestReceipt.receipt())
    }

    @Test(.enabled(if: program != nil, "there is no program openssl on this machine"))
    func cmsVerifyAcceptsReceiptsAndExtractsTheirContent() throws {
        #expect(try verified("cms", der, root: chain.root) == content)
        // This is the older command.
        #expect(try verified("smime", der, root: chain.root) == content)
    }

    @Test(.enabled(if: program != nil, "there is no program openssl on this machine"))
    func cmsVerifyRefusesForgedReceipts() throws {
        let other = try CertificateChain.make(seed: [4], validFrom: TestReceipt.date)
        #expect(try verified("cms", der, root: other.root) == nil)
        var altered = der
        altered[altered.count - 1] ^= 1
        #expect(try verified("cms", altered, root: chain.root) == nil)
    }

    /// Returns the content that the program wrote, or nil if it rejects the receipt.
    private func verified(_ command: String, _ receipt: [UInt8], root: [UInt8]) throws -> [UInt8]? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("receipt-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, file, output) = (
            folder.appendingPathComponent("receipt.der"), folder.appendingPathComponent("root.pem"),
            folder.appendingPathComponent("content")
        )
        try Data(receipt).write(to: input)
        let pem = "-----BEGIN CERTIFICATE-----\n\(Data(root).base64EncodedString(options: .lineLength64Characters))\n"
        try Data("\(pem)-----END CERTIFICATE-----\n".utf8).write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.program))
        process.arguments = [
            command, "-verify", "-binary", "-inform", "DER", "-in", input.path, "-CAfile", file.path, "-purpose", "any",
            "-out", output.path,
        ]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? try [UInt8](Data(contentsOf: output)) : nil
    }
}
