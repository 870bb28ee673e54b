import IAPDatabase
import Testing

@testable import IAPReferenceStore

struct NetworkConditionsTests {
    private static func network(
        down: Bool = false, never: Bool = false, latency: Int64 = 0, timeout: Int64 = 0
    ) -> NetworkConditions {
        var network = NetworkConditions()
        network.isDown = down
        network.neverAnswers = never
        network.latency = latency
        network.timeout = timeout
        return network
    }

    static let fates: [(NetworkConditions, Int64, AnswerFate)] = [
        (network(), 0, .arrived),
        (network(latency: 100), 0, .underWay(for: 100)),
        (network(latency: 100), 99, .underWay(for: 1)),
        (network(latency: 100), 100, .arrived),
        (network(latency: 100), -50, .underWay(for: 150)),
        (network(latency: 100), Int64.min, .underWay(for: Int64.max)),
        (network(latency: 100, timeout: 100), 100, .arrived),
        (network(latency: 100, timeout: 100), 99, .underWay(for: 1)),
        (network(latency: 101, timeout: 100), 99, .underWay(for: 1)),
        (network(latency: 101, timeout: 100), 100, .lost(NetworkConditions.timedOut)),
        (network(latency: 101, timeout: 100), 1000, .lost(NetworkConditions.timedOut)),
        (network(never: true), 1_000_000, .underWay(for: nil)),
        (network(never: true, timeout: 100), 99, .underWay(for: 1)),
        (network(never: true, timeout: 100), 100, .lost(NetworkConditions.timedOut)),
        (network(down: true), 0, .lost(NetworkConditions.notConnected)),
        (network(down: true, never: true, latency: 100, timeout: 50), 0, .lost(NetworkConditions.notConnected)),
    ]

    @Test("The network and the elapsed time decide what happens to a response", arguments: fates)
    func fate(network: NetworkConditions, elapsed: Int64, expected: AnswerFate) {
        #expect(network.fate(after: elapsed) == expected)
    }

    @Test("Updates arrive over every network that responds")
    func updates() {
        #expect(Self.network(latency: 100, timeout: 50).deliversUpdates)
        #expect(!Self.network(down: true).deliversUpdates)
        #expect(!Self.network(never: true).deliversUpdates)
    }

    @Test("A network is read exactly as it was written")
    func storedNetwork() throws {
        let store = try TestStore.open()
        let (phone, other) = (try store.device(), try store.device(account: "ben"))
        var network = Self.network(down: true, never: true, latency: .max, timeout: 7)
        network.requestsPerMinute = .max
        try phone.setNetwork(network)
        try phone.setUpdates(.shuffled)
        func stored(_ device: StoreDevice) throws -> NetworkConditions {
            try store.read { ledger throws(DatabaseError) in
                try ledger.network(of: device.name, account: device.firstAccount)
            }
        }
        #expect(try stored(phone) == network)
        #expect(try stored(other) == NetworkConditions())
        #expect(try store.read { ledger throws(DatabaseError) in try phone.updateOrder(ledger) } == .shuffled)
    }
}
