/// A command of the store: its words, its help, and what it does. Whatever drives the store reads the same table.
package struct Command: Sendable {
    package var name: String
    /// One line, without a full stop.
    package var summary: String
    package var arguments: [Argument] = []
    package var options: [Option] = []
    /// What the help says besides; may be empty.
    package var details = ""
    /// A whole command line.
    package var example: String
    /// It works with files of this machine, so only the command line has it.
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
        /// The words that are allowed; empty for any text.
        package var choices: [String]
        /// Words that a shell completes; the command itself refuses others.
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
        /// What its value is called; nil for a switch.
        package var value: String?
        package var summary: String
        package var choices: [String]
        /// It names a file of this machine, so only the command line has it.
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

/// One use of a command, with its words read.
package struct Call: Sendable {
    package var arguments: [String: [String]]
    package var options: [String: String]
    package var files: StoreFiles
    /// Shows something before the command has ended. It does nothing outside of the command line.
    package var say: @Sendable (Answer) -> Void = { _ in }
    /// Whether answers are shown as JSON.
    package var isJSON = false
    /// All commands of the program, for those that describe them.
    package var commands: [Command] = []

    package init(arguments: [String: [String]], options: [String: String], files: StoreFiles) {
        self.arguments = arguments
        self.options = options
        self.files = files
    }

    /// The parser has seen to it that a required argument is there.
    package func argument(_ name: String) -> String { arguments[name]?.first ?? "" }
    package func optionalArgument(_ name: String) -> String? { arguments[name]?.first }
    package func all(_ name: String) -> [String] { arguments[name] ?? [] }
    package func option(_ name: String) -> String? { options[name] }
    package func has(_ name: String) -> Bool { options[name] != nil }

    package func id(_ name: String) throws(CommandError) -> UInt64 {
        guard let id = UInt64(argument(name)) else {
            throw .usage("\(name) is \(quoted(argument(name))), which is no id; 'iap-store transactions' lists them")
        }
        return id
    }

    package func wholeNumber(_ option: String, _ range: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let text = options[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .usage(
                "--\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \(quoted(text))")
        }
        return number
    }
}

/// A text of somebody else, in a message: in quotation marks, with no control characters.
package func quoted(_ text: String) -> String { "'" + printable(text) + "'" }

/// The text with its control characters written out, so that a name does nothing to a terminal.
package func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        // Joiners shape letters and emoji; all else of these kinds controls the terminal or the direction of the line.
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
