internal import IAPDatabase
internal import Foundation
package import IAPModel

/// The log of the store, and how it is played back.
extension ReferenceStore {
    /// Everything that was ever asked of the store, a JSON object a line.
    package var log: String {
        get throws(StoreFailure) {
            try readAsItIs { ledger throws(DatabaseError) in Self.text(try ledger.logLines()) }
        }
    }

    package struct NumberedLine: Sendable, Hashable {
        package var number: Int64
        package var text: String
    }

    package var lastLogNumber: Int64 {
        get throws(StoreFailure) { try readAsItIs { ledger throws(DatabaseError) in try ledger.lastLogNumber() } }
    }

    /// The first lines that came after the one of this number.
    package func logLines(after number: Int64, limit: Int) throws(StoreFailure) -> [NumberedLine] {
        try readAsItIs { ledger throws(DatabaseError) in try ledger.logLines(after: number, limit: limit) }
    }

    /// All that the store knows, up to date; equal states give equal texts.
    package var stateText: String {
        get throws(StoreFailure) {
            try read { ledger throws(DatabaseError) in Self.text(try ledger.stateLines()) }
        }
    }

    private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    /// A new store to which everything has happened that a log says.
    ///
    /// - Parameters:
    ///   - log: as `log` gives it.
    ///   - options: seed and bundle id are those of the log.
    package static func replay(
        _ log: String, catalogue: Catalogue, options: Options = Options()
    ) throws(IAPError) -> ReferenceStore {
        let lines = log.split(separator: "\n", omittingEmptySubsequences: true)
        guard let first = lines.first, let beginning = try? KeptJSON.value(LogBeginning.self, of: first),
            beginning.seed.count == 32
        else { throw IAPError(.invalidStoreFile, "line 1 of the log does not tell how the store began") }
        guard beginning.version == LogBeginning.version else {
            throw IAPError(
                .invalidStoreFile, "the log is of version \(beginning.version), not \(LogBeginning.version)")
        }
        guard beginning.catalogue == catalogue.digest else {
            throw IAPError(.invalidState, "the log was made with another .storekit file than \(catalogue.file)")
        }
        // All of it is looked at first: of a log that cannot be read nothing is made.
        var entries: [LogEntry] = []
        for (number, line) in lines.enumerated().dropFirst() {
            guard let entry = try? KeptJSON.value(LogEntry.self, of: line) else {
                throw IAPError(.invalidStoreFile, "line \(number + 1) of the log cannot be read")
            }
            entries.append(entry)
        }
        if let path = options.statePath, FileManager.default.fileExists(atPath: path) {
            throw IAPError(.invalidState, "\(path) is there already; a log is played back into a new file")
        }
        var options = options
        options.beginning = beginning
        let store = try ReferenceStore(catalogue: catalogue, options: options)
        do throws(IAPError) { try store.carryOut(entries) } catch {
            store.close()
            removeState(options.statePath)
            throw error
        }
        return store
    }

    private func carryOut(_ entries: [LogEntry]) throws(IAPError) {
        var replay = Replay(self)
        for (index, entry) in entries.enumerated() {
            do throws(StoreFailure) { try replay.carryOut(entry) } catch {
                throw IAPError(.storage, "line \(index + 2) of the log: \(error.detail)")
            }
        }
        setReplayedTime(nil)
    }

    /// Half of what a log says is of no use.
    private static func removeState(_ path: String?) {
        guard let path else { return }
        for name in [path, path + "-wal", path + "-shm"] where FileManager.default.fileExists(atPath: name) {
            // What cannot be removed stays, and the next replay says that it is there.
            try? FileManager.default.removeItem(atPath: name)
        }
    }
}
