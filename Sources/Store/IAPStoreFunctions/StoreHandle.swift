import CIAP
import IAPInterop
import IAPModel
import IAPPlatform
import IAPReferenceStore

/// The object behind an `iap_store` pointer.
final class StoreHandle: @unchecked Sendable {  // `monitor` guards everything that changes.
    private let monitor = Monitor()
    private let slot: HandleSlot
    private var store: ReferenceStore?
    private var openDevices = 0
    let productIDs: Texts
    let warnings: Texts
    /// The id of the key with which the store's server signs.
    var signingKeyID: UnsafePointer<CChar>? { serverTexts[0] }
    var issuerID: UnsafePointer<CChar>? { serverTexts[1] }
    private let serverTexts: Texts

    private init(_ store: ReferenceStore) throws(IAPError) {
        slot = try HandleSlot()
        self.store = store
        productIDs = Texts(store.catalogue.products.map(\.productID))
        warnings = Texts(store.catalogue.warnings)
        serverTexts = Texts([store.serverKeys.ownID, store.identity.issuerID])
    }

    /// - Returns: The handle of a store, which is now open.
    static func pointer(to store: ReferenceStore) throws(IAPError) -> OpaquePointer {
        do throws(IAPError) {
            let handle = try StoreHandle(store)
            handle.slot.open(handle)
            return handle.slot.pointer
        } catch {
            store.close()
            throw error
        }
    }

    static func at(_ pointer: OpaquePointer?) throws(IAPError) -> StoreHandle {
        try OpenHandles.object(at: pointer, StoreHandle.self, "store")
    }

    /// Returns the store of an open handle.
    static func open(_ pointer: OpaquePointer?) throws(IAPError) -> ReferenceStore {
        let handle = try at(pointer)
        guard let store = handle.monitor.withLock({ handle.store }) else { throw .handleClosed("store") }
        return store
    }

    /// Returns the handle of an open store, which owns texts for C.
    static func named(_ pointer: OpaquePointer?) throws(IAPError) -> StoreHandle {
        _ = try open(pointer)
        return try at(pointer)
    }

    /// - Returns: The handle of the device.
    func openDevice(account: String, name: String) throws(IAPError) -> OpaquePointer {
        let open = monitor.withLock { () -> ReferenceStore? in
            if store != nil { openDevices += 1 }
            return store
        }
        guard let open else { throw .handleClosed("store") }
        do throws(IAPError) {
            return try DeviceHandle.pointer(to: Self.device(of: open, account, name), of: self)
        } catch {
            deviceDidClose()
            throw error
        }
    }

    private static func device(
        of store: ReferenceStore, _ account: String, _ name: String
    ) throws(IAPError) -> StoreDevice {
        do {
            return try StoreDevice(store: store, account: account, name: name)
        } catch { throw IAPError(StoreFailure(error)) }
    }

    func deviceDidClose() { monitor.withLock { openDevices -= 1 } }

    func close() throws(IAPError) {
        let closed = try monitor.withLock { () throws(IAPError) in
            guard let store else { throw .handleClosed("store") }
            guard openDevices == 0 else {
                throw IAPError(.busy, "\(openDevices) devices of the store are open; close them first")
            }
            self.store = nil
            return store
        }
        slot.close()
        closed.close()
    }
}

/// The object behind an `iap_device` pointer.
final class DeviceHandle: ClientDevice, @unchecked Sendable {  // `monitor` guards everything that changes.
    private let monitor = Monitor()
    private let slot: HandleSlot
    private let store: StoreHandle
    private var device: StoreDevice?
    private var isRunning = false

    private init(_ device: StoreDevice, of store: StoreHandle) throws(IAPError) {
        slot = try HandleSlot()
        self.device = device
        self.store = store
    }

    /// - Returns: The handle of a device, which is now open.
    static func pointer(to device: StoreDevice, of store: StoreHandle) throws(IAPError) -> OpaquePointer {
        let handle = try DeviceHandle(device, of: store)
        handle.slot.open(handle)
        return handle.slot.pointer
    }

    static func at(_ pointer: OpaquePointer?) throws(IAPError) -> DeviceHandle {
        try OpenHandles.object(at: pointer, DeviceHandle.self, "device")
    }

    /// Returns the device of an open handle.
    static func open(_ pointer: OpaquePointer?) throws(IAPError) -> StoreDevice {
        let handle = try at(pointer)
        guard let device = handle.monitor.withLock({ handle.device }) else { throw .handleClosed("device") }
        return device
    }

    func run(isManual: Bool, onTurn: @escaping @Sendable () -> Void) throws(IAPError) -> ClientRun {
        let device = try beginRunning()
        let runner = DeviceRunner(device: device, isManual: isManual, onJob: onTurn)
        let end: @Sendable () -> Void = { [self] in monitor.withLock { isRunning = false } }
        guard isManual || runner.executor.startThread() else {
            end()
            throw IAPError(.internalFailure, "the system cannot start a thread for the client", isRetryable: true)
        }
        return ClientRun(runner: runner, turns: isManual ? runner.turns : nil, end: end)
    }

    private func beginRunning() throws(IAPError) -> StoreDevice {
        let opened = try monitor.withLock { () throws(IAPError) in
            guard let device else { throw .handleClosed("device") }
            guard !isRunning else { throw IAPError(.busy, "another client runs on the device; close it first") }
            isRunning = true
            return device
        }
        opened.beginLaunch()
        return opened
    }

    func close() throws(IAPError) {
        try monitor.withLock { () throws(IAPError) in
            guard device != nil else { throw .handleClosed("device") }
            guard !isRunning else { throw IAPError(.busy, "a client runs on the device; close it first") }
            device = nil
        }
        slot.close()
        store.deviceDidClose()
    }
}

extension IAPError {
    /// Makes the error for a control of the store that failed.
    init(_ failure: StoreFailure) {
        guard failure.kind == .systemError else {
            self.init(.internalFailure, failure.detail, storeDomain: "ReferenceStore")
            return
        }
        self.init(.storage, failure.detail, isRetryable: true, storeDomain: "ReferenceStore")
    }
}
