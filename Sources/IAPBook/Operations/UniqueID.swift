internal import Foundation

package enum UniqueID {
    /// A new UUID in small letters. `UUID()` opens the system's source of random bytes anew for each; this does not.
    package static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return UUID.random(using: &generator).uuidString.lowercased()
    }
}
