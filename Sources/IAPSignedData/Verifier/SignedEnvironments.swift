/// The environments of the App Store and of tests. The numbers are those of the C header's `IAP_ENVIRONMENT_…`.
package struct SignedEnvironments: OptionSet, Sendable, Hashable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let production = Self(rawValue: 1)
    package static let sandbox = Self(rawValue: 2)
    package static let xcode = Self(rawValue: 4)
    package static let localTesting = Self(rawValue: 8)

    /// The environments whose data the App Store does not sign. Anyone can create such data.
    package static let unsigned: Self = [.xcode, .localTesting]
    package static let all: Self = [.production, .sandbox, .xcode, .localTesting]

    /// Empty for a word that is not one of Apple's.
    init(word: String) {
        switch Array(word.utf8) {
        case Array("Production".utf8): self = .production
        case Array("Sandbox".utf8): self = .sandbox
        case Array("Xcode".utf8): self = .xcode
        case Array("LocalTesting".utf8): self = .localTesting
        default: self = []
        }
    }
}
