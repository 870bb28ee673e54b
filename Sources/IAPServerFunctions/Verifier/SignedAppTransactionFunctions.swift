import CIAP
import IAPBoundary
import IAPSignedData

@c @implementation public func iap_signed_app_version(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .applicationVersion)
}

@c @implementation public func iap_signed_app_version_id(_ data: OpaquePointer?) -> UInt64 {
    UInt64(clamping: signedNumber(data, .versionExternalIdentifier))
}

@c @implementation public func iap_signed_original_app_version(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .originalApplicationVersion)
}

@c @implementation public func iap_signed_original_platform(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    signedText(data, .originalPlatform)
}

@c @implementation public func iap_signed_preorder_date_ms(_ data: OpaquePointer?) -> Int64 {
    signedNumber(data, .preorderDate)
}
