/// What the App Store has signed, decoded. Nobody can make one but a verifier. Any thread may read it.
///
/// Unchecked Sendable: nothing changes after its making.
package final class VerifiedData: @unchecked Sendable {
    package let kind: SignedKind
    /// False for environments that sign nothing.
    package private(set) var isSignatureChecked = false
    /// The payload twice, each with a NUL at its end: as it was signed, and with its texts ready to be handed out.
    private let memory: UnsafeMutablePointer<UInt8>
    private let count: Int
    private var members: [PayloadMember] = []
    /// The objects besides the payload itself whose fields Apple documents; `PayloadMember.top` where there is none. Of a
    /// notification's, the first that is there, in the order of Apple's libraries.
    private var content = PayloadMember.top
    private var commitment = PayloadMember.top
    /// JSON that is not in one piece in the payload, or has no NUL after it.
    private var unknown: UnsafeMutablePointer<CChar>?
    private var advancedCommerce: UnsafeMutablePointer<CChar>?

    /// Reads a payload. Until `complete` it proves nothing.
    /// - Parameter segment: The payload's of a JWS, Base64url.
    init(_ kind: SignedKind, _ segment: UnsafeBufferPointer<UInt8>) throws(Rejection) {
        let room = Base64Alphabet.decodedCount(segment.count) + 1
        memory = .allocate(capacity: 2 * room)
        self.kind = kind
        let decoded = Base64Alphabet.url.decode(segment, into: memory)
        count = decoded ?? 0
        guard decoded != nil else {
            throw Rejection(.malformed, "the payload is not Base64url without padding")
        }
        memory[count] = 0
        texts.update(from: memory, count: count + 1)
        var reader = PayloadReader(texts, count: count)
        try reader.read(kind)
        members = reader.members
        switch kind {
        case .transaction, .renewalInfo: commitment = object(.commitmentInfo)
        case .appTransaction: break
        case .notification:
            for field in [SignedField.data, .summary, .externalPurchaseToken, .appData] {
                content = object(field)
                if content != PayloadMember.top { break }
            }
        }
    }

    private func object(_ field: SignedField) -> Int32 {
        let index = members.firstIndex {
            $0.parent == PayloadMember.top && $0.field == field.rawValue && $0.content == .object
        }
        return index.map { Int32($0) } ?? PayloadMember.top
    }

    /// Makes it what its name says. Nothing changes after it.
    func complete(isSignatureChecked: Bool) {
        self.isSignatureChecked = isSignatureChecked
        let json = UnsafeBufferPointer(start: memory, count: count)
        unknown = UnknownFields(members: members, json: json).text.map(Self.allocate)
        let object = object(.advancedCommerceInfo)
        if object != PayloadMember.top {
            let member = members[Int(object)]
            advancedCommerce = Self.allocate(json[Int(member.start)..<Int(member.end)])
        }
    }

    deinit {
        memory.deallocate()
        unknown?.deallocate()
        advancedCommerce?.deallocate()
    }

    private static func allocate(_ text: some Collection<UInt8>) -> UnsafeMutablePointer<CChar> {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + 1)
        var end = memory
        for byte in text {
            end.initialize(to: byte)
            end += 1
        }
        end.initialize(to: 0)
        return UnsafeMutableRawPointer(memory).assumingMemoryBound(to: CChar.self)
    }
}

// MARK: Texts that live as long as the object

extension VerifiedData {
    private var texts: UnsafeMutablePointer<UInt8> { memory + count + 1 }

    private static func characters(_ bytes: UnsafePointer<UInt8>) -> UnsafePointer<CChar> {
        UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self)
    }

    private func characters(_ member: PayloadMember?) -> UnsafePointer<CChar>? {
        guard let member, member.content == .text else { return nil }
        return Self.characters(texts + Int(member.start) + 1)
    }

    package var jsonCharacters: UnsafePointer<CChar> { Self.characters(memory) }

    /// The fields that Apple does not document: JSON; nil if there is none.
    package var unknownCharacters: UnsafePointer<CChar>? { unknown.map { UnsafePointer($0) } }

    /// JSON; nil if there is none.
    package var advancedCommerceCharacters: UnsafePointer<CChar>? { advancedCommerce.map { UnsafePointer($0) } }

    /// Nil if the field is absent.
    package func characters(_ field: SignedField) -> UnsafePointer<CChar>? { characters(member(field)) }

    /// Nil if the path leads to no text.
    package func characters(at path: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
        characters(member(at: path))
    }

    /// One text of a list; nil past its end.
    package func characters(_ field: SignedField, at index: Int) -> UnsafePointer<CChar>? {
        guard let list = memberIndex(field), index >= 0, index < members[list].number else { return nil }
        // The elements follow their list.
        return characters(members[list + 1 + index])
    }
}

// MARK: Values

extension VerifiedData {
    /// The payload as it was signed.
    package var json: String { String(cString: jsonCharacters) }
    package var unknownJSON: String? { unknownCharacters.map { String(cString: $0) } }
    package var advancedCommerceJSON: String? { advancedCommerceCharacters.map { String(cString: $0) } }

    /// Nil if the field is absent.
    package func text(_ field: SignedField) -> String? { characters(field).map { String(cString: $0) } }

    /// Nil past the end of the list.
    package func text(_ field: SignedField, at index: Int) -> String? {
        characters(field, at: index).map { String(cString: $0) }
    }

    /// Nil if the path leads to no text.
    package func text(at path: UnsafeBufferPointer<UInt8>) -> String? {
        characters(at: path).map { String(cString: $0) }
    }

    /// The number, 1 or 0 of a flag, the length of a list; nil if the field is absent.
    package func number(_ field: SignedField) -> Int64? {
        guard let member = member(field) else { return nil }
        return member.content == .wholeNumber || member.content == .flag || member.content == .list
            ? member.number : nil
    }

    /// Nil if the path leads to no whole number and no flag.
    package func number(at path: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard let member = member(at: path) else { return nil }
        return member.content == .wholeNumber || member.content == .flag ? member.number : nil
    }

    /// Whether the path leads to a value other than null.
    package func has(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        member(at: path).map { $0.content != .null } ?? false
    }

    /// Which object of a notification tells what it is about; nil for other kinds.
    package var contentField: SignedField? {
        content == PayloadMember.top ? nil : SignedField(rawValue: members[Int(content)].field)
    }

    /// Empty if it names none that Apple has.
    package var environments: SignedEnvironments {
        if contentField == .externalPurchaseToken {
            // The token names no environment; the ids of the sandbox begin so.
            return bytes(.externalPurchaseId)?.starts(with: "SANDBOX".utf8) == true ? .sandbox : .production
        }
        return bytes(kind == .appTransaction ? .receiptType : .environment).map(SignedEnvironments.init(word:)) ?? []
    }

    /// The text of a field; nil if it is absent.
    func bytes(_ field: SignedField) -> UnsafeBufferPointer<UInt8>? {
        guard let member = member(field), member.content == .text else { return nil }
        return UnsafeBufferPointer(start: texts + Int(member.start) + 1, count: Int(member.number))
    }

    /// When it was signed: Apple's libraries look in this order.
    package var signedDate: Int64? { number(.signedDate) ?? number(.receiptCreationDate) }
}

// MARK: Device

extension VerifiedData {
    /// Whether it was signed for the device with this id.
    package func isFor(device verificationID: String) -> Bool {
        guard let verification = text(.deviceVerification), let nonce = text(.deviceVerificationNonce) else {
            return false
        }
        return DeviceClaims.verification(ofDevice: verificationID, nonce: nonce).utf8.elementsEqual(verification.utf8)
    }
}

// MARK: Members

extension VerifiedData {
    private func member(_ field: SignedField) -> PayloadMember? { memberIndex(field).map { members[$0] } }

    private func memberIndex(_ field: SignedField) -> Int? {
        members.firstIndex { member in
            member.field == field.rawValue
                && (member.parent == PayloadMember.top || member.parent == content || member.parent == commitment)
        }
    }

    /// Follows names with points between them from the payload down.
    private func member(at path: UnsafeBufferPointer<UInt8>) -> PayloadMember? {
        var parent = PayloadMember.top
        var found: PayloadMember?
        for name in path.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard
                let index = members.firstIndex(where: { member in
                    member.parent == parent && Int(member.nameCount) == name.count
                        && name.elementsEqual(
                            UnsafeBufferPointer(start: texts + Int(member.name), count: Int(member.nameCount)))
                })
            else { return nil }
            found = members[index]
            // Only objects have members of their own.
            parent = Int32(index)
        }
        return found
    }
}
