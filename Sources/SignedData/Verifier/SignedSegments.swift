import COpenSSL

/// The three segments of a compact JWS, where the caller has it.
struct SignedSegments {
    static let maximumLength = 1 << 20
    private static let maximumHeaderLength = 1 << 16

    let header: UnsafeBufferPointer<UInt8>
    let payload: UnsafeBufferPointer<UInt8>
    let signature: UnsafeBufferPointer<UInt8>

    init(_ text: UnsafeBufferPointer<UInt8>) throws(Rejection) {
        guard text.count <= Self.maximumLength else {
            throw Rejection(.tooLarge, "the text has \(text.count) bytes, more than \(Self.maximumLength)")
        }
        guard let first = Self.point(text, from: 0), let second = Self.point(text, from: first + 1),
            Self.point(text, from: second + 1) == nil
        else { throw Rejection(.malformed, "the text has not three segments with points between them") }
        guard first <= Self.maximumHeaderLength else {
            throw Rejection(.malformed, "the header has more than \(Self.maximumHeaderLength) characters")
        }
        header = UnsafeBufferPointer(rebasing: text[..<first])
        payload = UnsafeBufferPointer(rebasing: text[(first + 1)..<second])
        signature = UnsafeBufferPointer(rebasing: text[(second + 1)...])
    }

    /// Where the next point stands.
    private static func point(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start < text.count, let base = text.baseAddress,
            let found = memchr(base + start, Int32(UInt8(ascii: ".")), text.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// The hash of the header and the point after it.
    var hashedBeginning: SHA256State {
        var state = SHA256State()
        state.update(header)
        state.update([UInt8(ascii: ".")])
        return state
    }
}
