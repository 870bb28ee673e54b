internal import IAPModel
package import IAPReferenceStore

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

    func catalogue() throws(CommandError) -> Catalogue {
        if let opened { return opened.catalogue }
        guard let storekitPath else {
            throw CommandError(
                .usage,
                "no .storekit file is named, and this folder does not have exactly one; name a file with --storekit FILE or in IAP_STOREKIT, or create one with 'iap-store init'"
            )
        }
        do throws(CatalogueError) { return try Catalogue.load(path: storekitPath) } catch {
            throw CommandError(.file, error.description)
        }
    }

    /// Opens the store of an existing file. A mistyped name does not create a new store.
    package func store() throws(CommandError) -> ReferenceStore {
        if let opened { return opened }
        guard exists(storePath) else {
            throw CommandError(
                .file,
                "the store \(quoted(storePath)) does not exist; name the file that the game opens (its state_path) with --store FILE or in IAP_STORE; 'iap-store buy' creates a new store"
            )
        }
        return try storeOrNew()
    }

    package func storeOrNew() throws(CommandError) -> ReferenceStore {
        if let opened { return opened }
        var options = ReferenceStore.Options()
        options.statePath = storePath
        options.clock = clock
        options.environment = environment
        options.ocspURL = ocspURL
        if let bundleID { options.bundleID = bundleID }
        let catalogue = try catalogue()
        do throws(IAPError) { return try ReferenceStore(catalogue: catalogue, options: options) } catch {
            throw CommandError(error)
        }
    }
}

extension StoreFiles {
    /// Releases a store that a command no longer needs.
    package func release(_ store: ReferenceStore) {
        if opened == nil { store.close() }
    }
}

/// Calls the store and translates its errors.
package func asking<Result>(_ body: () throws(StoreFailure) -> Result) throws(CommandError) -> Result {
    do throws(StoreFailure) { return try body() } catch { throw CommandError(error) }
}
