/// The header of a JWS that is signed with certificates.
struct SignedHeader: Sendable {
    /// Nil if absent.
    private(set) var algorithm: String?
    private(set) var certificateCount = 0
    /// DER of the first two certificates; nil if they are absent or not Base64. The others are counted and not read.
    private(set) var leaf: [UInt8]?
    private(set) var intermediate: [UInt8]?

    /// - Parameter segment: Base64url of a JSON object under the rules of payloads.
    init(_ segment: UnsafeBufferPointer<UInt8>) throws(Rejection) {
        let room = Base64Alphabet.decodedCount(segment.count) + 1
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
        defer { bytes.deallocate() }
        guard let count = Base64Alphabet.url.decode(segment, into: bytes) else {
            throw Rejection(.malformed, "the header is not Base64url without padding")
        }
        bytes[count] = 0
        var reader = PayloadReader(bytes, count: count)
        do throws(Rejection) {
            try reader.read(.header)
        } catch {
            throw Rejection(.malformed, "read as a header, \(error.detail)")
        }
        for (index, member) in reader.members.enumerated() where member.parent == PayloadMember.top {
            switch SignedField(rawValue: member.field) {
            case .alg where member.content == .text:
                let text = UnsafeBufferPointer(start: bytes + Int(member.start) + 1, count: Int(member.number))
                algorithm = String(decoding: text, as: UTF8.self)
            case .x5c where member.content == .list:
                certificateCount = Int(member.number)
                // The elements follow their list.
                let elements = reader.members[(index + 1)...].prefix(min(certificateCount, 2))
                let decoded = elements.map { element in
                    Base64Alphabet.standard.decodePadded(
                        UnsafeBufferPointer(start: bytes + Int(element.start) + 1, count: Int(element.number)))
                }
                leaf = decoded.first ?? nil
                intermediate = decoded.count > 1 ? decoded[1] : nil
            case .crit:
                // Who writes it demands that the reader refuses what it does not know (RFC 7515, section 4.1.11).
                throw Rejection(.malformed, "the header demands extensions (crit), and this verifier knows none")
            default: break
            }
        }
    }
}
