internal import IAPDatabase
package import IAPSQL

/// An event that must be sent to one address.
package struct EventDelivery: Sendable, Hashable {
    package var eventID: String
    package var endpoint: String
    /// In JSON.
    package var body: String
    /// The number of attempts before this one.
    package var attempts: Int64
}

package enum DeliveryResult: Sendable, Hashable {
    case delivered(status: Int64)
    /// The attempt failed, and another attempt makes sense.
    case failed(status: Int64?, String)
    /// The receiver will never accept the event.
    case refused(status: Int64)
    /// No attempt was made.
    case released
}

extension Book {
    /// The time that a process has for one attempt. After that, another process makes the next one.
    private static let lease: Int64 = 60_000
    /// Takes deliveries that are due. No other process takes them for a minute.
    package func takeDeliveries(to endpoint: String, limit: Int) throws(SQLError) -> [EventDelivery] {
        let now = now
        return try database.transaction { connection throws(SQLError) in
            let due = try connection.query(
                """
                SELECT event_id, endpoint, attempts FROM delivery WHERE endpoint = $1 AND due_ms <= $2
                ORDER BY due_ms, position LIMIT $3\(connection.dialect.skipLocked)
                """, [.text(endpoint), .integer(now), .integer(Int64(limit))])
            var taken: [EventDelivery] = []
            for row in due {
                try connection.run(
                    "UPDATE delivery SET due_ms = $1, attempts = attempts + 1 WHERE event_id = $2 AND endpoint = $3",
                    [.integer(now + Self.lease), .text(row.text(0)), .text(row.text(1))])
                let body = try connection.query("SELECT body FROM event WHERE id = $1", [.text(row.text(0))])
                taken.append(
                    EventDelivery(
                        eventID: row.text(0), endpoint: row.text(1), body: body.first?.text(0) ?? "",
                        attempts: row.integer(2)))
            }
            return taken
        }
    }

    /// - Parameter jitter: a random value from 0 to 1. It prevents that deliveries that failed together are sent
    ///   together again.
    package func note(
        _ result: DeliveryResult, of delivery: EventDelivery, jitter: Double
    ) throws(SQLError) {
        let now = now
        var (state, due, status, error): (String, Int64?, Int64?, String?)
        switch result {
        case .released: return try release(delivery)
        case .delivered(let code): (state, due, status, error) = ("delivered", nil, code, nil)
        case .refused(let code): (state, due, status, error) = ("refused", nil, code, nil)
        case .failed(let code, let detail):
            let index = Int(delivery.attempts)
            (status, error) = (code, detail)
            if index < options.retrySeconds.count {
                let wait = Double(options.retrySeconds[index] * 1000)
                (state, due) = ("waiting", now + Int64(wait * (0.8 + 0.4 * jitter)))
            } else {
                (state, due) = ("given up", nil)
            }
        }
        try database.transaction { connection throws(SQLError) in
            try connection.run(
                """
                UPDATE delivery SET state = $1, due_ms = $2, last_status = $3, last_error = $4
                WHERE event_id = $5 AND endpoint = $6 AND attempts = $7 AND state = 'waiting'
                """,
                [
                    .text(state), Value(due), Value(status), Value(error), .text(delivery.eventID),
                    .text(delivery.endpoint), .integer(delivery.attempts + 1),
                ])
        }
    }

    private func release(_ delivery: EventDelivery) throws(SQLError) {
        let now = now
        try database.transaction { connection throws(SQLError) in
            try connection.run(
                """
                UPDATE delivery SET due_ms = $1, attempts = $2
                WHERE event_id = $3 AND endpoint = $4 AND attempts = $5 AND state = 'waiting'
                """,
                [
                    .integer(now), .integer(delivery.attempts), .text(delivery.eventID), .text(delivery.endpoint),
                    .integer(delivery.attempts + 1),
                ])
        }
    }
}
