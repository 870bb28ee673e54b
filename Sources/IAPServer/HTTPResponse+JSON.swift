internal import Foundation
internal import IAPHTTP
internal import IAPJSON

extension HTTPResponse {
    static func object(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
        // There is JSON for texts, numbers and lists of them.
        .json(JSONEncoder.sortedText(value) ?? "{}", status: status)
    }
}
