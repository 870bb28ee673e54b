import Glibc

/// A client with one connection. It sends exactly the given text, valid or not.
final class RawClient {
    private let socket: Int32

    /// - Parameter host: the last byte of the loopback address from which the client connects.
    init?(port: UInt16, host: UInt32 = 1) {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        own.sin_addr.s_addr = (0x7F00_0000 + host).bigEndian
        withUnsafePointer(to: &own) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        // Only a broken server takes longer than this.
        var timeout = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        guard isConnected else { return nil }
    }

    deinit { close(socket) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Returns everything that arrives until the server closes the connection.
    func all() -> String {
        var received: [UInt8] = []
        while let part = part() { received += part }
        return String(decoding: received, as: UTF8.self)
    }

    /// Returns what arrives until it contains this text, or until the connection closes.
    func until(_ end: String) -> String {
        var received = ""
        while !received.contains(end), let part = part() { received += String(decoding: part, as: UTF8.self) }
        return received
    }

    private func part() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(socket, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// Sends one request on its own connection.
    static func ask(_ server: UInt16, _ head: String, body: String = "") -> String {
        guard let client = RawClient(port: server) else { return "no connection" }
        client.send(
            "\(head)\r\nHost: localhost\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return client.all()
    }
}
