@testable import IAPSignatures
import Testing

@testable import IAPReferenceStore

struct PKCS8Tests {
    /// Made with `openssl pkcs8 -topk8 -nocrypt -outform der`.
    private static let key =
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVtUCtCtjDwQU3GIl4rnkYqcGjb2ANYwEqaasSnH1"
        + "Xq6hRANCAATniZyoyYOu"
        + "c3veTMoJJeMxLBneNiQrV5u1fy3xOxbaDu4qtKwhPsChsvdGImtcfgG5fVcJWOKkgCcW9uS3opxu"
    private static let scalar = "56d502b42b630f0414dc6225e2b9e462a7068dbd80358c04a9a6ac4a71f55eae"

    @Test
    func keyOfOpenSSLIsRead() throws {
        let key = try PrivateKey(pkcs8: #require(Base64.decode(Self.key)))
        #expect(try key.publicKeyDER == publicKey(Self.scalar))
        #expect(key.publicKeyDER.suffix(4) == [0xB7, 0xA2, 0x9C, 0x6E])
    }

    @Test
    func keyWithoutPublicPartIsRead() throws {
        let der = bytes("3041 020100 301306072a8648ce3d020106082a8648ce3d030107 0427 3025 020101 0420 \(Self.scalar)")
        #expect(try PrivateKey(pkcs8: der).publicKeyDER == publicKey(Self.scalar))
    }

    @Test(arguments: [
        ("nothing", ""),
        ("no DER", "AAECAw=="),
        (
            "SEC 1 form",
            "MHcCAQEEIFbVArQrYw8EFNxiJeK55GKnBo29gDWMBKmmrEpx9V6uoAoGCCqGSM49AwEHoUQDQgAE54mcqMmDrnN7"
                + "3kzKCSXjMSwZ3jYkK1eb"
                + "tX8t8TsW2g7uKrSsIT7AobL3RiJrXH4BuX1XCVjipIAnFvbkt6Kcbg=="
        ),
        (
            "P-384",
            "MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDQaqqhX/rP7Px8nYjvXgPDtvkDtcnBw1GK8TAqDjqQ"
                + "+zzHD0pfVVGD158cMBli"
                + "GB2hZANiAAQaUgDmbu914B0c43UQDtrC19r7Konbt8Xxhw/3lXFranvLkXoJTTm2RhN80kONL+CU2tzQwUR1AwAM"
                + "2HFghpI5bL155VFqxqInFkg3"
                + "jIqwKffKkGHxiXO4o8A3auCUA6A="
        ),
        (
            "secp256k1, whose numbers are as long",
            "MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgL22YMfsil916yY0UkpAK5WaY2l8mlud6+TbT5/RJlJ+h"
                + "RANCAAQf0EjmqYuFcIgl6ntNq2uSHxXYvn69syShLNkWN1SgAzp4+m/4uGdw25EDDJoT25lty+YvokdVO4/eJnowCniO"
        ),
        (
            "P-256 outside and secp256k1 inside",
            "MEoCAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEMDAuAgEBBCBW1QK0K2MPBBTcYiXiueRipwaNvYA1jASppqxKcfVerqAHBgUrgQQACg=="
        ),
        ("Ed25519", "MC4CAQAwBQYDK2VwBCIEILSia+N/K/3UENxe/dLhge84U1c1Rd4JU4JAqo49c4V6"),
    ])
    func otherKeysAreRefused(kind: String, text: String) throws {
        let der = try #require(Base64.decode(text))
        #expect(throws: SignedDataError.self) { try PrivateKey(pkcs8: der) }
    }

    @Test
    func shortenedOrExtendedKeyIsRefused() throws {
        let der = try #require(Base64.decode(Self.key))
        for count in 0..<der.count {
            #expect(throws: SignedDataError.self) { try PrivateKey(pkcs8: Array(der.prefix(count))) }
        }
        #expect(throws: SignedDataError.self) { try PrivateKey(pkcs8: der + [0]) }
    }

    /// The form of Xcode's `.storekit` files: the key repeats the curve. The scalar is that of RFC 6979.
    private static let storeKitText =
        "MIGTAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBHkwdwIBAQQgya+p2EW6dRZrXCFXZ7HWk05Qw9s26JsSe4piKxIPZyGgCgYIKoZIzj0D"
        + "AQehRANCAARg/tS6JVqdMclh63TGNW1owEm4kjth+mzmaWIuYPKftnkD/hAIuLyZpBrp6VYovGTy8bIMLX6fUXejwpTURiKZ"

    @Test
    func textOfAStoreKitFileIsRead() throws {
        #expect(Self.storeKitText.count == 200)
        let key = try PrivateKey(pkcs8Text: Self.storeKitText)
        #expect(try key.publicKeyDER == publicKey("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"))
        #expect(try key.verifyingKey.isValid(key.signature(of: [1]), of: [1]))
        #expect(try PrivateKey(pkcs8Text: Self.key).publicKeyDER == publicKey(Self.scalar))
    }

    @Test(arguments: ["\n", "\r\n", " ", "\t"])
    func pemAndBrokenLinesAreRead(lineBreak: String) throws {
        let lines = stride(from: 0, to: Self.key.count, by: 64).map { String(Self.key.dropFirst($0).prefix(64)) }
        let broken = lines.joined(separator: lineBreak) + lineBreak
        #expect(try PrivateKey(pkcs8Text: broken).publicKeyDER == publicKey(Self.scalar))
        let pem = "-----BEGIN PRIVATE KEY-----" + lineBreak + broken + "-----END PRIVATE KEY-----" + lineBreak
        #expect(try PrivateKey(pkcs8Text: pem).publicKeyDER == publicKey(Self.scalar))
    }

    @Test(arguments: [
        "", " ", "=", "====", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY----------END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----" + key, key + "-----END PRIVATE KEY-----", key + "=", key + "A", key + key,
        String(key.dropLast()), String(key.dropLast(4)), "\u{FEFF}" + key, key + "\u{0}", key + "é", "\u{301}" + key,
        "-----BEGIN EC PRIVATE KEY-----" + key + "-----END EC PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----" + key + "-----END PRIVATE KEY-----x",
        "-----BEGIN PRIVATE KEY-----" + key + "-----END PUBLIC KEY-----",
        String(repeating: "A", count: 1_000_000), key + String(repeating: "\n", count: 4096),
    ])
    func otherTextIsRefusedAndNotRepeated(text: String) {
        let error = #expect(throws: SignedDataError.self) { try PrivateKey(pkcs8Text: text) }
        #expect(error.map { "\($0)".contains(Self.key.prefix(20)) } == false)
    }

    /// Returns the public key that belongs to this private number.
    private func publicKey(_ scalar: String) throws -> [UInt8] { try SigningKey(scalar: bytes(scalar)).publicKeyDER }
}
