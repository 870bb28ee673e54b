internal import CIAPStorePage
internal import IAPHTTP

/// The files of the transaction manager.
enum PageFiles {
    static let page = HTTPPage(
        (0..<store_page_file_count).compactMap { place in
            (store_page_file_at(place)?.pointee).map { file in
                HTTPPage.File(
                    path: String(cString: file.path), type: String(cString: file.type),
                    bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
            }
        })
}
