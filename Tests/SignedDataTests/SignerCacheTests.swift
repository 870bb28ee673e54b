import Testing

@testable import SignedData

struct SignerCacheTests {
    private let chain: TestChain
    private let certificates: [[UInt8]]
    private let verifier: JWSVerifier
    private let valid = JWSVerdict.valid(payload: Array("{}".utf8))

    init() throws {
        chain = try TestChain()
        certificates = try chain.certificates()
        verifier = try JWSVerifier(roots: [certificates[2]])
    }

    @Test
    func knownSignerIsStillJudgedByDate() throws {
        let text = try chain.jws(certificates)
        let first = TestChain.date - 86_400_000
        let end = TestChain.date + 999 * 86_400_000
        #expect(verifier.verify(text, at: TestChain.date) == valid)
        for date in [first, first - 1, end - 1, end, end + 1000, 0, Int64.min, Int64.max] {
            let fresh = try JWSVerifier(roots: [certificates[2]])
            #expect(verifier.verify(text, at: date) == fresh.verify(text, at: date))
        }
        #expect(verifier.verify(text, at: end - 1) == valid)
        #expect(verifier.verify(text, at: end) == .invalid(.certificateNotValidAtDate))
    }

    @Test
    func knownSignerIsStillJudgedBySignature() throws {
        #expect(try verifier.verify(chain.jws(certificates), at: TestChain.date) == valid)
        let other = try TestChain(seed: 1)
        #expect(try verifier.verify(other.jws(certificates), at: TestChain.date) == .invalid(.invalidSignature))
        #expect(try verifier.verify(chain.jws(certificates), at: TestChain.date) == valid)
    }

    /// The Kelvin sign and the letter K are equal strings in Swift.
    @Test
    func headerThatOnlyComparesEqualIsRefused() throws {
        // The third certificate is free, so that the header surely has the letter.
        let list = [certificates[0], certificates[1], [UInt8](repeating: 0x28, count: 30)]
        let text = try chain.jws(list)
        try #require(verifier.verify(text, at: TestChain.date) == valid)
        let place = try #require(text.firstIndex(of: "K"))
        let forged = text[..<place] + "\u{212A}" + text[text.index(after: place)...]
        try #require(String(forged) == text)
        #expect(verifier.verify(String(forged), at: TestChain.date) == .invalid(.malformed))
    }

    @Test
    func oldestSignerGivesItsPlace() throws {
        let key = chain.leafKey.verifyingKey
        let signer = SignerCache.Signer(key: key, validity: 0...1, hashedBeginning: SHA256State())
        var cache = SignerCache()
        for number in 0...SignerCache.capacity {
            cache.insert(signer, for: "\(number)")
            cache.insert(signer, for: "\(number)")
        }
        #expect(cache["0"] == nil)
        for number in 1...SignerCache.capacity {
            #expect(cache["\(number)"] != nil)
        }
    }

    @Test
    func moreSignersThanTheCacheHoldsAreJudgedAlike() throws {
        let texts = try (0..<SignerCache.capacity * 2).map { number in
            try chain.jws(header: "{\"n\":\(number),\"alg\":\"ES256\",\"x5c\":[\(TestChain.list(certificates))]}")
        }
        for text in texts + texts.reversed() {
            #expect(verifier.verify(text, at: TestChain.date) == valid)
        }
    }

    @Test
    func threadsMayShareOneVerifier() async throws {
        let verifier = verifier
        let right = try chain.jws(certificates)
        let wrong = try TestChain(seed: 1).jws(certificates)
        await withTaskGroup(of: (Bool, JWSVerdict).self) { group in
            for number in 0..<200 {
                group.addTask {
                    let isRight = number % 3 != 0
                    return (isRight, verifier.verify(isRight ? right : wrong, at: TestChain.date))
                }
            }
            for await (isRight, verdict) in group {
                #expect(verdict == (isRight ? .valid(payload: Array("{}".utf8)) : .invalid(.invalidSignature)))
            }
        }
    }
}
