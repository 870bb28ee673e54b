#include "folder.hpp"

#include "report.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

Folder::Folder(const std::string &parent) {
    const std::filesystem::path place = parent.empty() ? std::filesystem::temp_directory_path().string() : parent;
    path_ = (place / "iap-benchmark-XXXXXX").string();
    require(mkdtemp(path_.data()) != nullptr, "there is no folder to be had for the files");
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}
