public import CIAP
import IAPInterop
import IAPModel
import IAPSignatures

private typealias Purchase = ReceiptPurchaseHandle
private typealias Receipt = AppReceiptHandle

final class AppReceiptHandle: ValueHandle<AppReceipt>, @unchecked Sendable {
    let purchases: [ReceiptPurchaseHandle]

    override init(_ receipt: AppReceipt) {
        purchases = receipt.purchases.map { ReceiptPurchaseHandle($0, content: receipt.content) }
        super.init(receipt)
    }
}

/// Lives as long as its receipt.
final class ReceiptPurchaseHandle: ValueHandle<ReceiptPurchase>, @unchecked Sendable {
    /// The signed content.
    let content: [UInt8]

    init(_ purchase: ReceiptPurchase, content: [UInt8]) {
        self.content = content
        super.init(purchase)
    }
}

extension ValueHandle {
    fileprivate func give(
        _ attribute: ReceiptAttribute?, of content: [UInt8], _ type: UnsafeMutablePointer<Int32>?,
        _ value: UnsafeMutablePointer<iap_bytes>?
    ) -> Int32 {
        guard let attribute else { return 0 }
        type?.pointee = attribute.type
        if let value {
            let bytes = UnsafeRawPointer(texts.find(attribute.value, bytes: { Array(content[attribute.value]) }))
            value.pointee = iap_bytes(bytes: bytes?.assumingMemoryBound(to: UInt8.self), length: attribute.value.count)
        }
        return 1
    }
}

extension Input {
    /// The bytes of a receipt, not yet verified. A failure if it is too long to read.
    static func receipt(_ pointer: UnsafeRawPointer?, _ length: Int) throws(IAPError) -> Result<[UInt8], Rejection> {
        guard let pointer else { throw IAPError(.invalidArgument, "bytes is NULL") }
        guard UInt(bitPattern: length) <= UInt(IAP_RECEIPT_LENGTH_MAX) else {
            return .failure(Rejection(.tooLarge, "the receipt is longer than \(IAP_RECEIPT_LENGTH_MAX) bytes"))
        }
        return .success(Array(UnsafeRawBufferPointer(start: pointer, count: length)))
    }
}

/// For functions that read a receipt without verifying it.
func unverified<Result>(_ read: () throws(Rejection) -> Result) throws(IAPError) -> Result {
    do throws(Rejection) { return try read() } catch {
        throw IAPError(error.reason == .tooLarge ? .tooLarge : .invalidText, error.detail)
    }
}

@c @implementation
public func iap_verifier_check_receipt(
    _ verifier: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ length: Int,
    _ receipt: UnsafeMutablePointer<OpaquePointer?>?, _ result: UnsafeMutablePointer<iap_verify_result>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status_t {
    receipt?.pointee = nil
    fill(result, verdict: 0)
    return returnStatus(error) { () throws(IAPError) in
        try Input.checkSize(of: result)
        let (verifier, receipt) = (try Input.verifier(verifier), try Input.place(receipt, "receipt"))
        let given = try Input.receipt(bytes, length)
        judge(result) { () throws(Rejection) in
            let checked = try verifier.checkReceipt(given.get())
            receipt.pointee = Receipt(checked).given
            return checked.isSignatureChecked
        }
    }
}

@c @implementation
public func iap_app_receipt_read(
    _ bytes: UnsafeRawPointer?, _ length: Int, _ receipt: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status_t {
    receipt?.pointee = nil
    return returnStatus(error) { () throws(IAPError) in
        let receipt = try Input.place(receipt, "receipt")
        let given = try Input.receipt(bytes, length)
        receipt.pointee =
            Receipt(
                try unverified { () throws(Rejection) in try AppReceipt(unchecked: given.get()) }
            ).given
    }
}

@c @implementation
public func iap_transaction_receipt_read_id(
    _ bytes: UnsafeRawPointer?, _ length: Int, _ transaction_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status_t {
    transaction_id?.pointee = 0
    return returnStatus(error) { () throws(IAPError) in
        guard let transaction_id else { throw IAPError(.invalidArgument, "transaction_id is NULL") }
        let given = try Input.receipt(bytes, length)
        transaction_id.pointee = try unverified { () throws(Rejection) in
            try TransactionReceipt.transactionID(given.get())
        }
    }
}

@c @implementation public func iap_app_receipt_retain(_ p: CHandle) -> CHandle { Receipt.retain(p) }
@c @implementation public func iap_app_receipt_release(_ p: CHandle) { Receipt.release(p) }

@c @implementation
public func iap_app_receipt_is_signature_checked(_ p: CHandle) -> Int32 {
    Receipt.get(p) { $0.value.isSignatureChecked }
}
@c @implementation
public func iap_app_receipt_is_for_device(
    _ receipt: OpaquePointer?, _ identifier: UnsafePointer<UInt8>?, _ length: Int
) -> Int32 {
    // No device has an identifier of more than 1024 bytes.
    guard let receipt = Receipt.at(receipt)?.value, let identifier, (1...1024).contains(length) else {
        return 0
    }
    return receipt.isFor(device: Array(UnsafeBufferPointer(start: identifier, count: length))) ? 1 : 0
}

@c @implementation
public func iap_app_receipt_attribute_count(_ p: CHandle) -> Int { Receipt.get(p) { $0.value.attributes.count } }

@c @implementation
public func iap_app_receipt_attribute_at(
    _ receipt: OpaquePointer?, _ index: Int, _ type: UnsafeMutablePointer<Int32>?,
    _ value: UnsafeMutablePointer<iap_bytes>?
) -> Int32 {
    Receipt.at(receipt).map { $0.give($0.value.attributes.element(index), of: $0.value.content, type, value) } ?? 0
}

@c @implementation
public func iap_app_receipt_purchase_count(_ p: CHandle) -> Int { Receipt.at(p)?.purchases.count ?? 0 }

@c @implementation
public func iap_app_receipt_purchase_at(_ p: CHandle, _ index: Int) -> CHandle {
    Receipt.at(p)?.purchases.element(index)?.borrowed
}

@c @implementation
public func iap_receipt_purchase_attribute_count(_ p: CHandle) -> Int { Purchase.get(p) { $0.value.attributes.count } }

@c @implementation
public func iap_receipt_purchase_attribute_at(
    _ purchase: OpaquePointer?, _ index: Int, _ type: UnsafeMutablePointer<Int32>?,
    _ value: UnsafeMutablePointer<iap_bytes>?
) -> Int32 {
    Purchase.at(purchase).map { $0.give($0.value.attributes.element(index), of: $0.content, type, value) } ?? 0
}
