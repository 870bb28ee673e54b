extension PayloadReader {
    mutating func skipBlanks() {
        while true {
            let byte = bytes[index]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            index += 1
        }
    }

    mutating func readWord(_ word: StaticString) throws(Rejection) {
        // The NUL at the end is no letter of a word.
        for offset in 0..<word.utf8CodeUnitCount where bytes[index + offset] != word.utf8Start[offset] {
            throw fault("has a value that is none of JSON's")
        }
        index += word.utf8CodeUnitCount
    }

    /// Reads a text whose quote is the next byte.
    /// - Returns: How many bytes it has, from the byte after the quote on.
    mutating func readText() throws(Rejection) -> Int {
        let start = index + 1
        index = start
        while bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") {
            try readCharacter()
        }
        var end = index
        while bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 1
                try readEscape(&end)
            } else {
                let first = index
                try readCharacter()
                for place in first..<index {
                    bytes[end] = bytes[place]
                    end += 1
                }
            }
        }
        bytes[end] = 0
        index += 1
        return end - start
    }

    @inline(__always)
    private mutating func readCharacter() throws(Rejection) {
        let byte = bytes[index]
        if byte < 0x80 {
            guard byte >= 0x20 else {
                throw fault(index == count ? "ends within a text" : "has a control character in a text")
            }
            index += 1
        } else {
            index += try sequenceLength(byte)
        }
    }

    /// Of the well-formed byte sequences (Unicode, table 3-7).
    private func sequenceLength(_ first: UInt8) throws(Rejection) -> Int {
        func isTail(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            range.contains(bytes[index + offset])
        }
        switch first {
        case 0xC2...0xDF where isTail(1): return 2
        case 0xE0 where isTail(1, 0xA0...0xBF) && isTail(2): return 3
        case 0xE1...0xEC where isTail(1) && isTail(2): return 3
        case 0xED where isTail(1, 0x80...0x9F) && isTail(2): return 3
        case 0xEE...0xEF where isTail(1) && isTail(2): return 3
        case 0xF0 where isTail(1, 0x90...0xBF) && isTail(2) && isTail(3): return 4
        case 0xF1...0xF3 where isTail(1) && isTail(2) && isTail(3): return 4
        case 0xF4 where isTail(1, 0x80...0x8F) && isTail(2) && isTail(3): return 4
        default: throw Rejection(.invalidUTF8, "the payload is not UTF-8 at byte \(index)")
        }
    }

    private mutating func readEscape(_ end: inout Int) throws(Rejection) {
        let letter = bytes[index]
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes[end] = letter
        case UInt8(ascii: "b"): bytes[end] = 0x08
        case UInt8(ascii: "f"): bytes[end] = 0x0C
        case UInt8(ascii: "n"): bytes[end] = 0x0A
        case UInt8(ascii: "r"): bytes[end] = 0x0D
        case UInt8(ascii: "t"): bytes[end] = 0x09
        case UInt8(ascii: "u"):
            var code = UInt32(try readCodeUnit())
            if code & 0xFC00 == 0xD800, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") {
                index += 2
                let second = UInt32(try readCodeUnit())
                guard second & 0xFC00 == 0xDC00 else { throw halfCharacter }
                code = 0x10000 + (code & 0x3FF) << 10 + second & 0x3FF
            }
            guard let scalar = Unicode.Scalar(code), let encoded = UTF8.encode(scalar) else { throw halfCharacter }
            // An escape is longer than what it stands for.
            for byte in encoded {
                bytes[end] = byte
                end += 1
            }
            return
        default:
            index -= 1
            throw fault("has an escape that JSON does not have")
        }
        end += 1
    }

    private var halfCharacter: Rejection {
        Rejection(.invalidUTF8, "the payload has half a character before byte \(index)")
    }

    private mutating func readCodeUnit() throws(Rejection) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let byte = bytes[index]
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x37
            case 0x61...0x66: digit = byte - 0x57
            default: throw fault("has an escape that JSON does not have")
            }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }
}
