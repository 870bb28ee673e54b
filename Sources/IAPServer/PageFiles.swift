internal import CIAPServerPage
internal import IAPHTTP

/// The files of the support page.
enum PageFiles {
    static let page = HTTPPage(
        (0..<server_page_file_count).compactMap { place in
            (server_page_file_at(place)?.pointee).map { file in
                HTTPPage.File(
                    path: String(cString: file.path), type: String(cString: file.type),
                    bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.length)))
            }
        })
}
