internal import Foundation

package enum UniqueID {
    /// Returns a new lowercase UUID. `UUID()` opens the system's source of random bytes for each id; this function does
    /// not.
    package static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return UUID.random(using: &generator).uuidString.lowercased()
    }
}
