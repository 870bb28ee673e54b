import CIAP
import IAPModel
import PaymentQueue

extension Input {
    /// In bytes.
    static let reasonLimit = 1024
    private static let usualShortestWait: UInt32 = 1000
    private static let usualLongestWait: UInt32 = 3_600_000

    /// How purchases are to be verified; nobody is asked where there are no options.
    static func verification(
        _ options: UnsafePointer<iap_verification_options>?
    ) throws(IAPError) -> PaymentVerification {
        guard let options else { return PaymentVerification() }
        let given = try Input.options(
            options, "verification", zero: iap_verification_options(),
            sizes: [MemoryLayout<iap_verification_options>.size])
        let shortest = given.retry_min_ms == 0 ? usualShortestWait : given.retry_min_ms
        let longest = given.retry_max_ms == 0 ? usualLongestWait : given.retry_max_ms
        guard shortest <= longest else {
            throw IAPError(
                .invalidArgument, "verification.retry_min_ms is \(shortest), more than retry_max_ms, \(longest)")
        }
        return PaymentVerification(
            try judge(given), backoff: Backoff(minimum: Int64(shortest), maximum: Int64(longest)))
    }

    private static func judge(_ options: iap_verification_options) throws(IAPError) -> PaymentVerification.Judge {
        switch options.mode {
        case IAP_VERIFY_BY_STORE: return .nobody
        case IAP_VERIFY_BY_GAME: return .game
        default:
            throw IAPError(
                .invalidArgument, "verification.mode is \(options.mode), which is no IAP_VERIFY_… value")
        }
    }
}
