@testable import IAPSignatures

@testable import IAPReferenceStore

extension TestChain {
    static let bundleID = "com.example.game"
    static let appAppleID: Int64 = 1_234_567_890

    /// Returns a verifier that trusts the root of this chain.
    func verifier(
        _ environments: SignedEnvironments = .sandbox, now: Int64 = TestChain.date,
        _ change: (inout SignedDataVerifier.Options) -> Void = { _ in }
    ) throws -> SignedDataVerifier {
        var options = SignedDataVerifier.Options(
            roots: [try certificates()[2]], bundleID: Self.bundleID,
            appAppleID: environments.contains(.production) ? Self.appAppleID : nil, environments: environments,
            now: { now })
        change(&options)
        return try SignedDataVerifier(options)
    }

    /// Returns a payload of this kind with this app, an environment and the chain's date.
    static func payload(_ kind: SignedKind, environment: String = "Sandbox", _ more: String = "") -> String {
        let app = #""bundleId":"\#(bundleID)","appAppleId":\#(appAppleID)"#
        return switch kind {
        case .transaction:
            #"{"bundleId":"\#(bundleID)","environment":"\#(environment)","signedDate":\#(date)\#(more)}"#
        case .renewalInfo: #"{"environment":"\#(environment)","signedDate":\#(date)\#(more)}"#
        case .appTransaction: #"{\#(app),"receiptType":"\#(environment)","receiptCreationDate":\#(date)\#(more)}"#
        case .notification: #"{"data":{\#(app),"environment":"\#(environment)"},"signedDate":\#(date)\#(more)}"#
        }
    }
}

extension SignedDataVerifier {
    /// Returns the reason for a rejection, or nil if the text is valid.
    func reason(_ kind: SignedKind, _ text: String) -> VerifyReason? {
        do throws(Rejection) {
            _ = try check(kind, text.utf8)
            return nil
        } catch {
            return error.reason
        }
    }
}

extension JWSVerifier {
    /// Returns whether a text of the same signer needs only a signature check.
    func knowsSigner(of text: String) -> Bool {
        guard let text = try? CompactJWS(text.utf8) else { return false }
        return knownSigner(of: text, at: EffectiveDate(milliseconds: TestChain.date)) != nil
    }
}
