internal import IAPJSON
package import IAPJournal
package import IAPModel
package import IAPPaymentQueue

/// Fetches the product list from the game's server.
package protocol ProductListFetching: Sendable {
    /// Returns the bytes as the server sent them, unchecked. Fails with `.network` or `.server`.
    func bytes(for request: ProductListRequest) async throws(IAPError) -> [UInt8]
}

/// Finds out which products the game sells.
package struct ProductListLoader: Sendable {
    private let journal: Journal
    private let fetch: any ProductListFetching

    package init(journal: Journal, fetch: any ProductListFetching) {
        self.journal = journal
        self.fetch = fetch
    }

    /// Returns the server's list, else the last valid list from the server, else the file.
    package func load(
        _ request: ProductListRequest
    ) async throws(IAPError) -> (ids: [String], source: ProductsAnswer.ListSource) {
        guard let url = request.url else {
            guard let path = request.path else {
                throw IAPError(.invalidArgument, "a product list needs a path or a URL")
            }
            return (try ProductListFile.ids(at: path), .file)
        }
        do throws(IAPError) {
            let ids = try await idsOfServer(request)
            // The list is valid even if the journal cannot store it.
            try? journal.storeProductList(url: url, ids: ids)
            return (ids, .server)
        } catch {
            if let ids = (try? journal.lastGoodProductList(url: url)) ?? nil { return (ids, .lastGood) }
            guard let path = request.path else { throw error }
            return (try ProductListFile.ids(at: path), .file)
        }
    }

    /// Fetches the server's list. A response that is not a list counts as a failure of the server.
    private func idsOfServer(_ request: ProductListRequest) async throws(IAPError) -> [String] {
        let bytes = try await fetch.bytes(for: request)
        // A file of the game may have a byte order mark. A server must not send one.
        guard !bytes.starts(with: JSONReader.byteOrderMark) else {
            throw IAPError(
                .server, "the server's product list: begins with a byte order mark; send it without one",
                isRetryable: true)
        }
        do throws(IAPError) { return try ProductListFile.ids(in: bytes, name: "the server's product list") } catch {
            throw IAPError(.server, error.message, isRetryable: true)
        }
    }
}
