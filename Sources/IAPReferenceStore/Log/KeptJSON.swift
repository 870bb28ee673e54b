internal import Foundation
internal import IAPJSON

/// The JSON that the store keeps in its file and its log. Each value says in its coding keys and raw values by which names it is
/// kept, so that what was written stays readable when something in the code is renamed.
enum KeptJSON {
    /// In one line, with sorted names: equal values give equal texts.
    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder.sorted.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ type: Value.Type, of text: some StringProtocol) throws -> Value {
        // The decoder accepts names that come twice, and ends the process at some texts that are nested too deeply.
        _ = try JSONReader.read(Array(text.utf8))
        return try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
