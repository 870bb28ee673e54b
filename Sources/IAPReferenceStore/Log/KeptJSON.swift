internal import Foundation
internal import IAPJSON

/// The JSON in the store's file and in its log. Coding keys and raw values define the names in this JSON: old data stays
/// readable after a rename in the code.
enum KeptJSON {
    /// Returns one line with sorted names. Equal values give equal texts.
    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder.sorted.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ type: Value.Type, of text: some StringProtocol) throws -> Value {
        // The decoder accepts duplicate names, and crashes the process at some texts with deep nesting.
        _ = try JSONReader.read(Array(text.utf8))
        return try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
