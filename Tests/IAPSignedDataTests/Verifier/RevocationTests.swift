import CIAPOpenSSL
import Foundation
import IAPPlatform
import IAPSignedText
import Testing

@testable import IAPReferenceStore
@testable import IAPSignedData

/// OCSP responses and the verifier's verdicts: invalid or undecided, as Apple divides them.
struct RevocationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var expected: VerifyReason?
        var change: @Sendable (inout RevocationResponder) -> Void

        init(
            _ name: String, _ expected: VerifyReason?, _ change: @escaping @Sendable (inout RevocationResponder) -> Void
        ) {
            testDescription = name
            self.expected = expected
            self.change = change
        }
    }

    private static let now = TestChain.date / 1000

    private func chain(_ server: OCSPServer) throws -> TestChain { try chain("http://127.0.0.1:\(server.port)/ocsp") }

    private func chain(_ url: String) throws -> TestChain {
        var chain = try TestChain()
        chain.intermediate.extensions.append(.init("authorityInfoAccess", "OCSP;URI:\(url)"))
        chain.leaf.extensions.append(.init("authorityInfoAccess", "OCSP;URI:\(url)"))
        return chain
    }

    private func verifier(
        _ chain: TestChain, timeoutMilliseconds: UInt32 = 30_000,
        now: @escaping @Sendable () -> Int64 = { TestChain.date }
    ) throws -> SignedDataVerifier {
        try chain.verifier { options in
            options.checksRevocation = true
            options.ocspTimeoutMilliseconds = timeoutMilliseconds
            options.now = now
        }
    }

    private func text(_ chain: TestChain) throws -> String {
        try chain.jws(chain.certificates(), payload: TestChain.payload(.transaction))
    }

    /// A server whose responses a test can change.
    private func server(
        _ chain: Guarded<TestChain?>, _ answer: @escaping @Sendable ([UInt8], TestChain) -> OCSPServer.Answer
    ) throws -> OCSPServer {
        let server = try OCSPServer { request in chain.value.map { answer(request, $0) } ?? .nothing }
        chain.value = try self.chain(server)
        return server
    }

    private func server(_ chain: Guarded<TestChain?>, _ responder: RevocationResponder) throws -> OCSPServer {
        try server(chain) { request, chain in
            .http(200, (try? responder.answer(request, chain, now: Self.now)) ?? [])
        }
    }

    @Test(arguments: [
        Case("signed by the issuer, identified by its key", nil) { _ in },
        Case("signed by the issuer, identified by its name", nil) { $0.namesSignerByKey = false },
        Case("signed by a delegate of the issuer", nil) { $0.signer = .delegate },
        Case("signed by a delegate for another purpose", .revocationUnproven) {
            $0.signer = .delegateWithoutPurpose
        },
        Case("signed by an unknown signer", .revocationUnproven) { $0.signer = .foreign },
        Case("revoked", .revokedCertificate) { $0.status = V_OCSP_CERTSTATUS_REVOKED },
        Case("unknown", .revocationUnproven) { $0.status = V_OCSP_CERTSTATUS_UNKNOWN },
        Case("just expired, within the tolerance", nil) { $0.nextUpdate = -60 },
        Case("expired", .revocationUnproven) { $0.nextUpdate = -61 },
        Case("without an expiration", .revocationUnproven) { $0.nextUpdate = nil },
        Case("not valid yet, within the tolerance", nil) { $0.thisUpdate = 60 },
        Case("not valid yet", .revocationUnproven) { $0.thisUpdate = 61 },
        Case("about another certificate", .revocationUnproven) { $0.isAboutAnother = true },
        Case("with an MD5 certificate id", .revocationUnproven) { $0.namesCertificateByMD5 = true },
        Case("altered after signing", .revocationUnproven) { $0.hasAlteredSignature = true },
        Case("try later", .ocspUnreachable) { $0.responseStatus = OCSP_RESPONSE_STATUS_TRYLATER },
        Case("internal error", .ocspUnreachable) { $0.responseStatus = OCSP_RESPONSE_STATUS_INTERNALERROR },
        Case("unauthorized", .revocationUnproven) { $0.responseStatus = OCSP_RESPONSE_STATUS_UNAUTHORIZED },
        Case("malformed request", .revocationUnproven) { $0.responseStatus = OCSP_RESPONSE_STATUS_MALFORMEDREQUEST },
    ])
    func answerDecides(example: Case) throws {
        var responder = RevocationResponder()
        example.change(&responder)
        let box = Guarded<TestChain?>(nil)
        let server = try server(box, responder)
        let chain = try #require(box.value)
        #expect(try verifier(chain).reason(.transaction, text(chain)) == example.expected)
        #expect(server.count > 0)
    }

    @Test(
        arguments: [
            .http(500, [1]), .http(404, []), .http(301, []), .http(200, []), .http(200, [1, 2, 3]),
            .http(200, Array("<html>Please log in</html>".utf8)), .nothing,
        ] as [OCSPServer.Answer])
    func noAnswerDecidesNothing(answer: OCSPServer.Answer) throws {
        let box = Guarded<TestChain?>(nil)
        let server = try server(box) { _, _ in answer }
        let chain = try #require(box.value)
        let clock = Guarded(TestChain.date)
        let verifier = try verifier(chain) { clock.value }
        #expect(try verifier.reason(.transaction, text(chain)) == .ocspUnreachable)
        // After a failure, the verifier does not contact the server for some time.
        clock.value += RevocationCheck.secondsOfFailure.lowerBound * 1000 - 1000
        #expect(try verifier.reason(.transaction, text(chain)) == .ocspUnreachable)
        #expect(server.count == 1)
        clock.value += 1000
        #expect(try verifier.reason(.transaction, text(chain)) == .ocspUnreachable)
        #expect(server.count == 2)
        #expect(VerifyReason.ocspUnreachable.isRetryable)
    }

    /// After its first response, the server reports that the certificate is good.
    @Test(
        arguments: [
            (V_OCSP_CERTSTATUS_UNKNOWN, VerifyReason.revocationUnproven, nil, 3),
            (V_OCSP_CERTSTATUS_REVOKED, .revokedCertificate, .revokedCertificate, 1),
        ] as [(Int32, VerifyReason, VerifyReason?, Int)])
    func unprovenStatusMayChangeAndARevokedCertificateStaysRevoked(
        status: Int32, first: VerifyReason, later: VerifyReason?, count: Int
    ) throws {
        let responder = Guarded(RevocationResponder())
        responder.value.status = status
        let clock = Guarded(TestChain.date)
        let box = Guarded<TestChain?>(nil)
        let server = try server(box) { request, chain in
            .http(200, (try? responder.value.answer(request, chain, now: clock.value / 1000)) ?? [])
        }
        let chain = try #require(box.value)
        let verifier = try verifier(chain) { clock.value }
        #expect(try verifier.reason(.transaction, text(chain)) == first)
        responder.value.status = V_OCSP_CERTSTATUS_GOOD
        #expect(try verifier.reason(.transaction, text(chain)) == first)
        clock.value += RevocationCheck.secondsOfFailure.lowerBound * 1000
        #expect(try verifier.reason(.transaction, text(chain)) == later)
        #expect(server.count == count)
    }

    @Test
    func threadsThatNeedTheSameResponseSendOneRequest() throws {
        let box = Guarded<TestChain?>(nil)
        let server = try server(box, RevocationResponder())
        let chain = try #require(box.value)
        let verifier = try verifier(chain)
        let text = try text(chain)
        let refused = Guarded(0)
        let group = DispatchGroup()
        for _ in 0..<8 {
            group.enter()
            Thread.detachNewThread {
                if verifier.reason(.transaction, text) != nil { refused.withLock { $0 += 1 } }
                group.leave()
            }
        }
        group.wait()
        #expect(refused.value == 0)
        #expect(server.count == 2)
    }

    /// Threads read the clock before they wait for each other.
    @Test(arguments: [V_OCSP_CERTSTATUS_GOOD, V_OCSP_CERTSTATUS_UNKNOWN])
    func threadWithAnEarlierTimeSendsNoSecondRequest(status: Int32) throws {
        let box = Guarded<TestChain?>(nil)
        var responder = RevocationResponder()
        responder.status = status
        let server = try server(box, responder)
        let chain = try #require(box.value)
        let clock = Guarded(TestChain.date)
        let verifier = try verifier(chain) { clock.value }
        let reason = try verifier.reason(.transaction, text(chain))
        let count = server.count
        #expect(count > 0)
        for earlier in [1, 60] as [Int64] {
            clock.value = TestChain.date - earlier * 1000
            #expect(try verifier.reason(.transaction, text(chain)) == reason)
            #expect(server.count == count)
        }
    }

    @Test
    func serverThatIsNotThereDecidesNothing() throws {
        let port = try OCSPServer { _ in .nothing }.port
        let chain = try chain("http://127.0.0.1:\(port)/")
        let verifier = try verifier(chain, timeoutMilliseconds: 60_000)
        let text = try text(chain)
        let duration = ContinuousClock().measure {
            #expect(verifier.reason(.transaction, text) == .ocspUnreachable)
        }
        #expect(duration < .seconds(10))
    }

    @Test
    func waitAfterAFailureBeginsAtTheEndOfTheQuestion() throws {
        let clock = Guarded(TestChain.date)
        let box = Guarded<TestChain?>(nil)
        let server = try server(box) { _, _ in
            clock.withLock { $0 += 40_000 }
            return .nothing
        }
        let chain = try #require(box.value)
        let verifier = try verifier(chain) { clock.value }
        #expect(try verifier.reason(.transaction, text(chain)) == .ocspUnreachable)
        clock.withLock { $0 += 29_000 }
        #expect(try verifier.reason(.transaction, text(chain)) == .ocspUnreachable)
        #expect(server.count == 1)
        clock.withLock { $0 += 1000 }
        #expect(try verifier.reason(.transaction, text(chain)) == .ocspUnreachable)
        #expect(server.count == 2)
    }

    @Test
    func eachFailureDoublesTheWaitUntilAGoodAnswer() throws {
        let clock = Guarded(TestChain.date)
        let isDown = Guarded(true)
        let box = Guarded<TestChain?>(nil)
        let server = try server(box) { request, chain in
            if isDown.value { return .nothing }
            return .http(200, (try? RevocationResponder().answer(request, chain, now: clock.value / 1000)) ?? [])
        }
        let chain = try #require(box.value)
        let verifier = try verifier(chain) { clock.value }
        func asks(after seconds: Int64) throws -> Bool {
            clock.withLock { $0 += seconds * 1000 }
            let before = server.count
            _ = try verifier.reason(.transaction, text(chain))
            return server.count > before
        }
        #expect(try asks(after: 0))
        for wait in [30, 60, 120, 240, 480, 900, 900] as [Int64] {
            #expect(try !asks(after: wait - 1), "\(wait)")
            #expect(try asks(after: 1), "\(wait)")
        }
        isDown.value = false
        #expect(try asks(after: 900))
        isDown.value = true
        #expect(try asks(after: RevocationCheck.secondsOfAnswer + 1))
        #expect(try !asks(after: 29))
        #expect(try asks(after: 1))
    }

    /// Ways in which a server never completes a response.
    enum Delay: String, CaseIterable {
        case connection, silence, drops, endlessHeader
    }

    @Test(arguments: Delay.allCases)
    func timeoutCoversTheWholeRequest(delay: Delay) throws {
        let server = try SlowServer(delay)
        let chain = try chain("http://127.0.0.1:\(server.port)/")
        let verifier = try verifier(chain, timeoutMilliseconds: 300)
        let text = try text(chain)
        let duration = ContinuousClock().measure {
            #expect(verifier.reason(.transaction, text) == .ocspUnreachable)
        }
        #expect(duration >= .milliseconds(250))
        // Other tests may slow the machine down. Without the time limit, this takes half a minute or never ends.
        #expect(duration < .seconds(10))
    }

    @Test
    func certificateWithoutAServerProvesNothing() throws {
        let plain = try TestChain()
        #expect(try verifier(plain).reason(.transaction, text(plain)) == .revocationUnproven)
        let encrypted = try chain("https://127.0.0.1:1/")
        #expect(try verifier(encrypted).reason(.transaction, text(encrypted)) == .revocationUnproven)
    }

    @Test
    func answersHoldForAQuarterOfAnHour() throws {
        let box = Guarded<TestChain?>(nil)
        let clock = Guarded(TestChain.date)
        let server = try server(box) { request, chain in
            .http(200, (try? RevocationResponder().answer(request, chain, now: clock.value / 1000)) ?? [])
        }
        let chain = try #require(box.value)
        let verifier = try verifier(chain) { clock.value }
        let certificates = try chain.certificates()
        let payload = TestChain.payload(.transaction)
        for _ in 0..<3 { #expect(try verifier.reason(.transaction, chain.jws(certificates, payload: payload)) == nil) }
        #expect(server.count == 2)
        // Another header with the same certificates causes no request.
        let other = [certificates[0], certificates[1], [0]]
        #expect(try verifier.reason(.transaction, chain.jws(other, payload: payload)) == nil)
        clock.value += RevocationCheck.secondsOfAnswer * 1000
        #expect(try verifier.reason(.transaction, chain.jws(certificates, payload: payload)) == nil)
        #expect(server.count == 2)
        clock.value += 1000
        #expect(try verifier.reason(.transaction, chain.jws(certificates, payload: payload)) == nil)
        #expect(server.count == 4)
    }

    @Test
    func unsignedTextCausesNoOCSPRequest() throws {
        let box = Guarded<TestChain?>(nil)
        let server = try server(box, RevocationResponder())
        let chain = try #require(box.value)
        let header = try TestChain.header(chain.certificates())
        let forged = try TestChain(seed: 1).jws(header: header, payload: TestChain.payload(.transaction))
        #expect(try verifier(chain).reason(.transaction, forged) == .invalidSignature)
        #expect(server.count == 0)
    }

    /// Apple's libraries check the certificates against the current time if they use OCSP.
    @Test
    func certificatesMustBeValidNow() throws {
        let box = Guarded<TestChain?>(nil)
        let server = try server(box, RevocationResponder())
        let chain = try #require(box.value)
        let late = try verifier(chain) { TestChain.date + 1000 * 86_400_000 }
        #expect(try late.reason(.transaction, text(chain)) == .notValidAtDate)
        #expect(server.count == 0)
    }
}
