// command.hpp: a command of a scenario, see README.md.
#ifndef SCENARIOS_COMMAND_HPP
#define SCENARIOS_COMMAND_HPP

#include "line.hpp"

using Words = std::vector<std::string>;

class Command {
  public:
    Command(Words words, const Ids &ids, Id request) : words_(std::move(words)), ids_(ids), request_(request) {}

    std::size_t size() const { return words_.size(); }
    /* A word that must be there. */
    const std::string &word(std::size_t index) const {
        if (index >= size()) {
            fail("a word is missing after", words_.front());
        }
        return words_[index];
    }
    bool has(std::size_t index, std::string_view wanted) const { return index < size() && words_[index] == wanted; }
    bool has(std::string_view wanted) const { return std::find(words_.begin(), words_.end(), wanted) != words_.end(); }

    /* Empty if the word is missing, or "-". */
    std::string text(std::size_t index) const {
        const bool is_empty = index >= size() || words_[index] == "-" || words_[index] == "\"\"";
        return is_empty ? std::string() : words_[index];
    }
    Words texts(std::size_t first) const {
        Words texts;
        for (std::size_t i = first; i < size(); i++) {
            texts.push_back(text(i));
        }
        return texts;
    }
    template <class Number = std::int64_t> Number number(std::size_t index) const {
        return static_cast<Number>(std::stoll(word(index)));
    }
    bool flag(std::size_t index) const { return number(index) != 0; }
    Id id(std::size_t index) const {
        const std::string &name = word(index);
        if (name == "$request") {
            return request_;
        }
        return name[0] == '$' ? variable(name) : std::stoull(name);
    }
    /* The value of an enumeration with these names. */
    template <class Enumeration> Enumeration choice(std::size_t index, const Names &names) const {
        const auto found = std::find(names.begin(), names.end(), word(index));
        if (found == names.end()) {
            fail("no such word", word(index));
        }
        return static_cast<Enumeration>(found - names.begin());
    }
    /* The value of the word "name=value". */
    std::optional<std::string> option(const std::string &name) const {
        for (const std::string &given : words_) {
            if (given.rfind(name + '=', 0) == 0) {
                return given.substr(name.size() + 1);
            }
        }
        return std::nullopt;
    }

  private:
    Id variable(const std::string &name) const {
        const std::size_t position = std::stoul(name.substr(1));
        if (position < 1 || position > ids_.size()) {
            fail("there is no such variable yet", name);
        }
        return ids_[position - 1];
    }

    Words words_;
    const Ids &ids_;
    Id request_;
};

#endif
