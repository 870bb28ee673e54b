import CIAP
import IAPBoundary
import IAPModel
import IAPSignedText

extension Input {

    /// The bytes of a receipt, not yet verified. Nil if it is too long to read.
    static func receipt(_ pointer: UnsafeRawPointer?, _ length: Int) throws(IAPError) -> [UInt8]? {
        guard let pointer else { throw IAPError(.invalidArgument, "bytes is NULL") }
        guard UInt(bitPattern: length) <= UInt(IAP_RECEIPT_LENGTH_MAX) else { return nil }
        return Array(UnsafeRawBufferPointer(start: pointer, count: length))
    }
}

/// A receipt that is too long to read.
let tooLongReceipt = Rejection(.tooLarge, "the receipt is longer than \(IAP_RECEIPT_LENGTH_MAX) bytes")

extension IAPError {
    /// For functions that read a receipt without verifying it.
    init(_ rejection: Rejection) {
        self.init(rejection.reason == .tooLarge ? .tooLarge : .invalidText, rejection.detail)
    }
}
