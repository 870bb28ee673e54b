/// A JSON object in the making, in one line and byte for byte as `JSONEncoder` writes it with sorted names and unescaped
/// slashes: for what is written with every purchase, where building a tree first would take longer than all the rest.
///
/// The caller adds the members in the order of their names.
package struct JSONLine: Sendable {
    private(set) package var bytes: [UInt8] = [UInt8(ascii: "{")]

    package init() { bytes.reserveCapacity(512) }

    /// Nil adds nothing, here and below.
    package mutating func add(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        begin(name)
        append(text)
    }

    package mutating func add(_ name: StaticString, _ number: (some BinaryInteger)?) {
        guard let number else { return }
        begin(name)
        bytes.append(contentsOf: String(number).utf8)
    }

    package mutating func add(_ name: StaticString, _ flag: Bool?) {
        guard let flag else { return }
        begin(name)
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    /// A value that is JSON already.
    package mutating func add(_ name: StaticString, json value: some Sequence<UInt8>) {
        begin(name)
        bytes.append(contentsOf: value)
    }

    package mutating func add(_ name: StaticString, _ object: JSONLine) { add(name, json: object.ended) }

    /// The whole object.
    package var ended: [UInt8] { bytes + [UInt8(ascii: "}")] }

    private mutating func begin(_ name: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func append(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { units in
            let needsNoEscape = units.allSatisfy {
                $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
            if needsNoEscape { bytes.append(contentsOf: units) } else { for unit in units { append(escaping: unit) } }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaping unit: UInt8) {
        switch unit {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), unit]
        case 0x08: bytes += "\\b".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0x0D: bytes += "\\r".utf8
        case 0..<0x20: bytes += "\\u00\(unit < 0x10 ? "0" : "")\(String(unit, radix: 16))".utf8
        default: bytes.append(unit)
        }
    }
}
