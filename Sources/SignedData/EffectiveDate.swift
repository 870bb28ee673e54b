/// The whole second at which certificates are judged.
struct EffectiveDate: Sendable, Hashable {
    /// The seconds since 1970 that a certificate can name: the years 1 to 9999.
    static let limits: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    let seconds: Int64

    /// Rounds down, also before 1970. A date outside the limits becomes the nearest one inside, because OpenSSL would
    /// take the present time instead.
    init(milliseconds: Int64) {
        let quotient = milliseconds / 1000
        let floor = milliseconds % 1000 < 0 ? quotient - 1 : quotient
        seconds = min(max(floor, Self.limits.lowerBound), Self.limits.upperBound)
    }
}
