#if canImport(Security)
    internal import Foundation
    internal import Security

    /// The key of the checksums that the library keeps in the keychain of Apple's systems, if the game gives none.
    package enum KeychainKey {
        package enum Answer: Sendable {
            /// - Parameter isNew: it was made now. A journal that is there is of an earlier version, or came with a backup, which
            ///   need not bring the keychain.
            case key([UInt8], isNew: Bool)
            /// The keychain cannot be read now.
            case notNow(code: Int)
            /// This app has no keychain.
            case none
        }

        private static let length = 32

        private static var query: [String: Any] {
            var query: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword,
                kSecAttrService as String: "IAPBridge.journal",
                kSecAttrAccount as String: Bundle.main.bundleIdentifier ?? "",
            ]
            #if os(macOS)
                query[kSecUseDataProtectionKeychain as String] = true
            #endif
            return query
        }

        package static func read() -> Answer {
            var wanted = query
            wanted[kSecReturnData as String] = true
            var found: CFTypeRef?
            switch SecItemCopyMatching(wanted as CFDictionary, &found) {
            case errSecSuccess:
                if let data = found as? Data, data.count == length { return .key(Array(data), isNew: false) }
                return .none
            case errSecItemNotFound: return make()
            case errSecMissingEntitlement, errSecNotAvailable: return .none
            case let code: return .notNow(code: Int(code))
            }
        }

        private static func make() -> Answer {
            var bytes = [UInt8](repeating: 0, count: length)
            guard SecRandomCopyBytes(kSecRandomDefault, length, &bytes) == errSecSuccess else { return .none }
            var item = query
            item[kSecValueData as String] = Data(bytes)
            // As the journal's own protection: it can be read from the first unlocking on.
            item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
            switch SecItemAdd(item as CFDictionary, nil) {
            case errSecSuccess: return .key(bytes, isNew: true)
            case errSecMissingEntitlement, errSecNotAvailable: return .none
            case let code: return .notNow(code: Int(code))
            }
        }
    }
#endif
