/// Where the library keeps a key for each journal if the game gives none.
package protocol KeyStorage {
    func find(_ name: String) -> FoundKey
    /// Keeps an item, and replaces an older item with this name.
    func keep(_ item: [UInt8], _ name: String) -> KeptKey
    func randomBytes(_ count: Int) -> [UInt8]?
}

package enum FoundKey: Sendable, Hashable {
    case item([UInt8])
    case nothing
    /// The item cannot be read now.
    case notNow(code: Int)
    /// This app has no such storage.
    case unavailable
}

package enum KeptKey: Sendable, Hashable {
    case kept
    case notNow(code: Int)
    case unavailable
}

/// The key of a journal for which the game gives no key. Until this key has written checksums, the library trusts a
/// journal without checksums, or with checksums of a lost key. After that it does not trust such a journal.
package enum JournalKey: Sendable, Hashable {
    /// - Parameter hasSealed: Whether the journal has checksums of this key.
    case key([UInt8], hasSealed: Bool)
    case notNow(code: Int)
    case none

    private static let length = 32

    /// - Parameter name: The name of the journal, the same at each launch.
    package static func read(_ name: String, in storage: some KeyStorage) -> JournalKey {
        switch storage.find(name) {
        case .item(let item):
            guard item.count == length + 1, item[length] <= 1 else { return .none }
            return .key(Array(item.prefix(length)), hasSealed: item[length] == 1)
        case .notNow(let code): return .notNow(code: code)
        case .unavailable: return .none
        case .nothing:
            guard let bytes = storage.randomBytes(length) else { return .none }
            switch storage.keep(bytes + [0], name) {
            case .kept: return .key(bytes, hasSealed: false)
            case .notNow(let code): return .notNow(code: code)
            case .unavailable: return .none
            }
        }
    }

    /// Records that the journal has checksums. If the record cannot be stored now, the next launch trusts the journal
    /// once more.
    package func noteSealed(_ name: String, in storage: some KeyStorage) {
        guard case .key(let bytes, hasSealed: false) = self else { return }
        _ = storage.keep(bytes + [1], name)
    }
}
