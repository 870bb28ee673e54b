internal import IAPDatabase
internal import IAPModel

/// Opens the journal of a player, and trusts the part that its checksums cover.
struct JournalOpening {
    let path: String?
    let integrity: JournalIntegrity
    /// Milliseconds since 1970.
    let now: Int64

    /// - Returns: the file, and what maintains its checksums. It is nil without a key.
    func open() throws(IAPError) -> (database: Database, checksums: RowChecksums?) {
        var format = JournalSchema.format
        // A journal in memory has no file that others could edit.
        format.isSchemaChecked = integrity.key != nil && path != nil
        let checksums = integrity.key.map { RowChecksums($0, player: integrity.player) }
        let database = try DamagedJournal(format: format, checksums: checksums, adopts: integrity.adopts, now: now)
            .open(path)
        do throws(IAPError) {
            let isOwned = try refuseForeignPlayer(database)
            if path != nil { try check(database, checksums) }
            if !isOwned { try note(owner: integrity.player, database) }
            if path != nil, checksums != nil { database.noteChangedRows() }
            return (database, path == nil ? nil : checksums)
        } catch {
            database.close()
            throw error
        }
    }

    /// - Returns: whether the journal names its owner.
    private func refuseForeignPlayer(_ database: Database) throws(IAPError) -> Bool {
        let owner: String?
        do throws(DatabaseError) { owner = try database.query("SELECT player FROM owner") { $0.text(0) }.first } catch {
            throw IAPError(error)
        }
        guard let owner else { return false }
        guard let player = integrity.player, ExactText(player) == ExactText(owner) else {
            throw IAPError(
                .invalidState,
                "the journal \(name) belongs to another player (options.player_id); give each player a separate journal"
            )
        }
        return true
    }

    private func note(owner: String?, _ database: Database) throws(IAPError) {
        guard let owner else { return }
        do throws(DatabaseError) {
            try database.run("INSERT INTO owner (id, player) VALUES (1, ?)", [Value(owner)])
        } catch { throw IAPError(error) }
    }

    private func check(_ database: Database, _ checksums: RowChecksums?) throws(IAPError) {
        do throws(DatabaseError) {
            guard let checksums else {
                return try RowChecksums.openWithoutKey(database, adopts: integrity.adopts, name)
            }
            let finding = try checksums.check(database)
            if let distrust = try finding.distrust(adopts: integrity.adopts, name: name) {
                try setAside(database, checksums, distrust)
            } else if try !RowChecksums.hasChecksums(database) || [.foreign, .foreignAndEmpty].contains(finding) {
                try renewingChecksums(database, checksums) { _ throws(DatabaseError) in }
            }
        } catch {
            throw IAPError(error)
        }
    }

    /// Removes the rows that the library does not trust. Keeps a copy of the original file beside the journal.
    private func setAside(_ database: Database, _ checksums: RowChecksums, _ distrust: RowChecksums.Distrust)
        throws(DatabaseError)
    {
        let copy = try copyFile(database)
        try renewingChecksums(database, checksums) { (database) throws(DatabaseError) in
            try distrust.remove(from: database)
            let error = IAPError(
                .storageDamaged,
                "the journal was edited: \(distrust.reason); the library removed the records that it does not trust; the original is kept as \(copy) beside the journal"
            )
            try DamagedJournal.note(error, "journal_edited", in: database, at: now)
        }
    }

    private func renewingChecksums(
        _ database: Database, _ checksums: RowChecksums, _ body: (Database) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
            try body(database)
            try checksums.writeAll(database)
        }
    }

    /// Copies the file with SQLite. Opening and closing the file here would drop the lock that keeps other processes
    /// out.
    /// - Returns: the name of the copy.
    private func copyFile(_ database: Database) throws(DatabaseError) -> String {
        guard let path else { return "" }
        let copy = DamagedJournal.freeName(path, "edited")
        do throws(DatabaseError) {
            try database.copy(to: copy)
        } catch {
            FileCopy.remove(copy, [""])
            throw error
        }
        return copy.split(separator: "/").last.map(String.init) ?? copy
    }

    private var name: String { path ?? "in memory" }
}

/// The owner of a journal, and the key of its checksums.
package struct JournalIntegrity: Sendable {
    /// Nil if there are no checksums.
    package var key: [UInt8]?
    /// The game's name for the player. Nil if the game gives none.
    package var player: String?
    /// Adopts a journal that has no checksums yet, or has checksums of another key.
    package var adopts = false

    /// The limits for the length of a game's key, in bytes.
    package static let keyLengths = 16...1024

    package init() {}

    package init(key: [UInt8]?, player: String? = nil, adopts: Bool = false) {
        (self.key, self.player, self.adopts) = (key, player, adopts)
    }
}
