public import CIAP
import IAPInterop
import IAPHTTP
import IAPJournal
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPSignatures
import IAPStoreKitBridge

extension Input {
    /// The options of a client, checked.
    static func client(_ given: iap_client_options) throws(IAPError) -> GameClient.Options {
        guard given.execution == IAP_EXECUTION_BACKGROUND || given.execution == IAP_EXECUTION_MANUAL else {
            throw IAPError(.invalidArgument, "execution is \(given.execution), which is not an IAP_EXECUTION_… value")
        }
        var options = GameClient.Options()
        options.journalPath = try optionalText(given.journal_path, "journal_path", limit: pathLimit)
        options.grants = try grantTable(given.inventory)
        options.player = try uuid(given.app_account_token, "options.app_account_token")
        options.verification = try verification(given.verification, player: options.player)
        if given.audit_limit_bytes > 0 { options.auditLimit = Int(given.audit_limit_bytes) }
        options.integrity = try integrity(given)
        options.handlesMessages = given.handles_messages != 0
        options.isManual = given.execution == IAP_EXECUTION_MANUAL
        (options.wake, options.wakeUserData) = (given.wake, given.wake_user_data)
        return options
    }

    private static func integrity(_ given: iap_client_options) throws(IAPError) -> JournalIntegrity {
        let lengths = JournalIntegrity.keyLengths
        var key: [UInt8]?
        if let bytes = given.integrity_key {
            guard lengths.contains(given.integrity_key_length) else {
                throw IAPError(
                    .invalidArgument,
                    "integrity_key has \(UInt(bitPattern: given.integrity_key_length)) bytes; give \(lengths.lowerBound) to \(lengths.upperBound)"
                )
            }
            key = [UInt8](UnsafeRawBufferPointer(start: bytes, count: given.integrity_key_length))
        } else if given.integrity_key_length != 0 {
            throw IAPError(.invalidArgument, "integrity_key is NULL")
        }
        return JournalIntegrity(
            key: key, player: try optionalText(given.player_id, "player_id", limit: 255),
            adopts: given.adopts_journal != 0)
    }

    /// Nil if the client runs on the system itself, with the system's store.
    static func device(_ given: iap_client_options) throws(IAPError) -> (any ClientDevice)? {
        guard SystemStore.isPresent else {
            guard let device = given.device else {
                throw IAPError(
                    .unsupported, "on Linux a client needs a device of a reference store; see <iap/iap_store.h>")
            }
            // The object behind the pointer belongs to another module. This module knows only its protocol.
            return try OpenHandles.object(at: device, (any ClientDevice).self, "device")
        }
        guard given.device == nil, given.execution == IAP_EXECUTION_BACKGROUND else {
            throw IAPError(.unsupported, "reference stores and manual execution exist on Linux only")
        }
        return nil
    }
}

extension Input {
    /// In bytes.
    static let reasonLimit = 1024
    private static let usualServerTimeout: UInt32 = 30_000
    private static let headerCountLimit = 32
    private static let headerLimit = 8192

    /// The verification of purchases. Without options there is no extra verification.
    ///
    /// - Parameter player: The account token of the player who is signed in, for the game's server.
    static func verification(
        _ options: UnsafePointer<iap_verification_options>?, player: String?
    ) throws(IAPError) -> PaymentVerification {
        guard let options else { return PaymentVerification() }
        let given = try Input.options(options, "verification")
        let usual = PaymentVerification.usualBackoff
        let shortest = given.retry_min_ms == 0 ? usual.minimum : Int64(given.retry_min_ms)
        let longest = given.retry_max_ms == 0 ? usual.maximum : Int64(given.retry_max_ms)
        guard shortest <= longest else {
            throw IAPError(
                .invalidArgument,
                "verification.retry_min_ms is \(shortest), which is more than retry_max_ms, \(longest)")
        }
        return PaymentVerification(
            try judge(given, player: player), backoff: Backoff(minimum: shortest, maximum: longest))
    }

    /// Header lines that the library sends to a server.
    static func headerLines(
        _ lines: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ name: String
    ) throws(IAPError) -> [String] {
        var texts: [String] = []
        for (index, line) in try list(lines, count, "\(name).headers", limit: headerCountLimit).enumerated() {
            texts.append(try text(line, "\(name), header line \(index + 1)", limit: headerLimit))
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
            let timeout = options.server_timeout_ms == 0 ? usualServerTimeout : options.server_timeout_ms
            return .verifier(
                GameServerVerifier(
                    address: try RequestAddress(url),
                    headers: try RequestHeaders(
                        lines: try headerLines(options.server_headers, options.server_header_count, "verification")),
                    appAccountToken: player, timeoutMilliseconds: timeout))
        default:
            throw IAPError(
                .invalidArgument, "verification.mode is \(options.mode), which is not an IAP_VERIFY_… value")
        }
    }
}

@c @implementation public func iap_verification_options_init(
    _ options: UnsafeMutablePointer<iap_verification_options>?
) {
    initialize(options, iap_verification_options(), \.struct_size)
}

@c @implementation public func iap_give_verdict(
    _ client: Pointer, _ transaction_id: UInt64, _ verdict: iap_verdict_t, _ reason: Text, _ retry_after_ms: UInt32,
    _ error: Failure
) -> iap_status_t {
    returnStatus(error) { () throws(IAPError) in
        let payments = try GameClient.open(client).payments
        let reason = try Input.optionalText(reason, "reason", limit: Input.reasonLimit)
        try payments.giveVerdict(
            transaction_id, try Verdict(verdict, reason: reason, retryAfter: retry_after_ms))
    }
}

extension Verdict {
    fileprivate init(_ verdict: iap_verdict_t, reason: String?, retryAfter: UInt32) throws(IAPError) {
        switch verdict {
        case IAP_VERDICT_VALID: self = .valid
        case IAP_VERDICT_INVALID: self = .invalid(reason: reason ?? "")
        case IAP_VERDICT_UNDECIDED:
            var error = IAPError(.server, "the game could not verify a purchase now", isRetryable: true)
            error.reason = reason ?? ""
            self = .undecided(error, retryAfter: retryAfter == 0 ? nil : Int64(retryAfter))
        default: throw IAPError(.invalidArgument, "verdict is \(verdict), which is not an IAP_VERDICT_… value")
        }
    }
}
