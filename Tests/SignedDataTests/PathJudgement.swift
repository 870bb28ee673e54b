@testable import SignedData

/// What a judgement about a path comes down to.
enum PathJudgement: Equatable {
    case valid(ClosedRange<Int64>, key: [UInt8]?, markers: [Bool])
    case notValidAtDate, untrusted, noMemory, noLeaf, noIntermediate

    private init(_ outcome: TrustStore.SignerOutcome) {
        switch outcome {
        case .valid(let path):
            self = .valid(
                path.validity, key: path.key?.publicKeyDER,
                markers: [path.leafIsReceiptSigning, path.intermediateIsDeveloperRelations])
        case .notValidAtDate: self = .notValidAtDate
        case .untrusted: self = .untrusted
        case .noMemory: self = .noMemory
        case .noLeaf: self = .noLeaf
        case .noIntermediate: self = .noIntermediate
        }
    }

    var isValid: Bool { if case .valid = self { true } else { false } }

    /// Without OpenSSL's reading; nil if there is none.
    static func plain(_ roots: [[UInt8]], _ leaf: [UInt8], _ intermediate: [UInt8]) throws -> PathJudgement? {
        try TrustStore(roots: roots).plainSigner(leaf: leaf, intermediate: intermediate, at: date).map(Self.init)
    }

    /// By OpenSSL alone.
    static func any(_ roots: [[UInt8]], _ leaf: [UInt8], _ intermediate: [UInt8]) throws -> PathJudgement {
        Self(try TrustStore(roots: roots).anySigner(leaf: leaf, intermediate: intermediate, at: date))
    }

    private static var date: EffectiveDate { EffectiveDate(milliseconds: TestChain.date) }
}

/// SplitMix64: the same seed gives the same numbers.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }
}
