public import CIAP
import IAPInterop
import IAPModel
import IAPSignatures

private typealias Response = ReceiptResponseHandle

final class ReceiptResponseHandle: ValueHandle<ReceiptResponse>, @unchecked Sendable {
    let purchases: [ReceiptPurchaseHandle]
    let latest: [ReceiptPurchaseHandle]
    let renewals: [ReceiptRenewalHandle]

    override init(_ response: ReceiptResponse) {
        purchases = response.body?.purchases.map { ReceiptPurchaseHandle($0) } ?? []
        latest = response.body?.latest.map { ReceiptPurchaseHandle($0) } ?? []
        renewals = response.body?.renewals.map { ReceiptRenewalHandle($0) } ?? []
        super.init(response)
    }
}

/// Lives as long as its response.
final class ReceiptRenewalHandle: ValueHandle<ReceiptRenewal>, @unchecked Sendable {}

@c @implementation
public func iap_receipt_request_write(
    _ bytes: UnsafeRawPointer?, _ length: Int, _ shared_secret: UnsafePointer<CChar>?,
    _ excludes_old_transactions: Int32, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ needed: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status_t {
    needed?.pointee = 0
    return returnStatus(error) { () throws(IAPError) in
        let given = try Input.receipt(bytes, length)
        let secret = try Input.optionalText(shared_secret, "shared_secret", limit: Input.secretLimit)
        guard needed != nil else { throw IAPError(.invalidArgument, "needed is NULL") }
        let body = try unverified { () throws(Rejection) in
            try ReceiptRequest.body(
                receipt: given.get(), sharedSecret: secret, excludesOldTransactions: excludes_old_transactions != 0)
        }
        try write(body, buffer, capacity, needed)
    }
}

@c @implementation
public func iap_receipt_response_read(
    _ http_status: Int32, _ body: UnsafePointer<CChar>?, _ length: Int, _ bundle_id: UnsafePointer<CChar>?,
    _ response: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status_t {
    response?.pointee = nil
    return IAPInterop.returnStatus(error) { () throws(IAPError) in
        let response = try Input.place(response, "response")
        guard body != nil || length == 0 else {
            throw IAPError(.invalidArgument, "body is NULL, and its length is \(UInt(bitPattern: length))")
        }
        let bundleID = try Input.optionalText(bundle_id, "bundle_id", limit: Input.idLimit)
        let isTooLong = UInt(bitPattern: length) > UInt(ReceiptResponse.maximumLength)
        let bytes = isTooLong ? nil : Array(UnsafeRawBufferPointer(start: body, count: length))
        response.pointee = Response(ReceiptResponse(httpStatus: http_status, body: bytes, bundleID: bundleID)).given
    }
}

@c @implementation public func iap_receipt_response_retain(_ p: CHandle) -> CHandle { Response.retain(p) }
@c @implementation public func iap_receipt_response_release(_ p: CHandle) { Response.release(p) }
@c @implementation
public func iap_receipt_response_action(_ p: CHandle) -> iap_receipt_action_t { Response.get(p, \.action.rawValue) }

@c @implementation
public func iap_receipt_response_verdict(_ p: CHandle) -> iap_verdict_t {
    switch Response.at(p)?.value.action {
    case .grant: IAP_VERDICT_VALID
    case .refuse: IAP_VERDICT_INVALID
    case .retry, .askSandbox, .askProduction, .fixRequest: IAP_VERDICT_UNDECIDED
    case nil: 0
    }
}

@c @implementation
public func iap_receipt_response_status(_ p: CHandle) -> Int32 { Response.at(p)?.value.body?.status ?? -1 }

@c @implementation public func iap_receipt_response_message(_ p: CHandle) -> CText { Response.get(p, \.message) }

@c @implementation public func iap_receipt_response_json(_ p: CHandle) -> CText { Response.get(p, \.json) }
@c @implementation
public func iap_receipt_response_purchase_count(_ p: CHandle) -> Int { Response.at(p)?.purchases.count ?? 0 }

@c @implementation
public func iap_receipt_response_purchase_at(_ p: CHandle, _ index: Int) -> CHandle {
    Response.at(p)?.purchases.element(index)?.borrowed
}

@c @implementation public func iap_receipt_response_latest_count(_ p: CHandle) -> Int {
    Response.at(p)?.latest.count ?? 0
}

@c @implementation
public func iap_receipt_response_latest_at(_ p: CHandle, _ index: Int) -> CHandle {
    Response.at(p)?.latest.element(index)?.borrowed
}

@c @implementation
public func iap_receipt_response_renewal_count(_ p: CHandle) -> Int { Response.at(p)?.renewals.count ?? 0 }

@c @implementation
public func iap_receipt_response_renewal_at(_ p: CHandle, _ index: Int) -> CHandle {
    Response.at(p)?.renewals.element(index)?.borrowed
}
