/// A text that is equal to the same bytes only. Swift's strings are equal also when they are written with other code points
/// for the same characters; the store's ids are not.
public struct ExactText: Sendable, Hashable {
    public let text: String

    public init(_ text: String) { self.text = text }

    public static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(text.utf8.count)
    }
}
