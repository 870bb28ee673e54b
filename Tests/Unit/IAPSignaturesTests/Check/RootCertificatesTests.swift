import IAPModel
import Testing

@testable import IAPSignatures

@testable import IAPReferenceStore

@Suite struct RootCertificatesTests {
    private let root: [UInt8]
    private let other: [UInt8]
    private let folder: Folder

    init() throws {
        folder = try Folder()
        root = try SignedPurchase(seed: 1).chain.root
        other = try SignedPurchase(seed: 2).chain.root
    }

    @Test func derIsOneCertificate() throws {
        #expect(try RootCertificateFile.read(path: folder.file(root)) == [root])
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func pemHasOneOrMore(lineBreak: String) throws {
        let pem = "Made for tests\n\n" + SignedPurchase.pem(root) + "# another\n" + SignedPurchase.pem(other)
        let text = pem.replacing("\n", with: lineBreak)
        #expect(try RootCertificateFile.read(path: folder.file(text)) == [root, other])
    }

    @Test func theLastLineNeedsNoBreak() throws {
        #expect(try RootCertificateFile.read(path: folder.file(String(SignedPurchase.pem(root).dropLast()))) == [root])
    }

    @Test(arguments: [
        ("", "is empty"),
        ("hello", "contains no certificate"),
        ("0", "contains no certificate"),
        ("-----BEGIN CERTIFICATE-----\nAAAA\n", "without an end"),
        ("-----BEGIN CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\n", "without an end before line 2"),
        ("-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n", "not Base64; it ends at line 2"),
        ("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n", "not Base64; it ends at line 3"),
        ("-----BEGIN CERTIFICATE-----\nMAMCAQA=\n-----END CERTIFICATE-----\n", "certificate 1 of 1"),
        (SignedPurchase.pem([1, 2, 3], label: "PRIVATE KEY"), "something other than certificates at line 1"),
        ("-----END CERTIFICATE-----\n", "something other than certificates at line 1"),
        ("\u{30}\u{3}\u{2}\u{1}\u{0}", "certificate 1 of 1"),
    ])
    func aBadFileIsRefusedWithItsNameAndTheReason(text: String, part: String) throws {
        let path = try folder.file(text)
        let error = #expect(throws: IAPError.self) { try SignatureVerifier(rootsPath: path) }
        #expect(error?.status == .invalidFile)
        #expect(error?.message.contains(path) == true)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func aFileThatIsNoTextIsRefused() throws {
        let error = #expect(throws: IAPError.self) {
            try SignatureVerifier(rootsPath: folder.file([0x41, 0xFF, 0xFE]))
        }
        #expect(error?.message.contains("neither PEM nor one certificate in DER") == true)
    }

    @Test func aFileThatIsNotThereIsRefused() {
        let error = #expect(throws: IAPError.self) { try SignatureVerifier(rootsPath: "/nowhere/roots.pem") }
        #expect(error?.status == .invalidFile)
        #expect(error?.message.contains("/nowhere/roots.pem cannot be read") == true)
        #expect(throws: IAPError.self) { try SignatureVerifier(rootsPath: "/") }
    }

    @Test func aCutCertificateIsRefused() throws {
        let pem = SignedPurchase.pem(root) + SignedPurchase.pem(Array(other.dropLast()))
        let error = #expect(throws: IAPError.self) { try SignatureVerifier(rootsPath: folder.file(pem)) }
        #expect(error?.message.contains("certificate 2 of 2") == true)
    }

    @Test func aHugeFileIsRefused() throws {
        let error = #expect(throws: IAPError.self) {
            try SignatureVerifier(rootsPath: folder.file([UInt8](repeating: 0x41, count: (1 << 20) + 1)))
        }
        #expect(error?.message.contains("larger than 1048576 bytes") == true)
    }
}
