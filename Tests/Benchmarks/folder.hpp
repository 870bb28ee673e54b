#pragma once

#include <string>

// A folder that goes away with this object.
class Folder {
  public:
    // In the given folder, or else where temporary files are kept.
    explicit Folder(const std::string &parent = {});
    ~Folder();
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;

    std::string file(const char *name) const { return path_ + "/" + name; }

  private:
    std::string path_;
};
