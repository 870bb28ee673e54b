internal import Foundation
internal import IAPSignedData

/// The texts of a date in responses of `verifyReceipt`, for example `2020-07-22 17:39:08 Etc/GMT` and `2020-07-22 10:39:08
/// America/Los_Angeles`.
struct VerifyReceiptDate {
    let greenwich: String
    let pacific: String

    private static let zone = TimeZone(identifier: "America/Los_Angeles")
    /// The offset on machines that do not know this time zone: always winter time.
    private static let winterOffset = -28_800

    /// - Parameter milliseconds: Milliseconds since 1970. The result is nil if the year does not have four digits.
    init?(_ milliseconds: Int64) {
        let offset = Self.zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        let local = milliseconds.clampedAdding(Int64(offset ?? Self.winterOffset) * 1000)
        guard let greenwich = Self.text(milliseconds), let pacific = Self.text(local) else { return nil }
        self.greenwich = greenwich + " Etc/GMT"
        self.pacific = pacific + " America/Los_Angeles"
    }

    private static func text(_ milliseconds: Int64) -> String? {
        ReceiptDate.text(milliseconds).map { "\($0.prefix(10)) \($0.dropFirst(11).dropLast())" }
    }
}
