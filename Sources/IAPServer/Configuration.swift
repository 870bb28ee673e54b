internal import Foundation
internal import IAPGrants
package import IAPJSON
package import IAPModel
internal import IAPPlatform
package import IAPSignedData
internal import IAPSignedText

/// The configuration from the server's file. Each error names its place in the file.
package struct Configuration: Sendable {
    package enum Role: String, Sendable, Hashable, CaseIterable {
        /// May be shipped in a game. It submits purchases and reads the product list.
        case game = "game"
        /// For the studio's other servers: full access.
        case studio = "studio"
        /// For support staff. It looks up data and changes a player's counters and unlocks manually.
        case support = "support"
    }

    package struct Key: Sendable {
        package var name: String
        package var role: Role
        /// The digest of the key. The server never stores the key itself.
        package var digest: [UInt8]
    }

    package struct Webhook: Sendable {
        package var url: String
        package var secret: String
        /// The server also signs with this secret while receivers change to the new one.
        package var previousSecret: String?
        /// True to also send events for single purchases, which the Commerce Protocol does not have.
        package var hearsOfPurchases = true
    }

    /// The access to the App Store Server API.
    package struct AppStore: Sendable {
        package var keyID: String
        package var issuerID: String
        /// In PEM format, PKCS#8.
        package var privateKey: String
        package var productionURL = "https://api.storekit.apple.com"
        package var sandboxURL = "https://api.storekit-sandbox.apple.com"
        /// The interval in which the server looks for missed notifications.
        package var historyMinutes: Int64 = 60
        /// If nil, the server sends no consumption data. Players must consent first.
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
    /// In DER format.
    package var roots: [[UInt8]] = []
    /// "sqlite:FILE", or the address of a PostgreSQL database.
    package var database = ""
    package var address = "127.0.0.1"
    package var port: UInt16 = 8090
    /// Paths of PEM files; nil for plain HTTP.
    package var tls: (certificate: String, privateKey: String)?
    package var productIDs: [String] = []
    /// Products that the game no longer sells.
    package var retiredIDs: [String] = []
    package var grants: [Grant] = []
    package var keys: [Key] = []
    package var webhooks: [Webhook] = []
    package var playersAreTokens = false
    package var tokensIdentifyPlayers = true
    /// The waits before the attempts to send an event again; nil for the default waits.
    package var retrySeconds: [Int64]?
    package var playerLimit = 60
    package var addressLimit = 600

    /// Reads secrets from other files or from environment variables.
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
                    throw fields["environment"].error(
                        "names the environment variable \(name), which is missing or empty")
                }
                return value
            }
            let bytes = try bytes(fields["file"])
            let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty else { throw fields["file"].error("names an empty file") }
            return text
        }

        func bytes(_ field: JSONField) throws(JSONFieldError) -> [UInt8] {
            let path = path(try field.text())
            do throws(RegularFile.Failure) { return try RegularFile.bytes(at: path, limit: 1 << 20) } catch {
                throw field.error("names the file \(path), which cannot be read")
            }
        }
    }

    package init() {}

    /// The names in signed data, production first.
    package var environmentNames: [String] {
        (environments.contains(.production) ? ["Production"] : [])
            + (environments.contains(.sandbox) ? ["Sandbox"] : [])
    }

    /// - Parameters:
    ///   - path: relative paths in the file start at its folder.
    ///   - environment: the environment variables of the process.
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
            "playersAreTokens", "tokensIdentifyPlayers", "requestsPerMinute", "retrySeconds", "appStore",
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
        if fields["tokensIdentifyPlayers"].isPresent {
            tokensIdentifyPlayers = try fields["tokensIdentifyPlayers"].flag()
            guard tokensIdentifyPlayers || !playersAreTokens else {
                throw fields["tokensIdentifyPlayers"].error("must not be false if playersAreTokens is true")
            }
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
                "has the unknown member \(name.quotedInMessage); the known members are \(known.joined(separator: ", "))"
            )
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
                throw field.error("names a file that is not a certificate in PEM or DER format")
            }
            roots.append(der)
        }
        guard !roots.isEmpty else {
            throw fields["roots"].error(
                "is empty; download Apple Root CA - G3 from apple.com/certificateauthority")
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
                    "is not 64 hexadecimal digits; 'iap-server key' creates a key and its digest")
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
                "is not {\"file\": PATH} or {\"environment\": NAME}; secrets do not belong in this file")
        }
        let text = try secrets.text(fields["privateKey"])
        guard (try? PrivateKey(pkcs8Text: text)) != nil else {
            throw fields["privateKey"].error(
                "is not an ES256 private key in PKCS#8 format, such as a .p8 file from App Store Connect")
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
                throw policy["customerConsented"].error("is false; remove \"consumption\" to send no consumption data")
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
            throw field.error("is not {\"file\": PATH} or {\"environment\": NAME}; secrets do not belong in this file")
        }
        let secret = try secrets.text(field)
        guard secret.utf8.count >= 32 else { throw field.error("is shorter than 32 bytes") }
        return secret
    }

    private static func webhook(_ fields: JSONFields, _ secrets: Secrets) throws(JSONFieldError) -> Webhook {
        try refuseUnknown(fields, ["url", "secret", "previousSecret", "purchases"])
        let url = try fields["url"].text()
        guard url.hasPrefix("https://") || url.hasPrefix("http://127.0.0.1:") || url.hasPrefix("http://localhost:")
        else { throw fields["url"].error("is not https (http is allowed only for this machine)") }
        var webhook = Webhook(url: url, secret: try secret(fields["secret"], secrets))
        if fields["previousSecret"].isPresent { webhook.previousSecret = try secret(fields["previousSecret"], secrets) }
        if fields["purchases"].isPresent { webhook.hearsOfPurchases = try fields["purchases"].flag() }
        return webhook
    }
}
