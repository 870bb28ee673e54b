/// A line of `name=value` fields in a set order, in which fields without a value are left out. Texts stand in it byte for
/// byte, but for spaces, control characters and percent signs, which are written as `%` and two hexadecimal digits.
struct StateWriter {
    private var bytes: [UInt8] = []

    init(version: String) {
        bytes.reserveCapacity(512)
        bytes += version.utf8
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ name: StaticString, _ number: Int64) {
        begin(name)
        write(number.magnitude, isNegative: number < 0)
    }

    mutating func write(_ name: StaticString, _ number: Int64?) {
        if let number { write(name, number) }
    }

    mutating func write(_ name: StaticString, _ number: Int?) {
        if let number { write(name, Int64(number)) }
    }

    mutating func write(_ name: StaticString, bits: UInt64) {
        begin(name)
        write(bits, isNegative: false)
    }

    mutating func write(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        begin(name)
        for byte in text.utf8 {
            if byte > 0x20, byte != UInt8(ascii: "%"), byte != 0x7F {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), Self.digit(byte >> 4), Self.digit(byte & 0xF)]
            }
        }
    }

    private mutating func begin(_ name: StaticString) {
        bytes.append(UInt8(ascii: " "))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "="))
    }

    private mutating func write(_ magnitude: UInt64, isNegative: Bool) {
        if isNegative { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

/// Reads what a `StateWriter` wrote, field by field in the same order.
struct StateReader {
    /// The text is not what a writer of this version writes.
    struct Damage: Error {}

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String, version: String) throws(Damage) {
        bytes = Array(text.utf8)
        guard bytes.starts(with: version.utf8) else { throw Damage() }
        position = version.utf8.count
        guard position == bytes.count || bytes[position] == UInt8(ascii: " ") else { throw Damage() }
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func integer(_ name: StaticString) throws(Damage) -> Int64 {
        try required(try optionalInteger(name))
    }

    mutating func optionalInteger(_ name: StaticString) throws(Damage) -> Int64? {
        guard let value = value(of: name) else { return nil }
        return try Self.integer(value)
    }

    mutating func int(_ name: StaticString) throws(Damage) -> Int {
        Int(try integer(name))
    }

    mutating func bits(_ name: StaticString) throws(Damage) -> UInt64 {
        try Self.magnitude(try required(value(of: name)))
    }

    mutating func text(_ name: StaticString) throws(Damage) -> String {
        try required(try optionalText(name))
    }

    mutating func optionalText(_ name: StaticString) throws(Damage) -> String? {
        guard let value = value(of: name) else { return nil }
        if !value.contains(UInt8(ascii: "%")) { return String(decoding: value, as: UTF8.self) }
        return String(decoding: try Self.unescaped(value), as: UTF8.self)
    }

    private func required<Field>(_ field: Field?) throws(Damage) -> Field {
        guard let field else { throw Damage() }
        return field
    }

    /// Nil if the next field is another one.
    private mutating func value(of name: StaticString) -> ArraySlice<UInt8>? {
        // A space, the name and an equals sign.
        let start = position + name.utf8CodeUnitCount + 2
        guard start <= bytes.count, bytes[start - 1] == UInt8(ascii: "=") else { return nil }
        let found = bytes[(position + 1)..<(start - 1)]
        guard name.withUTF8Buffer({ $0.elementsEqual(found) }) else { return nil }
        position = bytes[start...].firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
        return bytes[start..<position]
    }

    private static func integer(_ digits: ArraySlice<UInt8>) throws(Damage) -> Int64 {
        let isNegative = digits.first == UInt8(ascii: "-")
        let magnitude = try magnitude(isNegative ? digits.dropFirst() : digits)
        if isNegative, magnitude == Int64.min.magnitude { return .min }
        guard let number = Int64(exactly: magnitude) else { throw Damage() }
        return isNegative ? -number : number
    }

    private static func magnitude(_ digits: ArraySlice<UInt8>) throws(Damage) -> UInt64 {
        guard !digits.isEmpty else { throw Damage() }
        var number: UInt64 = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { throw Damage() }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooLarge) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
            guard !isTooLarge, !isStillTooLarge else { throw Damage() }
            number = sum
        }
        return number
    }

    private static func unescaped(_ escaped: ArraySlice<UInt8>) throws(Damage) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = escaped
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "%") {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Self.value(ofDigit:)),
                let low = rest.popFirst().flatMap(Self.value(ofDigit:))
            else { throw Damage() }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
