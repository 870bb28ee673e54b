public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_device_sign_in(
    _ device: OpaquePointer?, _ account: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(device: device, error) { try $0.signIn(try Input.text(account, "account", limit: 255)) }
}

@c @implementation public func iap_device_sign_out(
    _ device: OpaquePointer?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(device: device, error) { try $0.signOut() }
}
