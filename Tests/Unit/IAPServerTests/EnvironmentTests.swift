import IAPHTTPServer
import IAPReferenceStore
import IAPSignatures
import Testing

@testable import IAPServer

/// A purchase in the sandbox costs nothing. It must not open what others pay for.
@Suite struct EnvironmentTests {
    private let pair: Pair

    init() throws {
        pair = try Pair {
            $0.environments = [.production, .sandbox]
            $0.appAppleID = 1_234_567_890
            $0.appStore = nil
        }
        try pair.startServer()
        for product in ["club", "editor"] {
            let response = try pair.ask("POST", "/v1/purchases", "game", body: pair.signed(product))
            #expect(response.text.contains(#""verdict":"valid""#), "\(response.text)")
        }
    }

    private func commerce(_ operation: String, _ environment: String?) throws -> HTTPResponse {
        try pair.ask(
            "GET", "/commerce/v1/\(operation)", "studio",
            query: [("userId", Pair.token)] + (environment.map { [("environment", $0)] } ?? []))
    }

    @Test(arguments: ["entitlements", "subscriptions/status"])
    func commerceReadsProductionUnlessTheSandboxIsNamed(_ operation: String) throws {
        for name in [nil, "Production", "production"] {
            let response = try commerce(operation, name)
            #expect(response.status == 200 && response.header("Iap-Environment") == "Production")
            #expect(!response.text.contains("club") && !response.text.contains("editor"), "\(response.text)")
        }
        for name in ["Sandbox", "sandbox"] {
            let response = try commerce(operation, name)
            #expect(response.status == 200 && response.header("Iap-Environment") == "Sandbox")
            #expect(response.text.contains("club"), "\(response.text)")
        }
        #expect(try commerce(operation, "Xcode").status == 400)
    }

    @Test(arguments: ["", "/history"]) func playerIsReadInProductionUnlessTheSandboxIsNamed(_ part: String) throws {
        let path = "/v1/players/\(Pair.token)\(part)"
        let response = try pair.ask("GET", path, "studio")
        #expect(response.text.contains(#""environment":"Production""#) && !response.text.contains("editor"))
        let other = try pair.ask("GET", path, "studio", query: [("environment", "Sandbox")])
        #expect(other.text.contains(#""environment":"Sandbox""#) && other.text.contains("editor"))
    }
}
