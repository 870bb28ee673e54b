/// The texts of `help` and `--help`.
package enum Help {
    static func usage(_ command: Command) -> String {
        let arguments = command.arguments.map { argument in
            switch argument.count {
            case .one: argument.name
            case .optional: "[\(argument.name)]"
            case .many: "\(argument.name)..."
            }
        }
        return (["iap-store", command.name] + arguments + ["[options]"]).joined(separator: " ")
    }

    package static func page(_ command: Command) -> String {
        var parts = ["\(command.summary).", "Usage:\n  \(usage(command))"]
        if !command.arguments.isEmpty {
            parts.append(
                "Arguments:\n"
                    + list(command.arguments.map { ($0.name, $0.summary + choices($0.choices)) }))
        }
        if !command.options.isEmpty { parts.append("Options:\n" + list(command.options)) }
        parts.append("Options of every command:\n" + list(CommandLineReader.common))
        if !command.details.isEmpty { parts.append(command.details) }
        parts.append("Example:\n  \(command.example)")
        return parts.joined(separator: "\n\n") + "\n"
    }

    package static func overview(_ commands: [Command]) -> String {
        """
        The App Store on your files: looks at a store and changes it while games run against the same file.

        Usage:
          iap-store COMMAND [arguments] [options]
          iap-store --version

        Commands:
        \(list(commands.map { ($0.name, $0.summary) }))

        Options of every command:
        \(list(CommandLineReader.common))

        Exit codes:
          0  done
          1  the store refuses it, or what it names is not there; check or verify found something wrong
          2  the command line is wrong
          3  a file cannot be read or written

        'iap-store help COMMAND' shows the arguments of a command and an example.

        """
    }

    private static func list(_ options: [Command.Option]) -> String {
        list(options.map { ("--\($0.name)" + ($0.value.map { " \($0)" } ?? ""), $0.summary + choices($0.choices)) })
    }

    private static func list(_ rows: [(String, String)]) -> String {
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))\($0.1)" }.joined(
            separator: "\n")
    }

    static func choices(_ words: [String]) -> String {
        words.isEmpty ? "" : ": " + words.joined(separator: ", ")
    }
}
