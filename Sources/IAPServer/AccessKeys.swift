internal import IAPHTTP
internal import IAPSignedData

/// Who may do what. A key is known by its digest.
struct AccessKeys: Sendable {
    let keys: [Configuration.Key]

    enum Decision: Sendable {
        case allowed(Configuration.Key)
        /// No key, or none that is known.
        case unknown
        /// Another role.
        case forbidden
    }

    func check(_ request: HTTPRequest, _ roles: [Configuration.Role]) -> Decision {
        guard let bearer = request.bearer, !bearer.isEmpty else { return .unknown }
        // A digest tells nothing about how much of a guess is right.
        let digest = Digest.sha256(Array(bearer.utf8))
        guard let key = keys.first(where: { $0.digest == digest }) else { return .unknown }
        return roles.contains(key.role) ? .allowed(key) : .forbidden
    }
}
