public import CIAP
import IAPInterop
import IAPModel
import IAPReferenceStore

// C's types, as all functions of the headers use them.
public typealias Pointer = OpaquePointer?
public typealias Text = UnsafePointer<CChar>?
public typealias ID = UnsafeMutablePointer<UInt64>?
public typealias Failure = UnsafeMutablePointer<iap_error>?

@c @implementation public func iap_store_options_init(_ options: UnsafeMutablePointer<iap_store_options>?) {
    initialize(options, iap_store_options(), \.struct_size)
}

@c @implementation public func iap_store_open(
    _ options: UnsafePointer<iap_store_options>?, _ store: UnsafeMutablePointer<OpaquePointer?>?, _ error: Failure
) -> iap_status_t {
    store?.pointee = nil
    return returnStatus(error) { () throws(IAPError) in
        let store = try Input.place(store, "store")
        let given = try storeOptions(options)
        store.pointee = try StoreHandle.pointer(
            to: try ReferenceStore(catalogue: given.catalogue, options: given.options))
    }
}

/// Reads the options of a store.
func storeOptions(
    _ options: UnsafePointer<iap_store_options>?
) throws(IAPError) -> (catalogue: Catalogue, options: ReferenceStore.Options) {
    let given = try Input.options(options, "options")
    var options = ReferenceStore.Options()
    options.clock = try clock(given)
    options.statePath = try Input.optionalText(given.state_path, "state_path", limit: Input.pathLimit)
    options.bundleID = try Input.optionalText(given.bundle_id, "bundle_id", limit: 255) ?? options.bundleID
    options.seed = given.seed
    options.ocspURL = try ocspURL(given)
    return (try catalogue(given), options)
}

private func ocspURL(_ given: iap_store_options) throws(IAPError) -> String? {
    guard let url = try Input.optionalText(given.ocsp_url, "ocsp_url", limit: Input.urlLimit) else { return nil }
    guard url.hasPrefix("http://"), url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw IAPError(.invalidText, "ocsp_url must begin with http:// and contain only characters of a URL: \(url)")
    }
    return url
}

private func clock(_ given: iap_store_options) throws(IAPError) -> StoreClock {
    switch given.clock {
    case IAP_STORE_CLOCK_REAL: return .real
    case IAP_STORE_CLOCK_ACCELERATED:
        guard given.time_rate != 0 else { return .accelerated(nil) }
        guard let rate = TimeRate(rawValue: Int(given.time_rate)) else {
            throw IAPError(.invalidArgument, "time_rate is \(given.time_rate), which is not a time rate of StoreKit")
        }
        return .accelerated(rate)
    case IAP_STORE_CLOCK_VIRTUAL:
        // This is the first moment of 2026.
        guard (0..<StoreTime.latest).contains(given.start_ms) else {
            throw IAPError(.invalidArgument, "start_ms is negative, or after the year 9998")
        }
        guard let rate = TimeRate(rawValue: Int(given.time_rate)) else {
            throw IAPError(.invalidArgument, "time_rate is \(given.time_rate), which is not a time rate of StoreKit")
        }
        return .virtual(start: given.start_ms == 0 ? 1_767_225_600_000 : given.start_ms, rate: rate)
    default: throw IAPError(.invalidArgument, "clock is \(given.clock), which is not an IAP_STORE_CLOCK_… value")
    }
}

private func catalogue(_ given: iap_store_options) throws(IAPError) -> Catalogue {
    do {
        switch (given.storekit_path, given.storekit_text) {
        case (let path?, nil):
            return try Catalogue.load(path: try Input.text(path, "storekit_path", limit: Input.pathLimit))
        case (nil, let text?):
            // A length that does not fit a signed number arrives as a negative one.
            guard (0...Catalogue.largestFile).contains(given.storekit_length) else {
                throw IAPError(.tooLarge, "storekit_length is larger than \(Catalogue.largestFile)")
            }
            let bytes = UnsafeRawBufferPointer(start: text, count: given.storekit_length)
            return try Catalogue(text: [UInt8](bytes), name: "storekit_text")
        default:
            throw IAPError(.invalidArgument, "give exactly one of storekit_path and storekit_text")
        }
    } catch let error as CatalogueError {
        throw IAPError(.invalidStoreFile, error.description)
    } catch let error as IAPError {
        throw error
    } catch {
        throw IAPError(.internalFailure, "the .storekit file cannot be read: \(error)")
    }
}

@c @implementation public func iap_store_close(_ store: Pointer, _ error: Failure) -> iap_status_t {
    returnStatus(error, expecting: [.closed]) { () throws(IAPError) in try StoreHandle.at(store).close() }
}

@c @implementation public func iap_store_open_device(
    _ store: Pointer, _ account: Text, _ device_name: Text, _ device: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: Failure
) -> iap_status_t {
    device?.pointee = nil
    return returnStatus(error) { () throws(IAPError) in
        let device = try Input.place(device, "device")
        let store = try StoreHandle.at(store)
        device.pointee = try store.openDevice(
            account: try Input.text(account, "account", limit: 255),
            name: try Input.text(device_name, "device_name", limit: 255))
    }
}

@c @implementation public func iap_device_close(_ device: Pointer, _ error: Failure) -> iap_status_t {
    returnStatus(error, expecting: [.closed]) { () throws(IAPError) in try DeviceHandle.at(device).close() }
}

@c @implementation public func iap_store_warning_count(_ store: Pointer) -> Int {
    texts(store, \.warnings)?.count ?? 0
}

@c @implementation public func iap_store_warning_at(_ store: Pointer, _ index: Int) -> Text {
    texts(store, \.warnings)?[index]
}

@c @implementation public func iap_store_product_count(_ store: Pointer) -> Int {
    texts(store, \.productIDs)?.count ?? 0
}

@c @implementation public func iap_store_product_id_at(_ store: Pointer, _ index: Int) -> Text {
    texts(store, \.productIDs)?[index]
}

/// Returns nil for NULL and for a closed store.
private func texts(
    _ store: Pointer, _ kind: KeyPath<StoreHandle, Texts>, function: String = #function
) -> Texts? { value(function: function) { () throws(IAPError) in try StoreHandle.named(store)[keyPath: kind] } }

@c @implementation public func iap_store_root_certificate(
    _ store: Pointer, _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?,
    _ error: Failure
) -> iap_status_t {
    length?.pointee = 0
    return returnStatus(error) { () throws(IAPError) in
        guard let length else { throw IAPError(.invalidArgument, "length is NULL") }
        let certificate = try StoreHandle.open(store).identity.rootCertificate
        try give(certificate, "certificate", in: buffer, capacity: capacity, length: length)
    }
}

@c @implementation public func iap_store_ocsp_response(
    _ store: Pointer, _ request: UnsafePointer<UInt8>?, _ request_length: Int, _ behaviour: iap_store_ocsp_t,
    _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?, _ error: Failure
) -> iap_status_t {
    length?.pointee = 0
    return control(store, error) {
        guard let length else { throw IAPError(.invalidArgument, "length is NULL") }
        let behaviour = try Input.value(OCSPBehaviour.self, behaviour, "behaviour", "IAP_STORE_OCSP")
        guard request_length == 0 || request != nil else { throw IAPError(.invalidArgument, "request is NULL") }
        // The responder refuses anything longer than a request. The rest need not be read.
        let most = UInt(IAP_STORE_OCSP_REQUEST_LENGTH_MAX) + 1
        let count = Int(min(UInt(bitPattern: request_length), most))
        let request = Array(UnsafeBufferPointer(start: request, count: count))
        let der = try $0.identity.ocspResponse(to: request, as: behaviour, at: try $0.clock.now)
        try give(der, "response", in: buffer, capacity: capacity, length: length)
    }
}
