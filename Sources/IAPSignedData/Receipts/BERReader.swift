/// Reads the elements of a receipt's content (ASN.1 in BER, X.690, with lengths) from front to back: OpenSSL, which reads
/// the message around the content, does not know Apple's attributes. It copies nothing, compares each length with the
/// available bytes before it uses it, and is not recursive.
struct BERReader {
    struct Malformed: Error {}

    struct Element {
        var tag: UInt8
        /// The range of the content in the reader's bytes.
        var content: Range<Int>
    }

    let bytes: [UInt8]
    /// The range that is still to be read.
    private(set) var rest: Range<Int>

    init(_ bytes: [UInt8]) {
        self.init(bytes, bytes.indices)
    }

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        rest = range
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func next() throws(Malformed) -> Element {
        let (start, limit) = (rest.lowerBound, rest.upperBound)
        // No attribute has a tag of several bytes.
        guard limit - start >= 2, bytes[start] & 0x1F != 0x1F else { throw Malformed() }
        var content = start + 2
        var count = Int(bytes[start + 1])
        if count >= 0x80 {
            let digits = count & 0x7F
            // Four bytes can name more than any receipt has. Without a length, an element has no digits here.
            guard 1...4 ~= digits, digits <= limit - content else { throw Malformed() }
            count = bytes[content..<content + digits].reduce(0) { $0 << 8 | Int($1) }
            content += digits
        }
        guard count <= limit - content else { throw Malformed() }
        rest = content + count..<limit
        return Element(tag: bytes[start], content: content..<content + count)
    }

    mutating func next(_ tag: UInt8) throws(Malformed) -> Element {
        let element = try next()
        guard element.tag == tag else { throw Malformed() }
        return element
    }

    /// A reader of the content of an element.
    func inside(_ element: Element) -> BERReader { BERReader(bytes, element.content) }

    /// Throws if anything follows.
    func finish() throws(Malformed) {
        guard isAtEnd else { throw Malformed() }
    }
}

extension BERReader {
    /// A whole number of 64 bits, with or without its sign. Nil for a larger one.
    func integer<Number: FixedWidthInteger>(_ element: Element) throws(Malformed) -> Number? {
        var digits = bytes[element.content]
        guard let first = digits.first else { throw Malformed() }
        let isNegative = first >= 0x80
        while digits.count > 1, digits[digits.startIndex] == (isNegative ? 0xFF : 0) { digits.removeFirst() }
        guard digits.count <= 9 else { return nil }
        return Number(exactly: digits.reduce(isNegative ? Int128(-1) : 0) { $0 << 8 | Int128($1) })
    }
}

/// The ASN.1 tags in receipts.
enum BERTag {
    static let integer: UInt8 = 0x02
    static let octetString: UInt8 = 0x04
    static let utf8String: UInt8 = 0x0C
    static let printableString: UInt8 = 0x13
    static let ia5String: UInt8 = 0x16
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
}
