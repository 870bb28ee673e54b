package import IAPModel

/// How long customers keep access while nobody can pay a renewal. Developers choose it in App Store Connect.
package enum GracePolicy: Int, Sendable, Hashable, CaseIterable {
    case threeDays = 3
    case sixteenDays = 16
    case twentyEightDays = 28

    /// Returns the length in milliseconds. Weekly subscriptions have at most six days.
    ///
    /// Apple's table of the accelerated rates has only the middle choice; the others are proportional to it.
    package func length(for period: Period, _ rate: TimeRate) -> Int64 {
        let isWeekly = period.days.map { $0 <= 7 } ?? false
        let usual = rate.gracePeriodMs(for: period)
        let (days, usualDays) = isWeekly ? (min(rawValue, 6), 6) : (rawValue, 16)
        return usual.clampedMultiplied(by: Int64(days)) / Int64(usualDays)
    }
}
