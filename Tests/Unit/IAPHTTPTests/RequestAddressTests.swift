import Foundation
import IAPModel
import Testing

@testable import IAPHTTP

@Suite struct RequestAddressTests {
    @Test(arguments: [
        "https://example.com", "https://example.com/", "https://example.com/verify?game=1&x=%20",
        "HTTPS://Example.Com/Verify",
        "https://example.com:8443/verify", "https://192.0.2.1/verify", "https://[2001:db8::1]:8443/verify",
        "http://localhost/verify", "http://LOCALHOST:8080/verify", "http://127.0.0.1:65535/", "http://127.255.255.254",
        "http://[::1]/verify", "http://[::1]:8080/verify", "https://127.0.0.1.example.com/verify",
    ])
    func serversThatAreProtectedOrOnThisMachineAreAllowed(text: String) throws {
        #expect(try RequestAddress(text).text == text)
    }

    @Test(arguments: [
        ("", "is not a URL"),
        ("verify", "is not a URL"),
        ("//example.com/verify", "is not a URL"),
        ("https:", "names no server"),
        ("https://", "names no server"),
        ("https:///verify", "names no server"),
        ("https://:8080/verify", "names no server"),
        ("https:example.com", "names no server"),
        ("ftp://example.com/verify", "starts with ftp"),
        ("file:///etc/passwd", "starts with file"),
        ("javascript:alert(1)", "starts with javascript"),
        ("http://example.com/verify", "would send purchases without encryption"),
        ("http://localhost.example.com/verify", "without encryption"),
        ("http://127.0.0.1.example.com/verify", "without encryption"),
        ("http://127.0.0.1.1/verify", "without encryption"),
        ("http://127.0.0.256/verify", "without encryption"),
        ("http://127.0.0.01/verify", "without encryption"),
        ("http://127.1/verify", "without encryption"),
        ("http://0x7f.0.0.1/verify", "without encryption"),
        ("http://2130706433/verify", "without encryption"),
        ("http://0177.0.0.1/verify", "without encryption"),
        ("http://0.0.0.0/verify", "without encryption"),
        ("http://192.168.0.1/verify", "without encryption"),
        ("http://[::2]/verify", "without encryption"),
        ("http://[::ffff:127.0.0.1]/verify", "without encryption"),
        ("https://user@example.com/verify", "contains a user or a password"),
        ("https://user:secret@example.com/verify", "contains a user or a password"),
        ("https://:secret@example.com/verify", "contains a user or a password"),
        ("http://localhost@example.com/verify", "contains a user or a password"),
        ("https://@example.com/verify", "contains a user or a password"),
        ("https://example.com/verify#part", "after #"),
        ("https://example.com:0/verify", "port 0"),
        ("https://example.com:65536/verify", "port 65536"),
        ("https://example.com/ver ify", "a space"),
        (" https://example.com/verify", "a space"),
        ("https://example.com/verify\n", "a space"),
        ("https://example.com/\u{0}", "a space"),
        ("https://ex\u{E4}mple.com/", "a space"),
        ("http://localhost\\@example.com/", "a space"),
        ("http://\u{FF4C}ocalhost/", "a space"),
    ])
    func invalidAddressesAreRefusedWithTheReason(text: String, part: String) {
        let error = #expect(throws: IAPError.self) { try RequestAddress(text) }
        #expect(error?.status == .invalidArgument)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        ("http://example.com/products", "would be read without encryption"),
        ("/products", "https://example.com/products"),
    ])
    func thatOfAProductListIsRefusedAsSuch(text: String, part: String) {
        let error = #expect(throws: IAPError.self) { try RequestAddress(text, for: .productList) }
        #expect(error?.status == .invalidArgument)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("verify") == false)
        #expect(error?.message.contains("purchases") == false)
    }

    @Test(arguments: [
        "https://example.com:/verify", "https://example.com:99999999999999999999/", "https://example.com:-1/",
    ])
    func oddPortsDoNoHarm(text: String) {
        if let address = try? RequestAddress(text) { #expect(address.url.host == "example.com") }
    }

    @Test func messagesShowNoPassword() {
        let error = #expect(throws: IAPError.self) { try RequestAddress("https://user:secret@example.com/verify") }
        #expect(error?.message.contains("secret") == false)
        #expect(error?.message.contains("@example.com/verify") == true)
    }

    @Test func messagesAreOneShortLine() {
        let error = #expect(throws: IAPError.self) {
            try RequestAddress("http://\n" + String(repeating: "x", count: 4_000))
        }
        #expect((error?.message.utf8.count ?? .max) < 400)
        #expect(error?.message.contains("\n") == false)
    }

    @Test func aVeryLongAddressIsRefused() throws {
        let start = "https://example.com/"
        let longest = start + String(repeating: "x", count: 4_096 - start.utf8.count)
        #expect(try RequestAddress(longest).text == longest)
        #expect(#expect(throws: IAPError.self) { try RequestAddress(longest + "x") }?.status == .tooLarge)
    }
}
