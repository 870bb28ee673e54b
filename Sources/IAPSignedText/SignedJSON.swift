package import IAPJSON

/// JSON that is signed or was signed: one object, read strictly.
package enum SignedJSON {
    /// - Parameter name: What a message calls the text.
    /// - Throws: What is no JSON object, has a name twice in an object, is nested too deep, or has a number that no reader holds.
    package static func object(_ bytes: [UInt8], _ name: String = "the JSON") throws(Rejection) -> JSONObject {
        guard bytes.count <= CompactJWS.maximumLength else {
            throw Rejection(.tooLarge, "\(name) has \(bytes.count) bytes, more than \(CompactJWS.maximumLength)")
        }
        // A byte order mark is no part of JSON; only files have it.
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
