internal import IAPDatabase
internal import Foundation
package import IAPModel

/// The log of the store, and its replay.
extension ReferenceStore {
    /// All commands that the store ever carried out, one JSON object per line.
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

    /// Returns the first lines after the line with this number.
    package func logLines(after number: Int64, limit: Int) throws(StoreFailure) -> [NumberedLine] {
        try readAsItIs { ledger throws(DatabaseError) in try ledger.logLines(after: number, limit: limit) }
    }

    /// The store's whole state, up to date. Equal states give equal texts.
    package var stateText: String {
        get throws(StoreFailure) {
            try read { ledger throws(DatabaseError) in Self.text(try ledger.stateLines()) }
        }
    }

    private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    /// Makes a new store and carries out all commands of a log.
    ///
    /// - Parameters:
    ///   - log: A text from `log`.
    ///   - options: The log replaces the seed and the bundle id.
    package static func replay(
        _ log: String, catalogue: Catalogue, options: Options = Options()
    ) throws(IAPError) -> ReferenceStore {
        let lines = log.split(separator: "\n", omittingEmptySubsequences: true)
        guard let first = lines.first, let beginning = try? KeptJSON.value(LogBeginning.self, of: first),
            beginning.seed.count == 32
        else { throw IAPError(.invalidStoreFile, "line 1 is not the beginning of a store's log; give a complete log") }
        guard beginning.version == LogBeginning.version else {
            throw IAPError(
                .invalidStoreFile,
                "the log has version \(beginning.version); this library reads version \(LogBeginning.version)")
        }
        guard beginning.catalogue == catalogue.digest else {
            throw IAPError(
                .invalidState, "the log belongs to another .storekit file than \(catalogue.file); give the same file")
        }
        // Reads the whole log first: an unreadable log must not leave a store behind.
        var entries: [LogEntry] = []
        for (number, line) in lines.enumerated().dropFirst() {
            guard let entry = try? KeptJSON.value(LogEntry.self, of: line) else {
                throw IAPError(.invalidStoreFile, "line \(number + 1) of the log cannot be read")
            }
            entries.append(entry)
        }
        if let path = options.statePath, FileManager.default.fileExists(atPath: path) {
            throw IAPError(.invalidState, "\(path) exists already; replay the log into a new file")
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

    /// Deletes the file after a failed replay: half of a log is useless.
    private static func removeState(_ path: String?) {
        guard let path else { return }
        for name in [path, path + "-wal", path + "-shm"] where FileManager.default.fileExists(atPath: name) {
            // A file that cannot be removed stays, and the next replay reports it.
            try? FileManager.default.removeItem(atPath: name)
        }
    }
}
