internal import IAPJSON
internal import IAPSignedText

/// The parsed payload of a signed text. It does not know who has signed it.
struct SignedPayload: Sendable {
    let kind: SignedKind
    /// The signed bytes.
    let json: [UInt8]
    private let object: JSONObject
    /// The object of a notification with its content: the first that is present, in the order of Apple's libraries.
    let contentField: SignedField?
    /// Objects inside the payload whose fields count as the payload's own: the objects of a notification, a commitment
    /// or seats.
    private let parts: [(place: SignedPlace, object: JSONObject)]

    init(_ kind: SignedKind, _ json: [UInt8]) throws(Rejection) {
        self.kind = kind
        self.json = json
        object = try SignedJSON.object(json, "the payload")
        let place = SignedPlace(kind)
        try place.check(object)
        var parts = [(place, object)]
        var contentField: SignedField?
        for field in Self.partFields {
            guard let inner = place.place(under: field), case .object(let part) = object[field.rawValue] else {
                continue
            }
            parts.append((inner, part))
            if kind == .notification {
                contentField = field
                break
            }
        }
        self.parts = parts
        self.contentField = contentField
    }

    private static let partFields: [SignedField] = [
        .data, .summary, .externalPurchaseToken, .appData, .unclaimInfo, .commitmentInfo, .multiSeatInfo,
    ]
}

// MARK: By field

extension SignedPayload {
    private func value(_ field: SignedField) -> JSONValue? {
        for (place, object) in parts where place.field(named: field.rawValue) != nil {
            if let value = object[field.rawValue] { return value }
        }
        return nil
    }

    /// Nil if the field is absent.
    func text(_ field: SignedField) -> String? { value(field)?.text }

    /// Nil past the end of the list.
    func text(_ field: SignedField, at index: Int) -> String? {
        guard case .list(let elements) = value(field), elements.indices.contains(index) else { return nil }
        return elements[index].text
    }

    /// Nil past the end of the list. Its fields may be absent.
    func priceTier(at index: Int) -> (price: Int64?, quantity: Int64?)? {
        guard let tiers = (value(.priceTiers) ?? value(.renewalPriceTiers))?.objects, tiers.indices.contains(index)
        else {
            return nil
        }
        func number(_ field: SignedField) -> Int64? {
            guard case .number(let number) = tiers[index][field.rawValue] else { return nil }
            return field.whole(number)
        }
        return (number(.price), number(.quantity))
    }

    /// The number, 1 or 0 for a flag, the length of a list. Nil if the field is absent.
    func number(_ field: SignedField) -> Int64? {
        switch value(field) {
        case .number(let number): field.whole(number)
        case .flag(let flag): flag ? 1 : 0
        case .list(let elements): Int64(elements.count)
        default: nil
        }
    }

    /// Empty if it names no environment of Apple.
    var environments: SignedEnvironments {
        if contentField == .externalPurchaseToken {
            // The token names no environment. The ids of the sandbox begin with this word.
            return text(.externalPurchaseId)?.utf8.starts(with: "SANDBOX".utf8) == true ? .sandbox : .production
        }
        return text(kind == .appTransaction ? .receiptType : .environment).map(SignedEnvironments.init(word:)) ?? []
    }

    /// Apple documents no app for renewal info, and only the claims for seats that were unclaimed.
    var namesNoApp: Bool {
        kind == .renewalInfo || contentField == .unclaimInfo && text(.bundleId) == nil && number(.appAppleId) == nil
    }

    var namesNoEnvironment: Bool { contentField == .unclaimInfo && text(.environment) == nil }

    /// When it was signed. Apple's libraries use this order.
    var signedDate: Int64? { number(.signedDate) ?? number(.receiptCreationDate) }
}

// MARK: By path

extension SignedPayload {
    /// Follows names separated by points, from the payload down.
    /// - Returns: the field if Apple documents one.
    func value(at path: some Collection<UInt8>) -> (value: JSONValue, field: SignedField?)? {
        var found: (value: JSONValue, field: SignedField?) = (.object(object), nil)
        var place: SignedPlace? = SignedPlace(kind)
        for name in path.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            // Only objects have members.
            guard case .object(let object) = found.value,
                let member = object.members.first(where: { $0.name.utf8.elementsEqual(name) })
            else { return nil }
            found = (member.value, place?.field(named: member.name))
            place = found.field.flatMap { place?.place(under: $0) }
        }
        return found
    }

    func number(at path: some Collection<UInt8>) -> Int64? {
        guard let (value, field) = value(at: path) else { return nil }
        return switch value {
        case .number(let number): field?.whole(number) ?? number.wholeNumber()
        case .flag(let flag): flag ? 1 : 0
        default: nil
        }
    }
}

// MARK: JSON

extension SignedPayload {
    /// The fields that Apple does not document, nested as in the payload. Nil if there is none.
    var unknownJSON: String? { unknown(in: object, SignedPlace(kind)).map { String(decoding: $0, as: UTF8.self) } }

    private func unknown(in object: JSONObject, _ place: SignedPlace) -> [UInt8]? {
        var parts: [[UInt8]] = []
        for member in object.members {
            guard let field = place.field(named: member.name) else {
                parts.append(Array(json[member.start..<member.valueRange.upperBound]))
                continue
            }
            guard let place = place.place(under: field), let unknown = unknown(in: member.value, place) else {
                continue
            }
            parts.append(json[member.start..<member.valueRange.lowerBound] + unknown)
        }
        guard !parts.isEmpty else { return nil }
        return [UInt8(ascii: "{")] + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }

    /// In a list each element keeps its position. So an index means the same element.
    private func unknown(in value: JSONValue, _ place: SignedPlace) -> [UInt8]? {
        let found = value.objects.map { unknown(in: $0, place) }
        guard found.contains(where: { $0 != nil }) else { return nil }
        let elements = Array(found.map { $0 ?? Array("{}".utf8) }.joined(separator: [UInt8(ascii: ",")]))
        guard case .list = value else { return elements }
        return [UInt8(ascii: "[")] + elements + [UInt8(ascii: "]")]
    }

    /// Nil if there is none.
    var advancedCommerceJSON: String? {
        guard SignedPlace(kind).field(named: SignedField.advancedCommerceInfo.rawValue) != nil,
            let member = object.member(SignedField.advancedCommerceInfo.rawValue), case .object = member.value
        else { return nil }
        return String(decoding: json[member.valueRange], as: UTF8.self)
    }
}

extension JSONValue {
    fileprivate var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }
}
