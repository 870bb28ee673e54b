internal import IAPJSON
internal import IAPSignedText

/// The response of an endpoint of `verifyReceipt`, and the next action. The response is not signed: it is only as
/// trustworthy as its connection.
package struct ReceiptAnswer: Sendable {
    /// Longer responses are not read.
    package static let maximumLength = AppReceipt.maximumLength

    /// The numbers are those of the C header's `IAP_RECEIPT_ACTION_…`.
    package enum Action: Int32, Sendable, Hashable, CaseIterable {
        case grant = 1
        case refuse = 2
        case retry = 3
        case askSandbox = 4
        case askProduction = 5
        /// Nothing is known about the receipt.
        case fixRequest = 6
    }

    package let action: Action
    /// The reason, in one line. Empty if it is valid.
    package let message: String
    /// Nil if the response has no readable body.
    package let body: ReceiptAnswerBody?
    /// Nil if the response has no readable JSON.
    package let json: String?

    /// - Parameters:
    ///   - httpStatus: The HTTP status of the response. 0 if there was no response.
    ///   - bytes: The body of the response. Nil if it is too long to read.
    ///   - bundleID: The bundle id of the app. Nil if the caller compares it.
    package init(httpStatus: Int32, body bytes: [UInt8]?, bundleID: String?) {
        let response = Self.read(bytes)
        body = response.body
        // The JSON is available even if a value has another type than documented.
        json = response.json
        guard httpStatus == 200 else {
            (action, message) = Self.decision(httpStatus: httpStatus)
            return
        }
        guard let body else {
            (action, message) = (.retry, response.fault)
            return
        }
        (action, message) = Self.decision(body, bundleID: bundleID)
    }

    private static func read(_ bytes: [UInt8]?) -> (body: ReceiptAnswerBody?, json: String?, fault: String) {
        guard let bytes, bytes.count <= maximumLength else {
            return (nil, nil, "the response is longer than \(maximumLength) bytes")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let json: JSONValue
        do throws(JSONError) { json = try JSONReader.read(bytes) } catch {
            // Other readers may accept a field name twice. So the caller can see such a text.
            let isShown = (try? JSONReader.read(bytes, acceptsRepeatedNames: true)) != nil
            return (nil, isShown ? text : nil, "the response cannot be read: \(error)")
        }
        do throws(Rejection) { return (try ReceiptAnswerBody(json), text, "") } catch {
            return (nil, text, error.detail)
        }
    }

    /// The documentation names only 200, for every state of the receipt.
    private static func decision(httpStatus: Int32) -> (Action, String) {
        switch httpStatus {
        case 0: (.retry, "no response came")
        // Too slow, too early, too often.
        case 408, 425, 429: (.retry, "the response has the HTTP status \(httpStatus)")
        case 400..<500: (.fixRequest, "the request was refused with the HTTP status \(httpStatus)")
        default: (.retry, "the response has the HTTP status \(httpStatus)")
        }
    }

    private static func decision(_ body: ReceiptAnswerBody, bundleID: String?) -> (Action, String) {
        guard let status = body.status else { return (.retry, "the response has no status") }
        switch status {
        case 0, 21006:
            guard body.hasReceipt else {
                return (.retry, "the response says that the receipt is valid, but contains no receipt")
            }
            guard let bundleID else { return (.grant, "") }
            guard let other = body.bundleID else { return (.retry, "the response names no app") }
            guard other.utf8.elementsEqual(bundleID.utf8) else {
                return (.refuse, "the receipt is for another app: \(other)")
            }
            return (.grant, "")
        case 21000: return (.fixRequest, "21000: the request was not a POST, or its body is not JSON")
        case 21002: return (.retry, "21002: the receipt is malformed, or the service has a fault")
        case 21003: return (.refuse, "21003: the receipt could not be authenticated")
        case 21004: return (.fixRequest, "21004: the shared secret is wrong")
        case 21005: return (.retry, "21005: the service is temporarily unavailable")
        case 21007: return (.askSandbox, "21007: the receipt is from the sandbox")
        case 21008: return (.askProduction, "21008: the receipt is from production")
        case 21009: return (.retry, "21009: the service could not access its data")
        case 21010: return (.refuse, "21010: the account was not found, or has been deleted")
        case 21100...21199:
            return body.isRetryable == false
                ? (.refuse, "\(status): the service could not access its data, and a retry does not help")
                : (.retry, "\(status): the service could not access its data")
        default: return (.retry, "\(status) is not a documented status")
        }
    }
}
