/// A member of an object of a payload, or an element of a list of texts. Offsets are those of the payload's bytes.
struct PayloadMember: Sendable {
    enum Content: UInt8, Sendable {
        case null, flag, text, object, list
        /// `number` is it.
        case wholeNumber
        /// Another number than one of 64 bits.
        case otherNumber
    }

    /// Of a member of the payload itself.
    static let top: Int32 = -1

    /// The index of the object, or list, that it is in. Objects in lists have numbers below `top`.
    var parent: Int32
    /// Where the name begins after its quote; an element has none.
    var name: Int32
    /// -1 for an element.
    var nameCount: Int32
    /// 0 unless Apple documents it for its place.
    var field: UInt8
    var content: Content = .null
    /// The value from its first byte to that after its last; of a text with its quotes.
    var start: Int32 = 0
    var end: Int32 = 0
    /// The number, 1 or 0 of a flag, how many bytes a text has, how many elements a list of texts.
    var number: Int64 = 0
    /// The undocumented name before it in the same object.
    var previousUnknown: Int32 = -1
}
