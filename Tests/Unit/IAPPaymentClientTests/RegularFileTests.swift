import Foundation
import IAPPlatform
import Testing

/// Files whose paths come from outside.
struct RegularFileTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func refusal(_ path: String) -> RegularFile.Failure? {
        do throws(RegularFile.Failure) {
            _ = try RegularFile.bytes(at: path, limit: 10)
            return nil
        } catch { return error }
    }

    @Test(arguments: [0, 1, 9, 10, 11, 100_000]) func aFileIsReadUpToOneByteBeyondTheLimit(size: Int) throws {
        let path = folder.path("file")
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        try Data(content).write(to: URL(fileURLWithPath: path))
        #expect(try RegularFile.bytes(at: path, limit: 10) == Array(content.prefix(11)))
        #expect(try RegularFile.bytes(at: path, limit: 1_000_000) == content)
    }

    #if os(Linux)
        @Test func aFileThatDoesNotTellItsSizeIsReadToItsEnd() throws {
            let path = "/proc/self/maps"
            let text = String(decoding: try RegularFile.bytes(at: path, limit: 16 << 20), as: UTF8.self)
            #expect(text.utf8.count > 1000 && text.hasSuffix("\n"))
            #expect(try RegularFile.bytes(at: path, limit: 100).count == 101)
        }
    #endif

    @Test func nonRegularFileIsRefused() throws {
        for path in [folder.path(""), "/dev/zero"] {
            guard case .notRegular = refusal(path) else {
                Issue.record("\(path) was read")
                continue
            }
        }
        guard case .notFound(let reason) = refusal(folder.path("nothing")) else {
            Issue.record("a missing file was read")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func theKindIsThatOfTheLinksTarget() throws {
        let (file, link) = (folder.path("file"), folder.path("link"))
        try Data().write(to: URL(fileURLWithPath: file))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(RegularFile.kind(of: link) == .regular)
        #expect(RegularFile.kind(of: folder.path("")) == .folder)
        #expect(RegularFile.kind(of: "/dev/null") == .deviceOrPipe)
        #expect(RegularFile.kind(of: folder.path("nothing")) == nil)
    }
}
