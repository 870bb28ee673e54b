package import IAPModel

/// How long customers keep access while a renewal cannot be paid. Developers choose it in App Store Connect.
package enum GracePolicy: Int, Sendable, Hashable, CaseIterable {
    case threeDays = 3
    case sixteenDays = 16
    case twentyEightDays = 28

    /// In milliseconds. Subscriptions of a week have six days at most.
    ///
    /// Apple's table of the accelerated rates has the middle choice only; the others are in proportion to it.
    package func length(for period: Period, _ rate: TimeRate) -> Int64 {
        let isWeekly = period.days.map { $0 <= 7 } ?? false
        let usual = rate.gracePeriodMs(for: period)
        let (days, usualDays) = isWeekly ? (min(rawValue, 6), 6) : (rawValue, 16)
        return usual.clampedMultiplied(by: Int64(days)) / Int64(usualDays)
    }
}
