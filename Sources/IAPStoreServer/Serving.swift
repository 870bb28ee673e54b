internal import Foundation
internal import Glibc
internal import IAPHTTP
internal import IAPModel
internal import IAPReferenceStore
internal import IAPService
internal import IAPSignedData
package import IAPStoreCommands

/// The command `serve`, from its arguments to the end of the process.
package enum Serving {
    /// The table of commands, with a `serve` that works.
    package static let commands = (CommandTable.all + [RetentionCommand.command]).map { command in
        var command = command
        if command.name == "serve" {
            command.run = { call throws(CommandError) in try run(call) }
        }
        return command
    }

    private static func run(_ call: Call) throws(CommandError) -> Answer {
        var options = try options(call)
        var files = call.files
        files.ocspURL = call.option("ocsp-url")
        let store = try files.storeOrNew()
        defer { store.close() }
        if let url = call.option("notify-url") {
            try NotificationCommands.setAddress(of: store, url, call.option("retries"))
        }
        options.senderLockPath = files.storePath + "-sender"
        if call.has("tls") { options.http.tls = try madeTLS(store, options.http.address) }
        // From here on, one thread waits for the signals that end the process.
        let signals = EndSignals()
        let server: StoreServer
        do throws(HTTPServer.StartError) { server = try StoreServer(store, options) } catch {
            throw CommandError(.file, "the server cannot listen: \(error.description)")
        }
        defer { server.stop() }
        let answer = description(server, store, options, call)
        call.say(answer)
        if let file = try call.wholeNumber("ready-fd", 1...1_000_000) { try tell(answer, Int32(file)) }
        signals.wait()
        return .text("", key: "end")
    }

    private static func options(_ call: Call) throws(CommandError) -> StoreServer.Options {
        let token = if let given = call.option("token") { given } else { try randomToken() }
        var options = StoreServer.Options(token: token)
        guard options.token.utf8.count >= 8 else { throw .usage("--token needs at least 8 bytes") }
        options.http.port = UInt16(try call.wholeNumber("port", 0...65535) ?? 8080)
        options.http.address = call.option("address") ?? "127.0.0.1"
        options.sharedSecret = call.option("shared-secret")
        options.hasRateLimits = call.has("rate-limits")
        switch (call.option("tls-cert"), call.option("tls-key")) {
        case (nil, nil): break
        case (let certificate?, let key?):
            options.http.tls = HTTPServer.TLS(certificate: try text(certificate), privateKey: try text(key))
        default: throw .usage("--tls-cert and --tls-key must be used together")
        }
        if call.has("tls"), options.http.tls != nil {
            throw .usage("--tls creates a certificate, so it cannot be used with --tls-cert")
        }
        return options
    }

    private static func madeTLS(_ store: ReferenceStore, _ address: String) throws(CommandError) -> HTTPServer.TLS {
        do throws(IAPError) {
            let made = try store.tlsCertificate(for: address)
            return HTTPServer.TLS(certificate: made.certificate, privateKey: made.privateKey)
        } catch {
            throw CommandError(.file, error.message)
        }
    }

    private static func text(_ path: String) throws(CommandError) -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandError(.file, "the file \(quoted(path)) cannot be read")
        }
        return text
    }

    private static func randomToken() throws(CommandError) -> String {
        do throws(SignedDataError) {
            return try SystemRandom.bytes(32).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        } catch {
            throw CommandError(.file, error.description)
        }
    }

    private static func description(
        _ server: StoreServer, _ store: ReferenceStore, _ options: StoreServer.Options, _ call: Call
    ) -> Answer {
        let host = options.http.address.contains(":") ? "[\(options.http.address)]" : options.http.address
        let base = "\(options.http.tls == nil ? "http" : "https")://\(host):\(server.port)"
        return .fields([
            Field("page", "Page", .text("\(base)/#token=\(options.token)")),
            Field("url", "Server API", .text(base + (store.environment == .production ? "/production" : ""))),
            Field("adminURL", "Admin API", .text(base + "/admin/v1")),
            Field("openAPI", "Description (OpenAPI)", .text(base + "/openapi.json")),
            Field("token", "Token", .text(options.token)), Field("bundleId", "App", .text(store.bundleID)),
            Field("environment", "Environment", .text(store.environment.rawValue)),
            Field(
                "appAppleId", "Apple id",
                store.appleIDInProduction.map { .text(String($0)) } ?? .none),
            Field("keyId", "Key id", .text(store.serverKeyID)), Field("issuerId", "Issuer id", .text(store.issuerID)),
            Field("notifications", "Notifications", .text((try? store.notificationURL) ?? "none")),
            Field("tlsCertificate", "TLS certificate", call.has("tls") ? .text(options.http.tls?.certificate) : .none),
            Field("processId", "Process", .number(Int64(getpid()))),
        ])
    }

    private static func tell(_ answer: Answer, _ file: Int32) throws(CommandError) {
        let bytes = Array((answer.json + "\n").utf8)
        guard write(file, bytes, bytes.count) == bytes.count else {
            throw CommandError(.file, "--ready-fd: cannot write to descriptor \(file)")
        }
        close(file)
    }
}
