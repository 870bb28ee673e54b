package import CIAP
import CIAPPlatform
package import IAPModel
import IAPPlatform

/// Runs a call that can fail. Returns its status, and fills the error if the caller wants it.
///
/// - Parameters:
///   - expected: Errors that a correct game may cause. Only the debug log reports them.
///   - function: The C function, for the log.
package func returnStatus(
    _ output: UnsafeMutablePointer<iap_error>?, expecting expected: [IAPError.Status] = [],
    function: String = #function, _ body: () throws(IAPError) -> Void
) -> iap_status_t {
    platform_use()
    do throws(IAPError) {
        try body()
        return fill(output, nil)
    } catch {
        log(error, of: function, expected, isReturned: output != nil)
        return fill(output, error)
    }
}

/// Runs a call that returns a number, or a negative status.
package func number<Number: FixedWidthInteger & SignedInteger>(
    function: String = #function, _ body: () throws(IAPError) -> Number
) -> Number {
    platform_use()
    do throws(IAPError) { return try body() } catch {
        log(error, of: function)
        return Number(error.status.rawValue)
    }
}

/// Runs a call that returns 1 or 0. A failed call returns 0, and its error is in `output` only. So a game that tests the
/// result as a condition never takes an error for "yes".
package func truth(
    _ output: UnsafeMutablePointer<iap_error>?, function: String = #function, _ body: () throws(IAPError) -> Bool
) -> Int32 {
    var isTrue = false
    let status = returnStatus(output, function: function) { () throws(IAPError) in isTrue = try body() }
    return status == IAP_OK && isTrue ? 1 : 0
}

/// Runs a getter that cannot return its error. Returns nil instead.
package func value<Value>(function: String = #function, _ body: () throws(IAPError) -> Value?) -> Value? {
    do throws(IAPError) { return try body() } catch {
        log(error, of: function)
        return nil
    }
}

/// Logs a failed call. A mistake of the game is logged once for each function and status, because it often repeats in
/// each frame.
///
/// - Parameters:
///   - function: As in `#function`.
///   - isReturned: Whether the caller receives the text of the error.
private func log(
    _ error: IAPError, of function: String, _ expected: [IAPError.Status] = [], isReturned: Bool = false
) {
    // A caller whose buffer is too small asks again. That is no mistake.
    let isMistake = [.invalidArgument, .misuse].contains(error.status.category) && error.status != .tooLarge
    let name = function.prefix { $0 != "(" }
    let text = { "\(name): \(error.message) (\(error.status.name))" }
    if error.isAlwaysLogged {
        Log.write(.error, text())
    } else if expected.contains(error.status) {
        Log.write(.debug, text())
    } else if isMistake {
        // The number alone does not say which thread is wrong.
        let isUnexplained = error.status == .wrongThread && !isReturned
        Log.writeOnce(
            .warning, evenIfUnset: isUnexplained, key: "\(name) \(error.status.rawValue)", text())
    } else {
        Log.write(.info, text())
    }
}

/// Fills the caller's error, as far as the caller's header knows it. Leaves an uninitialised error alone, because its
/// size cannot be trusted.
@discardableResult
package func fill(_ output: UnsafeMutablePointer<iap_error>?, _ error: IAPError?) -> iap_status_t {
    let status = error?.status.rawValue ?? IAP_OK
    guard let output else { return status }
    let size = Int(UnsafeRawPointer(output).load(as: UInt32.self))
    guard size == MemoryLayout<iap_error>.size else { return status }
    output.pointee = value(of: error)
    return status
}

/// The C form of an error; all zero for none.
package func value(of error: IAPError?) -> iap_error {
    var value = iap_error()
    value.struct_size = UInt32(MemoryLayout<iap_error>.size)
    guard let error else { return value }
    value.status = error.status.rawValue
    value.category = error.status.category.rawValue
    value.retryable = error.isRetryable ? 1 : 0
    value.store_code = Int64(error.storeCode)
    withUnsafeMutableBytes(of: &value.store_domain) { write(error.storeDomain, to: $0) }
    let message = error.reason.isEmpty ? error.message : "\(error.message): \(error.reason)"
    withUnsafeMutableBytes(of: &value.message) { write(message.inOneLine, to: $0) }
    return value
}

/// Writes a text that ends with a NUL. If the text does not fit, it is cut between two characters.
package func write(_ text: String, to buffer: UnsafeMutableRawBufferPointer) {
    var end = 0
    for character in text.unicodeScalars {
        let bytes = UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
        guard end + bytes.count < buffer.count else { break }
        for byte in bytes {
            buffer[end] = byte
            end += 1
        }
    }
    buffer[end] = 0
}

/// The names of the status constants. Static text.
package enum StatusNames {
    private static let texts = Texts(IAPError.Status.allCases.map(\.name) + ["IAP_OK", "IAP_ERROR_UNKNOWN"])

    package static func text(of status: iap_status_t) -> UnsafePointer<CChar>? {
        let known = IAPError.Status.allCases
        let unknown = known.count + (status == IAP_OK ? 0 : 1)
        return texts[known.firstIndex { $0.rawValue == status } ?? unknown]
    }
}

/// C strings that live as long as their handle.
package final class Texts: Sendable {
    private let texts: [String?]
    private let made = HandleTexts()

    package init(_ texts: [String?]) { self.texts = texts }

    package var count: Int { texts.count }

    package subscript(index: Int) -> UnsafePointer<CChar>? {
        made.find(index) { texts.element(index) ?? nil }
    }
}
