internal import CIAPPostgreSQL

/// A connection string or URI of libpq.
package enum PostgreSQLAddress {
    /// True for a text that libpq reads as an address, and not as the name of a database.
    package static func isOne(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") || text.contains("=")
    }

    /// Returns what is wrong with an address; nil if it can be used.
    ///
    /// A password with a special character is read as another part of the address, and messages of libpq name such a
    /// part. So the address is checked before it is used, and the result repeats nothing of it.
    package static func mistake(in text: String) -> String? {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            PQfreemem(message)
            return "libpq cannot read it; in a URI write special characters of a password as % and two hexadecimal"
                + " digits, elsewhere write the password in quotes: password='…'"
        }
        defer { PQconninfoFree(options) }
        for option in sequence(first: options, next: { $0 + 1 }) {
            guard let keyword = option.pointee.keyword else { return nil }
            guard let value = option.pointee.val.map({ String(cString: $0) }) else { continue }
            switch String(cString: keyword) {
            case "host", "hostaddr", "dbname":
                if value.contains("@") { return "a password contains @; write %40" }
            case "port":
                if value.contains(where: { !$0.isASCII || !($0.isNumber || $0 == ",") }) {
                    return "the port is not a number, or a password contains /; write %2F"
                }
            default: break
            }
        }
        return nil
    }
}
