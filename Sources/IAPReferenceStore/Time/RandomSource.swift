internal import IAPSignedData

/// Repeatable random numbers: the same state gives the same sequence (SplitMix64, by Steele, Lea and Flood). The state can be
/// stored and read back. Do not use it for secrets.
package struct RandomSource: RandomNumberGenerator, Sendable, Hashable, Codable {
    package private(set) var state: UInt64

    package init(state: UInt64) {
        self.state = state
    }

    /// Makes the sequence of a seed of any length.
    package init(seed: [UInt8]) {
        state = Digest.sha256(seed).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    package mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let number = next()
            for shift in stride(from: 56, through: 0, by: -8) where bytes.count < count {
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
        }
        return bytes
    }
}
