public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_set_forgery(
    _ store: OpaquePointer?, _ forgery: iap_store_forgery, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard forgery != IAP_STORE_FORGERY_NONE else { return try $0.setForgery(nil) }
        guard let known = Forgery(rawValue: forgery) else {
            throw IAPError(.invalidArgument, "forgery is \(forgery), which is not an IAP_STORE_FORGERY_… value")
        }
        try $0.setForgery(known)
    }
}
