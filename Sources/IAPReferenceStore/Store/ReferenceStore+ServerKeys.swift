internal import IAPDatabase
internal import IAPModel
internal import IAPSignedData

/// The keys that the store accepts as keys of the game's servers.
extension ReferenceStore {
    package static let mostServerKeys = 64

    package enum ServerKeyOutcome: Sendable, Hashable {
        case added
        /// The store's own key has this id.
        case isOwn
        case tooMany
    }

    /// Adds a key. It replaces an earlier key with the same id.
    package func addServerKey(_ key: KnownServerKey) throws(StoreFailure) -> ServerKeyOutcome {
        guard ExactText(key.id) != ExactText(serverKey.id) else { return .isOwn }
        return try change(.addServerKey(key: key)) { ledger throws(DatabaseError) in
            var keys = try ledger.serverKeys()
            keys.removeAll { ExactText($0.id) == ExactText(key.id) }
            guard keys.count < Self.mostServerKeys else { return .tooMany }
            try ledger.set(serverKeys: keys + [key])
            return .added
        }
    }

    /// The store's own key is valid with any issuer, because a `.storekit` file names none.
    func signedRequests(_ ledger: Ledger) throws(DatabaseError) -> SignedRequests {
        let bundleID = identity.bundleID
        let own = AppServerKey(
            id: serverKey.id, issuerID: nil, bundleID: bundleID, publicKey: serverKey.key.verifyingKey)
        return SignedRequests(
            bundleID: bundleID, keys: [own] + (try ledger.serverKeys()).compactMap { $0.forApp(bundleID) })
    }
}

extension Ledger {
    fileprivate func serverKeys() throws(DatabaseError) -> [KnownServerKey] {
        guard let text = try text(.serverKeys) else { return [] }
        do { return try KeptJSON.value([KnownServerKey].self, of: text) } catch {
            throw DatabaseError(
                .failed, "the store's file is damaged: \(Setting.serverKeys.rawValue) cannot be read: \(error)")
        }
    }

    fileprivate func set(serverKeys keys: [KnownServerKey]) throws(DatabaseError) {
        do { try set(.serverKeys, Value(try KeptJSON.text(keys))) } catch let error as DatabaseError {
            throw error
        } catch {
            throw DatabaseError(.failed, "the store cannot save the keys of servers: \(error)")
        }
    }
}
