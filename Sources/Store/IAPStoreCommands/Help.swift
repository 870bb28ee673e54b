internal import IAPPlatform

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
            parts.append("Arguments:\n" + list(command.arguments.map { ($0.name, $0.summary + choices($0.choices)) }))
        }
        if !command.options.isEmpty { parts.append("Options:\n" + list(command.options)) }
        parts.append("Options of every command:\n" + list(CommandLineReader.common))
        if !command.details.isEmpty { parts.append(command.details) }
        parts.append("Example:\n  \(command.example)")
        return parts.joined(separator: "\n\n") + "\n"
    }

    package static func overview(_ commands: [Command]) -> String {
        """
        A reference App Store for tests. It shows and changes a store file, also while games use the same file.

        Usage:
          iap-store COMMAND [arguments] [options]
          iap-store --version

        Commands:
        \(list(commands.map { ($0.name, $0.summary) }))

        Options of every command:
        \(list(CommandLineReader.common))

        Exit codes:
          0  success
          1  the store refused the command, or the named object does not exist; check or verify found a problem
          2  the command line is wrong
          3  a file cannot be read or written

        'iap-store help COMMAND' shows the arguments, the options and an example of a command.

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

    static func choices(_ words: [String]) -> String { words.isEmpty ? "" : ": " + words.joined(separator: ", ") }
}

/// Writes the manual page from the same table as the help.
enum ManualCommand {
    static let all = [manual]

    static let manual = Command(
        name: "manual", summary: "Write the manual page", details: "iap-store manual | man -l -",
        example: "iap-store manual > iap-store.1", isLocal: true
    ) { call in .text(page(call.commands), key: "page") }

    private static func page(_ commands: [Command]) -> String {
        """
        .TH IAP-STORE 1 "" "IAPBridge \(LibraryVersion.text)" "User Commands"
        .SH NAME
        iap-store \\- a reference App Store for tests of games and game servers
        .SH SYNOPSIS
        .B iap-store
        .I command
        .RI [ arguments ]
        .RI [ options ]
        .br
        .B iap-store \\-\\-version
        .SH DESCRIPTION
        Works on the state file of a reference store, also while games have the file open. It shows purchases, performs the
        actions of players, parents and the App Store, and serves the App Store Server API.
        .SH COMMANDS
        \(commands.map(section).joined())\
        .SH OPTIONS OF EVERY COMMAND
        \(options(CommandLineReader.common))\
        .SH ENVIRONMENT
        .TP
        .B IAP_STORE
        The store's file.
        .TP
        .B IAP_STOREKIT
        The .storekit file.
        .SH EXIT STATUS
        .TP
        0
        Success.
        .TP
        1
        The store refused the command, or the named object does not exist; check or verify found a problem.
        .TP
        2
        The command line is wrong.
        .TP
        3
        A file cannot be read or written.

        """
    }

    private static func section(_ command: Command) -> String {
        let arguments = command.arguments.map { argument in
            ".TP\n.I \(escaped(argument.name))\n\(escaped(argument.summary + Help.choices(argument.choices)))\n"
        }
        let details = command.details.isEmpty ? "" : ".PP\n\(escaped(command.details))\n"
        return ".SS \(escaped(Help.usage(command)))\n\(escaped(command.summary)).\n\(arguments.joined())"
            + options(command.options) + details + ".PP\nExample:\n.B \(escaped(command.example))\n"
    }

    private static func options(_ options: [Command.Option]) -> String {
        options.map { option in
            let value = option.value.map { " " + $0 } ?? ""
            let summary = option.summary + Help.choices(option.choices)
            return ".TP\n.B \\-\\-\(escaped(option.name + value))\n\(escaped(summary))\n"
        }.joined()
    }

    /// Roff reads a line that begins with a point or an apostrophe as a command.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : String(line)
        }.joined(separator: "\n")
    }
}
