import CIAP
import IAPBoundary
import IAPJournal
import IAPModel
import IAPRuntime
import IAPStoreKitBridge

extension Input {
    /// The options of a client, checked.
    static func client(_ given: iap_client_options) throws(IAPError) -> GameClient.Options {
        guard given.execution == IAP_EXECUTION_BACKGROUND || given.execution == IAP_EXECUTION_MANUAL else {
            throw IAPError(.invalidArgument, "execution is \(given.execution), which is not an IAP_EXECUTION_… value")
        }
        var options = GameClient.Options()
        options.journalPath = try optionalText(given.journal_path, "journal_path", limit: pathLimit)
        options.grants = try grantTable(given.inventory)
        options.player = try uuid(given.app_account_token, "options.app_account_token")
        options.verification = try verification(given.verification, player: options.player)
        if given.audit_limit_bytes > 0 { options.auditLimit = Int(given.audit_limit_bytes) }
        options.integrity = try integrity(given)
        options.handlesMessages = given.handles_messages != 0
        options.isManual = given.execution == IAP_EXECUTION_MANUAL
        (options.wake, options.wakeUserData) = (given.wake, given.wake_user_data)
        return options
    }

    private static func integrity(_ given: iap_client_options) throws(IAPError) -> JournalIntegrity {
        let lengths = JournalIntegrity.keyLengths
        var key: [UInt8]?
        if let bytes = given.integrity_key {
            guard lengths.contains(given.integrity_key_length) else {
                throw IAPError(
                    .invalidArgument,
                    "integrity_key has \(UInt(bitPattern: given.integrity_key_length)) bytes; give \(lengths.lowerBound) to \(lengths.upperBound)"
                )
            }
            key = [UInt8](UnsafeRawBufferPointer(start: bytes, count: given.integrity_key_length))
        } else if given.integrity_key_length != 0 {
            throw IAPError(.invalidArgument, "integrity_key is NULL")
        }
        return JournalIntegrity(
            key: key, player: try optionalText(given.player_id, "player_id", limit: 255),
            adopts: given.adopts_journal != 0)
    }

    /// Nil if the client runs on the system itself, with the system's store.
    static func device(_ given: iap_client_options) throws(IAPError) -> (any ClientDevice)? {
        guard SystemStore.isPresent else {
            guard let device = given.device else {
                throw IAPError(
                    .unsupported, "on Linux a client needs a device of a reference store; see <iap/iap_store.h>")
            }
            // The object behind the pointer belongs to another module. This module knows only its protocol.
            return try OpenHandles.object(at: device, (any ClientDevice).self, "device")
        }
        guard given.device == nil, given.execution == IAP_EXECUTION_BACKGROUND else {
            throw IAPError(.unsupported, "reference stores and manual execution exist on Linux only")
        }
        return nil
    }
}
