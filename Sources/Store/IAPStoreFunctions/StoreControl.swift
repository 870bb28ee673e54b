public import CIAP
import IAPInterop
import IAPModel
import IAPReferenceStore

/// Runs a control of an open store.
func control(
    _ store: Pointer, _ error: Failure = nil, function: String = #function,
    _ body: (ReferenceStore) throws -> Void
) -> iap_status_t {
    returnStatus(error, function: function) { () throws(IAPError) in
        let store = try StoreHandle.open(store)
        try translating { try body(store) }
    }
}

/// Runs a control of an open device.
func control(
    device: Pointer, _ error: Failure, function: String = #function,
    _ body: (StoreDevice) throws -> Void
) -> iap_status_t {
    returnStatus(error, function: function) { () throws(IAPError) in
        let device = try DeviceHandle.open(device)
        try translating { try body(device) }
    }
}

private func translating(_ body: () throws -> Void) throws(IAPError) {
    do { try body() } catch let failure as StoreFailure {
        throw IAPError(failure)
    } catch let error as IAPError {
        throw error
    } catch {
        throw IAPError(.internalFailure, "\(error)")
    }
}

extension StoreFailure.Kind {
    init(_ failure: iap_store_failure_t) throws(IAPError) {
        guard Self.allCases.indices.contains(Int(failure) - 1) else {
            throw IAPError(.invalidArgument, "failure is \(failure), which is not an IAP_STORE_FAILURE_… value")
        }
        self = Self.allCases[Int(failure) - 1]
    }

    var cValue: iap_store_failure_t {
        iap_store_failure_t(Self.allCases.firstIndex(of: self).map { $0 + 1 } ?? 0)
    }
}

@c @implementation public func iap_store_now_ms(_ store: Pointer) -> Int64 {
    var now: Int64 = 0
    _ = control(store) { now = try $0.clock.now }
    return now
}

@c @implementation public func iap_store_advance_clock(
    _ store: Pointer, _ milliseconds: Int64, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        guard milliseconds >= 0 else {
            throw IAPError(
                .invalidArgument, "milliseconds is negative; use iap_store_set_clock() to set the clock back")
        }
        try $0.clock.advance(by: milliseconds)
    }
}

@c @implementation public func iap_store_cancel_next_purchase(_ store: Pointer, _ error: Failure) -> iap_status_t {
    control(store, error) { try $0.controls.order(.cancel) }
}

@c @implementation public func iap_store_fail_next_purchase(
    _ store: Pointer, _ failure: iap_store_failure_t, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        let kind = try StoreFailure.Kind(failure)
        guard !kind.isVerificationError, !kind.isRefundRequestError, !kind.isBindingError else {
            throw IAPError(.invalidArgument, "a purchase cannot fail with \(kind)")
        }
        try $0.controls.order(.fail(StoreFailure(kind)))
    }
}

@c @implementation public func iap_store_set_ask_to_buy(
    _ store: Pointer, _ enabled: Int32, _ error: Failure
) -> iap_status_t { control(store, error) { try $0.controls.setAskToBuy(enabled != 0) } }

@c @implementation public func iap_store_list_approvals(
    _ store: Pointer, _ approval_ids: ID, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?, _ error: Failure
) -> iap_status_t {
    count?.pointee = 0
    return control(store, error) {
        try give(try $0.purchases.approvals.map(\.id), in: approval_ids, capacity, count)
    }
}

/// Gives as many ids as fit, and the number of all.
func give(
    _ ids: [UInt64], in buffer: UnsafeMutablePointer<UInt64>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) throws(IAPError) {
    guard let count else { throw IAPError(.invalidArgument, "count is NULL") }
    count.pointee = ids.count
    guard let buffer else { return }
    for (index, id) in ids.enumerated() where UInt(index) < UInt(bitPattern: capacity) { buffer[index] = id }
}

@c @implementation public func iap_store_approval_product_id(
    _ store: Pointer, _ approval_id: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        guard let buffer else { throw IAPError(.invalidArgument, "buffer is NULL") }
        guard let approval = try $0.purchases.approvals.first(where: { $0.id == approval_id }) else {
            throw IAPError(.notFound, "no purchase with the id \(approval_id) waits for approval")
        }
        var length = 0
        try give(Array(approval.productID.utf8CString), "id", in: buffer, capacity: capacity, length: &length)
    }
}

@c @implementation public func iap_store_approve(
    _ store: Pointer, _ approval_id: UInt64, _ error: Failure
) -> iap_status_t {
    control(store, error) { store in try charging { _ = try store.purchases.approve(approval_id) } }
}

@c @implementation public func iap_store_decline(
    _ store: Pointer, _ approval_id: UInt64, _ error: Failure
) -> iap_status_t {
    control(store, error) { try $0.purchases.decline(approval_id) }
}

@c @implementation public func iap_store_refund(
    _ store: Pointer, _ transaction_id: UInt64, _ error: Failure
) -> iap_status_t { control(store, error) { try refund($0, transaction_id, .full, reason: 0) } }

@c @implementation public func iap_store_revoke(
    _ store: Pointer, _ transaction_id: UInt64, _ type: iap_revocation_type_t, _ reason: iap_revocation_reason_t,
    _ error: Failure
) -> iap_status_t {
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
    _ = try store.refunds.refund(id, kind, reason: reason)
}

@c @implementation public func iap_store_set_payments_allowed(
    _ store: Pointer, _ allowed: Int32, _ error: Failure
) -> iap_status_t { control(store, error) { try $0.controls.setPaymentsAllowed(allowed != 0) } }

@c @implementation public func iap_store_set_storefront(
    _ store: Pointer, _ country_code: Text, _ locale: Text, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        let code = try Input.text(country_code, "country_code", limit: 64)
        let locale = try Input.optionalText(locale, "locale", limit: 64)
        try $0.shelf.move(to: code, locale: locale)
    }
}

@c @implementation public func iap_store_totals_init(_ totals: UnsafeMutablePointer<iap_store_totals>?) {
    initialize(totals, iap_store_totals(), \.struct_size)
}

@c @implementation public func iap_store_get_totals(
    _ store: Pointer, _ totals: UnsafeMutablePointer<iap_store_totals>?, _ error: Failure
) -> iap_status_t {
    control(store, error) {
        _ = try Input.options(totals.map { UnsafePointer($0) }, "totals")
        let counted = try $0.transactions.totals
        totals?.pointee.transactions = UInt64(counted.transactions)
        totals?.pointee.unfinished = UInt64(counted.unfinished)
        totals?.pointee.refunded = UInt64(counted.refunded)
    }
}

@c @implementation public func iap_store_set_clock(
    _ store: Pointer, _ now_ms: Int64, _ error: Failure
) -> iap_status_t {
    control(store, error) { try $0.clock.set(to: now_ms) }
}

@c @implementation public func iap_device_set_updates(
    _ device: Pointer, _ updates: iap_store_updates_t, _ error: Failure
) -> iap_status_t {
    control(device: device, error) {
        let order = try Input.value(UpdateOrder.self, updates, "updates", "IAP_STORE_UPDATES")
        try $0.network.set(order)
    }
}

@c @implementation public func iap_store_repeat_update(
    _ store: Pointer, _ transaction_id: UInt64, _ error: Failure
) -> iap_status_t {
    control(store, error) { try $0.transactions.repeatUpdate(transaction_id) }
}

@c @implementation public func iap_store_copy_transaction(
    _ store: Pointer, _ transaction_id: UInt64, _ copy_id: ID, _ error: Failure
) -> iap_status_t {
    copy_id?.pointee = 0
    return control(store, error) {
        let copy = try $0.transactions.copy(transaction_id)
        copy_id?.pointee = copy
    }
}
