public import CIAP
import IAPBoundary
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

@c @implementation public func iap_request_promotions(
    _ client: OpaquePointer?, _ completion: iap_promotions_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .promotions(completion, user_data), request_id, error) { .store(.promotions) }
}

@c @implementation public func iap_set_promotion_order(
    _ client: OpaquePointer?, _ product_ids: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ completion: iap_completion_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        .store(.setPromotionOrder(try Input.productIDs(product_ids, count)))
    }
}

@c @implementation public func iap_set_promotion_visibility(
    _ client: OpaquePointer?, _ product_id: UnsafePointer<CChar>?, _ visibility: iap_promotion_visibility,
    _ completion: iap_completion_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .done(completion, user_data), request_id, error) { () throws(IAPError) in
        let id = try Input.text(product_id, "product_id", limit: Int(IAP_PRODUCT_ID_LENGTH_MAX))
        let value: Promotion.Visibility
        switch visibility {
        case IAP_PROMOTION_VISIBILITY_DEFAULT: value = .appStoreConnectDefault
        case IAP_PROMOTION_VISIBILITY_VISIBLE: value = .visible
        case IAP_PROMOTION_VISIBILITY_HIDDEN: value = .hidden
        default:
            throw IAPError(
                .invalidArgument, "visibility is \(visibility), which is not an IAP_PROMOTION_VISIBILITY_… value")
        }
        return .store(.setPromotionVisibility(productID: id, value))
    }
}

@c @implementation public func iap_promotions_count(_ promotions: OpaquePointer?) -> Int {
    PromotionListHandle.at(promotions)?.promotions.count ?? 0
}

@c @implementation public func iap_promotions_product_id_at(_ promotions: OpaquePointer?, _ index: Int)
    -> UnsafePointer<CChar>?
{
    PromotionListHandle.at(promotions)?.productIDs[index]
}

@c @implementation public func iap_promotions_visibility_at(_ promotions: OpaquePointer?, _ index: Int)
    -> iap_promotion_visibility
{
    PromotionListHandle.at(promotions)?.promotions.element(index)?.visibility.cValue
        ?? IAP_PROMOTION_VISIBILITY_DEFAULT
}

@c @implementation public func iap_promotions_retain(_ promotions: OpaquePointer?) -> OpaquePointer? {
    PromotionListHandle.retain(promotions)
}

@c @implementation public func iap_promotions_release(_ promotions: OpaquePointer?) {
    PromotionListHandle.release(promotions)
}

extension Promotion.Visibility {
    fileprivate var cValue: iap_promotion_visibility {
        switch self {
        case .appStoreConnectDefault: IAP_PROMOTION_VISIBILITY_DEFAULT
        case .visible: IAP_PROMOTION_VISIBILITY_VISIBLE
        case .hidden: IAP_PROMOTION_VISIBILITY_HIDDEN
        }
    }
}
