import Foundation
import IAPServer

@main enum Main {
    static func main() {
        let program = ServerProgram(environment: ProcessInfo.processInfo.environment) { line in
            FileHandle.standardOutput.write(Data((line + "\n").utf8))
        }
        let outcome = program.run(Array(CommandLine.arguments.dropFirst()))
        FileHandle.standardOutput.write(Data(outcome.output.utf8))
        FileHandle.standardError.write(Data(outcome.error.utf8))
        exit(outcome.code)
    }
}
