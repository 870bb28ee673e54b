import Testing

@testable import IAPReferenceStore
@testable import IAPSignatures

struct DeviceClaimsTests {
    private static let device = "0a1b2c3d-0000-4000-8000-00000000000f"
    private static let nonce = "9f8e7d6c-0000-4000-8000-00000000000e"

    private func read(_ json: String) -> DeviceClaims? { DeviceClaims(json: Array(json.utf8)) }

    @Test("the claims are read among any other fields")
    func claimsAreRead() throws {
        let claims = try #require(
            read(
                #"""
                {"advancedCommerceInfo": {"bundleId": "inner", "items": [1, {"environment": null}]}, "price": 12.5,
                 "bundleId": "com.example.game", "environment": "Sandbox", "isUpgraded": true,
                 "deviceVerification": "AAAA", "deviceVerificationNonce": "n"}
                """#))
        #expect(claims.bundleID == "com.example.game" && claims.environment == "Sandbox")
        #expect(claims.deviceVerification == "AAAA" && claims.deviceVerificationNonce == "n")
    }

    @Test("an app transaction has another field for its environment")
    func receiptTypeIsTheEnvironment() {
        #expect(read(#"{"receiptType":"Sandbox"}"#)?.environment == "Sandbox")
    }

    @Test("a claim that is absent or not a text is missing")
    func otherValuesAreMissing() throws {
        for json in ["{}", #"{"bundleId":1,"environment":null,"deviceVerification":[],"deviceVerificationNonce":{}}"#] {
            let claims = try #require(read(json))
            #expect(claims.bundleID == nil && claims.environment == nil)
            #expect(claims.deviceVerification == nil && claims.deviceVerificationNonce == nil)
            #expect(!claims.isFor(device: Self.device))
        }
    }

    @Test(
        "a payload that is not an object, or repeats a name, has no claims",
        arguments: [
            "", "[]", "null", "{", #"{"bundleId":"a"} x"#, #"{"bundleId":"a","bundleId":"a"}"#,
            #"{"environment":"Sandbox","receiptType":"Sandbox"}"#,
        ])
    func othersHaveNone(json: String) {
        #expect(read(json) == nil)
    }

    @Test("a server's request may be nested as deeply as the store allows")
    func nestingIsRead() {
        let nested = String(repeating: "[", count: 48) + String(repeating: "]", count: 48)
        #expect(read("{\"advancedCommerceInfo\":\(nested),\"bundleId\":\"a\"}")?.bundleID == "a")
        let deeper = String(repeating: "[", count: 100_000)
        #expect(read("{\"advancedCommerceInfo\":\(deeper)") == nil)
    }

    /// Another tool made the digest: printf %s nonce+device | openssl sha384 -binary | openssl base64.
    @Test("device verification is a SHA-384 of nonce and id in lowercase")
    func verificationIsTheHash() throws {
        let hash = "ct1JcDQWBLDb23+8kCh3CECskFZqY7QW5rg7XdKftirzf4+Dc//CjDkiVRvh7aGe"
        #expect(DeviceClaims.verification(ofDevice: Self.device, nonce: Self.nonce) == hash)
        #expect(DeviceClaims.verification(ofDevice: Self.device.uppercased(), nonce: Self.nonce.uppercased()) == hash)
        func signed(_ verification: String, _ nonce: String) throws -> DeviceClaims {
            try #require(
                read(#"{"deviceVerification":"\#(verification)","deviceVerificationNonce":"\#(nonce)"}"#))
        }
        let right = try signed(hash, Self.nonce)
        #expect(right.isFor(device: Self.device) && right.isFor(device: Self.device.uppercased()))
        #expect(!right.isFor(device: Self.nonce) && !right.isFor(device: ""))
        #expect(try !signed(hash, Self.device).isFor(device: Self.device))
        #expect(try !signed(hash.lowercased(), Self.nonce).isFor(device: Self.device))
    }
}
