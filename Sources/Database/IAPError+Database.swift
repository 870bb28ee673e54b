package import IAPModel

extension IAPError {
    /// A failure of one of the library's own files.
    package init(_ error: DatabaseError) {
        let status: Status =
            switch error.kind {
            case .foreign: .storageForeign
            case .newer: .storageNewer
            case .busy: .busy
            case .full: .storageFull
            case .failed, .damaged: .storage
            }
        let isPassing = error.kind == .busy || error.kind == .full || error.kind == .failed
        self.init(status, error.description, isRetryable: isPassing, storeDomain: "SQLite", storeCode: Int(error.code))
    }
}
