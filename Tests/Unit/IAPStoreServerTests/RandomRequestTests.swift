import Foundation
import IAPHTTPServer
import IAPModel
import IAPReferenceStore
import IAPStoreCommands
import Testing

@testable import IAPStoreServer

/// Random requests, most of them almost valid. Each one gets a response, and the store continues. If TESTS_SHORT is
/// set, there are fewer. A failure names its seed.
@Suite struct RandomRequestTests {
    private static let count = ProcessInfo.processInfo.environment["TESTS_SHORT"] == nil ? 20_000 : 2_000

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func requestIsAnswered(_ seed: UInt64) throws {
        let served = try ServedStore()
        var random = RandomSource(seed: [UInt8(seed)])
        let ids = [try served.buy("coins"), try served.buy("club")]
        for number in 0..<Self.count {
            let (path, body, token) = request(&random, served, ids)
            let isCommand = path.hasPrefix("/admin") && random.below(8) > 0
            let method = isCommand ? "POST" : ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"][random.below(6)]
            let response = served.ask(method, path, body, bearer: token)
            #expect(
                (200..<500).contains(response.status) || response.body["errorCode"] != nil,
                "seed \(seed), request \(number): \(method) \(path) \(body): \(response.status)")
        }
        #expect(served.ask("GET", "/inApps/v1/transactions/\(ids[0])").status != 500)
    }

    private func request(
        _ random: inout RandomSource, _ served: ServedStore, _ ids: [UInt64]
    ) -> (path: String, body: String, token: String?) {
        if random.below(2) == 0 {
            let commands = AdminAPI.commands.filter { !["clear", "reset"].contains($0.name) }
            let command = commands[random.below(commands.count)]
            let members = (command.arguments.map(\.name) + command.options.map(\.name)).shuffled(&random)
            let body = members.prefix(random.below(4)).map { "\"\(camel($0))\":\(value(&random, ids))" }
            return ("/admin/v1/\(command.name)", damaged("{\(body.joined(separator: ","))}", &random), served.token)
        }
        let paths = [
            "/inApps/v1/transactions/ID", "/inApps/v1/transactions/ID/appAccountToken",
            "/inApps/v2/transactions/consumption/ID", "/inApps/v1/subscriptions/ID",
            "/inApps/v2/history/ID?revision=ID",
            "/inApps/v1/subscriptions/extend/ID", "/inApps/v1/subscriptions/extend/mass", "/inApps/v1/lookup/ID",
            "/inApps/v2/refund/lookup/ID", "/inApps/v1/notifications/history", "/inApps/v1/messaging/message/ID",
            "/groups/v1/transactions/ID/seats", "/verifyReceipt", "/ocsp", "/admin/v1/control",
        ]
        let path = paths[random.below(paths.count)].replacingOccurrences(of: "ID", with: id(&random, ids))
        let names = [
            "appAccountToken", "startDate", "endDate", "extendByDays", "extendReasonCode", "requestIdentifier",
            "receipt-data", "json", "storefrontCountryCodes", "productId", "header", "body", "customerConsented",
        ].shuffled(&random)
        let members = names.prefix(random.below(5)).map { "\"\($0)\":\(value(&random, ids))" }
        return (
            path, damaged("{\(members.joined(separator: ","))}", &random),
            path.hasPrefix("/admin") ? served.token : nil
        )
    }

    private func camel(_ name: String) -> String {
        let parts = name.split(separator: "-")
        return String(parts[0]).lowercased() + parts.dropFirst().map(\.capitalized).joined()
    }

    private func id(_ random: inout RandomSource, _ ids: [UInt64]) -> String {
        ["0", "-1", "x", "18446744073709551616", String(ids[0]), String(ids[1])][random.below(6)]
    }

    private func value(_ random: inout RandomSource, _ ids: [UInt64]) -> String {
        let texts = [
            "null", "true", "[]", "{}", "0", "-1", "1e400", "9223372036854775808", "\"\"", "\"coins\"", "\"club\"",
            "\"anna\"", "\"2026-01-01T00:00:00Z\"", "\"999999999d\"", "\"-1d\"", "\"\\u0000\"", "\"\\ud800\"",
            "\"8b5e0b0e-6d0c-4a5e-9d0b-5b1f0e6a5e0b\"", "[\"USA\",\"USA\"]", "{\"setAskToBuy\":{\"isEnabled\":true}}",
            "{\"advanceClock\":{\"milliseconds\":9223372036854775807}}",
            "{\"setClock\":{\"time\":-9223372036854775808}}",
            "\"http://127.0.0.1:9/\"", "90", "1767225600000",
        ]
        return random.below(6) == 0 ? "\"\(ids[random.below(2)])\"" : texts[random.below(texts.count)]
    }

    /// Returns the text, in most cases unchanged.
    private func damaged(_ text: String, _ random: inout RandomSource) -> String {
        var bytes = Array(text.utf8)
        switch random.below(8) {
        case 0: bytes = Array(bytes.prefix(random.below(bytes.count)))
        case 1: bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        default: break
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension RandomSource {
    fileprivate mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

extension Array {
    fileprivate func shuffled(_ random: inout RandomSource) -> Self {
        var left = self
        return indices.map { _ in left.remove(at: Int(random.next() % UInt64(left.count))) }
    }
}
