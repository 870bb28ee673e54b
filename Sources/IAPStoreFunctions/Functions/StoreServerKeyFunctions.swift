public import CIAP
import IAPBoundary
import IAPModel
import IAPReferenceStore

@c @implementation public func iap_store_issuer_id(_ store: OpaquePointer?) -> UnsafePointer<CChar>? {
    value { () throws(IAPError) in try StoreHandle.named(store).issuerID.pointer }
}

@c @implementation public func iap_store_add_server_key(
    _ store: OpaquePointer?, _ key_id: UnsafePointer<CChar>?, _ issuer_id: UnsafePointer<CChar>?,
    _ public_key: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<iap_error>?
) -> iap_status {
    control(store, error) {
        let id = try Input.text(key_id, "key_id", limit: Input.serverIDLimit)
        let issuerID = try Input.optionalText(issuer_id, "issuer_id", limit: Input.serverIDLimit)
        let pem = try Input.text(public_key, "public_key", limit: Int(IAP_SERVER_KEY_LENGTH_MAX))
        guard let key = KnownServerKey(id: id, issuerID: issuerID, pem: pem) else {
            throw IAPError(.invalidText, "public_key is not the PEM of a P-256 public key")
        }
        switch try $0.addServerKey(key) {
        case .added: return
        case .isOwn: throw IAPError(.invalidArgument, "key_id is \(id), the id of the store's own key")
        case .tooMany:
            throw IAPError(.tooLarge, "the store already has \(ReferenceStore.mostServerKeys) keys, the maximum")
        }
    }
}
