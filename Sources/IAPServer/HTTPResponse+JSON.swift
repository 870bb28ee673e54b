internal import Foundation
internal import IAPHTTP
internal import IAPJSON

extension HTTPResponse {
    static func object(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
        // These values can always be encoded: they contain only strings, numbers and lists of them.
        .json(JSONEncoder.sortedText(value) ?? "{}", status: status)
    }
}
