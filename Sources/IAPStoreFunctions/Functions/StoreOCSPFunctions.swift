public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_answer_ocsp(
    _ store: OpaquePointer?, _ request: UnsafePointer<UInt8>?, _ request_length: Int, _ answer: iap_store_ocsp,
    _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    length?.pointee = 0
    return control(store, error) {
        guard let length else { throw IAPError(.invalidArgument, "length is NULL") }
        guard let answer = OCSPAnswer(rawValue: answer) else {
            throw IAPError(.invalidArgument, "answer is \(answer), which is not an IAP_STORE_OCSP_… value")
        }
        guard request_length == 0 || request != nil else { throw IAPError(.invalidArgument, "request is NULL") }
        // The responder refuses anything longer than a request. The rest need not be read.
        let most = UInt(IAP_STORE_OCSP_REQUEST_LENGTH_MAX) + 1
        let count = Int(min(UInt(bitPattern: request_length), most))
        let request = Array(UnsafeBufferPointer(start: request, count: count))
        let der = try $0.answerOCSP(request, answer)
        try give(der, "answer", in: buffer, capacity: capacity, length: length)
    }
}
