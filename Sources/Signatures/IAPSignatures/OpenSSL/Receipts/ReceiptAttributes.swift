import CIAPOpenSSL

/// A field of a receipt or of one of its purchases: a number and bytes. The bytes are usually DER.
package struct ReceiptAttribute: Sendable, Hashable {
    package var type: Int32
    private var offset: UInt32
    private var count: UInt32

    /// The range of the value in the receipt's content.
    package var value: Range<Int> { Int(offset)..<Int(offset) + Int(count) }

    init(type: Int32, value: Range<Int>) {
        self.type = type
        // No receipt has more bytes than fit.
        offset = UInt32(value.lowerBound)
        count = UInt32(value.count)
    }
}

extension ReceiptAttribute {
    /// The attributes of the receipt itself. Apple does not document 0, 1 and 18.
    package enum Known: Int32, CaseIterable {
        case environment = 0
        case appAppleID = 1
        case bundleID = 2
        case appVersion = 3
        case opaqueValue = 4
        case hash = 5
        case creationDate = 12
        case purchase = 17
        case originalPurchaseDate = 18
        case originalAppVersion = 19
        case expirationDate = 21
    }

    /// The attributes of a purchase. Apple does not document 1707, 1713 and 1721.
    package enum KnownOfPurchase: Int32, CaseIterable {
        case quantity = 1701
        case productID = 1702
        case transactionID = 1703
        case purchaseDate = 1704
        case originalTransactionID = 1705
        case originalPurchaseDate = 1706
        case productType = 1707
        case expirationDate = 1708
        case webOrderLineItemID = 1711
        case cancellationDate = 1712
        case isInTrialPeriod = 1713
        case isInIntroductoryOffer = 1719
        case promotionalOfferID = 1721
    }
}

/// Reads the values of attributes. A documented attribute that cannot be read is refused. An undocumented attribute may
/// contain anything.
struct ReceiptAttributeReader {
    let content: [UInt8]

    /// The attributes of a set, in its order.
    func attributes(_ set: Range<Int>, of owner: String) throws(Rejection) -> [ReceiptAttribute] {
        var attributes: [ReceiptAttribute] = []
        do throws(BERReader.Malformed) {
            var outer = BERReader(content, set)
            var list = outer.inside(try outer.next(BERTag.set))
            try outer.finish()
            while !list.isAtEnd {
                var parts = list.inside(try list.next(BERTag.sequence))
                guard let type: Int32 = try parts.integer(try parts.next(BERTag.integer)) else {
                    throw BERReader.Malformed()
                }
                // The version of the attribute, which has no meaning.
                _ = try parts.next(BERTag.integer)
                let value = try parts.next(BERTag.octetString).content
                try parts.finish()
                attributes.append(ReceiptAttribute(type: type, value: value))
            }
        } catch {
            throw Rejection(.malformed, "\(owner) is not a set of attributes")
        }
        return attributes
    }

    // MARK: Documented attributes

    func text(_ attribute: ReceiptAttribute?) throws(Rejection) -> String? {
        guard let attribute else { return nil }
        guard let text = optionalText(attribute) else { throw wrongType(attribute, "a text") }
        return text
    }

    /// Nil also for an empty text.
    func date(_ attribute: ReceiptAttribute?) throws(Rejection) -> Int64? {
        guard let attribute, let text = try text(attribute), !text.isEmpty else { return nil }
        guard let date = ReceiptDate.milliseconds(text) else { throw wrongType(attribute, "a date") }
        return date
    }

    func integer<Number: FixedWidthInteger>(_ attribute: ReceiptAttribute?) throws(Rejection) -> Number? {
        guard let attribute else { return nil }
        guard let number: Number = optionalInteger(attribute) else { throw wrongType(attribute, "a number") }
        return number
    }

    /// The id of a transaction, which is a text of digits.
    func id(_ attribute: ReceiptAttribute?) throws(Rejection) -> UInt64? {
        guard let attribute, let text = try text(attribute), !text.isEmpty else { return nil }
        guard let id = ReceiptID.number(text) else { throw wrongType(attribute, "an id of digits") }
        return id
    }

    private func wrongType(_ attribute: ReceiptAttribute, _ expected: String) -> Rejection {
        Rejection(.wrongType, "attribute \(attribute.type) of the receipt is not \(expected)")
    }

    // MARK: Undocumented attributes

    func optionalText(_ attribute: ReceiptAttribute?) -> String? {
        guard let element = element(attribute),
            [BERTag.utf8String, BERTag.ia5String, BERTag.printableString].contains(element.tag)
        else { return nil }
        // C strings end with a NUL.
        guard !content[element.content].contains(0) else { return nil }
        return String(validating: content[element.content], as: UTF8.self)
    }

    func optionalDate(_ attribute: ReceiptAttribute?) -> Int64? {
        optionalText(attribute).flatMap(ReceiptDate.milliseconds)
    }

    func optionalInteger<Number: FixedWidthInteger>(_ attribute: ReceiptAttribute?) -> Number? {
        guard let element = element(attribute), element.tag == BERTag.integer else { return nil }
        return (try? BERReader(content).integer(element)) ?? nil
    }

    /// The one element that fills the value.
    private func element(_ attribute: ReceiptAttribute?) -> BERReader.Element? {
        guard let attribute else { return nil }
        var reader = BERReader(content, attribute.value)
        guard let element = try? reader.next(), reader.isAtEnd else { return nil }
        return element
    }
}

/// The ids of transactions, which are texts of digits in receipts.
enum ReceiptID {
    /// Nil for a text that is not an id, or that names a larger number.
    static func number(_ text: String) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt64(text)
    }
}

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

    func inside(_ element: Element) -> BERReader { BERReader(bytes, element.content) }

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

enum BERTag {
    static let integer: UInt8 = 0x02
    static let octetString: UInt8 = 0x04
    static let utf8String: UInt8 = 0x0C
    static let printableString: UInt8 = 0x13
    static let ia5String: UInt8 = 0x16
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
}

/// The dates of receipts: RFC 3339 in whole seconds, for example `2013-08-01T07:00:00Z`.
package enum ReceiptDate {
    /// Nil for a date before the year 1 or after the year 9999.
    package static func text(_ milliseconds: Int64) -> String? {
        EffectiveDate(exactly: milliseconds)?.rfc3339
    }

    /// Milliseconds since 1970. The text may contain parts of a second. Nil for a text that is not a date.
    package static func milliseconds(_ text: String) -> Int64? {
        let form = /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(?:Z|([+-])(\d\d):(\d\d))/
        guard text.utf8.allSatisfy({ $0 < 0x80 }), let match = text.wholeMatch(of: form)?.output else { return nil }
        func number(_ digits: Substring?) -> Int32 { digits.flatMap { Int32($0) } ?? 0 }
        let (day, hours, minutes) = (number(match.3), number(match.9), number(match.10))
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (number(match.1) - 1900, number(match.2) - 1, day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (number(match.4), number(match.5), number(match.6))
        guard parts.tm_year > -1900, 0...11 ~= parts.tm_mon, parts.tm_hour < 24, parts.tm_min < 60, parts.tm_sec <= 60,
            hours < 24, minutes < 60
        else { return nil }
        // The day exists if its month does not change.
        var noon = parts
        noon.tm_hour = 12
        _ = timegm(&noon)
        guard noon.tm_mday == day else { return nil }
        let east = Int64(hours * 3600 + minutes * 60) * (match.8 == "-" ? -1 : 1)
        // Smaller parts than milliseconds are cut off.
        let fraction = Int64((match.7.map { $0.dropFirst() + "00" } ?? "000").prefix(3)) ?? 0
        return (Int64(timegm(&parts)) - east) * 1000 + fraction
    }
}
