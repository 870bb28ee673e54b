/// The part of a payload that Apple does not document, as JSON.
struct UnknownFields {
    let members: [PayloadMember]
    /// As it was signed.
    let json: UnsafeBufferPointer<UInt8>

    /// Nil if there is no such part. It is nested as the payload is.
    var text: [UInt8]? {
        guard members.contains(where: isUnknown) else { return nil }
        return object(PayloadMember.top)
    }

    /// Whether nothing is known of a field in an object of which something is known.
    private func isUnknown(_ member: PayloadMember) -> Bool {
        member.field == 0 && member.nameCount >= 0 && isDocumented(member.parent)
    }

    private func isDocumented(_ object: Int32) -> Bool {
        guard object >= 0 else { return object == PayloadMember.top }
        let member = members[Int(object)]
        return member.field != 0 && member.field != SignedField.advancedCommerceInfo.rawValue
            && member.content == .object
    }

    private func object(_ parent: Int32) -> [UInt8] {
        var parts: [[UInt8]] = []
        for (index, member) in members.enumerated() where member.parent == parent && member.nameCount >= 0 {
            if member.field == 0 {
                parts.append(Array(json[(Int(member.name) - 1)..<Int(member.end)]))
            } else if isDocumented(Int32(index)), members.contains(where: { $0.parent == index && isUnknown($0) }) {
                parts.append(Array(json[(Int(member.name) - 1)..<Int(member.start)]) + object(Int32(index)))
            }
        }
        return [UInt8(ascii: "{")] + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }
}
