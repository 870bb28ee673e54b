/// Reads elements of ASN.1 in BER (X.690) from front to back, from bytes that are not checked yet. It copies nothing,
/// compares each length with the available bytes before it uses it, and is not recursive.
struct BERReader {
    struct Malformed: Error {}

    struct Element {
        var tag: UInt8
        /// The range of the content in the reader's bytes.
        var content: Range<Int>
        /// The element with its tag and length.
        var whole: Range<Int>

        /// Whether it consists of other elements.
        var isConstructed: Bool { tag & 0x20 != 0 }
    }

    /// The maximum nesting of elements without a length. Receipts have four such levels.
    private static let maximumOpenElements = 16

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

    /// The tag of the next element; nil at the end.
    var nextTag: UInt8? { isAtEnd ? nil : bytes[rest.lowerBound] }

    mutating func next() throws(Malformed) -> Element {
        let start = rest.lowerBound
        let header = try header(at: start)
        var end = header.end
        var content = header.content..<end
        if header.isOpen {
            let mark = try mark(after: header.content)
            content = header.content..<mark
            end = mark + Self.markLength
        }
        rest = end..<rest.upperBound
        return Element(tag: bytes[start], content: content, whole: start..<end)
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

// MARK: Lengths

extension BERReader {
    /// Two zeros, which end an element without a length.
    private static let markLength = 2

    /// The start and the end of an element's content. The end of an element without a length is the end of all bytes.
    private func header(at start: Int) throws(Malformed) -> (content: Int, end: Int, isOpen: Bool) {
        let limit = rest.upperBound
        guard limit - start >= 2 else { throw Malformed() }
        // No supported element has a tag of several bytes, and the tag 0 is the end mark.
        guard bytes[start] & 0x1F != 0x1F, bytes[start] != 0 else { throw Malformed() }
        let first = bytes[start + 1]
        var content = start + 2
        guard first >= 0x80 else {
            let count = Int(first)
            guard count <= limit - content else { throw Malformed() }
            return (content, content + count, false)
        }
        if first == 0x80 {
            guard bytes[start] & 0x20 != 0 else { throw Malformed() }
            return (content, limit, true)
        }
        let digits = Int(first & 0x7F)
        // Four bytes can name more than any receipt has.
        guard digits <= 4, digits <= limit - content else { throw Malformed() }
        let count = bytes[content..<content + digits].reduce(0) { $0 << 8 | Int($1) }
        content += digits
        guard count <= limit - content else { throw Malformed() }
        return (content, content + count, false)
    }

    /// The position of the mark that ends the element whose content begins here.
    private func mark(after start: Int) throws(Malformed) -> Int {
        var open = 1
        var place = start
        while true {
            guard rest.upperBound - place >= Self.markLength else { throw Malformed() }
            if bytes[place] == 0, bytes[place + 1] == 0 {
                open -= 1
                if open == 0 { return place }
                place += Self.markLength
                continue
            }
            let header = try header(at: place)
            if header.isOpen {
                open += 1
                guard open <= Self.maximumOpenElements else { throw Malformed() }
                place = header.content
            } else {
                place = header.end
            }
        }
    }
}

// MARK: Values

extension BERReader {
    /// The bytes of an octet string, also if it is divided into parts.
    func octets(_ element: Element) throws(Malformed) -> [UInt8] {
        guard element.isConstructed else { return Array(bytes[element.content]) }
        var octets: [UInt8] = []
        octets.reserveCapacity(element.content.count)
        var reader = inside(element)
        while !reader.isAtEnd {
            // BER allows parts that consist of parts. No known encoder writes them.
            octets += bytes[try reader.next(BERTag.octetString).content]
        }
        return octets
    }

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
    static let objectID: UInt8 = 0x06
    static let utf8String: UInt8 = 0x0C
    static let printableString: UInt8 = 0x13
    static let ia5String: UInt8 = 0x16
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31

    /// An element with a context number that consists of other elements.
    static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }
}
