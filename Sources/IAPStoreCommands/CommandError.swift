internal import IAPModel
internal import IAPReferenceStore

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
    package var answer: Answer?

    package init(_ kind: Kind, _ message: String, answer: Answer? = nil) {
        self.kind = kind
        self.message = message
        self.answer = answer
    }

    package static func usage(_ message: String) -> Self { Self(.usage, message) }
    package static func refused(_ message: String) -> Self { Self(.refused, message) }

    init(_ failure: StoreFailure) {
        self.init(
            failure.isOfStorage ? .file : .refused, failure.detail.isEmpty ? failure.kind.rawValue : failure.detail)
    }

    init(_ error: IAPError) {
        switch error.status {
        case .invalidArgument, .invalidText: self.init(.usage, error.message)
        case .invalidState, .notFound: self.init(.refused, error.message)
        default: self.init(.file, error.message)
        }
    }
}
