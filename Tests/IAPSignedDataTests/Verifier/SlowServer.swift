import Foundation
import Glibc

/// Listens on its own loopback port and never completes a response, until it is released.
final class SlowServer: Sendable {
    let port: UInt16
    private let listener: Int32
    /// Connections that wait before the others.
    private let waiting: [Int32]

    init(_ delay: RevocationTests.Delay) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isFull = delay == .connection
        var waiting: [Int32] = []
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let result =
                    bind(listener, address, length) | listen(listener, isFull ? 0 : 8)
                    | getsockname(listener, address, &length)
                // Nothing accepts these connections. Linux does not respond to further ones.
                for _ in 0..<(isFull ? 4 : 0) {
                    let connection = socket(
                        AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
                    _ = connect(connection, address, length)
                    waiting.append(connection)
                }
                return result
            }
        }
        guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        self.waiting = waiting
        port = UInt16(bigEndian: address.sin_port)
        guard !isFull else { return }
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    // Close the socket only now. If it were closed earlier, another server's socket could get a number
                    // that is still in use here.
                    close(listener)
                    return
                }
                Self.serve(connection, delay)
                close(connection)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        guard !waiting.isEmpty else { return }
        for connection in waiting { close(connection) }
        close(listener)
    }

    /// Serves until the other side has closed.
    private static func serve(_ connection: Int32, _ delay: RevocationTests.Delay) {
        let text = Array(
            (delay == .endlessHeader ? String(repeating: "X: y\r\n", count: 1000) : "X: y\r\n").utf8)
        var next = 0
        if delay != .silence {
            _ = send(connection, "HTTP/1.0 200 OK\r\n", 17, Int32(MSG_NOSIGNAL))
        }
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            var place = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            if poll(&place, 1, delay == .endlessHeader ? 0 : 10) > 0, read(connection, &chunk, chunk.count) <= 0 {
                return
            }
            switch delay {
            case .drops:
                guard send(connection, [text[next]], 1, Int32(MSG_NOSIGNAL)) == 1 else { return }
                next = (next + 1) % text.count
            case .endlessHeader:
                guard send(connection, text, text.count, Int32(MSG_NOSIGNAL)) > 0 else { return }
            case .connection, .silence: break
            }
        }
    }
}
