import Foundation
import IAPModel

/// Base64 that must be right.
enum Base64Text {
    static func bytes(_ text: String) throws -> [UInt8] {
        guard let data = Data(base64Encoded: text) else { throw IAPError(.invalidText, "\(text) is no Base64") }
        return Array(data)
    }
}
