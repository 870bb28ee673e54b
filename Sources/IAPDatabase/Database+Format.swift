extension Database {
    /// How one of the library's files is recognized, created and opened.
    package struct Format: Sendable {
        package var applicationID: Int32
        /// One script for each version. The file's `user_version` counts the applied scripts.
        package var migrations: [String]
        /// Files of an earlier version are refused and stay unchanged.
        package var oldestVersion: Int
        /// One connection at a time holds the file. Otherwise several processes may share it.
        package var isExclusive: Bool
        /// The file is checked for damage when it is opened. The time grows with the file.
        package var isChecked: Bool
        /// A file whose tables differ from those of the migrations counts as damaged.
        package var isSchemaChecked = false
        /// The size of a page in new files, in bytes. Nil for SQLite's default, which disks write as a whole.
        package var pageSize: Int?
        /// A text near the beginning of each such file. It identifies a file whose header is lost.
        package var mark: String?

        package init(
            applicationID: Int32, migrations: [String], oldestVersion: Int = 0, isExclusive: Bool,
            isChecked: Bool = false,
            pageSize: Int? = nil, mark: String? = nil
        ) {
            self.pageSize = pageSize
            self.mark = mark
            self.applicationID = applicationID
            self.migrations = migrations
            self.oldestVersion = oldestVersion
            self.isExclusive = isExclusive
            self.isChecked = isChecked
        }
    }
}
