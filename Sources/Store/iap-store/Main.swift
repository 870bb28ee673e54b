import Foundation
import IAPPlatform
import IAPStoreCommands
import IAPStoreServer
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The program. `IAPStoreCommands` implements it.
@main enum Main {
    static func main() {
        // The program ends silently when the reader of its output ends, for example `head`.
        signal(SIGPIPE, SIG_DFL)
        var surroundings = Program.Surroundings(
            environment: ProcessInfo.processInfo.environment, columns: columns(of: STDOUT_FILENO),
            timeZone: .current,
            folder: { (try? FileManager.default.contentsOfDirectory(atPath: ".")) ?? [] },
            exists: { FileManager.default.fileExists(atPath: $0) })
        surroundings.write = { write($0, to: STDOUT_FILENO) }
        let program = Program(surroundings, commands: Serving.commands)
        // Swift reads them from /proc.
        guard !CommandLine.arguments.isEmpty else {
            write(Array("iap-store: cannot read its arguments; mount /proc\n".utf8), to: STDERR_FILENO)
            exit(CommandError.Kind.file.rawValue)
        }
        let outcome = program.run(Array(CommandLine.arguments.dropFirst()))
        write(outcome.output, to: STDOUT_FILENO)
        write(Array(outcome.error.utf8), to: STDERR_FILENO)
        exit(outcome.code)
    }

    private static func columns(of file: Int32) -> Int? {
        guard isatty(file) == 1 else { return nil }
        var size = winsize()
        return ioctl(file, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    private static func write(_ bytes: [UInt8], to file: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { FileDescriptor.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // There is no output for an error message.
            guard count > 0 else { exit(CommandError.Kind.file.rawValue) }
            rest = rest.dropFirst(count)
        }
    }
}
