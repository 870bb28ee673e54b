#if os(Linux)
    import CIAP
    import IAPModel
    import SignedData

    extension Input {
        static let secretLimit = 1024

        /// A receipt, or what says it is one. Nil if it is too long to be looked at.
        static func receipt(_ pointer: UnsafeRawPointer?, _ length: Int) throws(IAPError) -> [UInt8]? {
            guard let pointer else { throw IAPError(.invalidArgument, "bytes is NULL") }
            guard UInt(bitPattern: length) <= UInt(IAP_RECEIPT_LENGTH_MAX) else { return nil }
            return Array(UnsafeRawBufferPointer(start: pointer, count: length))
        }
    }

    /// A receipt that is too long to be looked at.
    let tooLongReceipt = Rejection(.tooLarge, "the receipt is longer than \(IAP_RECEIPT_LENGTH_MAX) bytes")

    extension IAPError {
        /// For functions that read and do not judge.
        init(_ rejection: Rejection) {
            self.init(rejection.reason == .tooLarge ? .tooLarge : .invalidText, rejection.detail)
        }
    }

    /// Writes a text into the caller's buffer, if there is one, and says how many bytes it needs with its NUL.
    func write(
        _ text: String, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ needed: UnsafeMutablePointer<Int>?
    ) throws(IAPError) {
        guard let needed else { throw IAPError(.invalidArgument, "needed is NULL") }
        let count = text.utf8.count + 1
        needed.pointee = count
        guard let buffer else { return }
        guard UInt(count) <= UInt(bitPattern: capacity) else {
            throw IAPError(.tooLarge, "the text needs \(count) bytes")
        }
        let place = UnsafeMutableRawBufferPointer(start: buffer, count: count)
        place.copyBytes(from: text.utf8)
        place[count - 1] = 0
    }
#endif
