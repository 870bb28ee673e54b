package import Foundation
internal import IAPPlatform
internal import IAPReferenceStore

/// One run of the program: from the words of the command line to what it writes and its exit code.
package struct Program {
    /// What the program finds around it.
    package struct Surroundings: Sendable {
        package var environment: [String: String]
        /// The columns of the terminal on which the output appears; nil if it is no terminal.
        package var columns: Int?
        package var isErrorTerminal: Bool
        package var timeZone: TimeZone
        /// The names of the files in the current folder.
        package var folder: @Sendable () -> [String]
        package var exists: @Sendable (String) -> Bool
        /// Writes to the standard output while a command runs.
        package var write: @Sendable ([UInt8]) -> Void = { _ in }

        package init(
            environment: [String: String], columns: Int?, isErrorTerminal: Bool, timeZone: TimeZone,
            folder: @escaping @Sendable () -> [String], exists: @escaping @Sendable (String) -> Bool
        ) {
            self.environment = environment
            self.columns = columns
            self.isErrorTerminal = isErrorTerminal
            self.timeZone = timeZone
            self.folder = folder
            self.exists = exists
        }
    }

    package struct Outcome: Sendable {
        package var output: [UInt8] = []
        package var error = ""
        package var code: Int32 = 0
    }

    private let surroundings: Surroundings
    private let commands: [Command]

    /// - Parameter commands: those of the table, and those of other modules.
    package init(_ surroundings: Surroundings, commands: [Command] = CommandTable.all) {
        self.surroundings = surroundings
        self.commands = commands
    }

    /// - Parameter words: without the program's name.
    package func run(_ words: [String]) -> Outcome {
        var outcome = Outcome()
        do throws(CommandError) {
            if let text = try help(words) {
                outcome.output = Array(text.utf8)
                return outcome
            }
            let line = try CommandLineReader(commands).read(words)
            guard let command = line.command else { throw .usage("which command? 'iap-store help' lists them") }
            var call = Call(arguments: line.arguments, options: line.options, files: files(line))
            call.isJSON = line.options["json"] != nil
            call.commands = commands
            call.say = { surroundings.write(shown($0, line)) }
            do throws(CommandError) {
                outcome.output = shown(try command.run(call), line)
            } catch {
                if let answer = error.answer { outcome.output = shown(answer, line) }
                throw error
            }
        } catch {
            outcome.code = error.kind.rawValue
            let name =
                surroundings.isErrorTerminal && hasColours(nil, on: true)
                ? "\u{1B}[31miap-store:\u{1B}[0m" : "iap-store:"
            outcome.error = "\(name) \(printable(error.message))\n"
        }
        return outcome
    }

    /// The text of `help` and `--version`; nil if the words ask for neither.
    private func help(_ words: [String]) throws(CommandError) -> String? {
        let reader = CommandLineReader(commands)
        if words == ["--version"] { return "iap-store \(LibraryVersion.text)\n" }
        if words.isEmpty || words == ["--help"] || words == ["-h"] || words == ["help"] {
            return Help.overview(commands)
        }
        if words[0] == "help" {
            guard words.count == 2 else { throw .usage("help takes one command: iap-store help buy") }
            return Help.page(try reader.command(words[1]))
        }
        if words.contains("--help") || words.contains("-h") {
            let line = try reader.read(words)
            if line.options["help"] != nil { return line.command.map(Help.page) ?? Help.overview(commands) }
        }
        return nil
    }

    private func files(_ line: CommandLineReader.Line) -> StoreFiles {
        let environment = surroundings.environment
        func setting(_ option: String, _ variable: String) -> String? {
            line.options[option] ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        }
        let found = surroundings.folder().filter { $0.hasSuffix(".storekit") }
        let clock: StoreClock? =
            switch line.options["clock"] {
            case "virtual": .virtual(start: 1_767_225_600_000)
            case "real": .real
            default: nil
            }
        var files = StoreFiles(
            storePath: setting("store", "IAP_STORE") ?? "iap-store.db",
            storekitPath: setting("storekit", "IAP_STOREKIT") ?? (found.count == 1 ? found[0] : nil),
            bundleID: line.options["bundle-id"], clock: clock, exists: surroundings.exists)
        if line.options["environment"] == "production" { files.environment = .production }
        return files
    }

    private func shown(_ answer: Answer, _ line: CommandLineReader.Line) -> [UInt8] {
        if line.options["json"] != nil { return Array((answer.json + "\n").utf8) }
        if case .bytes(let bytes, _) = answer { return bytes }
        let style = TableStyle(
            times: Times(timeZone: surroundings.timeZone, isISO: line.options["iso"] != nil),
            hasColours: hasColours(line.options["color"], on: surroundings.columns != nil), width: surroundings.columns)
        return Array(answer.table(style).utf8)
    }

    private func hasColours(_ choice: String?, on isTerminal: Bool) -> Bool {
        switch choice {
        case "always": true
        case "never": false
        default:
            isTerminal && (surroundings.environment["NO_COLOR"] ?? "").isEmpty
                && surroundings.environment["TERM"] != "dumb"
        }
    }
}
