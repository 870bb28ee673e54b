package import IAPJSON

/// JSON that is signed or was signed: one object, read strictly.
package enum SignedJSON {
    /// - Parameter name: The name of the text in messages.
    /// - Throws: For a text that is not a JSON object, contains a name twice in an object, is nested too deep, or has a
    ///   number outside the range of all readers.
    package static func object(_ bytes: [UInt8], _ name: String = "the JSON") throws(Rejection) -> JSONObject {
        guard bytes.count <= CompactJWS.maximumLength else {
            throw Rejection(
                .tooLarge, "\(name) has \(bytes.count) bytes; at most \(CompactJWS.maximumLength) are allowed")
        }
        // A byte order mark is not a part of JSON. Only files have one.
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            throw Rejection(.invalidJSON, "\(name) begins with a byte order mark")
        }
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(bytes) } catch {
            throw Rejection(VerifyReason(error.kind), "\(name) cannot be read: \(error)")
        }
        guard case .object(let object) = value else { throw Rejection(.invalidJSON, "\(name) is not a JSON object") }
        return object
    }
}

extension VerifyReason {
    fileprivate init(_ kind: JSONError.Kind) {
        switch kind {
        case .notUTF8, .halfCharacter: self = .invalidUTF8
        case .empty, .malformed: self = .invalidJSON
        case .duplicateName: self = .duplicateName
        case .tooDeep: self = .tooDeep
        case .numberOutOfRange: self = .numberOutOfRange
        }
    }
}
