import Testing

@testable import IAPReferenceStore

struct RequestTests {
    @Test("A request above the limit fails, and a failed request does not count")
    func limit() throws {
        let device = try TestStore.open().device()
        var network = NetworkConditions()
        network.requestsPerMinute = 2
        try device.setNetwork(network)
        for _ in 1...2 { _ = try device.beginRequest() }
        for _ in 1...3 {
            let failure = #expect(throws: StoreFailure.self) { try device.beginRequest() }
            #expect(failure?.kind == .systemError)
        }
        _ = try device.store.advanceClock(by: 59_999)
        #expect(throws: StoreFailure.self) { try device.beginRequest() }
        _ = try device.store.advanceClock(by: 1)
        for _ in 1...2 { _ = try device.beginRequest() }
        #expect(throws: StoreFailure.self) { try device.beginRequest() }
    }

    @Test("After the clock is set back, requests with a later time do not count")
    func clockSetBack() throws {
        let device = try TestStore.open().device()
        var network = NetworkConditions()
        network.requestsPerMinute = 1
        try device.setNetwork(network)
        _ = try device.beginRequest()
        _ = try device.store.setClock(to: TestStore.start - 1)
        _ = try device.beginRequest()
        #expect(throws: StoreFailure.self) { try device.beginRequest() }
    }

    @Test("A restart or another sign-in loses the response")
    func overtaken() throws {
        let device = try TestStore.open().device()
        var network = NetworkConditions()
        network.latency = 1000
        try device.setNetwork(network)
        let first = try device.beginRequest()
        #expect(try device.fate(of: first) == .underWay(for: 1000))
        try device.store.restart()
        #expect(throws: StoreFailure.self) { try device.fate(of: first).failure() }
        let second = try device.beginRequest()
        try device.signIn("ben")
        try device.signIn("anna")
        #expect(throws: StoreFailure.self) { try device.fate(of: second).failure() }
        let third = try device.beginRequest()
        _ = try device.store.advanceClock(by: 1000)
        #expect(try device.fate(of: third) == .arrived)
    }

    @Test("A lost response gives an error, or the request waits forever", arguments: AnswerLoss.allCases)
    func loss(_ loss: AnswerLoss) throws {
        let device = try TestStore.open().device()
        var request = try device.beginRequest()
        request.loss = loss
        _ = try device.store.advanceClock(by: 1_000_000)
        let expected: AnswerFate =
            switch loss {
            case .error: .lost(NetworkConditions.timedOut)
            case .silence: .underWay(for: nil)
            }
        #expect(try device.fate(of: request) == expected)
    }
}

extension AnswerFate {
    fileprivate func failure() throws(StoreFailure) {
        if case .lost(let failure) = self { throw failure }
    }
}
