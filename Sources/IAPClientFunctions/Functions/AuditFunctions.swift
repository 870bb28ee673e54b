public import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

@c @implementation public func iap_request_audit_copy(
    _ client: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ completion: iap_completion_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        .auditCopy(path: try Input.text(path, "path", limit: Input.pathLimit))
    }
}
