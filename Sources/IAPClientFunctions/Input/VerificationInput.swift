import CIAP
import IAPBoundary
import IAPGameServer
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime
import IAPSignatureCheck

extension ServerVerifier: PurchaseVerifier {
    package var looksAgain: Bool { false }
}
extension SignatureVerifier: PurchaseVerifier {
    package var looksAgain: Bool { true }
}

extension Input {
    /// In bytes.
    static let reasonLimit = 1024
    private static let usualShortestWait: UInt32 = 1000
    private static let usualLongestWait: UInt32 = 3_600_000
    private static let usualTimeout: UInt32 = 30_000
    private static let headerCountLimit = 32
    private static let headerLimit = 8192

    /// The verification of purchases. Without options there is no extra verification.
    ///
    /// - Parameter player: The account token of the player who is signed in, for the game's server.
    static func verification(
        _ options: UnsafePointer<iap_verification_options>?, player: String?
    ) throws(IAPError) -> PaymentVerification {
        guard let options else { return PaymentVerification() }
        let given = try Input.options(
            options, "verification", zero: iap_verification_options(),
            sizes: [MemoryLayout<iap_verification_options>.size])
        let shortest = given.retry_min_ms == 0 ? usualShortestWait : given.retry_min_ms
        let longest = given.retry_max_ms == 0 ? usualLongestWait : given.retry_max_ms
        guard shortest <= longest else {
            throw IAPError(
                .invalidArgument,
                "verification.retry_min_ms is \(shortest), which is more than retry_max_ms, \(longest)")
        }
        return PaymentVerification(
            try judge(given, player: player), backoff: Backoff(minimum: Int64(shortest), maximum: Int64(longest)))
    }

    /// Header lines that the library sends to a server.
    static func headerLines(
        _ lines: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ name: String
    ) throws(IAPError) -> [String] {
        guard count >= 0, count <= headerCountLimit else {
            throw IAPError(
                .tooLarge,
                "\(name) has \(UInt(bitPattern: count)) header lines; at most \(headerCountLimit) are allowed")
        }
        guard count == 0 || lines != nil else {
            throw IAPError(.invalidArgument, "the header lines of \(name) are NULL")
        }
        var texts: [String] = []
        for index in 0..<count {
            texts.append(try text(lines?[index], "\(name), header line \(index + 1)", limit: headerLimit))
        }
        return texts
    }

    private static func judge(
        _ options: iap_verification_options, player: String?
    ) throws(IAPError) -> PaymentVerification.Judge {
        switch options.mode {
        case IAP_VERIFY_BY_STORE: return .nobody
        case IAP_VERIFY_BY_GAME: return .game
        case IAP_VERIFY_BY_SIGNATURE:
            let path = try text(options.roots_path, "verification.roots_path", limit: pathLimit)
            return .verifier(
                try SignatureVerifier(rootsPath: path, acceptsXcodeTesting: options.accepts_xcode_testing != 0))
        case IAP_VERIFY_BY_SERVER:
            let url = try text(options.server_url, "verification.server_url", limit: urlLimit)
            let timeout = options.server_timeout_ms == 0 ? usualTimeout : options.server_timeout_ms
            return .verifier(
                ServerVerifier(
                    address: try ServerAddress(url),
                    headers: try ServerHeaders(
                        lines: try headerLines(options.server_headers, options.server_header_count, "verification")),
                    appAccountToken: player, timeoutMilliseconds: timeout))
        default:
            throw IAPError(
                .invalidArgument, "verification.mode is \(options.mode), which is not an IAP_VERIFY_… value")
        }
    }
}
