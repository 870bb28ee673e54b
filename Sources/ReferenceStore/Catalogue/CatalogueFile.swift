import Foundation

extension Catalogue {
    /// A thousand times the largest file seen; more is a mistake or an attack.
    package static let largestFile = 16 << 20

    /// Xcode 16 and later turn the file into a directory of this content as soon as a product has an image.
    static let nameInBundle = "Configuration.storekit"

    /// Reads a file, or a bundle directory that holds a `Configuration.storekit`.
    package static func load(path: String) throws(CatalogueError) -> Catalogue {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw CatalogueError(.notFound, file: path, reason: "there is no such file")
        }
        guard isDirectory.boolValue else {
            return try Catalogue(text: try contents(of: path), name: path)
        }
        let inner = path.hasSuffix("/") ? path + nameInBundle : "\(path)/\(nameInBundle)"
        guard FileManager.default.fileExists(atPath: inner, isDirectory: &isDirectory), !isDirectory.boolValue else {
            throw CatalogueError(.notFound, file: path, reason: "the directory holds no file \(nameInBundle)")
        }
        return try Catalogue(text: try contents(of: inner), name: inner)
    }

    static func tooLarge(_ file: String) -> CatalogueError {
        CatalogueError(.tooLarge, file: file, reason: "the file is larger than \(largestFile >> 20) MiB")
    }

    private static func contents(of path: String) throws(CatalogueError) -> [UInt8] {
        // A device or a pipe would be read without end or block for ever.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let kind = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
        guard kind == .typeRegular else {
            throw CatalogueError(.unreadable, file: path, reason: "it is not a regular file")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw CatalogueError(.unreadable, file: path, reason: "it cannot be opened for reading")
        }
        defer { try? handle.close() }
        do {
            // One byte more than allowed tells a file that is too large from one that is just not.
            let data = try handle.read(upToCount: largestFile + 1) ?? Data()
            guard data.count <= largestFile else { throw tooLarge(path) }
            return Array(data)
        } catch let error as CatalogueError {
            throw error
        } catch {
            throw CatalogueError(.unreadable, file: path, reason: "it cannot be read: \(error.localizedDescription)")
        }
    }
}
