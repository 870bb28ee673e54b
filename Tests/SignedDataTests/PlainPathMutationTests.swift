import Testing

@testable import SignedData

/// Whatever the certificates say, where both judge, the judgement is OpenSSL's.
struct PlainPathMutationTests {
    private struct Tally {
        var valid = 0
        var refused = 0

        mutating func compare(_ certificates: [[UInt8]], _ comment: @autoclosure () -> String) throws {
            let any = try PathJudgement.any([certificates[2]], certificates[0], certificates[1])
            guard let plain = try PathJudgement.plain([certificates[2]], certificates[0], certificates[1]) else {
                return
            }
            #expect(plain == any, "\(comment())")
            if plain.isValid { valid += 1 } else { refused += 1 }
        }
    }

    /// Bytes of what is signed are changed and signed again by the right key, so that only what they say is wrong.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func changedContentsThatTheIssuerSigns(seed: UInt64) throws {
        var random = SeededNumbers(state: seed)
        var tally = Tally()
        let chain = try TestChain()
        let issuers = [chain.intermediateKey, chain.rootKey, chain.rootKey]
        let originals = try chain.certificates()
        for number in 0..<1000 {
            let place = Int.random(in: 0...2, using: &random)
            var certificates = originals
            let content = try #require(DERElement.list(originals[place])?[0].parts[0].content)
            let changed = DER.sequence(Self.change(content, &random))
            let signature = try issuers[place].derSignature(of: changed)
            certificates[place] = DER.sequence(changed + DER.ecdsaWithSHA256 + DER.bitString(signature))
            // A verifier does not open with such a root.
            guard place < 2 || Certificate(der: certificates[2]) != nil else { continue }
            try tally.compare(certificates, "certificate \(place) of \(number)")
        }
        // Most of what can be changed without harm is names, serial numbers and dates.
        #expect(tally.valid > 20)
    }

    @Test(arguments: [UInt64(5), 6])
    func changedBytesThatNobodySigns(seed: UInt64) throws {
        var random = SeededNumbers(state: seed)
        var tally = Tally()
        let originals = try TestChain().certificates()
        for number in 0..<1000 {
            var certificates = originals
            let place = Int.random(in: 0...1, using: &random)
            certificates[place] = Self.change(originals[place], &random)
            try tally.compare(certificates, "certificate \(place) of \(number)")
        }
        #expect(tally.refused > 50)
    }

    private static func change(_ bytes: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 2: bytes[place] = [0, 1, 0x05, 0x13, 0x30, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            case 3: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 4: bytes[place] &+= 1
            case 5: bytes[place] &-= 1
            default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
        return bytes
    }

    // MARK: Other templates

    private typealias Change = (inout CertificateTemplate) -> Void

    private static func extensions(_ name: String, _ values: [String]) -> [Change] {
        values.map { value in { $0.replace(name, with: value) } }
            + values.map { value in { $0.extensions.append(.init(name, value)) } } + [{ $0.remove(name) }]
    }

    private static func changes() -> [Change] {
        extensions(
            "basicConstraints",
            [
                "CA:TRUE", "critical,CA:TRUE", "critical,CA:TRUE,pathlen:0", "critical,CA:TRUE,pathlen:1",
                "critical,CA:TRUE,pathlen:127", "critical,CA:TRUE,pathlen:200", "CA:FALSE", "critical,CA:FALSE",
                "critical,CA:FALSE,pathlen:0", "critical,DER:30:03:01:01:01", "critical,DER:30:03:01:01:00",
            ])
            + extensions(
                "keyUsage",
                [
                    "critical,keyCertSign,cRLSign", "keyCertSign,cRLSign", "critical,keyCertSign", "critical,cRLSign",
                    "critical,digitalSignature", "digitalSignature", "critical,digitalSignature,keyCertSign",
                    "critical,nonRepudiation", "critical,DER:03:01:00",
                ])
            + extensions("subjectKeyIdentifier", ["hash", "DER:04:03:01:02:03", "critical,hash", "DER:05:00"])
            + extensions(
                "authorityKeyIdentifier",
                ["keyid:always", "issuer:always", "keyid:always,issuer:always", "critical,keyid:always", "DER:30:00"])
            + extensions("extendedKeyUsage", ["codeSigning", "critical,codeSigning", "OCSPSigning"])
            + extensions("subjectAltName", ["DNS:example.com", "critical,DNS:example.com"])
            + extensions("nameConstraints", ["critical,permitted;DNS:example.com", "permitted;dirName:nobody"])
            + extensions("authorityInfoAccess", ["OCSP;URI:http://127.0.0.1/", "DER:05:00", "critical,DER:30:00"])
            + extensions(
                "certificatePolicies",
                ["DER:30:07:30:05:06:03:2A:03:04", "critical,DER:30:07:30:05:06:03:2A:03:04", "DER:05:00"])
            + extensions(
                "crlDistributionPoints",
                [
                    "URI:http://127.0.0.1/list", "URI:http://127.0.0.1/one,URI:http://127.0.0.1/two",
                    "critical,URI:http://127.0.0.1/list", "DER:30:00", "DER:30:02:30:00", "DER:05:00",
                ])
            + extensions("1.2.840.113635.100.6.2.1", ["DER:05:00", "critical,DER:05:00", "DER:0C:01:41"])
            + extensions("1.2.840.113635.100.6.11.1", ["DER:05:00", "critical,DER:05:00", "DER:0C:01:41"])
            + extensions("1.2.3.4", ["DER:05:00", "critical,DER:05:00"])
            + extensions("proxyCertInfo", ["critical,language:id-ppl-anyLanguage"])
            + extensions("nsCertType", ["server"]) + extensions("noCheck", ["ignored"])
            + [
                { $0.commonName = "Test Root" }, { $0.commonName = "Test Intermediate" },
                { $0.commonName = "Test Leaf" },
                { $0.commonName = "test  root" }, { $0.commonName = "test intermediate " },
                { $0.commonName = "T\u{E9}st" },
                { $0.serialNumber = [0] }, { $0.serialNumber = [0x80] },
                { $0.serialNumber = [UInt8](repeating: 1, count: 21) },
                { $0.notBefore = TestChain.date / 1000 }, { $0.notBefore = TestChain.date / 1000 + 1 },
                { $0.notAfter = TestChain.date / 1000 }, { $0.notAfter = TestChain.date / 1000 + 1 },
                { $0.notAfter = EffectiveDate.limits.upperBound }, { $0.notBefore = -3_000_000_000 },
            ]
    }

    @Test(arguments: [UInt64(7), 8, 9, 10])
    func certificatesOfOtherForms(seed: UInt64) throws {
        var random = SeededNumbers(state: seed)
        var tally = Tally()
        var made = 0
        let changes = Self.changes()
        for number in 0..<600 {
            var chain = try TestChain()
            let place = [\TestChain.root, \.intermediate, \.leaf] as [WritableKeyPath<TestChain, CertificateTemplate>]
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let template = place[Int.random(in: 0...2, using: &random)]
                changes[Int.random(in: changes.indices, using: &random)](&chain[keyPath: template])
            }
            // OpenSSL does not make all of them.
            guard let certificates = try? chain.certificates() else { continue }
            made += 1
            try tally.compare(certificates, "chain \(number): \(chain.root) \(chain.intermediate) \(chain.leaf)")
        }
        #expect(made > 400)
        #expect(tally.valid > 50)
    }
}
