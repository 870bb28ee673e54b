/// App Stores, real ones and those of tests. The numbers are those of the C header's `IAP_ENVIRONMENT_…`.
package struct SignedEnvironments: OptionSet, Sendable, Hashable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let production = Self(rawValue: 1)
    package static let sandbox = Self(rawValue: 2)
    package static let xcode = Self(rawValue: 4)
    package static let localTesting = Self(rawValue: 8)

    /// Those whose data the App Store has not signed: anybody can make it.
    package static let unsigned: Self = [.xcode, .localTesting]
    package static let all: Self = [.production, .sandbox, .xcode, .localTesting]

    /// Empty for a word that is none of Apple's.
    init(word: UnsafeBufferPointer<UInt8>) {
        func isWord(_ text: StaticString) -> Bool {
            text.utf8CodeUnitCount == word.count
                && UnsafeBufferPointer(start: text.utf8Start, count: word.count).elementsEqual(word)
        }
        if isWord("Production") {
            self = .production
        } else if isWord("Sandbox") {
            self = .sandbox
        } else if isWord("Xcode") {
            self = .xcode
        } else if isWord("LocalTesting") {
            self = .localTesting
        } else {
            self = []
        }
    }
}
