/// Reads JSON strictly as defined in RFC 8259. It refuses an object that contains a name twice. It limits the depth: a
/// hostile text cannot exhaust the stack. Its errors name the line and the column.
package struct JSONReader {
    /// Several times as deep as the texts that Xcode and the App Store write.
    package static let deepestNesting = 64
    /// More digits than any program writes.
    private static let longestNumber = 64
    /// The byte order mark of UTF-8. Files may begin with it. Sent or signed texts must not (RFC 8259, section 8.1).
    package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let text: UnsafeBufferPointer<UInt8>
    private let deepestNesting: Int
    private let acceptsRepeatedNames: Bool
    private var position = 0
    private var depth = 0

    /// - Parameters:
    ///   - text: A byte order mark at its beginning is skipped.
    ///   - deepestNesting: How deep lists and objects may be nested.
    ///   - acceptsRepeatedNames: Takes the first of two members with one name, instead of refusing the text. Only for
    ///     showing a text that nothing acts on.
    package static func read(
        _ text: [UInt8], deepestNesting: Int = deepestNesting, acceptsRepeatedNames: Bool = false
    ) throws(JSONError) -> JSONValue {
        let outcome: Result<JSONValue, JSONError> = text.withUnsafeBufferPointer { text in
            var reader = JSONReader(
                text: text, deepestNesting: deepestNesting, acceptsRepeatedNames: acceptsRepeatedNames)
            do throws(JSONError) { return .success(try reader.document()) } catch { return .failure(error) }
        }
        switch outcome {
        case .success(let value): return value
        case .failure(let error): throw error
        }
    }

    private mutating func document() throws(JSONError) -> JSONValue {
        if let bad = firstOffsetNotUTF8 { throw failure("the text is not UTF-8", .notUTF8, at: bad) }
        if text.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
        skipSpace()
        guard position < text.count else { throw failure("the text is empty", .empty) }
        let value = try value()
        skipSpace()
        guard position == text.count else { throw failure("there is more text after the end of the JSON value") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        switch peek {
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "{"):
            try enter()
            defer { depth -= 1 }
            return .object(try object())
        case UInt8(ascii: "["):
            try enter()
            defer { depth -= 1 }
            return .list(try list())
        case UInt8(ascii: "t"): return try literal("true", .flag(true))
        case UInt8(ascii: "f"): return try literal("false", .flag(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"): return .number(try number())
        case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number(try number())
        default: throw unexpected(whileExpecting: "a value")
        }
    }

    private mutating func enter() throws(JSONError) {
        guard depth < deepestNesting else {
            throw failure("the text is nested more than \(deepestNesting) levels deep", .tooDeep)
        }
        depth += 1
        position += 1
        skipSpace()
    }

    private mutating func list() throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        if take("]") { return elements }
        while true {
            elements.append(try value())
            skipSpace()
            if take("]") { return elements }
            try expectComma(or: "]")
        }
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        var members: [JSONObject.Member] = []
        // Of bytes, because Swift treats strings of different bytes as equal.
        var names: Set<[UInt8]> = []
        if take("}") { return JSONObject(members: members) }
        while true {
            guard peek == UInt8(ascii: "\"") else { throw unexpected(whileExpecting: "a key in quotation marks") }
            let start = position
            let name = try string()
            let isRepeated = !names.insert(Array(name.utf8)).inserted
            guard !isRepeated || acceptsRepeatedNames else {
                throw failure("the key \(name.quotedInMessage) is given twice in one object", .duplicateName, at: start)
            }
            skipSpace()
            guard take(":") else { throw unexpected(whileExpecting: "':' after the key") }
            skipSpace()
            let valueStart = position
            let value = try value()
            if !isRepeated {
                members.append(
                    JSONObject.Member(name: name, value: value, start: start, valueRange: valueStart..<position))
            }
            skipSpace()
            if take("}") { return JSONObject(members: members) }
            try expectComma(or: "}")
        }
    }

    private mutating func expectComma(or end: Character) throws(JSONError) {
        guard take(",") else { throw unexpected(whileExpecting: "',' or '\(end)'") }
        skipSpace()
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        guard end <= text.count, word.withUTF8Buffer({ $0.elementsEqual(text[position..<end]) }) else {
            throw unexpected(whileExpecting: "a value")
        }
        position = end
        return value
    }

    private mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        _ = take("-")
        let leadingZero = peek == UInt8(ascii: "0")
        let count = skipDigits()
        guard count > 0 else { throw unexpected(whileExpecting: "a digit") }
        guard count == 1 || !leadingZero else { throw failure("a number begins with 0", at: start) }
        if take("."), skipDigits() == 0 { throw unexpected(whileExpecting: "a digit") }
        if take("e") || take("E") {
            if !take("-") { _ = take("+") }
            if skipDigits() == 0 { throw unexpected(whileExpecting: "a digit") }
        }
        let digits = slice(start, position)
        // This few digits without an exponent are in every range.
        if position - start > 18 || Int64(digits) == nil {
            guard position - start <= Self.longestNumber, let double = Double(digits), double.isFinite else {
                throw failure("a number is too large", .numberOutOfRange, at: start)
            }
        }
        return JSONNumber(digits: digits)
    }

    private mutating func string() throws(JSONError) -> String {
        let opening = position
        position += 1
        let start = position
        skipPlainCharacters()
        // Most texts contain no escapes and are taken unchanged.
        if peek == UInt8(ascii: "\"") {
            position += 1
            return slice(start, position - 1)
        }
        var bytes = Array(text[start..<position])
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: String(Character(try escape())).utf8)
            case 0..<0x20: throw failure("a text contains a control character that is not escaped", at: position - 1)
            default: bytes.append(byte)
            }
        }
        throw failure("a text that begins here is not closed", at: opening)
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
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
            // Only surrogates are not scalars. A high surrogate needs its low one right behind it.
            guard (0xD800..<0xDC00).contains(first), take("\\"), take("u") else {
                throw failure("an escape sequence is half of a surrogate pair", .halfCharacter, at: start)
            }
            let second = try hexadecimalDigits(of: start)
            guard (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            else { throw failure("an escape sequence is half of a surrogate pair", .halfCharacter, at: start) }
            return scalar
        default: throw failure("an escape sequence is not one of JSON's", at: start)
        }
    }

    private mutating func hexadecimalDigits(of start: Int) throws(JSONError) -> UInt32 {
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

    private func slice(_ start: Int, _ end: Int) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: text[start..<end]), as: UTF8.self)
    }

    private mutating func skipSpace() {
        while position < text.count {
            let byte = text[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
        }
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func skipPlainCharacters() {
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
    }

    /// The position of the first byte that is not UTF-8. Nil if all bytes are UTF-8.
    private var firstOffsetNotUTF8: Int? {
        // Decoding replaces what is not UTF-8. The library's checks of whole buffers need newer systems than iOS 15.
        let decoded = String(decoding: text, as: UTF8.self).utf8
        return decoded.elementsEqual(text) ? nil : zip(text, decoded).prefix { $0 == $1 }.count
    }

    private func unexpected(whileExpecting expected: String) -> JSONError {
        guard let byte = peek else { return failure("the text ends where \(expected) is expected") }
        let found = byte > 0x20 && byte < 0x7F ? "'\(Character(Unicode.Scalar(byte)))'" : "another character"
        // Many languages allow a comma after the last element. JSON does not.
        let isAfterComma = text[..<position].last(where: { $0 > 0x20 }) == UInt8(ascii: ",")
        let isEnd = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
        let advice = isAfterComma && isEnd ? "; remove the comma before it" : ""
        return failure("\(found) stands where \(expected) is expected\(advice)")
    }

    private func failure(_ reason: String, _ kind: JSONError.Kind = .malformed, at offset: Int? = nil) -> JSONError {
        let (line, column) = Self.position(of: offset ?? position, in: text)
        return JSONError(kind, line: line, column: column, reason: reason)
    }

    /// The position of a byte of a text. Both numbers begin with 1, and columns count characters.
    package static func position(of offset: Int, in text: some RandomAccessCollection<UInt8>) -> (
        line: Int, column: Int
    ) {
        // A byte order mark is not a character of the text.
        let start = text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        var (line, column) = (1, 1)
        for byte in text.dropFirst(start).prefix(max(0, offset - start)) {
            if byte == 0x0A {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }
}

/// Why a text cannot be read as JSON.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        case notUTF8
        /// An escape sequence is half of a surrogate pair, which UTF-8 does not have.
        case halfCharacter
        /// There is nothing except white space.
        case empty
        case malformed
        /// An object contains a name twice.
        case duplicateName
        case tooDeep
        /// The number is outside the range of all readers.
        case numberOutOfRange
    }

    package let kind: Kind
    /// From 1. Columns count characters, not bytes, as editors do.
    package let line: Int
    package let column: Int
    package let reason: String

    package init(_ kind: Kind, line: Int, column: Int, reason: String) {
        (self.kind, self.line, self.column, self.reason) = (kind, line, column, reason)
    }

    package var place: String { "line \(line), column \(column)" }

    package var description: String { "\(place): \(reason)" }
}

extension String {
    /// A text as messages show it: in quotation marks, on one line, and shortened to a suitable length.
    package var quotedInMessage: String {
        let shown = prefix(60)
        return String(shown).debugDescription + (shown.endIndex == endIndex ? "" : "…")
    }
}
