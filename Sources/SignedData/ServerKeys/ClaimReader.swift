/// The members of a JSON object that somebody else has written, by their names. The whole text is judged first: JSON in which
/// no name comes twice, that is not nested too deep, and whose numbers fit.
struct ClaimReader: Sendable {
    private let json: [UInt8]
    /// The same with its texts freed of their escapes, where the members say.
    private let bytes: [UInt8]
    private let members: [PayloadMember]

    init(_ json: [UInt8]) throws(Rejection) {
        // The reader's offsets have 32 bits; what is signed is never that long.
        guard json.count <= CompactJWS.maximumLength else {
            throw Rejection(.tooLarge, "the JSON has \(json.count) bytes, more than \(CompactJWS.maximumLength)")
        }
        var bytes = json + [0]
        members = try bytes.withUnsafeMutableBufferPointer { buffer throws(Rejection) in
            guard let start = buffer.baseAddress else { return [] }
            var reader = PayloadReader(start, count: json.count)
            try reader.read(SignedPlace?.none)
            return reader.members.filter { $0.parent == PayloadMember.top }
        }
        self.json = json
        self.bytes = bytes
    }

    func text(_ name: String) throws(Rejection) -> String? {
        guard let member = member(name) else { return nil }
        guard member.content == .text else { throw wrongType(name, "a text") }
        return try text(bytes[(Int(member.start) + 1)...].prefix(Int(member.number)), of: name)
    }

    /// A text, or a list of nothing but one.
    func textOrListOfOne(_ name: String) throws(Rejection) -> String? {
        guard let member = member(name), member.content == .list else { return try text(name) }
        var texts: [String] = []
        do throws(JSONScanner.Malformed) {
            var scanner = JSONScanner(Array(json[Int(member.start)..<Int(member.end)]))
            try scanner?.scanArray { scanner throws(JSONScanner.Malformed) in texts.append(try scanner.scanString()) }
        } catch {
            throw wrongType(name, "a text")
        }
        guard let text = texts.first, texts.count == 1 else { throw wrongType(name, "one text") }
        return try self.text(text.utf8, of: name)
    }

    func flag(_ name: String) throws(Rejection) -> Bool? {
        guard let member = member(name) else { return nil }
        guard member.content == .flag else { throw wrongType(name, "true or false") }
        return member.number == 1
    }

    /// Of seconds since 1970; RFC 7519 allows parts of one.
    func milliseconds(_ name: String) throws(Rejection) -> Int64? {
        guard let member = member(name) else { return nil }
        let digits = String(decoding: json[Int(member.start)..<Int(member.end)], as: UTF8.self)
        let milliseconds: Int64?
        switch member.content {
        case .wholeNumber:
            let (product, isOverflow) = member.number.multipliedReportingOverflow(by: 1000)
            milliseconds = isOverflow ? nil : product
        case .otherNumber: milliseconds = Double(digits).flatMap { Int64(exactly: ($0 * 1000).rounded()) }
        default: throw wrongType(name, "a number")
        }
        guard let milliseconds else {
            throw Rejection(.numberOutOfRange, "the claim \(name) is \(digits), which is no time")
        }
        return milliseconds
    }

    /// Nil for null, too.
    private func member(_ name: String) -> PayloadMember? {
        members.first { member in
            member.content != .null
                && bytes[Int(member.name)...].prefix(Int(member.nameCount)).elementsEqual(name.utf8)
        }
    }

    /// A NUL would end the text where C reads it.
    private func text(_ bytes: some Collection<UInt8>, of name: String) throws(Rejection) -> String {
        guard !bytes.contains(0) else { throw wrongType(name, "a text without NUL") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func wrongType(_ name: String, _ expected: String) -> Rejection {
        Rejection(.wrongType, "the claim \(name) is not \(expected)")
    }
}
