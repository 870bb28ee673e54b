extension Database {
    /// How a file of ours is recognized, made and opened.
    package struct Format: Sendable {
        package var applicationID: Int32
        /// One script for each version; the file's `user_version` counts those that were applied.
        package var migrations: [String]
        /// Files of an earlier version are refused and left as they are.
        package var oldestVersion: Int
        /// Held by one connection at a time. Otherwise several processes may share the file.
        package var isExclusive: Bool
        /// Checked for damage when it is opened. The time grows with the file.
        package var isChecked: Bool
        /// A file whose tables are not exactly those of the migrations counts as damaged.
        package var isSchemaChecked = false
        /// The size of a page in new files, in bytes; nil for SQLite's own, which disks write as a whole.
        package var pageSize: Int?
        /// A text near the beginning of each such file, by which a file without its header is recognized.
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
