import Foundation
import IAPPlatform
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@testable import IAPHTTP

/// A game server in a separate process. See the README beside its code. Each test starts one, and it ends with the
/// test.
final class ServerProcess: Sendable {
    let port: Int
    private let process: pid_t
    private let input: FileHandle
    private let lines = Lines()
    private let log: URL

    init() async throws {
        log = FileManager.default.temporaryDirectory.appendingPathComponent("game-server-\(UUID().uuidString).log")
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let output: FileHandle
        let program = folder.appendingPathComponent("game-server").path
        // Start one process at a time. Between `pipe` and setting FD_CLOEXEC, another child process would inherit the
        // pipe's ends. Then the server would not notice that its input has ended.
        (process, input, output) = try Self.starting.withLock { [log] _ in try Self.start(program, log.path) }
        lines.read(output)
        port = Int(try await lines.next(beginning: "port ").dropFirst(5)) ?? 0
        _ = try await lines.next(beginning: "listening")
    }

    deinit {
        // The server exits when its input ends.
        try? input.close()
        waitpid(process, nil, 0)
        try? FileManager.default.removeItem(at: log)
    }

    struct Failure: Error { var code: CInt }

    private static let starting = Guarded(())

    private static func start(_ program: String, _ log: String) throws -> (pid_t, FileHandle, FileHandle) {
        var (input, output): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
        guard pipe(&input) == 0, pipe(&output) == 0 else { throw Failure(code: errno) }
        for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
        var arguments = [strdup(program), strdup(log), nil]
        defer { for argument in arguments { free(argument) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var process: pid_t = 0
        let result = posix_spawn(&process, program, &actions, nil, &arguments, &environment)
        close(input[0])
        close(output[1])
        guard result == 0 else { throw Failure(code: result) }
        return (
            process, FileHandle(fileDescriptor: input[1], closeOnDealloc: true),
            FileHandle(fileDescriptor: output[0], closeOnDealloc: true)
        )
    }

    /// Sets the server's next response. The server has the response when this function returns.
    func tell(_ response: String) async throws {
        write(response)
        try await line(beginning: "told")
    }

    func respond(_ status: Int, _ headers: String..., body: String) async throws {
        try await tell((["answer", String(status)] + headers + [body]).joined(separator: "\t"))
    }

    private func write(_ line: String) {
        input.write(Data((line + "\n").utf8))
    }

    /// Waits for a line that begins with this text. Earlier lines that begin differently are kept.
    func line(beginning start: String) async throws {
        _ = try await lines.next(beginning: start)
    }

    /// After this call the port refuses connections.
    func kill() async throws {
        write("kill")
        try await line(beginning: "killed")
    }

    func start() async throws {
        write("start")
        try await line(beginning: "listening")
    }

    /// Returns the requests exactly as they arrived.
    func requests() throws -> [String] {
        let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        return text.components(separatedBy: "== ").dropFirst().map { part in
            String(part.drop { $0 != "\n" }.dropFirst().dropLast(2))
        }
    }

    func address(_ path: String = "/verify") throws -> RequestAddress {
        try RequestAddress("http://127.0.0.1:\(port)\(path)")
    }
}

/// The lines that a process writes, for tasks that wait for some of them. A separate thread reads them, because
/// blocking reads must not occupy one of the few threads on which all tasks run.
private final class Lines: Sendable {
    struct Ended: Error {}

    private struct State {
        /// Lines that have arrived and are not requested yet.
        var lines: [String] = []
        var hasEnded = false
        var waiting: [(start: String, continuation: CheckedContinuation<String, any Error>)] = []
    }

    private let state = Guarded(State())

    func read(_ handle: FileHandle) {
        Thread.detachNewThread { [self] in
            var unread = Data()
            while case let data = handle.availableData, !data.isEmpty {
                unread += data
                while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                    add(String(decoding: unread[..<end], as: UTF8.self))
                    unread = Data(unread[(end + 1)...])
                }
            }
            let waiting = state.withLock { state in
                state.hasEnded = true
                return state.waiting
            }
            for each in waiting { each.continuation.resume(throwing: Ended()) }
        }
    }

    func next(beginning start: String) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<String, any Error>? in
                if let index = state.lines.firstIndex(where: { $0.hasPrefix(start) }) {
                    return .success(state.lines.remove(at: index))
                }
                if state.hasEnded { return .failure(Ended()) }
                state.waiting.append((start, continuation))
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }

    private func add(_ line: String) {
        let continuation = state.withLock { state -> CheckedContinuation<String, any Error>? in
            guard let index = state.waiting.firstIndex(where: { line.hasPrefix($0.start) }) else {
                state.lines.append(line)
                return nil
            }
            return state.waiting.remove(at: index).continuation
        }
        continuation?.resume(returning: line)
    }
}
