internal import IAPModel
package import IAPReferenceStore

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
    package var run: @Sendable (Call) throws -> Response

    package init(
        name: String, summary: String, arguments: [Argument] = [], options: [Option] = [], details: String = "",
        example: String, isLocal: Bool = false, run: @escaping @Sendable (Call) throws -> Response
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

    /// A command that works on the store of an existing file.
    package init(
        name: String, summary: String, arguments: [Argument] = [], options: [Option] = [], details: String = "",
        example: String, isLocal: Bool = false, run: @escaping @Sendable (Call, ReferenceStore) throws -> Response
    ) {
        self.init(
            name: name, summary: summary, arguments: arguments, options: options, details: details, example: example,
            isLocal: isLocal
        ) { call in
            let store = try call.files.store()
            defer { call.files.release(store) }
            return try run(call, store)
        }
    }

    package struct Argument: Sendable {
        package enum Count: Sendable, Hashable { case one, optional, many }

        package var name: String
        package var summary: String
        package var count: Count
        /// The allowed values. If it is empty, any text is allowed.
        package var choices: [String]

        package init(_ name: String, _ summary: String, _ count: Count = .one, choices: [String] = []) {
            self.name = name
            self.summary = summary
            self.count = count
            self.choices = choices
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
    /// Shows a response before the command has ended. It does nothing outside of the command line.
    package var say: @Sendable (Response) -> Void = { _ in }
    /// True if responses are shown as JSON.
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

    package func id(_ name: String) throws -> UInt64 {
        guard let id = UInt64(argument(name)) else {
            throw CommandError.usage(
                "\(name) is \(quoted(argument(name))), which is not an id; 'iap-store transactions' lists the ids")
        }
        return id
    }

    package func wholeNumber(_ option: String, _ range: ClosedRange<Int>) throws -> Int? {
        guard let text = options[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw CommandError.usage(
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

/// The reason why a command failed.
package struct CommandError: Error, Sendable {
    /// The raw values are the exit codes of the command line.
    package enum Kind: Int32, Sendable, Hashable {
        /// The store refuses the command, or the named object does not exist; `check` and `verify` found a problem.
        case refused = 1
        /// The command line is wrong: an unknown command, a missing argument, or a value that cannot be read.
        case usage = 2
        /// A file cannot be read or written.
        case file = 3
    }

    package var kind: Kind
    package var message: String
    /// The partial result that the command has in spite of the error.
    package var response: Response?

    package init(_ kind: Kind, _ message: String, response: Response? = nil) {
        self.kind = kind
        self.message = message
        self.response = response
    }

    package static func usage(_ message: String) -> Self { Self(.usage, message) }
    package static func refused(_ message: String) -> Self { Self(.refused, message) }

    /// Makes the command's error for an error of the store.
    package init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let failure as StoreFailure:
            self.init(
                failure.isOfStorage ? .file : .refused, failure.detail.isEmpty ? failure.kind.rawValue : failure.detail)
        case let error as IAPError:
            switch error.status {
            case .invalidArgument, .invalidText: self.init(.usage, error.message)
            case .invalidState, .notFound: self.init(.refused, error.message)
            default: self.init(.file, error.message)
            }
        default: self.init(.file, "\(error)")
        }
    }
}

/// The places where commands find their files.
package struct StoreFiles: Sendable {
    /// The state file.
    package var storePath: String
    /// The `.storekit` file; nil if no file is named and the folder does not have exactly one.
    package var storekitPath: String?
    package var bundleID: String?
    /// The clock of a new state file.
    package var clock: StoreClock?
    /// The environment of a new state file.
    package var environment = SigningEnvironment.sandbox
    /// The OCSP address in the certificates of a new store.
    package var ocspURL: String?
    package var exists: @Sendable (String) -> Bool
    /// A store that stays open for all commands; nil if each command opens the file.
    package var opened: ReferenceStore?

    package init(
        storePath: String, storekitPath: String?, bundleID: String? = nil, clock: StoreClock? = nil,
        exists: @escaping @Sendable (String) -> Bool
    ) {
        self.storePath = storePath
        self.storekitPath = storekitPath
        self.bundleID = bundleID
        self.clock = clock
        self.exists = exists
    }

    func catalogue() throws -> Catalogue {
        if let opened { return opened.catalogue }
        guard let storekitPath else {
            throw CommandError(
                .usage,
                "no .storekit file is named, and this folder does not have exactly one; name a file with --storekit FILE or in IAP_STOREKIT, or create one with 'iap-store init'"
            )
        }
        return try Catalogue.load(path: storekitPath)
    }

    /// Opens the store of an existing file. A mistyped name does not create a new store.
    package func store() throws -> ReferenceStore {
        if let opened { return opened }
        guard exists(storePath) else {
            throw CommandError(
                .file,
                "the store \(quoted(storePath)) does not exist; name the file that the game opens (its state_path) with --store FILE or in IAP_STORE; 'iap-store buy' creates a new store"
            )
        }
        return try storeOrNew()
    }

    package func storeOrNew() throws -> ReferenceStore {
        if let opened { return opened }
        var options = ReferenceStore.Options()
        options.statePath = storePath
        options.clock = clock
        options.environment = environment
        options.ocspURL = ocspURL
        if let bundleID { options.bundleID = bundleID }
        let catalogue = try catalogue()
        return try ReferenceStore(catalogue: catalogue, options: options)
    }
}

extension StoreFiles {
    /// Releases a store that a command no longer needs.
    package func release(_ store: ReferenceStore) { if opened == nil { store.close() } }
}
