import CIAP

@c @implementation public func iap_struct_size(_ name: UnsafePointer<CChar>?) -> UInt32 {
    guard let name, let size = structSizes[String(cString: name)] else { return 0 }
    return UInt32(size)
}

private let structSizes: [String: Int] = [
    "iap_error": MemoryLayout<iap_error>.size,
    "iap_client_options": MemoryLayout<iap_client_options>.size,
    "iap_product_list_options": MemoryLayout<iap_product_list_options>.size,
    "iap_observer": MemoryLayout<iap_observer>.size,
    "iap_payment": MemoryLayout<iap_payment>.size,
    "iap_verification_options": MemoryLayout<iap_verification_options>.size,
    "iap_grant": MemoryLayout<iap_grant>.size,
    "iap_inventory_options": MemoryLayout<iap_inventory_options>.size,
    "iap_verifier_options": MemoryLayout<iap_verifier_options>.size,
    "iap_verify_result": MemoryLayout<iap_verify_result>.size,
    "iap_server_key_options": MemoryLayout<iap_server_key_options>.size,
    "iap_server_request": MemoryLayout<iap_server_request>.size,
    "iap_store_options": MemoryLayout<iap_store_options>.size,
    "iap_store_renewal": MemoryLayout<iap_store_renewal>.size,
    "iap_store_signing_request": MemoryLayout<iap_store_signing_request>.size,
    "iap_store_notification": MemoryLayout<iap_store_notification>.size,
    "iap_store_settings": MemoryLayout<iap_store_settings>.size,
    "iap_store_purchase": MemoryLayout<iap_store_purchase>.size,
    "iap_device_network": MemoryLayout<iap_device_network>.size,
    "iap_store_receipt_request": MemoryLayout<iap_store_receipt_request>.size,
    "iap_store_transaction": MemoryLayout<iap_store_transaction>.size,
    "iap_store_totals": MemoryLayout<iap_store_totals>.size,
]
