package import IAPModel

extension IAPError {
    /// A failure of the journal or of a store's file.
    package init(_ error: DatabaseError) {
        let status: Status =
            switch error.kind {
            case .foreign: .storageForeign
            case .newer: .storageNewer
            case .busy: .busy
            case .full: .storageFull
            case .locked: .invalidState
            case .failed, .damaged, .older: .storage
            }
        self.init(
            status, error.description, isRetryable: error.isPassing, storeDomain: "SQLite", storeCode: Int(error.code))
    }
}
