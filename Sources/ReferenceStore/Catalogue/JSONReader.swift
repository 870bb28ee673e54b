/// Reads JSON strictly as RFC 8259 has it, and says by line and column where a text departs from it.
struct JSONReader {
    /// Several times as deep as Xcode writes; it keeps a hostile file from exhausting the stack, and what is signed with such a
    /// request in it within what verifiers read.
    static let deepestNesting = 48

    private let text: [UInt8]
    private let file: String
    private var position = 0
    private var depth = 0

    static func read(_ text: [UInt8], file: String) throws(CatalogueError) -> JSONValue {
        var reader = JSONReader(text: text, file: file)
        return try reader.document()
    }

    private init(text: [UInt8], file: String) {
        self.text = text
        self.file = file
    }

    private mutating func document() throws(CatalogueError) -> JSONValue {
        if let bad = firstInvalidByte() {
            throw failure("the text is not UTF-8", at: bad)
        }
        if text.starts(with: [0xEF, 0xBB, 0xBF]) {
            position = 3
        }
        skipSpace()
        guard position < text.count else {
            throw CatalogueError(.empty, file: file, reason: "the file is empty")
        }
        let value = try value()
        skipSpace()
        guard position == text.count else {
            throw failure("there is more text after the end of the JSON value")
        }
        return value
    }

    private mutating func value() throws(CatalogueError) -> JSONValue {
        switch peek {
        case UInt8(ascii: "{"): return try nested { reader throws(CatalogueError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { reader throws(CatalogueError) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"): return try number()
        case .some(let byte) where Self.isDigit(byte): return try number()
        default: throw unexpected(whileExpecting: "a value")
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(CatalogueError) -> JSONValue
    ) throws(CatalogueError) -> JSONValue {
        guard depth < Self.deepestNesting else {
            throw failure("the text is nested more than \(Self.deepestNesting) levels deep")
        }
        depth += 1
        defer { depth -= 1 }
        position += 1
        skipSpace()
        return try body(&self)
    }

    private mutating func array() throws(CatalogueError) -> JSONValue {
        var elements: [JSONValue] = []
        if take("]") { return .array(elements) }
        while true {
            elements.append(try value())
            skipSpace()
            if take("]") { return .array(elements) }
            try expectComma(or: "]")
        }
    }

    private mutating func object() throws(CatalogueError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        if take("}") { return .object(members) }
        while true {
            guard peek == UInt8(ascii: "\"") else { throw unexpected(whileExpecting: "a key in quotation marks") }
            let start = position
            let key = try string()
            skipSpace()
            guard take(":") else { throw unexpected(whileExpecting: "':' after the key") }
            skipSpace()
            let value = try value()
            guard members.updateValue(value, forKey: key) == nil else {
                throw failure(
                    "the key \(key.quotedInMessage) is given twice in one object", at: start, kind: .duplicate)
            }
            skipSpace()
            if take("}") { return .object(members) }
            try expectComma(or: "}")
        }
    }

    private mutating func expectComma(or end: Character) throws(CatalogueError) {
        guard take(",") else { throw unexpected(whileExpecting: "',' or '\(end)'") }
        skipSpace()
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(CatalogueError) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        guard end <= text.count,
            word.withUTF8Buffer({ $0.elementsEqual(text[position..<end]) })
        else { throw unexpected(whileExpecting: "a value") }
        position = end
        return value
    }

    private mutating func number() throws(CatalogueError) -> JSONValue {
        let start = position
        _ = take("-")
        let leadingZero = peek == UInt8(ascii: "0")
        let digits = skipDigits()
        guard digits > 0 else { throw unexpected(whileExpecting: "a digit") }
        guard digits == 1 || !leadingZero else { throw failure("a number begins with 0", at: start) }
        if take("."), skipDigits() == 0 { throw unexpected(whileExpecting: "a digit") }
        if take("e") || take("E") {
            if !take("-") { _ = take("+") }
            if skipDigits() == 0 { throw unexpected(whileExpecting: "a digit") }
        }
        guard let number = Double(String(decoding: text[start..<position], as: UTF8.self)), number.isFinite else {
            throw failure("a number is too large", at: start)
        }
        return .number(number)
    }

    private mutating func string() throws(CatalogueError) -> String {
        let opening = position
        position += 1
        var bytes: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20: throw failure("a text contains a control character that is not escaped", at: position - 1)
            default: bytes.append(byte)
            }
        }
        throw failure("a text that begins here is not closed", at: opening)
    }

    private mutating func escape() throws(CatalogueError) -> Unicode.Scalar {
        let start = position - 1
        guard let letter = peek else { throw unexpected(whileExpecting: "the rest of an escape sequence") }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try hexadecimalDigits(of: start)
            if let scalar = Unicode.Scalar(first) { return scalar }
            // Only surrogates are no scalars; a high one needs its low one right behind it.
            guard (0xD800..<0xDC00).contains(first), take("\\"), take("u") else {
                throw failure("an escape sequence is half of a surrogate pair", at: start)
            }
            let second = try hexadecimalDigits(of: start)
            guard (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            else { throw failure("an escape sequence is half of a surrogate pair", at: start) }
            return scalar
        default: throw failure("an escape sequence is none of JSON's", at: start)
        }
    }

    private mutating func hexadecimalDigits(of start: Int) throws(CatalogueError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = peek.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw failure("an escape sequence has fewer than four hexadecimal digits", at: start)
            }
            position += 1
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}

extension JSONReader {
    private var peek: UInt8? { position < text.count ? text[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = peek, Self.isDigit(byte) { position += 1 }
        return position - start
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private func firstInvalidByte() -> Int? {
        do {
            _ = try UTF8Span(validating: text.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    private func unexpected(whileExpecting expected: String) -> CatalogueError {
        guard let byte = peek else { return failure("the text ends where \(expected) is expected") }
        let found = byte > 0x20 && byte < 0x7F ? "'\(Character(Unicode.Scalar(byte)))'" : "another character"
        return failure("\(found) stands where \(expected) is expected")
    }

    /// Columns count characters, not bytes, as editors do.
    private func failure(
        _ reason: String, at offset: Int? = nil, kind: CatalogueError.Kind = .notJSON
    ) -> CatalogueError {
        let before = text[..<(offset ?? position)]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let line = before.count { $0 == 0x0A } + 1
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        return CatalogueError(kind, file: file, place: "line \(line), column \(column)", reason: reason)
    }
}

extension String {
    /// A text of the file as messages show it: on one line, and not longer than a message should be.
    var quotedInMessage: String {
        let shown = prefix(60)
        return String(shown).debugDescription + (shown.endIndex == endIndex ? "" : "…")
    }
}
