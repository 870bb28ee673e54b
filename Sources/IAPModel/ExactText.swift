/// A text that is equal only to the same bytes. Swift treats strings as equal if other code points write the same
/// characters. The store does not do so with its ids.
public struct ExactText: Sendable, Hashable {
    public let text: String

    public init(_ text: String) { self.text = text }

    public static func == (one: ExactText, other: ExactText) -> Bool {
        // The strings are compared first, because that is fast for short ones.
        one.text.utf8.count == other.text.utf8.count && one.text == other.text
            && one.text.utf8.elementsEqual(other.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(text.utf8.count)
    }
}
