import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

/// The app and the environment that a signature is for.
struct AppAndEnvironmentTests {
    private let chain: TestChain
    private let certificates: [[UInt8]]

    init() throws {
        chain = try TestChain()
        certificates = try chain.certificates()
    }

    private func reason(
        _ environments: SignedEnvironments, _ kind: SignedKind, _ payload: String
    ) throws -> VerifyReason? {
        try chain.verifier(environments).reason(kind, chain.jws(certificates, payload: payload))
    }

    @Test(arguments: [SignedKind.transaction, .appTransaction, .notification])
    func anotherBundleIDIsRefused(kind: SignedKind) throws {
        for id in [
            "\"com.example.games\"", "\"com.example.gam\"", "\"COM.example.game\"", "\"\"", "null",
        ] {
            let payload = TestChain.payload(kind).replacing("\"com.example.game\"", with: id)
            #expect(try reason(.sandbox, kind, payload) == .otherApp)
        }
        let payload = TestChain.payload(kind).replacing("\"bundleId\"", with: "\"otherId\"")
        #expect(try reason(.sandbox, kind, payload) == .otherApp)
    }

    /// Renewal info names no app.
    @Test
    func renewalInfoIsOfAnyApp() throws {
        #expect(try reason(.sandbox, .renewalInfo, TestChain.payload(.renewalInfo)) == nil)
        let payload = TestChain.payload(.renewalInfo, ",\"bundleId\":\"com.example.other\"")
        #expect(try reason(.sandbox, .renewalInfo, payload) == nil)
    }

    @Test(arguments: [SignedKind.appTransaction, .notification])
    func appAppleIDIsCheckedInProductionOnly(kind: SignedKind) throws {
        for id in ["1234567891", "null"] {
            let production = TestChain.payload(kind, environment: "Production").replacing("1234567890", with: id)
            let sandbox = TestChain.payload(kind).replacing("1234567890", with: id)
            #expect(try reason(.production, kind, production) == .otherAppAppleID)
            #expect(try reason([.production, .sandbox], kind, production) == .otherAppAppleID)
            #expect(try reason([.production, .sandbox], kind, sandbox) == nil)
            #expect(try reason(.sandbox, kind, sandbox) == nil)
            // If both are wrong, Apple's libraries report the app.
            #expect(try reason(.production, kind, sandbox) == .otherAppAppleID)
            #expect(try reason(.sandbox, kind, production) == .otherEnvironment)
        }
        #expect(try reason(.production, kind, TestChain.payload(kind, environment: "Production")) == nil)
    }

    /// A transaction has no App Apple ID.
    @Test
    func appAppleIDOfATransactionIsNotLookedAt() throws {
        #expect(
            try reason(.production, .transaction, TestChain.payload(.transaction, environment: "Production")) == nil)
    }

    @Test(arguments: SignedKind.allCases)
    func environmentMustBeAllowed(kind: SignedKind) throws {
        let names: [(String, SignedEnvironments)] = [("Production", .production), ("Sandbox", .sandbox)]
        for (name, environment) in names {
            for allowed in [SignedEnvironments.production, .sandbox, [.production, .sandbox]] {
                let expected: VerifyReason? = allowed.contains(environment) ? nil : .otherEnvironment
                #expect(try reason(allowed, kind, TestChain.payload(kind, environment: name)) == expected)
            }
        }
        for name in ["sandbox", "", "SandboxX", "Staging"] {
            #expect(try reason([.production, .sandbox], kind, TestChain.payload(kind, environment: name)) != nil)
            #expect(try reason(.sandbox, kind, TestChain.payload(kind, environment: name)) == .otherEnvironment)
        }
        let payload = TestChain.payload(kind).replacing("\"environment\"", with: "\"env\"").replacing(
            "receiptType", with: "r")
        #expect(try reason(.sandbox, kind, payload) == .otherEnvironment)
    }

    @Test
    func bundleIDIsJudgedBeforeTheEnvironment() throws {
        let payload = TestChain.payload(.transaction, environment: "Production").replacing(
            "com.example.game", with: "x")
        #expect(try reason(.sandbox, .transaction, payload) == .otherApp)
    }

    @Test(arguments: SignedKind.allCases, ["Xcode", "LocalTesting"])
    func unsignedEnvironmentIsAcceptedOnlyWhereItIsAllowed(kind: SignedKind, name: String) throws {
        let payload = TestChain.payload(kind, environment: name)
        let foreign = try TestChain(seed: 7)
        let texts = [
            try chain.jws(certificates, payload: payload), try chain.jws(header: "{}", payload: payload),
            try foreign.jws(header: TestChain.header([certificates[0]], algorithm: "HS256"), payload: payload),
            try chain.jws(header: "{}", payload: payload).split(separator: ".").prefix(2).joined(separator: ".") + ".",
        ]
        let environment: SignedEnvironments = name == "Xcode" ? .xcode : .localTesting
        for text in texts {
            let data = try chain.verifier(environment).check(kind, text.utf8)
            #expect(!data.isSignatureChecked)
            #expect(data.environments == environment)
            #expect(try chain.verifier([environment, .sandbox]).reason(kind, text) == nil)
            for other: SignedEnvironments in [
                .sandbox, .production, [.sandbox, .production], SignedEnvironments.unsigned.subtracting(environment),
            ] {
                #expect(try chain.verifier(other).reason(kind, text) != nil)
            }
        }
        // Sandbox data needs its signature even if unsigned environments are allowed.
        let sandbox = try chain.jws(header: "{}", payload: TestChain.payload(kind))
        #expect(try chain.verifier([environment, .sandbox]).reason(kind, sandbox) == .missingCertificates)
    }

    @Test(arguments: [("data", 0), ("summary", 1), ("externalPurchaseToken", 2), ("appData", 3), ("unclaimInfo", 4)])
    func eachContentOfANotificationNamesItsApp(name: String, index: Int) throws {
        let id = name == "externalPurchaseToken" ? ",\"externalPurchaseId\":\"SANDBOX_x\"" : ""
        let content = "{\"bundleId\":\"com.example.game\",\"environment\":\"Sandbox\"\(id)}"
        let payload = "{\"\(name)\":\(content),\"signedDate\":\(TestChain.date)}"
        let data = try chain.verifier().check(.notification, chain.jws(certificates, payload: payload).utf8)
        #expect(data.contentField.map { "\($0)" } == name)
        #expect(data.text(.bundleId) == "com.example.game")
        #expect(try reason(.sandbox, .notification, payload.replacing("com.example.game", with: "x")) == .otherApp)
        #expect(try reason(.sandbox, .notification, payload.replacing(name, with: "other")) == .otherApp)
        // If there are several, Apple's libraries check the first.
        let others = ["data", "summary", "externalPurchaseToken", "appData", "unclaimInfo"].suffix(from: index + 1)
        let more = others.map { ",\"\($0)\":{\"bundleId\":\"x\"}" }.joined()
        #expect(try reason(.sandbox, .notification, payload.dropLast() + more + "}") == nil)
    }

    /// Apple documents only the claims of this content. In this test the claims name this app or no app.
    @Test(arguments: [SignedEnvironments.sandbox, .production, [.production, .sandbox], .xcode])
    func seatsThatWereUnclaimedNeedNotNameAnApp(allowed: SignedEnvironments) throws {
        for fields in ["\"unclaimSeatIds\":[\"a\"]", "", "\"bundleId\":null,\"appAppleId\":null,\"environment\":null"] {
            let payload = #"{"unclaimInfo":{\#(fields)},"signedDate":\#(TestChain.date)}"#
            let data = try chain.verifier(allowed).check(.notification, chain.jws(certificates, payload: payload).utf8)
            #expect(data.isSignatureChecked && data.environments == [])
            let foreign = try TestChain(seed: 7).jws(certificates, payload: payload)
            #expect(try chain.verifier(allowed).reason(.notification, foreign) == .invalidSignature)
            let unsigned = try chain.jws(header: "{}", payload: payload)
            #expect(try chain.verifier(allowed).reason(.notification, unsigned) == .missingCertificates)
        }
    }

    @Test func seatsThatWereUnclaimedAreOfTheAppAndEnvironmentThatTheyName() throws {
        func payload(_ fields: String) -> String { #"{"unclaimInfo":{\#(fields)},"signedDate":\#(TestChain.date)}"# }
        let (app, other) = ("\"bundleId\":\"com.example.game\"", "\"bundleId\":\"com.example.other\"")
        let (id, otherID) = ("\"appAppleId\":\(TestChain.appAppleID)", "\"appAppleId\":1")
        let (sandbox, production) = ("\"environment\":\"Sandbox\"", "\"environment\":\"Production\"")
        let cases: [(String, SignedEnvironments, VerifyReason?)] = [
            ("\(app),\(sandbox)", .sandbox, nil), (app, .sandbox, nil), (sandbox, .sandbox, nil),
            ("\(other),\(sandbox)", .sandbox, .otherApp), (other, .sandbox, .otherApp), (otherID, .sandbox, .otherApp),
            ("\(app),\(production)", .sandbox, .otherEnvironment), (production, .sandbox, .otherEnvironment),
            ("\"environment\":\"New\"", .sandbox, .otherEnvironment),
            ("\(app),\(id),\(production)", .production, nil), ("\(app),\(production)", .production, .otherAppAppleID),
            ("\(app),\(otherID),\(production)", .production, .otherAppAppleID),
        ]
        for (fields, allowed, expected) in cases {
            #expect(try reason(allowed, .notification, payload(fields)) == expected, "\(fields)")
        }
        // Other contents must name their app.
        #expect(try reason(.sandbox, .notification, #"{"data":{},"signedDate":\#(TestChain.date)}"#) == .otherApp)
    }

    @Test(arguments: [
        ("SANDBOX_1", SignedEnvironments.sandbox), ("SANDBOX", .sandbox), ("sandbox", .production), ("1", .production),
    ])
    func idOfAnExternalPurchaseNamesTheEnvironment(id: String, environment: SignedEnvironments) throws {
        let payload = #"""
            {"externalPurchaseToken":{"externalPurchaseId":"\#(id)","bundleId":"com.example.game","appAppleId":1234567890},
            "signedDate":\#(TestChain.date)}
            """#
        let data = try chain.verifier(environment).check(.notification, chain.jws(certificates, payload: payload).utf8)
        #expect(data.environments == environment)
        let other: SignedEnvironments = environment == .sandbox ? .production : .sandbox
        #expect(try reason(other, .notification, payload) == .otherEnvironment)
    }
}
