/// Reads a payload once from front to back: strict JSON (RFC 8259), in place. Texts lose their escapes and get a NUL at their
/// end where they stand, so that nothing is copied.
struct PayloadReader {
    /// What the store signs may hold what a game's server asked for, which may be nested deep.
    static let maximumDepth = 512
    private static let maximumNumberLength = 64

    let bytes: UnsafeMutablePointer<UInt8>
    let count: Int
    private let table = FieldTable.shared
    private var index = 0
    private var depth = 0
    private var hiddenObjects: Int32 = PayloadMember.top
    private(set) var members: [PayloadMember] = []

    /// - Parameter bytes: A copy of the payload that may be changed, with a NUL after its last byte.
    init(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) {
        self.bytes = bytes
        self.count = count
        members.reserveCapacity(48)
    }

    /// - Parameter kind: Nil for an object of which nothing is documented.
    mutating func read(_ kind: SignedKind?) throws(Rejection) { try read(kind.map(SignedPlace.init)) }

    mutating func read(_ place: SignedPlace?) throws(Rejection) {
        skipBlanks()
        guard bytes[index] == UInt8(ascii: "{") else { throw fault("does not begin with an object") }
        try readObject(PayloadMember.top, place)
        skipBlanks()
        guard index == count else { throw fault("goes on after its end") }
    }
}

// MARK: Objects and lists

extension PayloadReader {
    private mutating func enter() throws(Rejection) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw Rejection(.tooDeep, "the payload is nested deeper than \(Self.maximumDepth) at byte \(index)")
        }
        index += 1
    }

    /// - Parameter parent: The index of the member whose value it is.
    private mutating func readObject(_ parent: Int32, _ place: SignedPlace?) throws(Rejection) {
        try enter()
        defer { depth -= 1 }
        var names = ObjectNames()
        skipBlanks()
        if bytes[index] == UInt8(ascii: "}") {
            index += 1
            return
        }
        while true {
            guard bytes[index] == UInt8(ascii: "\"") else { throw fault("has no name where one must be") }
            let name = index + 1
            let nameCount = try readText()
            let entry = place.flatMap { table.find(bytes + name, nameCount, in: $0) }
            let member = PayloadMember(
                parent: parent, name: Int32(name), nameCount: Int32(nameCount),
                field: entry?.pointee.field.rawValue ?? 0, previousUnknown: names.lastUnknown)
            guard names.insert(member, at: members.count, of: members, bytes) else {
                throw duplicate(member)
            }
            members.append(member)
            skipBlanks()
            guard bytes[index] == UInt8(ascii: ":") else { throw fault("has no colon after a name") }
            index += 1
            skipBlanks()
            try readValue(members.count - 1, entry, place)
            skipBlanks()
            switch bytes[index] {
            case UInt8(ascii: ","):
                index += 1
                skipBlanks()
            case UInt8(ascii: "}"):
                index += 1
                if let twin = names.duplicate(in: members, bytes) { throw duplicate(twin) }
                return
            default: throw fault("has an object that is not well-formed")
            }
        }
    }

    private mutating func readValue(
        _ member: Int, _ entry: UnsafePointer<FieldTable.Entry>?, _ place: SignedPlace?
    ) throws(Rejection) {
        let start = index
        let type = entry?.pointee.type
        var content = PayloadMember.Content.null
        var number: Int64 = 0
        switch bytes[index] {
        case UInt8(ascii: "\""):
            guard type == nil || type == .text else { throw wrongType(entry, "a text") }
            content = .text
            number = Int64(try readText())
        case UInt8(ascii: "{"):
            guard type == nil || type == .object else { throw wrongType(entry, "an object") }
            content = .object
            try readObject(Int32(member), entry.flatMap { place?.place(under: $0.pointee.field) })
        case UInt8(ascii: "["):
            guard type == nil || type == .texts else { throw wrongType(entry, "a list") }
            content = .list
            number = try readList(type == .texts ? Int32(member) : nil)
        case UInt8(ascii: "t"):
            try readWord("true")
            (content, number) = (.flag, 1)
        case UInt8(ascii: "f"):
            try readWord("false")
            content = .flag
        case UInt8(ascii: "n"): try readWord("null")
        default:
            (content, number) = try readNumber(entry)
        }
        if content == .flag, let type, type != .flag { throw wrongType(entry, "true or false") }
        members[member].content = content
        members[member].number = number
        members[member].start = Int32(start)
        members[member].end = Int32(index)
    }

    /// - Parameter parent: The index of the member whose value it is, if all elements must be texts and are to be kept.
    /// - Returns: How many texts were kept.
    private mutating func readList(_ parent: Int32?) throws(Rejection) -> Int64 {
        try enter()
        defer { depth -= 1 }
        var texts: Int64 = 0
        skipBlanks()
        if bytes[index] == UInt8(ascii: "]") {
            index += 1
            return 0
        }
        while true {
            if let parent {
                guard bytes[index] == UInt8(ascii: "\"") else {
                    throw wrongType(
                        table.entries + Int(members[Int(parent)].field), "a list of other values than texts")
                }
                let start = index
                var element = PayloadMember(parent: parent, name: 0, nameCount: -1, field: 0)
                (element.content, element.start) = (.text, Int32(start))
                element.number = Int64(try readText())
                element.end = Int32(index)
                members.append(element)
                texts += 1
            } else {
                try skipElement()
            }
            skipBlanks()
            switch bytes[index] {
            case UInt8(ascii: ","):
                index += 1
                skipBlanks()
            case UInt8(ascii: "]"):
                index += 1
                return texts
            default: throw fault("has a list that is not well-formed")
            }
        }
    }

    private mutating func skipElement() throws(Rejection) {
        switch bytes[index] {
        case UInt8(ascii: "\""): _ = try readText()
        case UInt8(ascii: "{"):
            // Nobody can name what is in a list; it is read to be judged and forgotten.
            let kept = members.count
            hiddenObjects -= 1
            try readObject(hiddenObjects, nil)
            members.removeLast(members.count - kept)
        case UInt8(ascii: "["): _ = try readList(nil)
        case UInt8(ascii: "t"): try readWord("true")
        case UInt8(ascii: "f"): try readWord("false")
        case UInt8(ascii: "n"): try readWord("null")
        default: _ = try readNumber(nil)
        }
    }
}

// MARK: Texts, words and numbers

extension PayloadReader {
    private mutating func skipBlanks() {
        while true {
            let byte = bytes[index]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            index += 1
        }
    }

    private mutating func readWord(_ word: StaticString) throws(Rejection) {
        // The NUL at the end is no letter of a word.
        for offset in 0..<word.utf8CodeUnitCount where bytes[index + offset] != word.utf8Start[offset] {
            throw fault("has a value that is none of JSON's")
        }
        index += word.utf8CodeUnitCount
    }

    /// Reads a text whose quote is the next byte.
    /// - Returns: How many bytes it has, from the byte after the quote on.
    private mutating func readText() throws(Rejection) -> Int {
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

    private mutating func readNumber(
        _ entry: UnsafePointer<FieldTable.Entry>?
    ) throws(Rejection) -> (PayloadMember.Content, Int64) {
        let start = index
        let isNegative = bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let firstDigit = index
        var magnitude: UInt64 = 0
        var isOverflow = false
        while case 0x30...0x39 = bytes[index] {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(bytes[index] - 0x30))
            isOverflow = isOverflow || overflow || carry
            magnitude = sum
            index += 1
        }
        guard index > firstDigit, index == firstDigit + 1 || bytes[firstDigit] != 0x30 else {
            index = start
            throw fault("has a value that is none of JSON's")
        }
        var isWhole = true
        if bytes[index] == UInt8(ascii: ".") {
            isWhole = false
            try readDigits()
        }
        if bytes[index] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            if bytes[index + 1] == UInt8(ascii: "+") || bytes[index + 1] == UInt8(ascii: "-") { index += 1 }
            try readDigits()
        }
        var value: Int64?
        if isWhole, !isOverflow {
            value = isNegative ? Int64(exactly: -Int128(magnitude)) : Int64(exactly: magnitude)
        }
        if value == nil {
            // What is written without a fraction is not rounded to a number that it is not.
            let number = try wholePart(of: start, isDate: entry?.pointee.type == .date)
            value = isWhole ? nil : number
        }
        if let entry { try check(value, entry, start) }
        return value.map { (.wholeNumber, $0) } ?? (.otherNumber, 0)
    }

    /// Skips one byte and the digits after it, at least one.
    private mutating func readDigits() throws(Rejection) {
        index += 1
        let start = index
        while case 0x30...0x39 = bytes[index] { index += 1 }
        guard index > start else { throw fault("has a number that is not well-formed") }
    }

    /// The value of a number with a fraction or an exponent, or of many digits; nil if it is not a whole one of 64 bits.
    private func wholePart(of start: Int, isDate: Bool) throws(Rejection) -> Int64? {
        let digits = UnsafeBufferPointer(start: bytes + start, count: index - start)
        guard digits.count <= Self.maximumNumberLength,
            let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite
        else {
            throw Rejection(.numberOutOfRange, "the payload has a number that no reader can hold at byte \(start)")
        }
        return Int64(exactly: isDate ? number.rounded(.down) : number)
    }

    private func check(
        _ value: Int64?, _ entry: UnsafePointer<FieldTable.Entry>, _ start: Int
    ) throws(Rejection) {
        let isInRange: Bool
        switch entry.pointee.type {
        case .int64, .date: isInRange = value != nil
        case .int32: isInRange = value.flatMap(Int32.init(exactly:)) != nil
        case .text, .flag, .texts, .object: throw wrongType(entry, "a number")
        }
        guard !isInRange else { return }
        let digits = String(decoding: UnsafeBufferPointer(start: bytes + start, count: index - start), as: UTF8.self)
        if let number = Double(digits), number.rounded() != number {
            throw wrongType(entry, "the fraction \(digits)")
        }
        throw Rejection(.numberOutOfRange, "the field \(entry.pointee.field) is \(digits), which is too large")
    }
}

// MARK: Faults

extension PayloadReader {
    private func fault(_ what: String) -> Rejection {
        Rejection(.invalidJSON, "the payload \(what) at byte \(index)")
    }

    private func wrongType(_ entry: UnsafePointer<FieldTable.Entry>?, _ what: String) -> Rejection {
        let name = entry.map { "\($0.pointee.field)" } ?? "of the payload"
        return Rejection(.wrongType, "the field \(name) is \(what), which Apple does not document")
    }

    private func duplicate(_ member: PayloadMember) -> Rejection {
        let name = UnsafeBufferPointer(start: bytes + Int(member.name), count: min(Int(member.nameCount), 80))
        return Rejection(
            .duplicateName,
            "an object of the payload has the name \"\(String(decoding: name, as: UTF8.self))\" twice before byte \(index)"
        )
    }
}
