/// A DER element. Tests parse it independently of this module's writer.
struct DERElement: Equatable {
    var tag: UInt8
    var content: [UInt8]

    /// Returns the elements that fill the bytes, or nil if the bytes are not DER.
    static func list(_ bytes: [UInt8]) -> [DERElement]? {
        var rest = bytes[...]
        var elements: [DERElement] = []
        while let tag = rest.popFirst() {
            guard var count = rest.popFirst().map(Int.init) else { return nil }
            if count >= 0x80 {
                let digits = rest.prefix(count & 0x7F)
                count = digits.reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(digits.count)
                // DER forbids the indefinite form and lengths with more bytes than needed.
                guard count >= 0x80, digits.first != 0 else { return nil }
            }
            guard rest.count >= count else { return nil }
            elements.append(DERElement(tag: tag, content: Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        return elements
    }

    /// The elements inside this element.
    var parts: [DERElement] { Self.list(content) ?? [] }

    var text: String { String(decoding: content, as: UTF8.self) }

    /// A number of at most eight bytes.
    var number: Int { content.reduce(content.first.map { $0 < 0x80 } == false ? -1 : 0) { $0 << 8 | Int($1) } }
}
