internal import IAPPlatform

extension Catalogue {
    /// A thousand times the largest file seen. A larger file is a mistake or an attack.
    package static let largestFile = 16 << 20

    /// When a product has an image, Xcode 16 and later save a directory with this file inside.
    static let nameInBundle = "Configuration.storekit"

    /// Reads a file, or a bundle directory that holds a `Configuration.storekit`.
    package static func load(path: String) throws(CatalogueError) -> Catalogue {
        let file = try file(path)
        return try Catalogue(text: try contents(of: file), name: file)
    }

    /// Returns every problem of a file, in the order of reading.
    package static func check(path: String) throws(CatalogueError) -> (file: String, problems: [PlacedProblem]) {
        let file = try file(path)
        let text = try contents(of: file)
        let list = WarningList(collectsErrors: true)
        var problems: [CatalogueProblem] = []
        do throws(CatalogueError) { _ = try Catalogue(text: text, name: file, warnings: list) } catch {
            problems = [
                CatalogueProblem(isError: true, place: error.place, text: error.reason, line: error.description)
            ]
        }
        let places = JSONPlaces(text)
        return (file, (list.problems + problems + list.rest).map { PlacedProblem($0, places) })
    }

    /// Returns the file inside a bundle, or the path itself if it is no bundle.
    private static func file(_ path: String) throws(CatalogueError) -> String {
        switch RegularFile.kind(of: path) {
        case nil: throw CatalogueError(.notFound, file: path, reason: "the file does not exist; correct the path")
        case .regular, .deviceOrPipe: return path
        case .folder: break
        }
        let inner = path.hasSuffix("/") ? path + nameInBundle : "\(path)/\(nameInBundle)"
        guard let kind = RegularFile.kind(of: inner), kind != .folder else {
            throw CatalogueError(
                .notFound, file: path,
                reason: "the directory has no file \(nameInBundle); give the path of a .storekit file")
        }
        return inner
    }

    static func tooLarge(_ file: String) -> CatalogueError {
        CatalogueError(
            .tooLarge, file: file, reason: "the file is larger than \(largestFile >> 20) MiB; use a smaller one")
    }

    private static func contents(of path: String) throws(CatalogueError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) {
            bytes = try RegularFile.bytes(at: path, limit: largestFile)
        } catch {
            switch error {
            case .notRegular:
                throw CatalogueError(
                    .unreadable, file: path, reason: "the path is not a regular file; give the path of a .storekit file"
                )
            case .notFound(let reason), .unreadable(let reason):
                throw CatalogueError(.unreadable, file: path, reason: "the file cannot be read: \(reason)")
            }
        }
        guard bytes.count <= largestFile else { throw tooLarge(path) }
        return bytes
    }
}
