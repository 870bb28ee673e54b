/// Why keys, certificates or random bytes could not be created or read. Each case carries one line: what is wrong,
/// where, and what to do. A signed text that is not valid is not such an error: see `Rejection`.
package enum SignedDataError: Error, Sendable, Hashable, CustomStringConvertible {
    case invalidKey(String)
    case invalidCertificate(String)
    case invalidEncoding(String)
    case systemFailure(String)

    package var description: String {
        switch self {
        case .invalidKey(let line), .invalidCertificate(let line), .invalidEncoding(let line),
            .systemFailure(let line):
            line
        }
    }
}
