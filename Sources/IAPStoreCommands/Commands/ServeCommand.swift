/// Describes `serve`. The module of the server implements the command; not every build has that module.
package enum ServeCommand {
    package static let command = Command(
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
    ) { _ throws(CommandError) in
        throw CommandError(
            .file,
            "this build has no HTTP server; install libmicrohttpd-dev, run 'swift package purge-cache', and build iap-store again"
        )
    }
}
