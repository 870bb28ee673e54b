internal import Foundation
internal import IAPGrants
package import IAPJSON
package import IAPModel
internal import IAPPlatform
package import IAPSignedData
internal import IAPSignedText

/// What the server is told in its file. A mistake names its place.
package struct Configuration: Sendable {
    package enum Role: String, Sendable, Hashable, CaseIterable {
        /// May be shipped in a game: it submits purchases and reads the product list.
        case game = "game"
        /// The studio's other servers: everything.
        case studio = "studio"
        /// People who help players: they look things up, and change what a player has by hand.
        case support = "support"
    }

    package struct Key: Sendable {
        package var name: String
        package var role: Role
        /// Of the key. The key itself is nowhere.
        package var digest: [UInt8]
    }

    package struct Webhook: Sendable {
        package var url: String
        package var secret: String
        /// Signs as well while receivers change to the new one.
        package var previousSecret: String?
        /// Also of single purchases, of which the Commerce Protocol knows nothing.
        package var hearsOfPurchases = true
    }

    /// How the App Store is asked.
    package struct AppStore: Sendable {
        package var keyID: String
        package var issuerID: String
        /// PEM, PKCS#8.
        package var privateKey: String
        package var productionURL = "https://api.storekit.apple.com"
        package var sandboxURL = "https://api.storekit-sandbox.apple.com"
        /// How often notifications are looked for that did not come.
        package var historyMinutes: Int64 = 60
        /// Nil tells the App Store nothing: players have to agree first.
        package var consumption: Consumption?
    }

    package struct Consumption: Sendable {
        package var sampleContentProvided: Bool
        package var refundPreference: String?
    }

    package var bundleID = ""
    package var appStore: AppStore?
    package var appAppleID: Int64?
    package var environments: SignedEnvironments = []
    /// DER.
    package var roots: [[UInt8]] = []
    /// "sqlite:FILE", or an address of PostgreSQL.
    package var database = ""
    package var address = "127.0.0.1"
    package var port: UInt16 = 8090
    /// Paths of PEM files; nil for plain HTTP.
    package var tls: (certificate: String, privateKey: String)?
    package var productIDs: [String] = []
    /// Not in the product list any more.
    package var retiredIDs: [String] = []
    package var grants: [Grant] = []
    package var keys: [Key] = []
    package var webhooks: [Webhook] = []
    package var playersAreTokens = false
    /// For events that were not taken; nil for the usual ones.
    package var retrySeconds: [Int64]?
    package var playerLimit = 60
    package var addressLimit = 600

    /// A text in another file or in the environment.
    private struct Secrets {
        var folder: String
        var environment: [String: String]

        func path(_ text: String) -> String { text.hasPrefix("/") ? text : "\(folder)/\(text)" }

        func text(_ field: JSONField) throws(JSONFieldError) -> String {
            if case .text(let text) = field.value { return text }
            let fields = try field.object()
            if fields["environment"].isPresent {
                let name = try fields["environment"].text()
                guard let value = environment[name], !value.isEmpty else {
                    throw fields["environment"].error("names \(name), which the environment does not have")
                }
                return value
            }
            let bytes = try bytes(fields["file"])
            let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty else { throw fields["file"].error("names a file that is empty") }
            return text
        }

        func bytes(_ field: JSONField) throws(JSONFieldError) -> [UInt8] {
            let path = path(try field.text())
            do throws(RegularFile.Failure) { return try RegularFile.bytes(at: path, limit: 1 << 20) } catch {
                throw field.error("names \(path), which cannot be read")
            }
        }
    }

    package init() {}

    /// As texts name them, production first.
    package var environmentNames: [String] {
        (environments.contains(.production) ? ["Production"] : [])
            + (environments.contains(.sandbox) ? ["Sandbox"] : [])
    }

    /// - Parameters:
    ///   - path: relative paths in the file begin at its folder.
    ///   - environment: the variables of the process.
    package init(path: String, environment: [String: String]) throws(JSONFieldError) {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) { bytes = try RegularFile.bytes(at: path, limit: 16 << 20) } catch {
            throw JSONFieldError(path: path, reason: "cannot be read")
        }
        let folder = (path as NSString).deletingLastPathComponent
        try self.init(
            text: bytes, folder: folder.isEmpty ? "." : folder, environment: environment)
    }

    package init(text: [UInt8], folder: String, environment: [String: String]) throws(JSONFieldError) {
        let secrets = Secrets(folder: folder, environment: environment)
        let fields = try JSONField.read(text).object()
        let known = [
            "bundleId", "appAppleId", "environments", "roots", "database", "listen", "products", "keys", "webhooks",
            "playersAreTokens", "requestsPerMinute", "retrySeconds", "appStore",
        ]
        try Self.refuseUnknown(fields, known)
        bundleID = try fields["bundleId"].text { $0.isEmpty ? "is empty" : nil }
        try readTrust(fields, secrets)
        database = try secrets.text(fields["database"])
        if database.hasPrefix("sqlite:") { database = "sqlite:" + secrets.path(String(database.dropFirst(7))) }
        if fields["listen"].isPresent { try readListen(fields["listen"].object(), secrets) }
        try readProducts(fields["products"])
        if fields["keys"].isPresent { try readKeys(fields["keys"].list()) }
        if fields["webhooks"].isPresent {
            for webhook in try fields["webhooks"].list() {
                webhooks.append(try Self.webhook(webhook.object(), secrets))
            }
        }
        if fields["playersAreTokens"].isPresent {
            playersAreTokens = try fields["playersAreTokens"].flag()
        }
        if fields["appStore"].isPresent { appStore = try Self.appStore(fields["appStore"].object(), secrets) }
        if fields["retrySeconds"].isPresent {
            retrySeconds = []
            for field in try fields["retrySeconds"].list() {
                retrySeconds?.append(try field.wholeNumber(0...2_592_000))
            }
        }
        if fields["requestsPerMinute"].isPresent {
            let limits = try fields["requestsPerMinute"].object()
            playerLimit = Int(try limits["player"].wholeNumber(1...1_000_000))
            addressLimit = Int(try limits["address"].wholeNumber(1...1_000_000))
        }
    }

    private static func refuseUnknown(_ fields: JSONFields, _ known: [String]) throws(JSONFieldError) {
        if let name = fields.names.first(where: { !known.contains($0) }) {
            throw fields.error(
                "has the unknown member \(name.quotedInMessage); known are \(known.joined(separator: ", "))")
        }
    }

    private mutating func readTrust(_ fields: JSONFields, _ secrets: Secrets) throws(JSONFieldError) {
        for field in try fields["environments"].list() {
            environments.insert(
                try field.word([("Production", SignedEnvironments.production), ("Sandbox", .sandbox)]))
        }
        guard !environments.isEmpty else { throw fields["environments"].error("is empty") }
        if fields["appAppleId"].isPresent { appAppleID = try fields["appAppleId"].wholeNumber(1...Int64.max) }
        if environments.contains(.production), appAppleID == nil {
            throw fields["appAppleId"].error("is missing; Production needs it (App Store Connect, App Information)")
        }
        for field in try fields["roots"].list() {
            let bytes = try secrets.bytes(field)
            let der = PEM.firstCertificate(in: bytes) ?? bytes
            guard SignedDataVerifier.isCertificate(der) else {
                throw field.error("names a file that is no certificate, PEM or DER")
            }
            roots.append(der)
        }
        guard !roots.isEmpty else {
            throw fields["roots"].error(
                "is empty; Apple publishes Apple Root CA - G3 at apple.com/certificateauthority")
        }
    }

    private mutating func readListen(_ fields: JSONFields, _ secrets: Secrets) throws(JSONFieldError) {
        try Self.refuseUnknown(fields, ["address", "port", "certificate", "privateKey"])
        if fields["address"].isPresent { address = try fields["address"].text() }
        if fields["port"].isPresent { port = UInt16(try fields["port"].wholeNumber(0...65535)) }
        switch (fields["certificate"].isPresent, fields["privateKey"].isPresent) {
        case (false, false): break
        case (true, true):
            tls = (
                secrets.path(try fields["certificate"].text()), secrets.path(try fields["privateKey"].text())
            )
        default: throw fields.error("has only one of certificate and privateKey")
        }
    }

    private mutating func readProducts(_ field: JSONField) throws(JSONFieldError) {
        for product in try field.list() {
            if case .text(let id) = product.value {
                productIDs.append(id)
            } else {
                let fields = try product.object()
                try Self.refuseUnknown(fields, ["id", "grants", "sold"])
                let id = try fields["id"].text { $0.isEmpty ? "is empty" : nil }
                let isSold = fields["sold"].isPresent ? try fields["sold"].flag() : true
                if isSold { productIDs.append(id) } else { retiredIDs.append(id) }
            }
        }
        var seen: Set<String> = []
        for id in productIDs + retiredIDs where !seen.insert(id).inserted {
            throw field.error("has the product \(id.quotedInMessage) twice")
        }
        grants = try GrantFile.grants(in: field).map(\.grant)
    }

    private mutating func readKeys(_ list: [JSONField]) throws(JSONFieldError) {
        for field in list {
            let fields = try field.object()
            try Self.refuseUnknown(fields, ["name", "role", "sha256"])
            let text = try fields["sha256"].text()
            guard let digest = Hex.bytes(text), digest.count == 32 else {
                throw fields["sha256"].error(
                    "is not 64 hexadecimal digits; 'iap-server key' makes a key and its digest")
            }
            keys.append(
                Key(
                    name: try fields["name"].text(),
                    role: try fields["role"].word(Role.allCases.map { ($0.rawValue, $0) }), digest: digest))
        }
    }

    private static func appStore(_ fields: JSONFields, _ secrets: Secrets) throws(JSONFieldError) -> AppStore {
        try refuseUnknown(
            fields,
            ["keyId", "issuerId", "privateKey", "productionUrl", "sandboxUrl", "historyMinutes", "consumption"])
        guard case .object = fields["privateKey"].value else {
            throw fields["privateKey"].error(
                "is not {\"file\": PATH} or {\"environment\": NAME}; secrets stay out of this file")
        }
        let text = try secrets.text(fields["privateKey"])
        guard (try? PrivateKey(pkcs8Text: text)) != nil else {
            throw fields["privateKey"].error(
                "names no private key for ES256 in PKCS#8, as App Store Connect gives it (.p8)")
        }
        var options = AppStore(
            keyID: try fields["keyId"].text(), issuerID: try fields["issuerId"].text(), privateKey: text)
        if fields["productionUrl"].isPresent { options.productionURL = try fields["productionUrl"].text() }
        if fields["sandboxUrl"].isPresent { options.sandboxURL = try fields["sandboxUrl"].text() }
        if fields["historyMinutes"].isPresent {
            options.historyMinutes = try fields["historyMinutes"].wholeNumber(0...10_080)
        }
        if fields["consumption"].isPresent {
            let policy = try fields["consumption"].object()
            try refuseUnknown(policy, ["customerConsented", "sampleContentProvided", "refundPreference"])
            guard try policy["customerConsented"].flag() else {
                throw policy["customerConsented"].error("is false; leave \"consumption\" out, then nothing is told")
            }
            let words = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"].map { ($0, $0) }
            options.consumption = Consumption(
                sampleContentProvided: try policy["sampleContentProvided"].flag(),
                refundPreference: policy["refundPreference"].isPresent
                    ? try policy["refundPreference"].word(words) : nil)
        }
        return options
    }

    private static func secret(_ field: JSONField, _ secrets: Secrets) throws(JSONFieldError) -> String {
        guard case .object = field.value else {
            throw field.error("is not {\"file\": PATH} or {\"environment\": NAME}; secrets stay out of this file")
        }
        let secret = try secrets.text(field)
        guard secret.utf8.count >= 32 else { throw field.error("is shorter than 32 bytes") }
        return secret
    }

    private static func webhook(_ fields: JSONFields, _ secrets: Secrets) throws(JSONFieldError) -> Webhook {
        try refuseUnknown(fields, ["url", "secret", "previousSecret", "purchases"])
        let url = try fields["url"].text()
        guard url.hasPrefix("https://") || url.hasPrefix("http://127.0.0.1:") || url.hasPrefix("http://localhost:")
        else { throw fields["url"].error("is not https (http is for this machine only)") }
        var webhook = Webhook(url: url, secret: try secret(fields["secret"], secrets))
        if fields["previousSecret"].isPresent { webhook.previousSecret = try secret(fields["previousSecret"], secrets) }
        if fields["purchases"].isPresent { webhook.hearsOfPurchases = try fields["purchases"].flag() }
        return webhook
    }
}
