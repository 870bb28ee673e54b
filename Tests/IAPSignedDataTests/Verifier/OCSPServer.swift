import Foundation
import Glibc
import IAPPlatform

/// Responds to POST requests on its own loopback port until it is released.
final class OCSPServer: Sendable {
    enum Answer: Sendable {
        case http(Int, [UInt8])
        /// The server closes the connection without a response.
        case nothing
    }

    let port: UInt16
    private let listener: Int32
    private let requests = Guarded(0)

    /// The number of requests so far.
    var count: Int { requests.value }

    init(_ answer: @escaping @Sendable ([UInt8]) -> Answer) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) | listen(listener, 8) | getsockname(listener, address, &length)
            }
        }
        guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        let requests = requests
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    // Close the socket only now. If it were closed earlier, another server's socket could get a number
                    // that is still in use here.
                    close(listener)
                    return
                }
                if let body = Self.readBody(connection) {
                    requests.withLock { $0 += 1 }
                    if case .http(let status, let bytes) = answer(body) { Self.write(connection, status, bytes) }
                }
                close(connection)
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func readBody(_ connection: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)),
                let field = text.lowercased().firstRange(of: "content-length: "),
                let length = Int(text.lowercased()[field.upperBound...].prefix { $0.isNumber }),
                bytes.count >= end.upperBound + length
            {
                guard text.hasPrefix("POST "), text.contains("application/ocsp-request") else { return nil }
                return Array(bytes[end.upperBound...])
            }
            let count = read(connection, &chunk, chunk.count)
            guard count > 0 else { return nil }
            bytes += chunk[..<count]
        }
    }

    private static func write(_ connection: Int32, _ status: Int, _ body: [UInt8]) {
        let head =
            "HTTP/1.0 \(status) Answer\r\nContent-Type: application/ocsp-response\r\nContent-Length: \(body.count)\r\n\r\n"
        let bytes = Array(head.utf8) + body
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
