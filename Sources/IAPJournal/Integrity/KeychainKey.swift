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
