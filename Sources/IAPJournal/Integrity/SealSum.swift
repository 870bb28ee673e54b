/// The sum of the checksums of all rows, modulo 2^256. It reveals a removed row and a row with an older content.
struct SealSum: Equatable {
    /// The lowest part first.
    private var parts: [UInt64]
    private(set) var count: Int64

    init() { (parts, count) = ([0, 0, 0, 0], 0) }

    /// Nil if the bytes are not a sum.
    init?(_ bytes: [UInt8], count: Int64) {
        guard bytes.count == SealKey.length, count >= 0 else { return nil }
        (parts, self.count) = (Self.parts(bytes), count)
    }

    var bytes: [UInt8] { parts.flatMap { part in (0..<8).map { UInt8(truncatingIfNeeded: part >> (8 * $0)) } } }

    mutating func add(_ checksum: [UInt8]) {
        var carry = false
        for (index, part) in Self.parts(checksum).enumerated() {
            let (sum, first) = parts[index].addingReportingOverflow(part)
            let (whole, second) = sum.addingReportingOverflow(carry ? 1 : 0)
            (parts[index], carry) = (whole, first || second)
        }
        count &+= 1
    }

    mutating func subtract(_ checksum: [UInt8]) {
        var borrow = false
        for (index, part) in Self.parts(checksum).enumerated() {
            let (rest, first) = parts[index].subtractingReportingOverflow(part)
            let (whole, second) = rest.subtractingReportingOverflow(borrow ? 1 : 0)
            (parts[index], borrow) = (whole, first || second)
        }
        count &-= 1
    }

    private static func parts(_ bytes: [UInt8]) -> [UInt64] {
        (0..<4).map { part in
            (0..<8).reduce(0) { value, place in
                let index = 8 * part + place
                return value | (index < bytes.count ? UInt64(bytes[index]) << (8 * UInt64(place)) : 0)
            }
        }
    }
}
