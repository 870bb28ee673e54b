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
        .init("color", "WHEN", "use colours in tables (default: auto)", choices: ["auto", "always", "never"]),
        .init("help", nil, "show the help of the command"),
    ]

    package struct Line: Sendable {
        package var command: Command?
        package var arguments: [String: [String]] = [:]
        package var options: [String: String] = [:]
    }

    let commands: [Command]

    package init(_ commands: [Command]) { self.commands = commands }

    package func read(_ words: [String]) throws(CommandError) -> Line {
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
            if let first = plain.first { throw .usage("expected a command, not \(quoted(first))") }
            return line
        }
        if line.options["help"] == nil { line.arguments = try arguments(plain, of: command) }
        return line
    }

    package func command(_ name: String) throws(CommandError) -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        throw .usage(
            "there is no command \(quoted(name))" + Self.suggestion(name, commands.map(\.name))
                + "; 'iap-store help' lists the commands")
    }

    private func read(
        option word: String, _ rest: inout ArraySlice<String>, into line: inout Line
    ) throws(CommandError) {
        let known = (line.command?.options ?? []) + Self.common
        let short = ["-h": "--help"]
        let parts = (short[word] ?? word).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0].dropFirst(2))
        guard word.hasPrefix("--") || short[word] != nil, let option = known.first(where: { $0.name == name }) else {
            let owner = line.command.map { " of '\($0.name)'" } ?? "; write the options of a command after the command"
            throw .usage(
                "there is no option \(quoted(word))\(owner)" + Self.suggestion(name, known.map(\.name), prefix: "--"))
        }
        guard line.options[name] == nil else { throw .usage("--\(name) is given twice") }
        guard let value = option.value else {
            guard parts.count == 1 else { throw .usage("--\(name) takes no value") }
            line.options[name] = ""
            return
        }
        guard let given = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
            throw .usage("--\(name) needs a value: --\(name) \(value)")
        }
        guard option.choices.isEmpty || option.choices.contains(given) else {
            throw .usage("--\(name) is one of \(option.choices.joined(separator: ", ")), not \(quoted(given))")
        }
        line.options[name] = given
    }

    private func arguments(_ words: [String], of command: Command) throws(CommandError) -> [String: [String]] {
        var found: [String: [String]] = [:]
        var rest = words[...]
        for argument in command.arguments {
            switch argument.count {
            case .one, .optional:
                guard let word = rest.popFirst() else {
                    if argument.count == .optional { continue }
                    throw .usage("\(argument.name) is missing: \(Help.usage(command))")
                }
                guard argument.choices.isEmpty || argument.choices.contains(word) else {
                    let choices =
                        argument.choices.count > 8
                        ? "a word that 'iap-store help \(command.name)' lists"
                        : "one of \(argument.choices.joined(separator: ", "))"
                    throw .usage(
                        "\(argument.name) is \(choices), not \(quoted(word))" + Self.suggestion(word, argument.choices))
                }
                found[argument.name] = [word]
            case .many:
                guard !rest.isEmpty else { throw .usage("\(argument.name) is missing: \(Help.usage(command))") }
                found[argument.name] = Array(rest)
                rest = []
            }
        }
        if let surplus = rest.first {
            throw .usage("\(quoted(surplus)) is an unexpected argument: \(Help.usage(command))")
        }
        return found
    }

    // MARK: Suggestions

    static func suggestion(_ word: String, _ words: [String], prefix: String = "") -> String {
        let near = words.map { (word: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
        guard let near, near.distance <= max(1, word.count / 3) else { return "" }
        return "; did you mean '\(prefix)\(near.word)'?"
    }

    /// Counts the letters that must be changed, added, removed or swapped with the next one.
    static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.prefix(40)), Array(other.prefix(40)))
        var before: [Int] = []
        var last = Array(0...other.count)
        for i in one.indices {
            var row = [i + 1]
            for j in other.indices {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (one[i] == other[j] ? 0 : 1))
                if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] { best = min(best, before[j - 1] + 1) }
                row.append(best)
            }
            (before, last) = (last, row)
        }
        return last[other.count]
    }
}
