internal import IAPHTTP
internal import IAPSignedData

/// Checks access keys and their roles. The server stores only the digest of a key.
struct AccessKeys: Sendable {
    let keys: [Configuration.Key]

    enum Decision: Sendable {
        case allowed(Configuration.Key)
        /// The key is missing or not known.
        case unknown
        /// The key has another role.
        case forbidden
    }

    func check(_ request: HTTPRequest, _ roles: [Configuration.Role]) -> Decision {
        guard let bearer = request.bearer, !bearer.isEmpty else { return .unknown }
        // Comparing digests does not reveal how much of a guess is right.
        let digest = Digest.sha256(Array(bearer.utf8))
        guard let key = keys.first(where: { $0.digest == digest }) else { return .unknown }
        return roles.contains(key.role) ? .allowed(key) : .forbidden
    }
}
