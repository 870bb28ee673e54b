import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPRuntime

@c @implementation public func iap_owns(_ client: OpaquePointer?, _ product_id: UnsafePointer<CChar>?) -> Int32 {
    number { () throws(IAPError) in
        let payments = try GameClient.open(client).payments
        let id = try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        return payments.owns(id) ? 1 : 0
    }
}
