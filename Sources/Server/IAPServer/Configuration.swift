internal import Foundation
internal import IAPLedger
package import IAPModel
package import IAPJSON
internal import IAPPlatform
package import IAPSignatures

/// The configuration from the server's file.
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
    package var roots: [[UInt8]] = []
    /// "sqlite:FILE", or the address of a PostgreSQL database.
    package var database = ""
    /// The schema of the tables in PostgreSQL; nil for the schema that PostgreSQL chooses.
    package var databaseSchema: String?
    package var address = "127.0.0.1"
    package var port: UInt16 = 8090
    /// Texts in PEM format; nil for plain HTTP.
    package var tls: (certificate: String, privateKey: String)?
    package var productIDs: [String] = []
    package var retiredIDs: [String] = []
    package var grants: [Grant] = []
    package var keys: [Key] = []
    package var webhooks: [Webhook] = []
    package var playersAreTokens = false
    package var tokensIdentifyPlayers = true
    /// The waits before the attempts to send an event again; nil for the default waits.
    package var retrySeconds: [Int64]?
    /// After this number of days, delivered events and notifications are deleted; nil keeps them.
    package var keepDays: Int64?
    package var playerLimit = 60
    package var addressLimit = 600

    /// All mistakes of a file, one a line. Each names its place in the file.
    package struct Invalid: Error, Sendable, CustomStringConvertible {
        package var mistakes: [JSONFieldError]

        package var description: String { mistakes.map(\.description).joined(separator: "\n") }
    }

    /// Reads members and the files that they name. After a mistake it goes on with the next member.
    private final class Reader {
        let folder: String
        let environment: [String: String]
        private(set) var mistakes: [JSONFieldError] = []

        init(folder: String, environment: [String: String]) {
            self.folder = folder
            self.environment = environment
        }

        func add(_ mistake: JSONFieldError) {
            if !mistakes.contains(mistake) { mistakes.append(mistake) }
        }

        /// Returns nil after a mistake.
        @discardableResult
        func read<Result>(_ body: @autoclosure () throws(JSONFieldError) -> Result) -> Result? {
            do throws(JSONFieldError) { return try body() } catch {
                add(error)
                return nil
            }
        }

        /// Reads a member that may be missing. Returns nil if it is missing, or after a mistake.
        func optional<Result>(
            _ field: JSONField, _ body: (JSONField) throws(JSONFieldError) -> Result
        ) -> Result? {
            field.isPresent ? read(try body(field)) : nil
        }

        func optional(_ field: JSONField, in range: ClosedRange<Int64>) -> Int64? {
            field.isPresent ? read(try field.wholeNumber(range)) : nil
        }

        func elements(_ field: JSONField) -> [JSONField] {
            read(try field.list()) ?? []
        }

        func object(_ field: JSONField, _ known: [String]) -> JSONFields? {
            let fields = read(try field.object())
            if let fields { refuseUnknown(fields, known) }
            return fields
        }

        func refuseUnknown(_ fields: JSONFields, _ known: [String]) {
            for name in fields.names where !known.contains(name) {
                add(
                    fields.error(
                        "has the unknown member \(name.quotedInMessage); "
                            + "the known members are \(known.joined(separator: ", "))"))
            }
        }

        func path(_ text: String) -> String { text.hasPrefix("/") ? text : "\(folder)/\(text)" }

        func text(_ field: JSONField) throws(JSONFieldError) -> String {
            if case .text(let text) = field.value { return text }
            let fields = try field.object()
            if fields["environment"].isPresent {
                let name = try fields["environment"].text()
                guard let value = environment[name], !value.isEmpty else {
                    throw fields["environment"].error(
                        "names the environment variable \(name), which is missing or empty; set it for the server")
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
                throw field.error(
                    "names the file \(path), which cannot be read; it must exist, and the server's user must be"
                        + " allowed to read it")
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
    package init(path: String, environment: [String: String]) throws(Invalid) {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) { bytes = try RegularFile.bytes(at: path, limit: 16 << 20) } catch {
            throw Invalid(mistakes: [JSONFieldError(path: path, reason: "cannot be read; name an existing file")])
        }
        let folder = (path as NSString).deletingLastPathComponent
        try self.init(
            text: bytes, folder: folder.isEmpty ? "." : folder, environment: environment)
    }

    package init(text: [UInt8], folder: String, environment: [String: String]) throws(Invalid) {
        let reader = Reader(folder: folder, environment: environment)
        if let fields = reader.read(try JSONField.read(text).object()) {
            readAll(fields, reader)
        }
        guard reader.mistakes.isEmpty else { throw Invalid(mistakes: reader.mistakes) }
    }

    private mutating func readAll(_ fields: JSONFields, _ reader: Reader) {
        let known = [
            "bundleId", "appAppleId", "environments", "roots", "database", "listen", "products", "keys", "webhooks",
            "playersAreTokens", "tokensIdentifyPlayers", "requestsPerMinute", "retrySeconds", "appStore",
            "keepDays", "databaseSchema",
        ]
        reader.refuseUnknown(fields, known)
        bundleID = reader.read(try fields["bundleId"].text(Self.emptiness)) ?? ""
        readTrust(fields, reader)
        database = reader.read(try Self.database(fields["database"], reader)) ?? ""
        databaseSchema = reader.optional(fields["databaseSchema"]) { [database] field throws(JSONFieldError) in
            try Self.schema(field, database)
        }
        if fields["listen"].isPresent { readListen(fields["listen"], reader) }
        readProducts(fields["products"], reader)
        if fields["keys"].isPresent { readKeys(fields["keys"], reader) }
        if fields["webhooks"].isPresent {
            webhooks = reader.elements(fields["webhooks"]).compactMap { Self.webhook($0, reader) }
        }
        if let flag = reader.optional(fields["playersAreTokens"], Self.flag) { playersAreTokens = flag }
        if let flag = reader.optional(fields["tokensIdentifyPlayers"], Self.flag) { tokensIdentifyPlayers = flag }
        if playersAreTokens, !tokensIdentifyPlayers {
            reader.add(fields["tokensIdentifyPlayers"].error("must not be false if playersAreTokens is true"))
        }
        if fields["appStore"].isPresent { appStore = Self.appStore(fields["appStore"], reader) }
        if fields["retrySeconds"].isPresent {
            retrySeconds = reader.elements(fields["retrySeconds"]).compactMap {
                reader.optional($0, in: 0...2_592_000)
            }
        }
        keepDays = reader.optional(fields["keepDays"], in: 180...36_500)
        if fields["requestsPerMinute"].isPresent,
            let limits = reader.object(fields["requestsPerMinute"], ["player", "address"])
        {
            playerLimit = Self.limit(limits["player"], reader)
            addressLimit = Self.limit(limits["address"], reader)
        }
    }

    private static func emptiness(_ text: String) -> String? { text.isEmpty ? "is empty" : nil }

    private static func flag(_ field: JSONField) throws(JSONFieldError) -> Bool { try field.flag() }

    private static func limit(_ field: JSONField, _ reader: Reader) -> Int {
        Int(reader.read(try field.wholeNumber(1...1_000_000)) ?? 1)
    }

    private static func schema(_ field: JSONField, _ database: String) throws(JSONFieldError) -> String {
        guard !database.hasPrefix("sqlite:") else {
            throw field.error("is only for PostgreSQL; give each app its own file of SQLite")
        }
        let letters = Set("abcdefghijklmnopqrstuvwxyz_"), digits = Set("0123456789")
        return try field.text { name in
            let isName =
                name.first.map(letters.contains) == true && name.count <= 63 && !name.hasPrefix("pg_")
                && name.allSatisfy { letters.contains($0) || digits.contains($0) }
            return isName
                ? nil
                : "is no name of a schema: at most 63 of a-z, 0-9 and _, no digit first, and not pg_ first"
        }
    }

    /// The text may contain a password, so no mistake repeats it.
    private static func database(_ field: JSONField, _ reader: Reader) throws(JSONFieldError) -> String {
        let text = try reader.text(field)
        guard text.hasPrefix("sqlite:") else {
            guard PostgreSQLAddress.isOne(text) else {
                throw field.error(
                    "names no database that the server knows; write sqlite:FILE, or an address of PostgreSQL such as"
                        + " postgresql://USER@HOST/NAME")
            }
            if let mistake = PostgreSQLAddress.mistake(in: text) {
                throw field.error("is not a valid address of PostgreSQL: \(mistake)")
            }
            return text
        }
        let path = reader.path(String(text.dropFirst("sqlite:".count)))
        let folder = (path as NSString).deletingLastPathComponent
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw field.error("names a file in the folder \(folder), which does not exist; create the folder")
        }
        guard !path.hasSuffix("/"),
            !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) || !isFolder.boolValue
        else { throw field.error("names a folder; write sqlite:FILE") }
        return "sqlite:" + path
    }

    private mutating func readTrust(_ fields: JSONFields, _ reader: Reader) {
        for field in reader.elements(fields["environments"]) {
            let words = [("Production", SignedEnvironments.production), ("Sandbox", .sandbox)]
            environments.insert(reader.read(try field.word(words)) ?? [])
        }
        if case .list([]) = fields["environments"].value {
            reader.add(fields["environments"].error("is empty; write Production, Sandbox or both"))
        }
        appAppleID = reader.optional(fields["appAppleId"], in: 1...Int64.max)
        if environments.contains(.production), !fields["appAppleId"].isPresent {
            reader.add(
                fields["appAppleId"].error("is missing; Production needs it (App Store Connect, App Information)"))
        }
        for field in reader.elements(fields["roots"]) {
            guard let bytes = reader.read(try reader.bytes(field)) else { continue }
            let der = PEM.firstCertificate(in: bytes) ?? bytes
            if SignedDataVerifier.isCertificate(der) {
                roots.append(der)
            } else {
                reader.add(field.error("names a file that is not a certificate in PEM or DER format"))
            }
        }
        if case .list([]) = fields["roots"].value {
            reader.add(
                fields["roots"].error("is empty; download Apple Root CA - G3 from apple.com/certificateauthority"))
        }
    }

    private mutating func readListen(_ field: JSONField, _ reader: Reader) {
        guard let fields = reader.object(field, ["address", "port", "certificate", "privateKey"]) else { return }
        if let text = reader.optional(fields["address"], Self.numericAddress) { address = text }
        let port = reader.optional(fields["port"], in: 0...65535)
        if let port { self.port = UInt16(port) }
        guard fields["certificate"].isPresent == fields["privateKey"].isPresent else {
            return reader.add(fields.error("has only one of certificate and privateKey; HTTPS needs both"))
        }
        let certificate = reader.optional(fields["certificate"]) { field throws(JSONFieldError) in
            try Self.pem(field, "CERTIFICATE", reader)
        }
        let privateKey = reader.optional(fields["privateKey"]) { field throws(JSONFieldError) in
            try Self.pem(field, "PRIVATE KEY", reader)
        }
        if let certificate, let privateKey { tls = (certificate, privateKey) }
    }

    private static func numericAddress(_ field: JSONField) throws(JSONFieldError) -> String {
        try field.text { text in
            var bytes = in6_addr()
            let isNumeric = inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
            return isNumeric ? nil : "is not a numeric address such as 127.0.0.1, 0.0.0.0 or ::1"
        }
    }

    /// The text of a PEM file. OpenSSL's names of keys end alike: PRIVATE KEY, EC PRIVATE KEY, RSA PRIVATE KEY.
    private static func pem(_ field: JSONField, _ kind: String, _ reader: Reader) throws(JSONFieldError) -> String {
        let text = String(decoding: try reader.bytes(field), as: UTF8.self)
        guard text.contains("\(kind)-----") else { throw field.error("names a file without a \(kind) in PEM format") }
        return text
    }

    private mutating func readProducts(_ field: JSONField, _ reader: Reader) {
        var seen: Set<String> = []
        for product in reader.elements(field) {
            guard let (id, isSold) = Self.product(product, reader) else { continue }
            if isSold { productIDs.append(id) } else { retiredIDs.append(id) }
            if !seen.insert(id).inserted { reader.add(field.error("has the product \(id.quotedInMessage) twice")) }
            grants += reader.read(try GrantFile.grants(of: product).map(\.grant)) ?? []
        }
    }

    private static func product(_ product: JSONField, _ reader: Reader) -> (id: String, isSold: Bool)? {
        if case .text(let id) = product.value { return (id, true) }
        guard let fields = reader.object(product, ["id", "grants", "sold"]),
            let id = reader.read(try fields["id"].text(emptiness))
        else { return nil }
        return (id, reader.optional(fields["sold"], flag) ?? true)
    }

    private mutating func readKeys(_ field: JSONField, _ reader: Reader) {
        for field in reader.elements(field) {
            guard let fields = reader.object(field, ["name", "role", "sha256"]) else { continue }
            let name = reader.read(try fields["name"].text(Self.emptiness))
            let words = Role.allCases.map { ($0.rawValue, $0) }
            let role = reader.read(try fields["role"].word(words))
            let digest = reader.read(try Self.digest(fields["sha256"]))
            guard let digest else { continue }
            if let other = keys.first(where: { $0.digest == digest }) {
                reader.add(
                    fields["sha256"].error(
                        "is that of the key \(other.name.quotedInMessage), which has the role \(other.role.rawValue);"
                            + " 'iap-server key' creates another one"))
            }
            if let name, let role { keys.append(Key(name: name, role: role, digest: digest)) }
        }
    }

    private static func digest(_ field: JSONField) throws(JSONFieldError) -> [UInt8] {
        guard let digest = Hex.bytes(try field.text()), digest.count == 32 else {
            throw field.error("is not 64 hexadecimal digits; 'iap-server key' creates a key and its digest")
        }
        return digest
    }

    private static func appStore(_ field: JSONField, _ reader: Reader) -> AppStore? {
        let known = ["keyId", "issuerId", "privateKey", "productionUrl", "sandboxUrl", "historyMinutes", "consumption"]
        guard let fields = reader.object(field, known) else { return nil }
        let privateKey = reader.read(try privateKey(fields["privateKey"], reader))
        let place = "; App Store Connect shows it under Users and Access, Integrations, In-App Purchase"
        func id(_ name: String) -> String {
            reader.read(try fields[name].text { emptiness($0).map { $0 + place } }) ?? ""
        }
        var options = AppStore(keyID: id("keyId"), issuerID: id("issuerId"), privateKey: privateKey ?? "")
        if let url = reader.optional(fields["productionUrl"], url) { options.productionURL = url }
        if let url = reader.optional(fields["sandboxUrl"], url) { options.sandboxURL = url }
        let minutes = reader.optional(fields["historyMinutes"], in: 0...10_080)
        if let minutes { options.historyMinutes = minutes }
        if fields["consumption"].isPresent { options.consumption = consumption(fields["consumption"], reader) }
        return options
    }

    private static func privateKey(_ field: JSONField, _ reader: Reader) throws(JSONFieldError) -> String {
        let text = try secretText(field, reader)
        guard (try? PrivateKey(pkcs8Text: text)) != nil else {
            throw field.error("is not an ES256 private key in PKCS#8 format, such as a .p8 file from App Store Connect")
        }
        return text
    }

    private static func consumption(_ field: JSONField, _ reader: Reader) -> Consumption? {
        let known = ["customerConsented", "sampleContentProvided", "refundPreference"]
        guard let policy = reader.object(field, known) else { return nil }
        if reader.read(try policy["customerConsented"].flag()) == false {
            reader.add(
                policy["customerConsented"].error("is false; remove \"consumption\" to send no consumption data"))
        }
        let isSample = reader.read(try policy["sampleContentProvided"].flag())
        let words = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"].map { ($0, $0) }
        let preference = reader.optional(policy["refundPreference"]) { field throws(JSONFieldError) in
            try field.word(words)
        }
        return Consumption(sampleContentProvided: isSample ?? false, refundPreference: preference)
    }

    /// Accepts plain HTTP for another machine: a reference store can run in another container.
    private static func url(_ field: JSONField) throws(JSONFieldError) -> String {
        try field.text { text in
            isURL(text, ["https", "http"]) ? nil : "is not an address such as https://api.storekit.apple.com"
        }
    }

    private static func isURL(_ text: String, _ schemes: [String]) -> Bool {
        guard let url = URLComponents(string: text), let scheme = url.scheme, let host = url.host else { return false }
        return schemes.contains(scheme) && !host.isEmpty && (url.port.map { (1...65535).contains($0) } ?? true)
    }

    /// A secret is in another file or in a variable, never in the configuration.
    private static func secretText(_ field: JSONField, _ reader: Reader) throws(JSONFieldError) -> String {
        guard case .object = field.value else {
            throw field.error("is not {\"file\": PATH} or {\"environment\": NAME}; secrets do not belong in this file")
        }
        return try reader.text(field)
    }

    private static func secret(_ field: JSONField, _ reader: Reader) throws(JSONFieldError) -> String {
        let secret = try secretText(field, reader)
        guard secret.utf8.count >= 32 else {
            throw field.error("is shorter than 32 bytes; 'openssl rand -hex 32' makes one")
        }
        return secret
    }

    private static func webhookURL(_ field: JSONField) throws(JSONFieldError) -> String {
        try field.text { text in
            let isLocal = text.hasPrefix("http://127.0.0.1:") || text.hasPrefix("http://localhost:")
            guard isLocal || text.hasPrefix("https://") else {
                return "is not https (http is allowed only for this machine)"
            }
            return isURL(text, ["https", "http"]) ? nil : "is not an address such as https://example.com/purchases"
        }
    }

    private static func webhook(_ field: JSONField, _ reader: Reader) -> Webhook? {
        guard let fields = reader.object(field, ["url", "secret", "previousSecret", "purchases"]) else { return nil }
        let url = reader.read(try webhookURL(fields["url"]))
        let secret = reader.read(try Self.secret(fields["secret"], reader))
        var webhook = Webhook(url: url ?? "", secret: secret ?? "")
        webhook.previousSecret = reader.optional(fields["previousSecret"]) { field throws(JSONFieldError) in
            try Self.secret(field, reader)
        }
        if let flag = reader.optional(fields["purchases"], flag) { webhook.hearsOfPurchases = flag }
        return webhook
    }
}
