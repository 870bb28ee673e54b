public import CIAP

import IAPBoundary
import IAPModel
import IAPPlatform
import IAPReferenceStore

@c @implementation public func iap_store_write_log(
    _ store: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        let path = try Input.text(path, "path", limit: Input.pathLimit)
        try write($0.log, to: path)
    }
}

@c @implementation public func iap_store_write_state(
    _ store: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        let path = try Input.text(path, "path", limit: Input.pathLimit)
        try write($0.stateText, to: path)
    }
}

/// Writes the whole text or nothing.
private func write(_ text: String, to path: String) throws(IAPError) {
    do throws(FileReplacement.Failure) { try FileReplacement.write(Array(text.utf8), to: path) } catch {
        guard let code = error.code else {
            throw IAPError(.invalidArgument, "\(path) is not a regular file; give another path")
        }
        throw IAPError(
            error.isFull ? .storageFull : .storage, "\(path) cannot be written: \(error.reason)", isRetryable: true,
            storeDomain: "errno", storeCode: Int(code))
    }
}

@c @implementation public func iap_store_replay(
    _ options: UnsafePointer<iap_store_options>?, _ log_path: UnsafePointer<CChar>?,
    _ store: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    store?.pointee = nil
    return answer(error) { () throws(IAPError) in
        guard let store else {
            throw IAPError(.invalidArgument, "store is NULL: there is nowhere to put the handle")
        }
        let path = try Input.text(log_path, "log_path", limit: Input.pathLimit)
        let given = try storeOptions(options)
        guard let bytes = try? RegularFile.bytes(at: path, limit: .max - 1),
            let log = String(validating: bytes, as: UTF8.self)
        else {
            throw IAPError(.invalidStoreFile, "\(path) cannot be read, or is not UTF-8")
        }
        let replayed = try ReferenceStore.replay(log, catalogue: given.catalogue, options: given.options)
        store.pointee = try StoreHandle.pointer(to: replayed)
    }
}
