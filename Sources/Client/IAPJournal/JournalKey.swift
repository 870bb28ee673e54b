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
    /// - Parameter hasChecksums: Whether the journal has checksums of this key.
    case key([UInt8], hasChecksums: Bool)
    case notNow(code: Int)
    case none

    private static let length = 32

    /// - Parameter name: The name of the journal, the same at each launch.
    package static func read(_ name: String, in storage: some KeyStorage) -> JournalKey {
        switch storage.find(name) {
        case .item(let item) where item.count == length + 1 && item[length] <= 1:
            return .key(Array(item.prefix(length)), hasChecksums: item[length] == 1)
        case .notNow(let code): return .notNow(code: code)
        case .unavailable: return .none
        // An item that is no key is worth as much as a lost one.
        case .nothing, .item:
            guard let bytes = storage.randomBytes(length) else { return .none }
            switch storage.keep(bytes + [0], name) {
            case .kept: return .key(bytes, hasChecksums: false)
            case .notNow(let code): return .notNow(code: code)
            case .unavailable: return .none
            }
        }
    }

    /// Records that the journal has checksums. If the record cannot be stored now, the next launch trusts the journal
    /// once more.
    package func noteChecksums(_ name: String, in storage: some KeyStorage) {
        guard case .key(let bytes, hasChecksums: false) = self else { return }
        _ = storage.keep(bytes + [1], name)
    }
}

#if canImport(Security)
    internal import Foundation
    internal import Security

    /// The keychain of Apple's systems.
    package struct Keychain: KeyStorage {
        package init() {}

        /// The keychain name of a journal: its path inside the app's own folder. The folder moves with each update of
        /// the app.
        package static func name(of journalPath: String) -> String {
            let home = NSHomeDirectory()
            let path = URL(fileURLWithPath: journalPath).standardizedFileURL.path
            return path.hasPrefix(home + "/") ? String(path.dropFirst(home.count)) : path
        }

        private func query(_ name: String) -> [String: Any] {
            var query: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword,
                kSecAttrService as String: "IAPBridge.journal",
                kSecAttrAccount as String: (Bundle.main.bundleIdentifier ?? "") + " " + name,
            ]
            #if os(macOS)
                query[kSecUseDataProtectionKeychain as String] = true
            #endif
            return query
        }

        package func find(_ name: String) -> FoundKey {
            var wanted = query(name)
            wanted[kSecReturnData as String] = true
            var found: CFTypeRef?
            switch SecItemCopyMatching(wanted as CFDictionary, &found) {
            case errSecSuccess: return (found as? Data).map { .item(Array($0)) } ?? .unavailable
            case errSecItemNotFound: return .nothing
            case errSecMissingEntitlement, errSecNotAvailable: return .unavailable
            case let code: return .notNow(code: Int(code))
            }
        }

        package func keep(_ item: [UInt8], _ name: String) -> KeptKey {
            let value: [String: Any] = [
                kSecValueData as String: Data(item),
                // Like the journal's own file protection: readable after the first unlock.
                kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlock,
            ]
            var code = SecItemUpdate(query(name) as CFDictionary, value as CFDictionary)
            if code == errSecItemNotFound {
                code = SecItemAdd(query(name).merging(value) { $1 } as CFDictionary, nil)
            }
            switch code {
            case errSecSuccess: return .kept
            case errSecMissingEntitlement, errSecNotAvailable: return .unavailable
            default: return .notNow(code: Int(code))
            }
        }

        package func randomBytes(_ count: Int) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: count)
            return SecRandomCopyBytes(kSecRandomDefault, count, &bytes) == errSecSuccess ? bytes : nil
        }
    }
#endif
