internal import IAPPlatform

extension Catalogue {
    /// A thousand times the largest file seen; more is a mistake or an attack.
    package static let largestFile = 16 << 20

    /// Xcode 16 and later turn the file into a directory of this content as soon as a product has an image.
    static let nameInBundle = "Configuration.storekit"

    /// Reads a file, or a bundle directory that holds a `Configuration.storekit`.
    package static func load(path: String) throws(CatalogueError) -> Catalogue {
        let file = try file(path)
        return try Catalogue(text: try contents(of: file), name: file)
    }

    /// Every problem of a file, in the order of reading.
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

    /// The file itself, where the path is that of a bundle.
    private static func file(_ path: String) throws(CatalogueError) -> String {
        switch RegularFile.kind(of: path) {
        case nil: throw CatalogueError(.notFound, file: path, reason: "there is no such file")
        case .regular, .deviceOrPipe: return path
        case .folder: break
        }
        let inner = path.hasSuffix("/") ? path + nameInBundle : "\(path)/\(nameInBundle)"
        guard let kind = RegularFile.kind(of: inner), kind != .folder else {
            throw CatalogueError(.notFound, file: path, reason: "the directory holds no file \(nameInBundle)")
        }
        return inner
    }

    static func tooLarge(_ file: String) -> CatalogueError {
        CatalogueError(.tooLarge, file: file, reason: "the file is larger than \(largestFile >> 20) MiB")
    }

    private static func contents(of path: String) throws(CatalogueError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(RegularFile.Failure) {
            bytes = try RegularFile.bytes(at: path, limit: largestFile)
        } catch {
            switch error {
            case .notRegular: throw CatalogueError(.unreadable, file: path, reason: "it is not a regular file")
            case .notFound(let reason), .unreadable(let reason):
                throw CatalogueError(.unreadable, file: path, reason: "it cannot be read: \(reason)")
            }
        }
        guard bytes.count <= largestFile else { throw tooLarge(path) }
        return bytes
    }
}
