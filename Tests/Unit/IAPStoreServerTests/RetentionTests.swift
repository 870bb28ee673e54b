import IAPHTTPServer
import IAPJSON
import IAPModel
import IAPReferenceStore
import Testing

@testable import IAPStoreServer

@Suite struct RetentionTests {
    private let image = "6a5e0b0e-6d0c-4a5e-9d0b-5b1f0e6a5e0b"
    private let message = "7b5e0b0e-6d0c-4a5e-9d0b-5b1f0e6a5e0b"
    private let base = "/inApps/v1/messaging"

    /// Returns the first bytes of a PNG file, by default without transparency.
    private func png(_ width: Int, _ height: Int, color: UInt8 = 2) -> String {
        func bytes(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        return String(
            decoding: (head + bytes(width) + bytes(height) + [8, color, 0, 0, 0, 0, 0, 0, 0]).map { UInt16($0) },
            as: UTF16.self)
    }

    private func put(_ served: ServedStore, _ picture: String, to path: String) -> Int {
        let bytes = picture.utf16.map { UInt8($0) }
        let token = try? ServedStore.bearer(served.store)
        let request = HTTPRequest(method: "PUT", path: path, body: bytes) {
            $0 == "Authorization" ? "Bearer \(token ?? "")" : nil
        }
        return served.routes.respond(to: request).status
    }

    @Test func imageIsAPNGOfTheRightSize() throws {
        let served = try ServedStore()
        let path = "\(base)/image/\(image)"
        for wrong in [png(3840, 159), png(3840, 2161), png(100, 200), png(3840, 1000, color: 6), "rubbish"] {
            #expect(put(served, wrong, to: path) == 400)
        }
        #expect(put(served, png(3840, 1000), to: path) == 200)
        #expect(put(served, png(3840, 1000), to: path) == 409)
        #expect(served.ask("GET", "\(base)/image/list").body["imageIdentifiers"]?.list.count == 1)
    }

    @Test func messageNamesImagesThatAreThere() throws {
        let served = try ServedStore()
        let path = "\(base)/message/\(message)"
        let withImage =
            #"{"header":"Stay","body":"A month for free","image":{"imageIdentifier":"\#(image)","altText":"a cave"}}"#
        #expect(served.error("PUT", path, withImage) == 4_040_014)
        #expect(put(served, png(3840, 1000), to: "\(base)/image/\(image)") == 200)
        #expect(served.ask("PUT", path, withImage).status == 200)
        #expect(served.error("PUT", path, withImage) == 4_090_001)
        #expect(served.error("DELETE", "\(base)/image/\(image)") == 4_030_019)
        let long = String(repeating: "a", count: 145)
        #expect(served.error("PUT", path, #"{"header":"\#(long)","body":"b"}"#) == 4_000_162)
        #expect(served.error("PUT", path, #"{"header":"h","body":"\#(long)"}"#) == 4_000_163)
        #expect(served.error("PUT", path, #"{"header":"h","body":"b","headerPosition":"ABOVE_IMAGE"}"#) == 4_000_224)
        #expect(served.ask("DELETE", path).status == 200)
        #expect(served.error("DELETE", path) == 4_040_015)
    }

    @Test func defaultMessageIsOfAProductAndALanguage() throws {
        let served = try ServedStore()
        let path = "\(base)/default/club/de-DE"
        #expect(served.error("GET", path) == 4_040_020)
        #expect(served.error("PUT", path, #"{"messageIdentifier":"\#(message)"}"#) == 4_040_015)
        #expect(served.ask("PUT", "\(base)/message/\(message)", #"{"header":"h","body":"b"}"#).status == 200)
        #expect(served.ask("PUT", path, #"{"messageIdentifier":"\#(message)"}"#).status == 200)
        #expect(served.ask("GET", path).body["messageIdentifier"] == .text(message))
        let club = try served.buy("club")
        #expect(
            served.admin("retention", #"{"id":"\#(club)","locale":"de-DE"}"#).body["shown"]
                == .text("the default message"))
        #expect(served.error("GET", "\(base)/default/nothing/de-DE") == 4_000_023)
    }

    @Test func realtimeURLIsAnAddress() throws {
        let served = try ServedStore()
        #expect(served.error("GET", "\(base)/realtime/url") == 4_040_021)
        #expect(served.error("PUT", "\(base)/realtime/url", #"{"realtimeURL":"here"}"#) == 4_000_215)
        #expect(served.ask("PUT", "\(base)/realtime/url", #"{"realtimeURL":"http://127.0.0.1:9/"}"#).status == 200)
        #expect(served.ask("GET", "\(base)/realtime/url").body["realtimeURL"] == .text("http://127.0.0.1:9/"))
        #expect(served.ask("POST", "\(base)/performanceTest", "{}").status == 404)
    }

    // MARK: Seats

    @Test func subscriptionWithoutSeatsHasNone() throws {
        let served = try ServedStore()
        let club = try served.buy("club")
        #expect(served.error("GET", "/groups/v1/transactions/\(club)/seats") == 4_000_900)
        #expect(served.error("GET", "/groups/v1/transactions/77/seats") == 4_040_005)
        #expect(served.ask("GET", "/groups/v1/nothing").status == 404)
    }

    @Test func seatIsClaimedOncePerRequest() throws {
        let served = try ServedStore()
        let device = try StoreDevice(store: served.store, account: "anna", name: "phone")
        var options = PurchaseOptions()
        options.seats = 2
        _ = try device.purchase("club", options)
        let club = try #require(try served.store.subscriptions.statuses(of: "anna").first?.transaction.id)
        let signed = try ServedStore.payload(
            served.ask("GET", "/inApps/v1/transactions/\(club)").body["signedTransactionInfo"])
        #expect(signed["quantity"]?.number == 2 && signed["price"]?.number == 2990)
        #expect(signed["multiSeatInfo"]?["invitationManagement"] == .text("DEVELOPER"))
        #expect(signed["multiSeatInfo"]?["priceTiers"]?.list.first?["quantity"]?.number == 2)
        let path = "/groups/v1/transactions/\(club)/seats"
        func claim(_ request: String) -> JSONValue? {
            served.ask("POST", path, #"{"requestIdentifier":"\#(request)"}"#).body["seatClaimId"]
        }
        let first = try #require(claim(image))
        #expect(claim(image) == first)
        #expect(claim(message) != first)
        #expect(
            served.error("POST", path, #"{"requestIdentifier":"8b5e0b0e-6d0c-4a5e-9d0b-5b1f0e6a5e0b"}"#) == 4_030_900)
        guard case .text(let id) = first else { throw ServedStore.Missing() }
        #expect(served.ask("DELETE", "\(path)/\(id)").status == 200)
        #expect(served.error("DELETE", "\(path)/\(id)") == 4_040_900)
        let info = served.ask("GET", path).body
        #expect((info["totalSeatCount"]?.number, info["availableSeatCount"]?.number) == (2, 1))
        #expect(info["assignedSeatClaimIds"]?.list.count == 1)
    }
}
