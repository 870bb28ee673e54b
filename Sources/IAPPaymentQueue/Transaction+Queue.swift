package import IAPModel

extension Transaction {
    /// Whether it is a new purchase, by the store's own clock: the store signs the response within a minute of the
    /// purchase.
    package var isNew: Bool { signedDate - purchaseDate < 60_000 }
}
