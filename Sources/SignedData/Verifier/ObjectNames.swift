/// The names that an object of a payload has had so far.
struct ObjectNames {
    /// Up to here each new name is compared with all earlier ones; more are sorted at the end.
    private static let comparedNames = 16

    private var documented: (UInt64, UInt64) = (0, 0)
    private var unknownCount = 0
    private(set) var lastUnknown: Int32 = -1

    /// False if the name is there already, as far as that is looked at yet.
    mutating func insert(
        _ member: PayloadMember, at index: Int, of members: [PayloadMember], _ bytes: UnsafePointer<UInt8>
    ) -> Bool {
        if member.field != 0 {
            let bit = UInt64(1) << UInt64(member.field & 63)
            if member.field < 64 {
                guard documented.0 & bit == 0 else { return false }
                documented.0 |= bit
            } else {
                guard documented.1 & bit == 0 else { return false }
                documented.1 |= bit
            }
            return true
        }
        if unknownCount < Self.comparedNames {
            var other = lastUnknown
            while other >= 0 {
                if Self.order(member, members[Int(other)], bytes) == 0 { return false }
                other = members[Int(other)].previousUnknown
            }
        }
        unknownCount += 1
        lastUnknown = Int32(index)
        return true
    }

    /// When the object is complete: a name that is there twice. Sorting keeps the time in bounds, whatever the names are.
    func duplicate(in members: [PayloadMember], _ bytes: UnsafePointer<UInt8>) -> PayloadMember? {
        guard unknownCount > Self.comparedNames else { return nil }
        var unknown: [PayloadMember] = []
        unknown.reserveCapacity(unknownCount)
        var other = lastUnknown
        while other >= 0 {
            unknown.append(members[Int(other)])
            other = members[Int(other)].previousUnknown
        }
        unknown.sort { Self.order($0, $1, bytes) < 0 }
        for index in 1..<unknown.count where Self.order(unknown[index - 1], unknown[index], bytes) == 0 {
            return unknown[index]
        }
        return nil
    }

    private static func order(_ one: PayloadMember, _ other: PayloadMember, _ bytes: UnsafePointer<UInt8>) -> Int {
        guard one.nameCount == other.nameCount else { return Int(one.nameCount - other.nameCount) }
        for index in 0..<Int(one.nameCount) {
            let (a, b) = (bytes[Int(one.name) + index], bytes[Int(other.name) + index])
            if a != b { return Int(a) - Int(b) }
        }
        return 0
    }
}
