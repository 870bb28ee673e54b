public import CIAP
import IAPBoundary
import IAPGameServer
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue
import IAPRuntime

@c @implementation public func iap_product_list_options_init(
    _ options: UnsafeMutablePointer<iap_product_list_options>?
) {
    options?.pointee = iap_product_list_options()
    options?.pointee.struct_size = UInt32(MemoryLayout<iap_product_list_options>.size)
}

@c @implementation public func iap_request_product_list(
    _ client: OpaquePointer?, _ options: UnsafePointer<iap_product_list_options>?,
    _ completion: iap_products_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .products(completion, user_data), request_id, error) { () throws(IAPError) in
        .productList(try Input.productList(options))
    }
}

@c @implementation public func iap_request_cached_products(
    _ client: OpaquePointer?, _ product_ids: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ completion: iap_products_function?, _ user_data: UnsafeMutableRawPointer?,
    _ request_id: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    request(client, .products(completion, user_data), request_id, error) { () throws(IAPError) in
        let ids = product_ids == nil && count == 0 ? nil : try Input.productIDs(product_ids, count)
        return .cachedProducts(ids)
    }
}

@c @implementation public func iap_product_is_cached(_ product: OpaquePointer?) -> Int32 {
    ProductHandle.at(product)?.product.isCached == true ? 1 : 0
}

@c @implementation public func iap_products_list_source(_ products: OpaquePointer?) -> iap_product_list_source {
    ProductListHandle.at(products)?.source.cValue ?? IAP_PRODUCT_LIST_NONE
}

extension ProductsAnswer.ListSource {
    fileprivate var cValue: iap_product_list_source {
        switch self {
        case .call: IAP_PRODUCT_LIST_NONE
        case .file: IAP_PRODUCT_LIST_FILE
        case .server: IAP_PRODUCT_LIST_SERVER
        case .lastGood: IAP_PRODUCT_LIST_LAST_GOOD
        }
    }
}

extension Input {
    private static let usualListTimeout: UInt32 = 10_000

    fileprivate static func productList(
        _ options: UnsafePointer<iap_product_list_options>?
    ) throws(IAPError) -> ProductListRequest {
        let given = try Input.options(
            options, "options", zero: iap_product_list_options(), sizes: [MemoryLayout<iap_product_list_options>.size])
        let path = try optionalText(given.path, "options.path", limit: pathLimit)
        let url = try optionalText(given.url, "options.url", limit: urlLimit)
        guard path != nil || url != nil else {
            throw IAPError(.invalidArgument, "options has neither a path nor a url; give one of them, or both")
        }
        let lines = try headerLines(given.headers, given.header_count, "options")
        // Refuses immediately what cannot be sent to the server.
        _ = try ServerHeaders(lines: lines)
        if let url { _ = try ServerAddress(url, for: .productList) }
        return ProductListRequest(
            path: path, url: url, headers: lines,
            timeoutMilliseconds: given.timeout_ms == 0 ? usualListTimeout : given.timeout_ms)
    }
}
