internal import Foundation

extension Date {
    /// - Parameter milliseconds: since 1970, as the store counts.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

extension Decimal {
    /// - Parameter milliunits: thousandths of the currency's unit, as the store counts.
    init(milliunits: Int64) {
        self = Decimal(milliunits) / 1000
    }
}
