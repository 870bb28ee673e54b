import IAPGameServer
import IAPModel
import IAPPaymentClient
import IAPPaymentQueue

/// Product lists from the game's server.
struct GameServerLists: ProductListFetching {
    func bytes(for request: ProductListRequest) async throws(IAPError) -> [UInt8] {
        try await ProductListFetch(
            address: try ServerAddress(request.url ?? "", for: .productList),
            headers: try ServerHeaders(lines: request.headers),
            timeoutMilliseconds: request.timeoutMilliseconds
        ).bytes()
    }
}
