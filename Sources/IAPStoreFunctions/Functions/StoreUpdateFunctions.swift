public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_set_clock(
    _ store: OpaquePointer?, _ now_ms: Int64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        switch try $0.setClock(to: now_ms) {
        case .moved: break
        case .notVirtual:
            throw IAPError(.invalidState, "the store's clock is not virtual; open the store with a virtual clock")
        case .tooFar:
            throw IAPError(.invalidArgument, "now_ms is \(now_ms), before 1970 or after the year 9998")
        }
    }
}

@c @implementation public func iap_device_set_updates(
    _ device: OpaquePointer?, _ updates: iap_store_updates, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(device: device, error) {
        guard let order = UpdateOrder(rawValue: updates) else {
            throw IAPError(.invalidArgument, "updates is \(updates), which is not an IAP_STORE_UPDATES_… value")
        }
        try $0.setUpdates(order)
    }
}

@c @implementation public func iap_store_repeat_update(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        guard try $0.repeatUpdate(transaction_id) else { throw IAPError(unknownTransaction: transaction_id) }
    }
}

@c @implementation public func iap_store_copy_transaction(
    _ store: OpaquePointer?, _ transaction_id: UInt64, _ copy_id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    copy_id?.pointee = 0
    return control(store, error) {
        guard let copy = try $0.copyTransaction(transaction_id) else {
            throw IAPError(unknownTransaction: transaction_id)
        }
        copy_id?.pointee = copy
    }
}

extension IAPError {
    fileprivate init(unknownTransaction id: UInt64) {
        self.init(.notFound, "the store has no transaction \(id)")
    }
}
