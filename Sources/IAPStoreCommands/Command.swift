/// A command of the store: its arguments and options, its help, and its action. Everything that drives the store reads
/// the same table.
package struct Command: Sendable {
    package var name: String
    /// One line, without a full stop.
    package var summary: String
    package var arguments: [Argument] = []
    package var options: [Option] = []
    /// The rest of the help. It can be empty.
    package var details = ""
    /// A complete command line.
    package var example: String
    /// The command works with files of this machine, so only the command line has it.
    package var isLocal = false
    package var run: @Sendable (Call) throws(CommandError) -> Answer

    package init(
        name: String, summary: String, arguments: [Argument] = [], options: [Option] = [], details: String = "",
        example: String, isLocal: Bool = false, run: @escaping @Sendable (Call) throws(CommandError) -> Answer
    ) {
        self.name = name
        self.summary = summary
        self.arguments = arguments
        self.options = options
        self.details = details
        self.example = example
        self.isLocal = isLocal
        self.run = run
    }

    package struct Argument: Sendable {
        package enum Count: Sendable, Hashable { case one, optional, many }

        package var name: String
        package var summary: String
        package var count: Count
        /// The allowed values. If it is empty, any text is allowed.
        package var choices: [String]
        /// Values that a shell completes. The command itself refuses wrong values.
        package var proposals: [String]

        package init(
            _ name: String, _ summary: String, _ count: Count = .one, choices: [String] = [], proposals: [String] = []
        ) {
            self.name = name
            self.summary = summary
            self.count = count
            self.choices = choices
            self.proposals = proposals
        }
    }

    package struct Option: Sendable {
        package var name: String
        /// The name of the option's value; nil for a switch.
        package var value: String?
        package var summary: String
        package var choices: [String]
        /// The option names a file of this machine, so only the command line has it.
        package var isLocal = false

        package init(
            _ name: String, _ value: String? = nil, _ summary: String, choices: [String] = [], isLocal: Bool = false
        ) {
            self.isLocal = isLocal
            self.name = name
            self.value = value
            self.summary = summary
            self.choices = choices
        }
    }
}

/// One call of a command, with its arguments and options.
package struct Call: Sendable {
    package var arguments: [String: [String]]
    package var options: [String: String]
    package var files: StoreFiles
    /// Shows an answer before the command has ended. It does nothing outside of the command line.
    package var say: @Sendable (Answer) -> Void = { _ in }
    /// True if answers are shown as JSON.
    package var isJSON = false
    /// All commands of the program, for commands that describe them.
    package var commands: [Command] = []

    package init(arguments: [String: [String]], options: [String: String], files: StoreFiles) {
        self.arguments = arguments
        self.options = options
        self.files = files
    }

    /// Returns an argument. The parser has already checked that required arguments are present.
    package func argument(_ name: String) -> String { arguments[name]?.first ?? "" }
    package func optionalArgument(_ name: String) -> String? { arguments[name]?.first }
    package func all(_ name: String) -> [String] { arguments[name] ?? [] }
    package func option(_ name: String) -> String? { options[name] }
    package func has(_ name: String) -> Bool { options[name] != nil }

    package func id(_ name: String) throws(CommandError) -> UInt64 {
        guard let id = UInt64(argument(name)) else {
            throw .usage(
                "\(name) is \(quoted(argument(name))), which is not an id; 'iap-store transactions' lists the ids")
        }
        return id
    }

    package func wholeNumber(_ option: String, _ range: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let text = options[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .usage(
                "--\(option) needs a whole number from \(range.lowerBound) to \(range.upperBound), not \(quoted(text))")
        }
        return number
    }
}

/// Returns text from outside for a message: in quotation marks, with escaped control characters.
package func quoted(_ text: String) -> String { "'" + printable(text) + "'" }

/// Returns the text with escaped control characters. A name cannot control the terminal this way.
package func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        // Joiners shape letters and emoji. All other characters of these categories control the terminal or the text
        // direction.
        let isJoiner = scalar.value == 0x200C || scalar.value == 0x200D
        let controls: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator, .format]
        if controls.contains(scalar.properties.generalCategory), !isJoiner {
            result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}
