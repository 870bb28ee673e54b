public import CIAP
import IAPModel
import PaymentQueue

@c @implementation public func iap_request_audit_copy(
    _ client: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ completion: iap_completion_function?,
    _ user_data: UnsafeMutableRawPointer?, _ request_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, request_id, error) { () throws(IAPError) in
        (.auditCopy(path: try Input.text(path, "path", limit: Input.pathLimit)), .done(completion, user_data))
    }
}
