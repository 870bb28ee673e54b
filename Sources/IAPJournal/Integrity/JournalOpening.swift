internal import IAPDatabase
internal import IAPModel

/// Opens the journal of a player, and trusts the part that its checksums cover.
struct JournalOpening {
    let path: String?
    let integrity: JournalIntegrity
    /// Milliseconds since 1970.
    let now: Int64

    /// - Returns: the file, and the seal that maintains its checksums. The seal is nil without a key.
    func open() throws(IAPError) -> (database: Database, seal: Seal?) {
        var format = JournalSchema.format
        // A journal in memory has no file that others could edit.
        format.isSchemaChecked = integrity.key != nil && path != nil
        let database = try DamagedJournal.open(path, format, now: now)
        do throws(IAPError) {
            let isOwned = try refuseForeignPlayer(database)
            let seal = integrity.key.map { Seal($0, player: integrity.player) }
            if path != nil { try check(database, seal) }
            if !isOwned { try note(owner: integrity.player, database) }
            if path != nil, seal != nil { database.noteChangedRows() }
            return (database, path == nil ? nil : seal)
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

    private func check(_ database: Database, _ seal: Seal?) throws(IAPError) {
        do throws(DatabaseError) {
            guard let seal else {
                guard try Seal.isSealed(database) else { return }
                throw DatabaseError(
                    .locked, "the journal \(name) has checksums; give the integrity_key that wrote it")
            }
            switch try seal.check(database) {
            case .intact:
                if try !Seal.isSealed(database) { try resealing(database, seal) { _ throws(DatabaseError) in } }
            case .unsealed where integrity.adopts, .foreign where integrity.adopts:
                try resealing(database, seal) { _ throws(DatabaseError) in }
            case .foreign:
                throw DatabaseError(
                    .locked,
                    "no checksum of the journal \(name) is valid: another integrity_key or player_id wrote it")
            case .unsealed: try setAside(database, seal, Seal.tables, [:], "it has no checksums")
            case .incomplete:
                try setAside(database, seal, Seal.tables, [:], "records are missing or older than the others")
            case .edited(let failed):
                let count = failed.values.reduce(0) { $0 + $1.count }
                try setAside(
                    database, seal, Seal.doubted(failed), failed,
                    count == 1
                        ? "a record was changed outside the library"
                        : "\(count) records were changed outside the library")
            }
        } catch {
            throw IAPError(error)
        }
    }

    /// Removes the rows that the library does not trust. Keeps a copy of the original file beside the journal.
    ///
    /// - Parameters:
    ///   - tables: The tables in which the library trusts no row.
    ///   - rows: The rows that the library does not trust, by table.
    private func setAside(
        _ database: Database, _ seal: Seal, _ tables: [String], _ rows: [String: Set<Int64>], _ reason: String
    ) throws(DatabaseError) {
        // A journal that was just rescued from a damaged file has lost records through the damage. The game receives a
        // report about that.
        let isDamaged = try DamagedJournal.isRescued(database)
        let copy = isDamaged ? "" : try copyFile(database)
        try resealing(database, seal) { (database) throws(DatabaseError) in
            for table in tables { try database.run("DELETE FROM \(table) WHERE true") }
            for (table, ids) in rows where Seal.tables.contains(table) {
                for id in ids { try database.run("DELETE FROM \(table) WHERE rowid = ?", [.integer(id)]) }
            }
            if isDamaged { return }
            let error = IAPError(
                .storageDamaged,
                "the journal was edited: \(reason); the library removed the records that it does not trust; the original is kept as \(copy) beside the journal"
            )
            try DamagedJournal.note(error, "journal_edited", in: database, at: now)
        }
    }

    private func resealing(
        _ database: Database, _ seal: Seal, _ body: (Database) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
            try body(database)
            try seal.seal(database)
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
