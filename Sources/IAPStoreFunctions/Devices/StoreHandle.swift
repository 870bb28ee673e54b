import CIAP
import IAPBoundary
import IAPModel
import IAPPlatform
import IAPReferenceStore
import IAPRuntime

/// What an `iap_store` pointer leads to. Never freed, so that the use of a closed handle is an error and no crash.
final class StoreHandle: @unchecked Sendable {  // `monitor` guards what changes.
    private let monitor = Monitor()
    private var store: ReferenceStore?
    private var openDevices = 0
    let productIDs: Texts
    let warnings: Texts
    /// The id of the key with which the store's server signs.
    let signingKeyID: SingleText
    let issuerID: SingleText

    init(_ store: ReferenceStore) {
        self.store = store
        productIDs = Texts(store.catalogue.products.map(\.productID))
        warnings = Texts(store.catalogue.warnings)
        signingKeyID = SingleText(store.serverKeyID)
        issuerID = SingleText(store.issuerID)
    }

    static func at(_ pointer: OpaquePointer?) throws(IAPError) -> StoreHandle {
        guard let pointer else { throw IAPError(.invalidArgument, "the store is NULL") }
        try OpenHandles.check(pointer, StoreHandle.self, "store")
        return Unmanaged<StoreHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// The store behind a handle that is open.
    static func open(_ pointer: OpaquePointer?) throws(IAPError) -> ReferenceStore {
        let handle = try at(pointer)
        guard let store = handle.monitor.withLock({ handle.store }) else {
            throw IAPError(.closed, "the store has been closed")
        }
        return store
    }

    /// The handle of a store that is open, for the texts that belong to it.
    static func named(_ pointer: OpaquePointer?) throws(IAPError) -> StoreHandle {
        _ = try open(pointer)
        return try at(pointer)
    }

    /// Stays valid to the end of the process.
    var pointer: OpaquePointer { OpenHandles.keep(self) }

    func openDevice(account: String, name: String) throws(IAPError) -> DeviceHandle {
        let open = monitor.withLock { () -> ReferenceStore? in
            if store != nil { openDevices += 1 }
            return store
        }
        guard let open else { throw IAPError(.closed, "the store has been closed") }
        do throws(StoreFailure) {
            return DeviceHandle(try StoreDevice(store: open, account: account, name: name), of: self)
        } catch {
            deviceDidClose()
            throw IAPError(error)
        }
    }

    func deviceDidClose() {
        monitor.withLock { openDevices -= 1 }
    }

    func close() throws(IAPError) {
        let closed = try monitor.withLock { () throws(IAPError) in
            guard let store else { throw IAPError(.closed, "the store has been closed") }
            guard openDevices == 0 else {
                throw IAPError(.busy, "\(openDevices) devices of the store are open; close them first")
            }
            self.store = nil
            return store
        }
        closed.close()
    }
}

/// What an `iap_device` pointer leads to. Never freed, as stores are not.
final class DeviceHandle: ClientDevice, @unchecked Sendable {  // `monitor` guards what changes.
    private let monitor = Monitor()
    private let store: StoreHandle
    private var device: StoreDevice?
    private var isRunning = false

    init(_ device: StoreDevice, of store: StoreHandle) {
        self.device = device
        self.store = store
    }

    static func at(_ pointer: OpaquePointer?) throws(IAPError) -> DeviceHandle {
        guard let pointer else { throw IAPError(.invalidArgument, "the device is NULL") }
        try OpenHandles.check(pointer, DeviceHandle.self, "device")
        return Unmanaged<DeviceHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// The device behind a handle that is open.
    static func open(_ pointer: OpaquePointer?) throws(IAPError) -> StoreDevice {
        let handle = try at(pointer)
        guard let device = handle.monitor.withLock({ handle.device }) else {
            throw IAPError(.closed, "the device has been closed")
        }
        return device
    }

    /// Stays valid to the end of the process.
    var pointer: OpaquePointer { OpenHandles.keep(self) }

    func run(isManual: Bool, onTurn: @escaping @Sendable () -> Void) throws(IAPError) -> ClientRun {
        let device = try beginRunning()
        let runner = DeviceRunner(device: device, isManual: isManual, onJob: onTurn)
        let end: @Sendable () -> Void = { [self] in monitor.withLock { isRunning = false } }
        guard isManual || runner.executor.startThread() else {
            end()
            throw IAPError(.internalFailure, "the system has no thread for the client", isRetryable: true)
        }
        return ClientRun(runner: runner, turns: isManual ? runner.turns : nil, end: end)
    }

    private func beginRunning() throws(IAPError) -> StoreDevice {
        let opened = try monitor.withLock { () throws(IAPError) in
            guard let device else { throw IAPError(.closed, "the device has been closed") }
            guard !isRunning else { throw IAPError(.busy, "the device runs another client; close that one first") }
            isRunning = true
            return device
        }
        opened.beginLaunch()
        return opened
    }

    func close() throws(IAPError) {
        try monitor.withLock { () throws(IAPError) in
            guard device != nil else { throw IAPError(.closed, "the device has been closed") }
            guard !isRunning else { throw IAPError(.busy, "a client runs on the device; close it first") }
            device = nil
        }
        store.deviceDidClose()
    }
}

extension IAPError {
    /// A control of the store that could not be carried out.
    init(_ failure: StoreFailure) {
        guard failure.kind == .systemError else {
            self.init(.internalFailure, failure.detail, storeDomain: "ReferenceStore")
            return
        }
        self.init(.storage, failure.detail, isRetryable: true, storeDomain: "ReferenceStore")
    }
}
