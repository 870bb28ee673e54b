internal import Foundation

/// A JSON object of plain texts, whole numbers and truth values, as almost everything is that a store signs. It is read in one
/// go, without the tree that a decoder builds; whatever is not as plain as that is left to the decoder.
struct FlatObject {
    private enum Value {
        case text(String)
        case number(Int64)
        case other
    }

    private var values: [String: Value] = [:]

    /// Nil unless it is an object whose values are no lists and no objects, whose texts have no escapes, whose numbers have no
    /// fraction and at most 18 digits, and whose names come once each.
    init?(_ json: Data) {
        var values: [String: Value] = [:]
        values.reserveCapacity(40)
        let isFlat = json.withUnsafeBytes { bytes in
            var scanner = Scanner(bytes: bytes)
            return scanner.scan { name, value in values.updateValue(value, forKey: name) == nil }
        }
        guard isFlat else { return nil }
        self.values = values
    }

    func text(_ name: String) -> String? {
        guard case .text(let text) = values[name] else { return nil }
        return text
    }

    func number(_ name: String) -> Int64? {
        guard case .number(let number) = values[name] else { return nil }
        return number
    }

    private struct Scanner {
        let bytes: UnsafeRawBufferPointer
        private var index = 0

        init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        /// - Parameter member: whether to go on.
        /// - Returns: whether all of it was as plain as it has to be.
        mutating func scan(_ member: (String, Value) -> Bool) -> Bool {
            guard next() == UInt8(ascii: "{") else { return false }
            guard peek() != UInt8(ascii: "}") else {
                index += 1
                return peek() == nil
            }
            while true {
                guard let name = text(), next() == UInt8(ascii: ":"), let value = value(), member(name, value) else {
                    return false
                }
                switch next() {
                case UInt8(ascii: ","): continue
                case UInt8(ascii: "}"): return peek() == nil
                default: return false
                }
            }
        }

        /// What comes after the white space; nil at the end.
        private mutating func peek() -> UInt8? {
            while index < bytes.count {
                let byte = bytes[index]
                guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return byte }
                index += 1
            }
            return nil
        }

        private mutating func next() -> UInt8? {
            defer { index += 1 }
            return peek()
        }

        private mutating func text() -> String? {
            guard next() == UInt8(ascii: "\"") else { return nil }
            let start = index
            while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                guard bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\\") else { return nil }
                index += 1
            }
            guard index < bytes.count else { return nil }
            defer { index += 1 }
            // A name that is another one's equal to Swift, with other characters, is for the decoder to tell apart.
            let units = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
            guard units.allSatisfy({ $0 < 0x80 }) else { return nil }
            return String(decoding: units, as: UTF8.self)
        }

        private mutating func value() -> Value? {
            switch peek() {
            case UInt8(ascii: "\""): text().map(Value.text)
            case UInt8(ascii: "t"): skip("true") ? .other : nil
            case UInt8(ascii: "f"): skip("false") ? .other : nil
            case UInt8(ascii: "n"): skip("null") ? .other : nil
            default: number().map(Value.number)
            }
        }

        private mutating func skip(_ word: StaticString) -> Bool {
            let end = index + word.utf8CodeUnitCount
            guard end <= bytes.count else { return false }
            defer { index = end }
            return word.withUTF8Buffer { $0.elementsEqual(bytes[index..<end]) }
        }

        private mutating func number() -> Int64? {
            let isNegative = peek() == UInt8(ascii: "-")
            if isNegative { index += 1 }
            let start = index
            var number: Int64 = 0
            while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
                guard index - start < 18 else { return nil }
                number = number * 10 + Int64(bytes[index] - UInt8(ascii: "0"))
                index += 1
            }
            // What follows has to end the value; a fraction or an exponent does not.
            guard index - start == 1 || index - start > 1 && bytes[start] != UInt8(ascii: "0") else { return nil }
            return isNegative ? -number : number
        }
    }
}
