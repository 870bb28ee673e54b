/// Where to find out which products the game sells.
package struct ProductListRequest: Sendable, Hashable {
    package var path: String?
    package var url: String?
    /// Lines of the form "Name: value".
    package var headers: [String]
    package var timeoutMilliseconds: UInt32

    package init(path: String?, url: String?, headers: [String], timeoutMilliseconds: UInt32) {
        self.path = path
        self.url = url
        self.headers = headers
        self.timeoutMilliseconds = timeoutMilliseconds
    }
}
