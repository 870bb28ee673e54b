public import CIAP
import Foundation
import IAPInterop
import IAPSignatures

final class SignedDataHandle: ValueHandle<VerifiedData>, @unchecked Sendable {}

@c @implementation public func iap_signed_data_retain(_ p: CHandle) -> CHandle { SignedDataHandle.retain(p) }
@c @implementation public func iap_signed_data_release(_ p: CHandle) { SignedDataHandle.release(p) }

// MARK: Fields

@c @implementation
public func iap_signed_has(_ data: OpaquePointer?, _ field: iap_signed_field_t) -> Int32 {
    find(data, field) == nil ? 0 : 1
}

@c @implementation
public func iap_signed_text(_ data: OpaquePointer?, _ field: iap_signed_field_t) -> UnsafePointer<CChar>? {
    guard let (handle, found) = find(data, field) else { return nil }
    return handle.texts.find(ListedText(field: field)) {
        found.valueType == .object ? handle.value.json(found) : handle.value.text(found)
    }
}

@c @implementation
public func iap_signed_int64(_ data: OpaquePointer?, _ field: iap_signed_field_t) -> Int64 {
    // Some data has an environment without a field for it.
    if field == IAP_SIGNED_ENVIRONMENT { return Int64(SignedDataHandle.at(data)?.value.environments.rawValue ?? 0) }
    guard let (handle, found) = find(data, field) else { return 0 }
    if let value = handle.value.enumerated(found) { return Int64(value) }
    switch found.valueType {
    case .flag, .int32, .int64, .date: return handle.value.number(found) ?? 0
    case .text, .id, .numericID, .texts, .object, .objects: return 0
    }
}

@c @implementation
public func iap_signed_id(_ data: OpaquePointer?, _ field: iap_signed_field_t) -> UInt64 {
    guard let (handle, found) = find(data, field) else { return 0 }
    switch found.valueType {
    case .id:
        guard let text = handle.value.text(found), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return 0
        }
        return UInt64(text) ?? 0
    case .numericID: return UInt64(clamping: handle.value.number(found) ?? 0)
    case .text, .flag, .int32, .int64, .date, .texts, .object, .objects: return 0
    }
}

@c @implementation
public func iap_signed_count(_ data: OpaquePointer?, _ field: iap_signed_field_t) -> Int {
    guard let (handle, found) = find(data, field), found.valueType == .texts else { return 0 }
    return Int(handle.value.number(found) ?? 0)
}

@c @implementation
public func iap_signed_text_at(
    _ data: OpaquePointer?, _ field: iap_signed_field_t, _ index: Int
) -> UnsafePointer<CChar>? {
    guard let (handle, found) = find(data, field) else { return nil }
    return handle.texts.find(ListedText(field: field, index: index)) { handle.value.text(found, at: index) }
}

/// The handle, and its field of this number. Nil if the data does not have the field.
private func find(
    _ data: OpaquePointer?, _ field: iap_signed_field_t, function: String = #function
) -> (handle: SignedDataHandle, field: SignedField)? {
    guard let handle = SignedDataHandle.at(data, function: function),
        let found = handle.value.field(numbered: field)
    else { return nil }
    return (handle, found)
}

private struct ListedText: Hashable {
    let field: iap_signed_field_t
    var index: Int?
}

// MARK: No single field

@c @implementation
public func iap_signed_kind(_ p: CHandle) -> iap_signed_kind_t { SignedDataHandle.get(p) { $0.value.kind.rawValue } }

@c @implementation
public func iap_signed_is_signature_checked(_ p: CHandle) -> Int32 {
    SignedDataHandle.get(p) { $0.value.isSignatureChecked }
}

@c @implementation
public func iap_signed_seat_price_tier_count(_ p: CHandle) -> Int {
    guard let signed = SignedDataHandle.at(p)?.value else { return 0 }
    return Int(signed.number(signed.kind == .renewalInfo ? .renewalPriceTiers : .priceTiers) ?? 0)
}

@c @implementation
public func iap_signed_seat_price_tier_at(
    _ data: OpaquePointer?, _ index: Int, _ price_milliunits: UnsafeMutablePointer<Int64>?,
    _ quantity: UnsafeMutablePointer<Int32>?
) -> Int32 {
    guard let tier = SignedDataHandle.at(data)?.value.priceTier(at: index) else { return 0 }
    price_milliunits?.pointee = tier.price ?? 0
    quantity?.pointee = Int32(clamping: tier.quantity ?? 0)
    return 1
}

@c @implementation
public func iap_signed_is_for_device(
    _ data: OpaquePointer?, _ device_verification_id: UnsafePointer<CChar>?
) -> Int32 {
    guard let handle = SignedDataHandle.at(data), let device_verification_id,
        let id = String(validatingCString: device_verification_id)
    else { return 0 }
    return handle.value.isFor(device: id) ? 1 : 0
}

@c @implementation
public func iap_signed_notification_content(_ p: CHandle) -> iap_notification_content_t {
    switch SignedDataHandle.at(p)?.value.contentField {
    case .data: IAP_NOTIFICATION_CONTENT_DATA
    case .summary: IAP_NOTIFICATION_CONTENT_SUMMARY
    case .externalPurchaseToken: IAP_NOTIFICATION_CONTENT_EXTERNAL_PURCHASE_TOKEN
    case .appData: IAP_NOTIFICATION_CONTENT_APP_DATA
    case .unclaimInfo: IAP_NOTIFICATION_CONTENT_UNCLAIM_INFO
    default: IAP_NOTIFICATION_CONTENT_NONE
    }
}

// MARK: By name

@c @implementation
public func iap_signed_json(_ p: CHandle) -> CText { SignedDataHandle.get(p, \.value.json) }

@c @implementation
public func iap_signed_unknown_json(_ p: CHandle) -> CText { SignedDataHandle.get(p, \.value.unknownJSON) }

@c @implementation
public func iap_signed_json_has(_ data: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
    guard let handle = SignedDataHandle.at(data), let name else { return 0 }
    return handle.value.has(bytes(of: name)) ? 1 : 0
}

@c @implementation
public func iap_signed_json_text(
    _ data: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> UnsafePointer<CChar>? {
    guard let handle = SignedDataHandle.at(data), let name else { return nil }
    let path = bytes(of: name)
    return handle.texts.find(Array(path)) { handle.value.text(at: path) }
}

@c @implementation
public func iap_signed_json_number(
    _ data: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Int64>?
) -> Int32 {
    guard let handle = SignedDataHandle.at(data), let name, let number = handle.value.number(at: bytes(of: name))
    else { return 0 }
    value?.pointee = number
    return 1
}

private func bytes(of text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    UnsafeRawBufferPointer(start: text, count: strlen(text)).bindMemory(to: UInt8.self)
}
