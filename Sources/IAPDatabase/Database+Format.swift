extension Database {
    /// How one of the library's files is recognized, created and opened.
    package struct Format: Sendable {
        package var applicationID: Int32
        /// The file's `user_version`, greater than 0. A file of another version is refused and stays unchanged.
        package var version: Int
        /// Creates the tables.
        package var schema: String
        /// One connection at a time holds the file. Otherwise several processes may share it.
        package var isExclusive: Bool
        /// The file is checked for damage when it is opened. The time grows with the file.
        package var isChecked: Bool
        /// A file whose tables differ from those of the schema counts as damaged.
        package var isSchemaChecked = false
        /// SQLite overwrites deleted data with zeros.
        package var overwritesDeletedData = false
        /// The size of a page in new files, in bytes. Nil for SQLite's default, which disks write as a whole.
        package var pageSize: Int?

        package init(
            applicationID: Int32, version: Int = 1, schema: String, isExclusive: Bool, isChecked: Bool = false,
            pageSize: Int? = nil
        ) {
            self.pageSize = pageSize
            self.applicationID = applicationID
            self.version = version
            self.schema = schema
            self.isExclusive = isExclusive
            self.isChecked = isChecked
        }
    }
}
