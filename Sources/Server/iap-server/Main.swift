import Foundation
import IAPServer

@main enum Main {
    static func main() {
        let program = ServerProgram(environment: ProcessInfo.processInfo.environment) { line in
            FileHandle.standardOutput.write(Data((line + "\n").utf8))
        }
        // Swift reads them from /proc.
        guard !CommandLine.arguments.isEmpty else {
            FileHandle.standardError.write(Data("iap-server: cannot read its arguments; mount /proc\n".utf8))
            exit(1)
        }
        let outcome = program.run(Array(CommandLine.arguments.dropFirst()))
        FileHandle.standardOutput.write(Data(outcome.output.utf8))
        FileHandle.standardError.write(Data(outcome.error.utf8))
        exit(outcome.code)
    }
}
