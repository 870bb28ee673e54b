import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

/// Variations that were measured with Apple's Python library in its strict default mode on OpenSSL 3.
struct StrictPathTests {
    struct Variation: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var isAccepted: Bool
        var change: @Sendable (inout TestChain) -> Void

        init(_ name: String, _ isAccepted: Bool, _ change: @escaping @Sendable (inout TestChain) -> Void) {
            testDescription = name
            self.isAccepted = isAccepted
            self.change = change
        }
    }

    @Test(arguments: [
        Variation("the documented form", true) { _ in },
        Variation("no key identifiers anywhere", false) {
            $0.root.remove("subjectKeyIdentifier")
            $0.intermediate.remove("subjectKeyIdentifier", "authorityKeyIdentifier")
            $0.leaf.remove("subjectKeyIdentifier", "authorityKeyIdentifier")
        },
        Variation("root without key identifier", false) {
            $0.root.remove("subjectKeyIdentifier")
            $0.intermediate.remove("authorityKeyIdentifier")
        },
        Variation("no key usage", false) {
            $0.root.remove("keyUsage")
            $0.intermediate.remove("keyUsage")
            $0.leaf.remove("keyUsage")
        },
        Variation("leaf without key usage, basic constraints and its own key id", true) {
            $0.leaf.remove("keyUsage", "basicConstraints", "subjectKeyIdentifier")
        },
        Variation("basic constraints not critical", false) {
            $0.root.replace("basicConstraints", with: "CA:TRUE")
            $0.intermediate.replace("basicConstraints", with: "CA:TRUE,pathlen:0")
        },
        Variation("root without basic constraints", false) { $0.root.remove("basicConstraints") },
        Variation("intermediate that is not a certificate authority", false) {
            $0.intermediate.replace("basicConstraints", with: "critical,CA:FALSE")
        },
        Variation("leaf marker critical", false) {
            $0.leaf.replace("1.2.840.113635.100.6.11.1", with: "critical,DER:05:00")
        },
        Variation("intermediate marker critical", false) {
            $0.intermediate.replace("1.2.840.113635.100.6.2.1", with: "critical,DER:05:00")
        },
        Variation("leaf marker twice", false) {
            $0.leaf.extensions.append(.init("1.2.840.113635.100.6.11.1", "DER:05:00"))
        },
        Variation("intermediate marker twice", false) {
            $0.intermediate.extensions.append(.init("1.2.840.113635.100.6.2.1", "DER:0C:01:41"))
        },
        Variation("key usage twice", false) {
            $0.leaf.extensions.append(.init("keyUsage", "critical,digitalSignature"))
        },
        Variation("unknown extension", true) { $0.leaf.extensions.append(.init("1.2.3.4", "DER:05:00")) },
        Variation("unknown critical extension", false) {
            $0.leaf.extensions.append(.init("1.2.3.4", "critical,DER:05:00"))
        },
        Variation("invalid certificate policies", false) {
            $0.intermediate.extensions.append(.init("certificatePolicies", "DER:05:00"))
        },
        Variation("CA flag encoded as 1", false) {
            $0.intermediate.replace("basicConstraints", with: "critical,DER:30:06:01:01:01:02:01:00")
        },
        Variation("default value that is encoded", false) {
            $0.leaf.replace("basicConstraints", with: "critical,DER:30:03:01:01:00")
        },
        Variation("path length above the maximum", false) {
            $0.intermediate.replace(
                "basicConstraints", with: "critical,DER:30:0E:01:01:FF:02:09:01:00:00:00:00:00:00:00:00")
        },
        Variation("markers with other values", true) {
            $0.leaf.replace("1.2.840.113635.100.6.11.1", with: "DER:0C:01:41")
            $0.intermediate.replace("1.2.840.113635.100.6.2.1", with: "DER:0C:01:41")
        },
    ])
    func pathIsJudgedAsByApplesLibrary(variation: Variation) throws {
        var chain = try TestChain()
        variation.change(&chain)
        let expected: JWSVerdict = variation.isAccepted ? .valid(payload: Array("{}".utf8)) : .invalid(.untrustedChain)
        #expect(try chain.verdict() == expected)
    }

    @Test
    func expiredCertificateOfEachKindIsRefused() throws {
        let later = TestChain.date / 1000 + 10
        for change in [\TestChain.root, \.intermediate, \.leaf] as [WritableKeyPath<TestChain, CertificateTemplate>] {
            var chain = try TestChain()
            chain[keyPath: change].notAfter = later
            #expect(try chain.verdict(at: later * 1000 - 1) == .valid(payload: Array("{}".utf8)))
            #expect(try chain.verdict(at: later * 1000) == .invalid(.notValidAtDate))
        }
    }
}
