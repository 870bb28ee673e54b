internal import Foundation
internal import IAPHTTPServer
internal import IAPModel
internal import IAPReferenceStore
internal import IAPSignatures
package import IAPStoreCommands
#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The command `serve`, from its arguments to the end of the process.
package enum Serving {
    /// All commands of the program.
    package static let commands = CommandGroups.all + [command, RetentionCommand.command]

    private static let command = Command(
        name: "serve", summary: "Serve the App Store Server API, notifications and the admin API over HTTP",
        options: [
            .init("port", "N", "the port; 0 chooses a free port (default: 8080)"),
            .init("address", "ADDRESS", "the address to listen on (default: 127.0.0.1, for this machine only)"),
            .init("notify-url", "URL", "the address for notifications; the store saves it"),
            .init(
                "retries", "SCHEDULE", "retries of failed notifications, as in production (default) or in the sandbox",
                choices: ["production", "sandbox"]),
            .init("token", "TEXT", "the token that admin requests must contain (default: a random one)"),
            .init("tls", nil, "serve HTTPS with a new certificate, and print the certificate"),
            .init("tls-cert", "FILE", "serve HTTPS with this certificate (PEM)"),
            .init("tls-key", "FILE", "the private key of the certificate (PEM)"),
            .init("shared-secret", "TEXT", "the secret that verifyReceipt requires (default: any is accepted)"),
            .init(
                "ocsp-url", "URL",
                "for a new store: the address of this server's /ocsp, for verifiers that check revocation of certificates"
            ),
            .init("rate-limits", nil, "return 429 above the limits of Apple's sandbox, measured by the store's clock"),
            .init(
                "ready-fd", "N", "when the server is ready, write a line of JSON to this file descriptor and close it"),
        ],
        details: """
            Games can keep the store's file open. If the store does not exist yet, the command creates it.
            SIGTERM or SIGINT ends the command. It completes the requests that it has started to process.
            """,
        example: "iap-store serve --notify-url http://127.0.0.1:9000/apple", isLocal: true
    ) { call throws in try run(call) }

    private static func run(_ call: Call) throws -> Response {
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
        let response = description(server, store, options, call)
        call.say(response)
        if let file = try call.wholeNumber("ready-fd", 1...1_000_000) { try tell(response, Int32(file)) }
        signals.wait()
        return .text("", key: "end")
    }

    private static func options(_ call: Call) throws -> StoreServer.Options {
        let token = if let given = call.option("token") { given } else { try randomToken() }
        var options = StoreServer.Options(token: token)
        guard options.token.utf8.count >= 8 else { throw CommandError.usage("--token needs at least 8 bytes") }
        options.http.port = UInt16(try call.wholeNumber("port", 0...65535) ?? 8080)
        options.http.address = call.option("address") ?? "127.0.0.1"
        options.sharedSecret = call.option("shared-secret")
        options.hasRateLimits = call.has("rate-limits")
        switch (call.option("tls-cert"), call.option("tls-key")) {
        case (nil, nil): break
        case (let certificate?, let key?):
            options.http.tls = HTTPServer.TLS(certificate: try text(certificate), privateKey: try text(key))
        default: throw CommandError.usage("--tls-cert and --tls-key must be used together")
        }
        if call.has("tls"), options.http.tls != nil {
            throw CommandError.usage("--tls creates a certificate, so it cannot be used with --tls-cert")
        }
        return options
    }

    private static func madeTLS(_ store: ReferenceStore, _ address: String) throws -> HTTPServer.TLS {
        do throws(IAPError) {
            let made = try store.identity.tlsCertificate(for: address, at: store.clock.machineTime)
            return HTTPServer.TLS(certificate: made.certificate, privateKey: made.privateKey)
        } catch {
            throw CommandError(.file, error.message)
        }
    }

    private static func text(_ path: String) throws -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandError(.file, "the file \(quoted(path)) cannot be read")
        }
        return text
    }

    private static func randomToken() throws -> String {
        do throws(SignedDataError) {
            return try SystemRandom.bytes(32).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        } catch {
            throw CommandError(.file, error.description)
        }
    }

    private static func description(
        _ server: StoreServer, _ store: ReferenceStore, _ options: StoreServer.Options, _ call: Call
    ) -> Response {
        let host = options.http.address.contains(":") ? "[\(options.http.address)]" : options.http.address
        let base = "\(options.http.tls == nil ? "http" : "https")://\(host):\(server.port)"
        return .fields([
            Field("page", "Page", .text("\(base)/#token=\(options.token)")),
            Field("url", "Server API", .text(base + (store.identity.environment == .production ? "/production" : ""))),
            Field("adminURL", "Admin API", .text(base + "/admin/v1")),
            Field("token", "Token", .text(options.token)), Field("bundleId", "App", .text(store.identity.bundleID)),
            Field("environment", "Environment", .text(store.identity.environment.rawValue)),
            Field("appAppleId", "Apple id", store.identity.appleIDInProduction.map { .text(String($0)) } ?? .none),
            Field("keyId", "Key id", .text(store.serverKeys.ownID)),
            Field("issuerId", "Issuer id", .text(store.identity.issuerID)),
            Field("notifications", "Notifications", .text((try? store.notifications.url) ?? "none")),
            Field("tlsCertificate", "TLS certificate", call.has("tls") ? .text(options.http.tls?.certificate) : .none),
            Field("processId", "Process", .number(Int64(getpid()))),
        ])
    }

    private static func tell(_ response: Response, _ file: Int32) throws {
        let bytes = Array((response.json + "\n").utf8)
        guard write(file, bytes, bytes.count) == bytes.count else {
            throw CommandError(.file, "--ready-fd: cannot write to descriptor \(file)")
        }
        close(file)
    }
}
