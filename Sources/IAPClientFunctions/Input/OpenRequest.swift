import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

/// Opens a request.
///
/// - Parameters:
///   - function: The C function, for the log.
///   - read: Makes the request from the caller's input.
func request(
    _ client: OpaquePointer?, _ completion: Completion, _ requestID: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?, function: String = #function,
    _ read: () throws(IAPError) -> Request
) -> iap_status {
    requestID?.pointee = 0
    return answer(error, function: function) { () throws(IAPError) in
        _ = try GameClient.open(client)
        let request = try read()
        let (client, payments) = try GameClient.open(client)
        let id = try client.open(completion) { register throws(IAPError) in
            payments.open(request, register: register)
        }
        requestID?.pointee = id
    }
}
