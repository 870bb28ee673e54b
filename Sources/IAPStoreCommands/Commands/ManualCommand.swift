internal import IAPPlatform

/// Writes the manual page, from the same table as the help.
enum ManualCommand {
    static let all = [manual]

    static let manual = Command(
        name: "manual", summary: "Write the manual page", details: "iap-store manual | man -l -",
        example: "iap-store manual > iap-store.1", isLocal: true
    ) { call throws(CommandError) in .text(page(call.commands), key: "page") }

    private static func page(_ commands: [Command]) -> String {
        """
        .TH IAP-STORE 1 "" "IAPBridge \(LibraryVersion.text)" "User Commands"
        .SH NAME
        iap-store \\- a reference App Store, for tests of games and of their servers
        .SH SYNOPSIS
        .B iap-store
        .I command
        .RI [ arguments ]
        .RI [ options ]
        .br
        .B iap-store \\-\\-version
        .SH DESCRIPTION
        Works on the state file of a reference store while games have it open: shows what was bought, does what players,
        parents and the App Store do, and serves the App Store Server API.
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
        .TP
        .B NO_COLOR
        No colours, if it is not empty.
        .SH EXIT STATUS
        .TP
        0
        Done.
        .TP
        1
        The store refuses it, or what it names is not there; check or verify found something wrong.
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

    /// A line that begins with a point or an apostrophe would be a command of roff.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : String(line)
        }.joined(separator: "\n")
    }
}
