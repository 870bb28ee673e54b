internal import IAPDatabase

extension ReferenceStore {
    /// Forges everything that the store signs from now on; nil returns to proper signatures.
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
