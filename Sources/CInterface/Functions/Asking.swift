import CIAP
import IAPModel
import PaymentQueue

/// Opens a request. Its completion is known before the request can have an answer.
func request(
    _ client: OpaquePointer?, _ requestID: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<iap_error>?,
    _ read: () throws(IAPError) -> (request: Request, completion: GameClient.Completion)
) -> iap_status {
    requestID?.pointee = 0
    return answer(error) { () throws(IAPError) in
        _ = try GameClient.open(client)
        let (request, completion) = try read()
        let (client, payments) = try GameClient.open(client)
        var isRegistered = false
        let id = payments.open(request) { id in isRegistered = client.register(completion, for: id) }
        guard isRegistered else { throw .clientClosed }
        requestID?.pointee = id
    }
}

/// Opens a request of the kind that the store answers as a whole.
///
/// - Parameter read: makes the request of what the caller gave.
func ask(
    _ client: OpaquePointer?, _ completion: GameClient.Completion, _ requestID: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<iap_error>?, _ read: () throws(IAPError) -> StoreRequest
) -> iap_status {
    request(client, requestID, error) { () throws(IAPError) in (.store(try read()), completion) }
}
