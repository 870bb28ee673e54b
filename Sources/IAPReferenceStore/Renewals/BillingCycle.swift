internal import IAPModel

/// The source of the billing dates. All of them count from the first one: a subscription that began on the 31st returns to the
/// 31st after a shorter month.
struct BillingCycle: Sendable, Hashable {
    private(set) var anchor: Int64
    private(set) var count: Int
    private(set) var period: Period
    private(set) var timeRate: TimeRate

    init(anchor: Int64, count: Int = 0, period: Period, timeRate: TimeRate) {
        self.anchor = anchor
        self.count = count
        self.period = period
        self.timeRate = timeRate
    }

    init(of period: Period, _ timeRate: TimeRate, from start: Int64) {
        self.init(anchor: start, period: period, timeRate: timeRate)
    }

    /// The end of the latest period.
    var end: Int64 { end(after: 0) }

    /// Returns the end of a later period of the same length. A date after the largest possible time does not exist; such a
    /// period never ends.
    func end(after periods: Int) -> Int64 {
        let end = timeRate.end(of: period, count: count &+ periods, from: anchor)
        return end > anchor || count &+ periods == 0 ? end : .max
    }

    /// Returns the cycle with another period that begins at `start`. It is a new cycle if `start` is not the end of the latest
    /// period, or if the length or the rate of time changed.
    func next(_ period: Period, _ timeRate: TimeRate, from start: Int64) -> BillingCycle {
        let goesOn = period == self.period && timeRate == self.timeRate && start == end
        var cycle = goesOn ? self : BillingCycle(of: period, timeRate, from: start)
        cycle.count &+= 1
        return cycle
    }
}

extension BillingCycle: Codable {
    private enum CodingKeys: String, CodingKey {
        case anchor, count, period, timeRate
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        anchor = try values.decode(Int64.self, forKey: .anchor)
        count = try values.decode(Int.self, forKey: .count)
        period = try values.decodePeriod(forKey: .period)
        timeRate = try values.decode(TimeRate.self, forKey: .timeRate)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(anchor, forKey: .anchor)
        try values.encode(count, forKey: .count)
        try values.encode(period.iso8601, forKey: .period)
        try values.encode(timeRate, forKey: .timeRate)
    }
}
