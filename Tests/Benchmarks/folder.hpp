#pragma once

#include <string>

// A folder that this object removes at its end.
class Folder {
  public:
    // In the given folder, or in the folder for temporary files.
    explicit Folder(const std::string &parent = {});
    ~Folder();
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;

    std::string file(const char *name) const { return path_ + "/" + name; }

  private:
    std::string path_;
};
