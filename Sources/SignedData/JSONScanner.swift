/// Reads JSON (RFC 8259) from front to back without building a tree, for input that nobody has checked yet: it stops
/// at the first fault, and its depth is bounded.
struct JSONScanner {
    struct Malformed: Error {}

    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var index = 0
    private var depth = 0

    /// Nil unless the bytes are UTF-8.
    init?(_ bytes: [UInt8], maximumDepth: Int = 16) {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    /// Calls `member` after each name; it must scan or skip the value.
    mutating func scanObject(
        _ member: (inout JSONScanner, String) throws(Malformed) -> Void
    ) throws(Malformed) {
        try scanList(from: "{", to: "}") { scanner throws(Malformed) in
            let name = try scanner.scanString()
            try scanner.scan(":")
            try member(&scanner, name)
        }
    }

    /// Calls `element` for each element; it must scan or skip the value.
    mutating func scanArray(_ element: (inout JSONScanner) throws(Malformed) -> Void) throws(Malformed) {
        try scanList(from: "[", to: "]", element)
    }

    mutating func scanString() throws(Malformed) -> String {
        try scan("\"")
        var text: [UInt8] = []
        while true {
            let start = index
            while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
                index += 1
            }
            text += bytes[start..<index]
            switch next() {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += String(try scanEscape()).utf8
            default: throw Malformed()
            }
        }
    }

    /// Nil if the value is no string; it is then skipped.
    mutating func scanStringOrSkip() throws(Malformed) -> String? {
        skipWhitespace()
        guard peek() == UInt8(ascii: "\"") else {
            try skipValue()
            return nil
        }
        return try scanString()
    }

    mutating func skipValue() throws(Malformed) {
        skipWhitespace()
        switch peek() {
        case UInt8(ascii: "{"):
            try scanObject { scanner, _ throws(Malformed) in try scanner.skipValue() }
        case UInt8(ascii: "["):
            try scanArray { scanner throws(Malformed) in try scanner.skipValue() }
        case UInt8(ascii: "\""): _ = try scanString()
        case UInt8(ascii: "t"): try scanWord("true")
        case UInt8(ascii: "f"): try scanWord("false")
        case UInt8(ascii: "n"): try scanWord("null")
        default: try skipNumber()
        }
    }

    /// A value without parts.
    enum Scalar: Sendable, Hashable {
        case null
        case flag(Bool)
        case text(String)
        /// Its digits as they were written.
        case number(String)
    }

    /// Nil for a list or an object; it is then skipped.
    mutating func scanScalarOrSkip() throws(Malformed) -> Scalar? {
        skipWhitespace()
        let start = index
        switch peek() {
        case UInt8(ascii: "\""): return .text(try scanString())
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try skipValue()
            return nil
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            let letter = peek()
            try skipValue()
            return letter == UInt8(ascii: "n") ? .null : .flag(letter == UInt8(ascii: "t"))
        default:
            try skipNumber()
            return .number(String(decoding: bytes[start..<index], as: UTF8.self))
        }
    }

    /// Whether the next value is an object.
    mutating func isAtObject() -> Bool {
        skipWhitespace()
        return peek() == UInt8(ascii: "{")
    }

    /// Throws if anything but whitespace follows.
    mutating func scanEnd() throws(Malformed) {
        skipWhitespace()
        guard index == bytes.count else { throw Malformed() }
    }
}

extension JSONScanner {
    private func peek() -> UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    private mutating func next() -> UInt8? {
        defer { index += 1 }
        return peek()
    }

    private mutating func skipWhitespace() {
        while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            index += 1
        }
    }

    private mutating func scan(_ expected: Unicode.Scalar) throws(Malformed) {
        skipWhitespace()
        guard next() == UInt8(ascii: expected) else { throw Malformed() }
    }

    private mutating func scanWord(_ word: String) throws(Malformed) {
        guard bytes[index...].starts(with: word.utf8) else { throw Malformed() }
        index += word.utf8.count
    }

    private mutating func scanList(
        from opening: Unicode.Scalar, to closing: Unicode.Scalar, _ item: (inout JSONScanner) throws(Malformed) -> Void
    ) throws(Malformed) {
        try scan(opening)
        depth += 1
        guard depth <= maximumDepth else { throw Malformed() }
        defer { depth -= 1 }
        skipWhitespace()
        if peek() == UInt8(ascii: closing) {
            index += 1
            return
        }
        while true {
            try item(&self)
            skipWhitespace()
            switch next() {
            case UInt8(ascii: ","): continue
            case UInt8(ascii: closing): return
            default: throw Malformed()
            }
        }
    }

    private mutating func scanEscape() throws(Malformed) -> Character {
        switch next() {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            var units = [try scanCodeUnit()]
            if UTF16.isLeadSurrogate(units[0]) {
                guard next() == UInt8(ascii: "\\"), next() == UInt8(ascii: "u") else { throw Malformed() }
                units.append(try scanCodeUnit())
            }
            guard let text = String(validating: units, as: UTF16.self), let character = text.first else {
                throw Malformed()
            }
            return character
        default: throw Malformed()
        }
    }

    private mutating func scanCodeUnit() throws(Malformed) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw Malformed()
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private mutating func skipNumber() throws(Malformed) {
        if peek() == UInt8(ascii: "-") { index += 1 }
        let start = index
        let count = skipDigits()
        guard count == 1 || count > 1 && bytes[start] != UInt8(ascii: "0") else { throw Malformed() }
        if peek() == UInt8(ascii: ".") {
            index += 1
            guard skipDigits() > 0 else { throw Malformed() }
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            index += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
            guard skipDigits() > 0 else { throw Malformed() }
        }
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            index += 1
        }
        return index - start
    }
}
