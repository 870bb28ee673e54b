internal import IAPJSON

/// Decoded data that the App Store has signed. Only a verifier can create it, and checks who has signed it before it gives
/// the data away.
package struct VerifiedData: Sendable {
    package let kind: SignedKind
    /// False for environments that sign nothing.
    package internal(set) var isSignatureChecked = false
    private let bytes: [UInt8]
    private let object: JSONObject
    /// The object of a notification with its content: the first that is present, in the order of Apple's libraries. Nil
    /// for other kinds.
    package let contentField: SignedField?
    /// Objects inside the payload whose fields count as the payload's own: the objects of a notification, a commitment
    /// or seats.
    private let parts: [(place: SignedPlaces, object: JSONObject)]

    init(_ kind: SignedKind, _ json: [UInt8]) throws(Rejection) {
        self.kind = kind
        bytes = json
        object = try SignedJSON.object(json, "the payload")
        let place = SignedPlaces(kind)
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

extension VerifiedData {
    private func value(_ field: SignedField) -> JSONValue? {
        for (place, object) in parts where field.places.contains(place) {
            if let value = object[field.rawValue], !value.isNull { return value }
        }
        return nil
    }

    /// The field with this number in the C header. Nil if the data does not have it.
    package func field(numbered number: Int32) -> SignedField? {
        SignedField.fields(numbered: number).first { value($0) != nil }
    }

    package func text(_ field: SignedField) -> String? { value(field)?.text }

    /// The object in the field, as it was signed. Nil if the field is not an object of the payload itself.
    package func json(_ field: SignedField) -> String? {
        guard field.places.contains(SignedPlaces(kind)), let member = object.member(field.rawValue),
            case .object = member.value
        else { return nil }
        return String(decoding: bytes[member.valueRange], as: UTF8.self)
    }

    /// Nil past the end of the list.
    package func text(_ field: SignedField, at index: Int) -> String? {
        guard case .list(let elements) = value(field), elements.indices.contains(index) else { return nil }
        return elements[index].text
    }

    /// One price for seats, and the number of seats with this price. Nil past the end of the list. Its fields may be
    /// absent.
    package func priceTier(at index: Int) -> (price: Int64?, quantity: Int64?)? {
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
    package func number(_ field: SignedField) -> Int64? {
        switch value(field) {
        case .number(let number): field.whole(number)
        case .flag(let flag): flag ? 1 : 0
        case .list(let elements): Int64(elements.count)
        default: nil
        }
    }

    package var environments: SignedEnvironments {
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

    /// When it was signed, in milliseconds since 1970. Apple's libraries use this order.
    package var signedDate: Int64? { number(.signedDate) ?? number(.receiptCreationDate) }

    /// Whether it was signed for the device with this id.
    package func isFor(device verificationID: String) -> Bool {
        guard let verification = text(.deviceVerification), let nonce = text(.deviceVerificationNonce) else {
            return false
        }
        return DeviceClaims.verification(ofDevice: verificationID, nonce: nonce).utf8.elementsEqual(verification.utf8)
    }
}

// MARK: By path

extension VerifiedData {
    /// Follows names separated by points, from the payload down.
    /// - Returns: the field if Apple documents one.
    private func value(at path: some Collection<UInt8>) -> (value: JSONValue, field: SignedField?)? {
        var found: (value: JSONValue, field: SignedField?) = (.object(object), nil)
        var place: SignedPlaces? = SignedPlaces(kind)
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

    /// Nil if the path leads to no text. A path consists of names separated by points.
    package func text(at path: some Collection<UInt8>) -> String? { value(at: path)?.value.text }

    /// Whether the path leads to a value other than null.
    package func has(_ path: some Collection<UInt8>) -> Bool { value(at: path).map { !$0.value.isNull } ?? false }

    /// Nil if the path leads neither to a whole number nor to a flag.
    package func number(at path: some Collection<UInt8>) -> Int64? {
        guard let (value, field) = value(at: path) else { return nil }
        return switch value {
        case .number(let number): field?.whole(number) ?? number.wholeNumber()
        case .flag(let flag): flag ? 1 : 0
        default: nil
        }
    }
}

// MARK: JSON

extension VerifiedData {
    package var json: String { String(decoding: bytes, as: UTF8.self) }

    /// An object with the fields that Apple does not document, nested as in the payload.
    package var unknownJSON: String {
        unknown(in: object, SignedPlaces(kind)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private func unknown(in object: JSONObject, _ place: SignedPlaces) -> [UInt8]? {
        var parts: [[UInt8]] = []
        for member in object.members {
            guard let field = place.field(named: member.name) else {
                parts.append(Array(bytes[member.start..<member.valueRange.upperBound]))
                continue
            }
            guard let place = place.place(under: field), let unknown = unknown(in: member.value, place) else {
                continue
            }
            parts.append(bytes[member.start..<member.valueRange.lowerBound] + unknown)
        }
        guard !parts.isEmpty else { return nil }
        return [UInt8(ascii: "{")] + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }

    /// In a list each element keeps its position. So an index means the same element.
    private func unknown(in value: JSONValue, _ place: SignedPlaces) -> [UInt8]? {
        let found = value.objects.map { unknown(in: $0, place) }
        guard found.contains(where: { $0 != nil }) else { return nil }
        let elements = Array(found.map { $0 ?? Array("{}".utf8) }.joined(separator: [UInt8(ascii: ",")]))
        guard case .list = value else { return elements }
        return [UInt8(ascii: "[")] + elements + [UInt8(ascii: "]")]
    }
}

extension JSONValue {
    fileprivate var isNull: Bool {
        guard case .null = self else { return false }
        return true
    }

    fileprivate var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }
}

/// The recipient that signed data names: app, environment and device. A verifier checks that the store has signed it.
/// The caller checks that the recipient is right.
package struct DeviceClaims: Sendable, Hashable {
    /// Renewal info names no app.
    package private(set) var bundleID: String?
    /// `environment`, or `receiptType` of an app transaction.
    package private(set) var environment: String?
    /// Base64.
    package private(set) var deviceVerification: String?
    package private(set) var deviceVerificationNonce: String?

    /// Nil unless the bytes are a JSON object without repeated names. A claim that is not a text counts as missing.
    package init?(json bytes: [UInt8]) {
        guard let object = try? SignedJSON.object(bytes) else { return nil }
        // Only one of the two. Otherwise readers of different names could find different environments.
        guard object.text("environment") == nil || object.text("receiptType") == nil else { return nil }
        bundleID = object.text("bundleId")
        environment = object.text("environment") ?? object.text("receiptType")
        deviceVerification = object.text("deviceVerification")
        deviceVerificationNonce = object.text("deviceVerificationNonce")
    }

    /// Whether it was signed for the device with this id, as StoreKit documents it: the Base64 of a SHA-384 over nonce
    /// and id, both in lower case.
    package func isFor(device verificationID: String) -> Bool {
        guard let deviceVerification, let deviceVerificationNonce else { return false }
        // Texts of other characters can be equal to ASCII texts.
        return Self.verification(ofDevice: verificationID, nonce: deviceVerificationNonce).utf8
            .elementsEqual(deviceVerification.utf8)
    }

    package static func verification(ofDevice verificationID: String, nonce: String) -> String {
        Base64.encode(Digest.sha384(Array((nonce.lowercased() + verificationID.lowercased()).utf8)))
    }
}
