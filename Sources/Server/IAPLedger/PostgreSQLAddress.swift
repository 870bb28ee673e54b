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
        guard let options = options(text) else {
            return "libpq cannot read it; in a URI write special characters of a password as % and two hexadecimal"
                + " digits, elsewhere write the password in quotes: password='…'"
        }
        for (name, value) in options {
            switch name {
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

    /// Returns for each host of the address the options that name only it; empty options if there are not several.
    package static func hosts(in text: String) -> [[String: String]] {
        let lists = (options(text) ?? []).filter { ["host", "hostaddr", "port"].contains($0.name) }
            .map { ($0.name, $0.value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)) }
        let count = lists.map { name, values in name == "port" ? 1 : values.count }.max() ?? 1
        guard count > 1 else { return [[:]] }
        return (0..<count).map { place in
            // One port is that of all hosts.
            Dictionary(uniqueKeysWithValues: lists.map { name, values in (name, values[min(place, values.count - 1)]) })
        }
    }

    /// Returns the options that have a value, in libpq's order; nil if libpq cannot read the address.
    private static func options(_ text: String) -> [(name: String, value: String)]? {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            PQfreemem(message)
            return nil
        }
        defer { PQconninfoFree(options) }
        var values: [(name: String, value: String)] = []
        for option in sequence(first: options, next: { $0 + 1 }) {
            guard let keyword = option.pointee.keyword else { break }
            if let value = option.pointee.val { values.append((String(cString: keyword), String(cString: value))) }
        }
        return values
    }
}
