internal import IAPDatabase
internal import IAPModel

extension IAPError {
    /// Makes the error for a store file that cannot be opened.
    init(_ error: DatabaseError) {
        let status: Status =
            switch error.kind {
            case .foreign: .storageForeign
            case .newer: .storageNewer
            case .locked: .invalidState
            case .busy: .busy
            case .full: .storageFull
            case .failed, .damaged, .older: .storage
            }
        self.init(
            status, error.description, isRetryable: error.isPassing, storeDomain: "SQLite", storeCode: Int(error.code))
    }
}
