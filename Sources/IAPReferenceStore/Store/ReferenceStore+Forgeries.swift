internal import IAPDatabase

extension ReferenceStore {
    /// Forges everything that is signed from now on; nil signs properly again.
    package func setForgery(_ forgery: Forgery?) throws(StoreFailure) {
        try change(.setForgery(forgery: forgery)) { ledger throws(DatabaseError) in
            if let forgery {
                try ledger.set(.forgery, .integer(Int64(forgery.rawValue)))
            } else {
                try ledger.remove(.forgery)
            }
        }
    }
}

extension Ledger {
    func forgery() throws(DatabaseError) -> Forgery? {
        try integer(.forgery).flatMap(Int32.init(exactly:)).flatMap(Forgery.init(rawValue:))
    }
}
