public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_now_ms(_ store: OpaquePointer?) -> Int64 {
    var now: Int64 = 0
    _ = control(store) { now = try $0.now }
    return now
}

@c @implementation public func iap_store_advance_clock(
    _ store: OpaquePointer?, _ milliseconds: Int64,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard milliseconds >= 0 else {
            throw IAPError(
                .invalidArgument, "milliseconds is negative; use iap_store_set_clock() to set the clock back")
        }
        switch try $0.advanceClock(by: milliseconds) {
        case .moved: break
        case .notVirtual:
            throw IAPError(.invalidState, "the store's clock is not virtual; open the store with a virtual clock")
        case .tooFar: throw IAPError(.invalidArgument, "the new time would be after the year 9998")
        }
    }
}

@c @implementation public func iap_store_cancel_next_purchase(
    _ store: OpaquePointer?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) { try $0.order(.cancel) }
}

@c @implementation public func iap_store_fail_next_purchase(
    _ store: OpaquePointer?, _ failure: iap_store_failure,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        let kind = try StoreFailure.Kind(failure)
        guard !kind.isVerificationError, !kind.isRefundRequestError, !kind.isBindingError else {
            throw IAPError(.invalidArgument, "a purchase cannot fail with \(kind)")
        }
        try $0.order(.fail(StoreFailure(kind)))
    }
}

@c @implementation public func iap_store_set_ask_to_buy(
    _ store: OpaquePointer?, _ enabled: Int32,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) { try $0.setAskToBuy(enabled != 0) }
}

@c @implementation public func iap_store_list_approvals(
    _ store: OpaquePointer?, _ approval_ids: UnsafeMutablePointer<UInt64>?, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    count?.pointee = 0
    return control(store, error) {
        guard let count else { throw IAPError(.invalidArgument, "count is NULL") }
        let approvals = try $0.approvals
        count.pointee = approvals.count
        guard let approval_ids else { return }
        for (index, approval) in approvals.enumerated() where UInt(index) < UInt(bitPattern: capacity) {
            approval_ids[index] = approval.id
        }
    }
}

@c @implementation public func iap_store_approval_product_id(
    _ store: OpaquePointer?, _ approval_id: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard let buffer else { throw IAPError(.invalidArgument, "buffer is NULL") }
        guard let approval = try $0.approvals.first(where: { $0.id == approval_id }) else {
            throw IAPError(.notFound, "no purchase with the id \(approval_id) waits for approval")
        }
        let bytes = Array(approval.productID.utf8CString)
        guard UInt(bytes.count) <= UInt(bitPattern: capacity) else {
            throw IAPError(.tooLarge, "the id has \(bytes.count - 1) bytes")
        }
        for (index, byte) in bytes.enumerated() { buffer[index] = byte }
    }
}

@c @implementation public func iap_store_approve(
    _ store: OpaquePointer?, _ approval_id: UInt64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) { store in
        try charging {
            guard try store.approve(approval_id) != nil else {
                throw IAPError(.notFound, "no purchase with the id \(approval_id) waits for approval")
            }
        }
    }
}

@c @implementation public func iap_store_decline(
    _ store: OpaquePointer?, _ approval_id: UInt64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard try $0.decline(approval_id) else {
            throw IAPError(.notFound, "no purchase with the id \(approval_id) waits for approval")
        }
    }
}

@c @implementation public func iap_store_refund(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        try refund($0, transaction_id, .full, reason: 0)
    }
}

@c @implementation public func iap_store_revoke(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ type: iap_revocation_type,
    _ reason: iap_revocation_reason, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        let kind: RefundKind
        switch type {
        case IAP_REVOCATION_TYPE_REFUND_FULL: kind = .full
        case IAP_REVOCATION_TYPE_REFUND_PRORATED: kind = .prorated
        case IAP_REVOCATION_TYPE_NONE: kind = .nothing
        default: throw IAPError(.invalidArgument, "type is \(type), which is no type of refund")
        }
        switch reason {
        case IAP_REVOCATION_REASON_OTHER: try refund($0, transaction_id, kind, reason: 0)
        case IAP_REVOCATION_REASON_DEVELOPER_ISSUE: try refund($0, transaction_id, kind, reason: 1)
        default: throw IAPError(.invalidArgument, "reason is \(reason), which is no reason of a refund")
        }
    }
}

private func refund(_ store: ReferenceStore, _ id: UInt64, _ kind: RefundKind, reason: Int) throws {
    try store.refund(id, kind, reason: reason).check(id)
}

@c @implementation public func iap_store_set_payments_allowed(
    _ store: OpaquePointer?, _ allowed: Int32,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) { try $0.setPaymentsAllowed(allowed != 0) }
}

@c @implementation public func iap_store_set_storefront(
    _ store: OpaquePointer?, _ country_code: UnsafePointer<CChar>?, _ locale: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        let code = try Input.text(country_code, "country_code", limit: 64)
        let locale = try Input.optionalText(locale, "locale", limit: 64)
        guard try $0.setStorefront(code, locale: locale) else {
            throw IAPError(.invalidArgument, "\(code) is not an ISO 3166-1 alpha-3 country code")
        }
    }
}

@c @implementation public func iap_store_totals_init(_ totals: UnsafeMutablePointer<iap_store_totals>?) {
    totals?.pointee = iap_store_totals()
    totals?.pointee.struct_size = UInt32(MemoryLayout<iap_store_totals>.size)
}

@c @implementation public func iap_store_get_totals(
    _ store: OpaquePointer?, _ totals: UnsafeMutablePointer<iap_store_totals>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        _ = try Input.options(
            totals.map { UnsafePointer($0) }, "totals", zero: iap_store_totals(),
            sizes: [MemoryLayout<iap_store_totals>.size])
        let counted = try $0.totals
        totals?.pointee.transactions = UInt64(counted.transactions)
        totals?.pointee.unfinished = UInt64(counted.unfinished)
        totals?.pointee.refunded = UInt64(counted.refunded)
    }
}
