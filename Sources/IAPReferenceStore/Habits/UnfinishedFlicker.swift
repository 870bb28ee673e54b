internal import IAPModel

extension LedgerTransaction {
    /// The ages in milliseconds at which the list of unfinished transactions omits it. Measured on macOS 26.6.
    private static let unlistedAges: [Range<Int64>] = [0..<500, 1500..<2000]

    func isMissingFromUnfinished(at now: Int64) -> Bool {
        let age = now.clampedSubtracting(purchaseDate)
        return Self.unlistedAges.contains { $0.contains(age) }
    }
}
