package import Foundation
internal import IAPPlatform
internal import IAPReferenceStore

/// One run of the program: from the command line to the output and the exit code.
package struct Program {
    /// The environment in which the program runs.
    package struct Surroundings: Sendable {
        package var environment: [String: String]
        /// The number of columns of the output terminal; nil if the output is not a terminal.
        package var columns: Int?
        package var timeZone: TimeZone
        /// The names of the files in the current folder.
        package var folder: @Sendable () -> [String]
        package var exists: @Sendable (String) -> Bool
        /// Writes to the standard output while a command runs.
        package var write: @Sendable ([UInt8]) -> Void = { _ in }

        package init(
            environment: [String: String], columns: Int?, timeZone: TimeZone,
            folder: @escaping @Sendable () -> [String], exists: @escaping @Sendable (String) -> Bool
        ) {
            self.environment = environment
            self.columns = columns
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

    /// - Parameter commands: the commands of the table and those of other modules.
    package init(_ surroundings: Surroundings, commands: [Command] = CommandGroups.all) {
        self.surroundings = surroundings
        self.commands = commands
    }

    /// - Parameter words: the command line without the program's name.
    package func run(_ words: [String]) -> Outcome {
        var outcome = Outcome()
        do {
            if let text = try help(words) {
                outcome.output = Array(text.utf8)
                return outcome
            }
            let line = try CommandLineReader(commands).read(words)
            guard let command = line.command else {
                throw CommandError.usage("the command is missing; 'iap-store help' lists the commands")
            }
            var call = Call(arguments: line.arguments, options: line.options, files: files(line))
            call.isJSON = line.options["json"] != nil
            call.commands = commands
            call.say = { surroundings.write(shown($0, line)) }
            do {
                outcome.output = shown(try command.run(call), line)
            } catch {
                if let response = CommandError(error).response { outcome.output = shown(response, line) }
                throw error
            }
        } catch {
            let error = CommandError(error)
            outcome.code = error.kind.rawValue
            outcome.error = "iap-store: \(printable(error.message))\n"
        }
        return outcome
    }

    /// Returns the text of `help` and `--version`; nil if the command line requests neither.
    private func help(_ words: [String]) throws -> String? {
        let reader = CommandLineReader(commands)
        if words == ["--version"] { return "iap-store \(LibraryVersion.text)\n" }
        if words.isEmpty || words == ["--help"] || words == ["-h"] || words == ["help"] {
            return Help.overview(commands)
        }
        if words[0] == "help" {
            guard words.count == 2 else { throw CommandError.usage("help takes one command: iap-store help buy") }
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

    private func shown(_ response: Response, _ line: CommandLineReader.Line) -> [UInt8] {
        if line.options["json"] != nil { return Array((response.json + "\n").utf8) }
        if case .bytes(let bytes, _) = response { return bytes }
        let style = TableStyle(
            times: Times(timeZone: surroundings.timeZone, isISO: line.options["iso"] != nil),
            width: surroundings.columns)
        return Array(response.table(style).utf8)
    }
}

/// Reads the arguments of a command line.
package struct CommandLineReader {
    /// The options of every command.
    package static let common: [Command.Option] = [
        .init("store", "FILE", "the store's file; games can have it open (IAP_STORE; default: iap-store.db)"),
        .init("storekit", "FILE", "the .storekit file (IAP_STOREKIT; default: the only one in this folder)"),
        .init("bundle-id", "ID", "the app of a new store (default: com.example.game)"),
        .init(
            "clock", "KIND", "the clock of a new store; an existing store keeps its clock",
            choices: ["real", "virtual"]),
        .init(
            "environment", "NAME",
            "the environment of a new store (default: sandbox); an existing store keeps its environment",
            choices: ["sandbox", "production"]),
        .init("json", nil, "print the result as JSON"),
        .init("iso", nil, "print times in UTC in ISO 8601 format, not in local time"),
        .init("help", nil, "show the help of the command"),
    ]

    package struct Line: Sendable {
        package var command: Command?
        package var arguments: [String: [String]] = [:]
        package var options: [String: String] = [:]
    }

    let commands: [Command]

    package init(_ commands: [Command]) { self.commands = commands }

    package func read(_ words: [String]) throws -> Line {
        var line = Line()
        var plain: [String] = []
        var rest = words[...]
        var isOver = false
        while let word = rest.popFirst() {
            if isOver || !word.hasPrefix("-") || word == "-" {
                if line.command == nil, !isOver {
                    line.command = try command(word)
                } else {
                    plain.append(word)
                }
            } else if word == "--" {
                isOver = true
            } else {
                try read(option: word, &rest, into: &line)
            }
        }
        guard let command = line.command else {
            if let first = plain.first { throw CommandError.usage("expected a command, not \(quoted(first))") }
            return line
        }
        if line.options["help"] == nil { line.arguments = try arguments(plain, of: command) }
        return line
    }

    package func command(_ name: String) throws -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        throw CommandError.usage("there is no command \(quoted(name)); 'iap-store help' lists the commands")
    }

    private func read(option word: String, _ rest: inout ArraySlice<String>, into line: inout Line) throws {
        let known = (line.command?.options ?? []) + Self.common
        let short = ["-h": "--help"]
        let parts = (short[word] ?? word).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0].dropFirst(2))
        guard word.hasPrefix("--") || short[word] != nil, let option = known.first(where: { $0.name == name }) else {
            let owner = line.command.map { " of '\($0.name)'" } ?? "; write the options of a command after the command"
            throw CommandError.usage("there is no option \(quoted(word))\(owner)")
        }
        guard line.options[name] == nil else { throw CommandError.usage("--\(name) is given twice") }
        guard let value = option.value else {
            guard parts.count == 1 else { throw CommandError.usage("--\(name) takes no value") }
            line.options[name] = ""
            return
        }
        guard let given = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
            throw CommandError.usage("--\(name) needs a value: --\(name) \(value)")
        }
        guard option.choices.isEmpty || option.choices.contains(given) else {
            throw CommandError.usage(
                "--\(name) is one of \(option.choices.joined(separator: ", ")), not \(quoted(given))")
        }
        line.options[name] = given
    }

    private func arguments(_ words: [String], of command: Command) throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        var rest = words[...]
        for argument in command.arguments {
            switch argument.count {
            case .one, .optional:
                guard let word = rest.popFirst() else {
                    if argument.count == .optional { continue }
                    throw CommandError.usage("\(argument.name) is missing: \(Help.usage(command))")
                }
                guard argument.choices.isEmpty || argument.choices.contains(word) else {
                    let choices =
                        argument.choices.count > 8
                        ? "a word that 'iap-store help \(command.name)' lists"
                        : "one of \(argument.choices.joined(separator: ", "))"
                    throw CommandError.usage("\(argument.name) is \(choices), not \(quoted(word))")
                }
                found[argument.name] = [word]
            case .many:
                guard !rest.isEmpty else {
                    throw CommandError.usage("\(argument.name) is missing: \(Help.usage(command))")
                }
                found[argument.name] = Array(rest)
                rest = []
            }
        }
        if let surplus = rest.first {
            throw CommandError.usage("\(quoted(surplus)) is an unexpected argument: \(Help.usage(command))")
        }
        return found
    }
}
