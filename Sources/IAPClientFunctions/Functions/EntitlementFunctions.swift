public import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPRuntime

@c @implementation public func iap_owns(
    _ client: OpaquePointer?, _ product_id: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iap_error>?
) -> Int32 {
    truth(error) { () throws(IAPError) in
        let payments = try GameClient.open(client).payments
        return payments.owns(try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX)))
    }
}
