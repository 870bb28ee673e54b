import Foundation
import IAPModel

/// Decodes Base64, and throws if it is invalid.
enum Base64Text {
    static func bytes(_ text: String) throws -> [UInt8] {
        guard let data = Data(base64Encoded: text) else { throw IAPError(.invalidText, "\(text) is not Base64") }
        return Array(data)
    }
}
