internal import CIAPCurl
internal import Foundation
internal import Glibc
internal import IAPJSON
internal import IAPModel
internal import IAPPlatform
internal import IAPReferenceStore

/// Sends what the store has to tell the game's server, on a thread of its own, one after the other. After a failure the store says
/// when it is tried again, by its clock.
final class NotificationSender: @unchecked Sendable {  // `condition` guards the flags; only the thread has the lock.
    private static let batch = 32

    private let store: ReferenceStore
    private let faults: FaultBook
    private let lock: SenderLock
    private let condition = NSCondition()
    private var hasNews = true
    private var isStopped = false
    private let ended = DispatchSemaphore(value: 0)

    init(_ store: ReferenceStore, _ faults: FaultBook, lockPath: String?) {
        self.store = store
        self.faults = faults
        lock = SenderLock(path: lockPath)
    }

    func start() { Thread(block: run).start() }

    /// The store may have something to send.
    func look() {
        condition.withLock {
            hasNews = true
            condition.signal()
        }
    }

    /// Waits until what is being sent is over.
    func stop() {
        condition.withLock {
            isStopped = true
            condition.signal()
        }
        ended.wait()
    }

    private func run() {
        while wait() {
            // What cannot be read or written now is tried at the next look.
            while (try? sendBatch()) == true {}
        }
        ended.signal()
    }

    /// False when the sender is to end.
    private func wait() -> Bool {
        condition.withLock {
            while !hasNews, !isStopped { condition.wait() }
            hasNews = false
            return !isStopped
        }
    }

    /// Sends what is due, and notes each attempt at once. True if there may be more.
    private func sendBatch() throws(StoreFailure) -> Bool {
        guard try store.notificationURL != nil, lock.isHeld else { return false }
        var due = try store.dueNotifications(limit: Self.batch)
        if due.count > 1, faults.take("notifications", kind: .reorder) != nil { due.reverse() }
        for notification in due {
            // The address may have changed.
            guard !isEnding, let url = try store.notificationURL else { return false }
            try store.note([try send(notification, to: url)])
        }
        return due.count == Self.batch
    }

    private var isEnding: Bool { condition.withLock { isStopped } }

    private func send(_ notification: StoredNotification, to url: String) throws(StoreFailure) -> SendAttempt {
        let body = Array((JSONEncoder.sortedText(["signedPayload": notification.payload]) ?? "").utf8)
        if faults.take("notifications", kind: .duplicate) != nil { _ = Delivery(url: url).post(body) }
        if let delay = faults.take("notifications", kind: .delay) { sleep(milliseconds: delay.value ?? 1000) }
        // The next attempt is counted from here, however long this one takes.
        let date = try store.now
        let outcome =
            faults.take("notifications", kind: .drop) != nil
            ? Delivery.Outcome(result: .noResponse, detail: "a fault of the test has dropped it")
            : Delivery(url: url).post(body)
        return SendAttempt(
            number: notification.number, date: date, result: outcome.result, status: outcome.status,
            detail: outcome.detail, dueDate: notification.dueDate)
    }

    /// Ends early with the sender.
    private func sleep(milliseconds: Int) {
        let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
        condition.withLock { while !isStopped, condition.wait(until: end) {} }
    }
}

/// Held by the one process that sends the notifications of a store. Another one that serves the same file takes over when it ends.
private final class SenderLock {
    private let path: String?
    private var file: Int32 = -1

    /// - Parameter path: nil for a store that no other process can open.
    init(path: String?) { self.path = path }

    deinit { if file >= 0 { close(file) } }

    /// Takes the lock if nobody has it. Only the sender's thread asks.
    var isHeld: Bool {
        guard let path, file < 0 else { return true }
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        // Without the file nobody can be asked; the store's own file is there, so it seldom happens.
        guard opened >= 0 else { return false }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            close(opened)
            return false
        }
        file = opened
        return true
    }
}

/// One POST of JSON, by libcurl.
struct Delivery {
    struct Outcome {
        var result: SendResult
        var status: Int?
        var detail: String?
        var body: [UInt8] = []
    }

    let url: String
    /// Apple gives no time. A server that takes longer should answer first and work later.
    let timeoutMilliseconds: UInt32
    private static let answerLimit = 1 << 20

    init(url: String, timeoutMilliseconds: UInt32 = 10_000) {
        self.url = url
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    func post(_ body: [UInt8]) -> Outcome {
        guard http_transfer_is_possible() != 0 else {
            return Outcome(result: .other, detail: "libcurl.so.4 is not there; install it")
        }
        guard let transfer = http_transfer_open(url, timeoutMilliseconds) else {
            return Outcome(result: .other, detail: "libcurl has no memory for it")
        }
        defer { http_transfer_close(transfer) }
        if let host = URL(string: url)?.host, ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host) {
            http_transfer_avoid_proxies(transfer)
        }
        for header in ["Content-Type: application/json", "User-Agent: iap-store", "Expect:"] {
            http_transfer_add_header(transfer, header)
        }
        http_transfer_set_body(transfer, body, body.count)
        let answer = Received()
        let code = http_transfer_perform(
            transfer,
            { context, bytes, length in
                Received.of(context)?.takeLine(UnsafeRawBufferPointer(start: bytes, count: length)) ?? 1
            },
            { context, bytes, length in
                Received.of(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: length)) ?? 1
            },
            Unmanaged.passUnretained(answer).toOpaque())
        http_transfer_disconnect(transfer)
        return outcome(Int(code), answer)
    }

    /// - Parameter code: a CURLcode, see curl/curl.h.
    private func outcome(_ code: Int, _ answer: Received) -> Outcome {
        guard code == 0 else {
            let result: SendResult =
                switch code {
                case 28: .timedOut
                case 35, 51, 58, 60, 77, 83, 91: .tlsIssue
                case 47: .circularRedirect
                case 52: .noResponse
                case 5, 6, 7, 45, 55: .socketIssue
                case 18, 56: .prematureClose
                case 8, 61: .invalidResponse
                default: .other
                }
            return Outcome(result: result, detail: "libcurl's error \(code)")
        }
        guard answer.status != 0, answer.isHeadComplete else {
            return Outcome(result: .prematureClose, detail: "the head of the answer breaks off")
        }
        let isGood = (200...206).contains(answer.status)
        return Outcome(
            result: isGood ? .success : .unsuccessfulStatus, status: answer.status, detail: nil, body: answer.body)
    }

    /// What comes back.
    private final class Received {
        var status = 0
        var isHeadComplete = false
        var body: [UInt8] = []
        private var expectsStatus = true

        static func of(_ context: UnsafeMutableRawPointer?) -> Received? {
            context.map { Unmanaged<Received>.fromOpaque($0).takeUnretainedValue() }
        }

        func takeLine(_ line: UnsafeRawBufferPointer) -> Int32 {
            let text = String(decoding: line, as: UTF8.self)
            if text == "\r\n" || text == "\n" {
                // Interim answers come before the one that counts.
                if (100..<200).contains(status) { expectsStatus = true } else { isHeadComplete = true }
            } else if expectsStatus {
                status = text.split(separator: " ").dropFirst().first.flatMap { Int($0.prefix(3)) } ?? 0
                expectsStatus = false
            }
            return 1
        }

        func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int32 {
            guard body.count + bytes.count <= Delivery.answerLimit else { return 0 }
            body += bytes
            return 1
        }
    }
}
