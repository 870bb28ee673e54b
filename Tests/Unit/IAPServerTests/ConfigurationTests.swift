import Foundation
import IAPJSON
import IAPModel
import IAPReferenceStore
import IAPSignatures
import Testing

@testable import IAPServer

@Suite struct ConfigurationTests {
    private let pair: Pair

    init() throws {
        pair = try Pair()
        let root = try pair.store.identity.rootCertificate
        try Data(root).write(to: pair.folder.appendingPathComponent("root.cer"))
        try Data("0123456789abcdef0123456789abcdef\n".utf8).write(to: pair.folder.appendingPathComponent("secret"))
        try Data(pair.store.serverKeys.ownPEM.utf8).write(to: pair.folder.appendingPathComponent("key.p8"))
        try Data(pair.store.serverKeys.ownPEM.utf8).write(to: pair.folder.appendingPathComponent("key.pem"))
        try Data(PEM.certificate(root).utf8).write(to: pair.folder.appendingPathComponent("cert.pem"))
    }

    private static let whole = """
        {"bundleId": "com.example.game", "environments": ["Sandbox", "Production"], "appAppleId": 6000000000,
        "roots": ["root.cer"], "database": {"environment": "BOOK"},
        "listen": {"address": "0.0.0.0", "port": 80, "certificate": "cert.pem", "privateKey": "key.pem"},
        "products": ["editor", {"id": "coins", "grants": [{"counter": "gold", "amount": 100}]}, {"id": "old", "sold": false}],
        "keys": [{"name": "n", "role": "support", "sha256": "\(String(repeating: "ab", count: 32))"}],
        "webhooks": [{"url": "https://example.com/e", "secret": {"file": "secret"}, "purchases": false}],
        "appStore": {"keyId": "K", "issuerId": "I", "privateKey": {"file": "key.p8"}, "historyMinutes": 5,
            "consumption": {"customerConsented": true, "sampleContentProvided": false}},
        "playersAreTokens": true, "keepDays": 400, "retrySeconds": [1, 2], "requestsPerMinute": {"player": 5, "address": 6}}
        """

    private func read(_ text: String, database: String = "sqlite:ledger.db") throws(Configuration.Invalid)
        -> Configuration
    {
        try Configuration(text: Array(text.utf8), folder: pair.folder.path, environment: ["BOOK": database])
    }

    @Test func eachMemberIsRead() throws {
        let configuration = try read(Self.whole)
        #expect(configuration.environmentNames == ["Production", "Sandbox"])
        #expect(configuration.database == "sqlite:\(pair.folder.path)/ledger.db")
        #expect(configuration.productIDs == ["editor", "coins"] && configuration.retiredIDs == ["old"])
        #expect(configuration.grants.map(\.name) == ["gold"])
        #expect(configuration.keys.map(\.role) == [.support] && configuration.keys[0].digest.count == 32)
        #expect(configuration.webhooks.map(\.hearsOfPurchases) == [false])
        #expect(configuration.webhooks.map(\.secret) == ["0123456789abcdef0123456789abcdef"])
        #expect(configuration.appStore?.historyMinutes == 5)
        #expect(configuration.tls?.certificate.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
        #expect(
            configuration.keepDays == 400 && configuration.retrySeconds == [1, 2] && configuration.playerLimit == 5)
    }

    /// The original text, its replacement, and the place that the error names.
    @Test(arguments: [
        (#""bundleId": "com.example.game""#, #""bundleId": """#, "bundleId"),
        (#""appAppleId": 6000000000,"#, "", "appAppleId"),
        (#"["Sandbox", "Production"]"#, #"["sandbox"]"#, "environments[0]"), (#"["root.cer"]"#, "[]", "roots"),
        (#"["root.cer"]"#, #"["secret"]"#, "roots[0]"), ("BOOK", "SHELF", "database.environment"),
        (#", "privateKey": "key.pem""#, "", "listen"),
        (#""amount": 100"#, #""amount": 0"#, "products[1].grants[0].amount"),
        ("support", "boss", "keys[0].role"), ("abab", "xyxy", "keys[0].sha256"),
        ("https://example.com/e", "http://example.com/e", "webhooks[0].url"),
        (#"{"file": "secret"}"#, #""secret in the file""#, "webhooks[0].secret"),
        (#"{"file": "key.p8"}"#, #"{"file": "secret"}"#, "appStore.privateKey"),
        (#""customerConsented": true"#, #""customerConsented": false"#, "appStore.consumption.customerConsented"),
        (#""playersAreTokens": true"#, #""playerAreTokens": true"#, "playerAreTokens"),
        (#""player": 5"#, #""player": 0"#, "requestsPerMinute.player"), ("400", "30", "keepDays"),
        (
            #""playersAreTokens": true"#, #""playersAreTokens": true, "tokensIdentifyPlayers": false"#,
            "tokensIdentifyPlayers"
        ),
    ])
    func mistakeNamesItsPlace(_ text: String, _ mistake: String, _ place: String) throws {
        #expect(Self.whole.contains(text))
        let error = #expect(throws: Configuration.Invalid.self) {
            try read(Self.whole.replacingOccurrences(of: text, with: mistake))
        }
        let mistakes = error?.mistakes.map(\.description) ?? []
        #expect(mistakes.count == 1 && mistakes[0].contains(place), "\(mistakes)")
    }

    @Test func databaseSchemaIsANameAndOnlyForPostgreSQL() throws {
        let text = Self.whole.replacingOccurrences(
            of: #""keepDays""#, with: #""databaseSchema": "caves_2", "keepDays""#)
        #expect(throws: Configuration.Invalid.self) { try read(text) }
        let database = "postgresql://u@localhost/ledgers"
        #expect(try read(text, database: database).databaseSchema == "caves_2")
        for wrong in ["", "2caves", "Caves", "a; DROP", "pg_caves", String(repeating: "a", count: 64)] {
            let error = #expect(throws: Configuration.Invalid.self) {
                try read(text.replacingOccurrences(of: "caves_2", with: wrong), database: database)
            }
            #expect(error?.mistakes.count == 1 && error?.description.contains("databaseSchema") == true)
        }
    }

    @Test func allMistakesAreReported() throws {
        let file = pair.folder.appendingPathComponent("wrong.json")
        let text = [
            (#""bundleId": "com.example.game""#, #""bundleId": """#), (#"["root.cer"]"#, #"["none.cer"]"#),
            ("0.0.0.0", "localhost"), ("cert.pem", "none.pem"), (#""amount": 100"#, #""amount": 0"#),
            ("https://example.com/e", "https://"), (#""keyId": "K""#, #""keyId": "", "sandboxUrl": "store""#),
            (#""player": 5"#, #""players": 5"#),
        ].reduce(Self.whole) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        try Data(text.utf8).write(to: file)
        let outcome = ServerProgram(environment: ["BOOK": "mysql:ledger"]) { _ in }.run(["check", file.path])
        let lines = outcome.error.split(separator: "\n")
        for place in [
            "bundleId ", "roots[0] ", "database ", "listen.address ", "listen.certificate ",
            "products[1].grants[0].amount ", "webhooks[0].url ", "appStore.keyId ", "appStore.sandboxUrl ",
            "requestsPerMinute has", "requestsPerMinute.player ",
        ] {
            #expect(lines.count { $0.contains(": \(place)") } == 1, "\(place): \(outcome.error)")
        }
        #expect(lines.count == 11 && outcome.code == 1)
    }

    @Test func oneKeyHasOneRole() throws {
        let key = { (role: String, name: String) in
            #"{"name": "\#(name)", "role": "\#(role)", "sha256": "\#(String(repeating: "ab", count: 32))"}"#
        }
        let error = #expect(throws: Configuration.Invalid.self) {
            try read(
                Self.whole.replacingOccurrences(
                    of: key("support", "n"), with: key("support", "n") + ", " + key("studio", "m")))
        }
        #expect(error?.description.hasPrefix("keys[1].sha256 is that of the key \"n\"") == true)
    }

    /// libpq takes such a password apart, and its messages repeat the parts.
    @Test(arguments: [
        "postgresql://user:hid/den@127.0.0.1:9/db", "postgresql://user:hid@den@127.0.0.1:9/db",
        "postgresql://user:hid%yden@127.0.0.1:9/db", "host=127.0.0.1 port=9 password=hid den",
        "host=127.0.0.1 port=9 password=hid den=1", "host=127.0.0.1 port=9 password='hid den",
    ])
    func passwordIsNotRepeated(_ address: String) throws {
        let file = pair.folder.appendingPathComponent("server.json")
        try Data(Self.whole.utf8).write(to: file)
        for command in ["check", "serve"] {
            let outcome = ServerProgram(environment: ["BOOK": address]) { _ in }.run([command, file.path])
            #expect(outcome.code == 1 && outcome.error.contains(": database "), "\(outcome.error)")
            #expect(!outcome.error.contains("hid") && !outcome.error.contains("den"), "\(outcome.error)")
        }
    }

    @Test func addressesOfPostgreSQLAreAccepted() throws {
        for address in [
            "postgresql://user:hid%40den@127.0.0.1:9/db", "postgres:///db?host=/tmp", "host=a,b port=1,2 dbname=db",
            "dbname='a b' password='x y'",
        ] {
            let configuration = try Configuration(
                text: Array(Self.whole.utf8), folder: pair.folder.path, environment: ["BOOK": address])
            #expect(configuration.database == address)
        }
    }

    @Test func versionIsPrinted() {
        let outcome = ServerProgram(environment: [:]) { _ in }.run(["--version"])
        #expect(outcome.code == 0 && outcome.output.wholeMatch(of: /iap-server \d+\.\d+\.\d+\n/) != nil)
    }

    @Test func keyIsShownOnceAndItsDigestFits() throws {
        let program = ServerProgram(environment: [:]) { _ in }
        let lines = program.run(["key", "a game", "game"]).output.split(separator: "\n")
        let line = try read(
            Self.whole.replacingOccurrences(
                of: #"{"name": "n", "role": "support", "sha256": "\#(String(repeating: "ab", count: 32))"}"#,
                with: String(lines[lines.count - 1])))
        let keys = AccessKeys(line.keys)
        let request = { (key: String) in ServedRequest.get("/", bearer: key) }
        guard case .allowed = keys.check(request(String(lines[1])), [.game]) else {
            Issue.record("the key was rejected")
            return
        }
        guard case .forbidden = keys.check(request(String(lines[1])), [.studio]) else {
            Issue.record("the role was ignored")
            return
        }
        guard case .unknown = keys.check(request(lines[1] + "x"), [.game]) else {
            Issue.record("an unknown key was accepted")
            return
        }
        #expect(program.run(["key", "a", "boss"]).code == 2)
        #expect(program.run(["fly"]).code == 2)
    }
}
