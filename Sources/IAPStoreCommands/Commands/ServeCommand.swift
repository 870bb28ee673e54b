/// The words of `serve`. What it does is in the module of the server, which not every build has.
package enum ServeCommand {
    package static let command = Command(
        name: "serve", summary: "Serve the App Store Server API, notifications and the admin API over HTTP",
        options: [
            .init("port", "N", "0 takes a free one (default: 8080)"),
            .init("address", "ADDRESS", "where to listen (default: 127.0.0.1, which only this machine reaches)"),
            .init("notify-url", "URL", "where notifications go; kept in the store"),
            .init(
                "retries", "SCHEDULE", "of notifications that fail: as in production (default) or in the sandbox",
                choices: ["production", "sandbox"]),
            .init("token", "TEXT", "the token that admin requests must send (default: a random one)"),
            .init("tls", nil, "serve HTTPS with a certificate that is made for it, and shown"),
            .init("tls-cert", "FILE", "serve HTTPS with this certificate (PEM)"),
            .init("tls-key", "FILE", "the private key of it (PEM)"),
            .init("shared-secret", "TEXT", "what verifyReceipt asks for (default: it takes any)"),
            .init(
                "ocsp-url", "URL",
                "of a new store: the address of this server's /ocsp, for verifiers that ask about certificates"),
            .init("rate-limits", nil, "answer 429 beyond the limits of Apple's sandbox, by the store's clock"),
            .init("ready-fd", "N", "write a line of JSON to this descriptor when it serves, and close it"),
        ],
        details: """
            Games that have the store's file open go on. A store that is not there yet is made.
            The command ends with SIGTERM or SIGINT, after the requests that it has begun to answer.
            """,
        example: "iap-store serve --notify-url http://127.0.0.1:9000/apple", isLocal: true
    ) { _ throws(CommandError) in
        throw CommandError(
            .file,
            "this build has no HTTP server: install libmicrohttpd-dev, run 'swift package purge-cache', and build iap-store again"
        )
    }
}
