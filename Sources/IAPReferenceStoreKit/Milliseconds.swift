internal import Foundation

extension Date {
    /// - Parameter milliseconds: Milliseconds since 1970, as in the store.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

extension Decimal {
    /// - Parameter milliunits: Thousandths of the currency unit, as in the store.
    init(milliunits: Int64) {
        var (digits, exponent) = (milliunits, -3)
        while digits % 10 == 0, exponent < 0 { (digits, exponent) = (digits / 10, exponent + 1) }
        self = Decimal(sign: digits < 0 ? .minus : .plus, exponent: exponent, significand: Decimal(digits.magnitude))
    }
}
