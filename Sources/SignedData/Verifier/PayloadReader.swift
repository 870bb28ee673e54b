import Glibc

/// Reads a payload once from front to back: strict JSON (RFC 8259), in place. Texts lose their escapes and get a NUL at their
/// end where they stand, so that nothing is copied.
struct PayloadReader {
    /// Apple's deepest payload has some six. Each level takes a part of the stack, which may be small, and a text is read
    /// before anybody knows who has written it.
    static let maximumDepth = 64

    let bytes: UnsafeMutablePointer<UInt8>
    let count: Int
    private let table = FieldTable.shared
    var index = 0
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
            // A reader in C would take the part before it for the whole.
            if type == .text, memchr(bytes + start + 1, 0, Int(number)) != nil {
                throw wrongType(entry, "a text with a NUL in it")
            }
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

// MARK: Faults

extension PayloadReader {
    func fault(_ what: String) -> Rejection {
        Rejection(.invalidJSON, "the payload \(what) at byte \(index)")
    }

    func wrongType(_ entry: UnsafePointer<FieldTable.Entry>?, _ what: String) -> Rejection {
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
