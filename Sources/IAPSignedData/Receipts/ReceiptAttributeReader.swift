internal import IAPSignedText

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
