#pragma once

#include <string>
#include <vector>

// A step failed, therefore there is nothing to measure: prints this and ends the program with 1.
[[noreturn]] void fail(const std::string &what);
inline void require(bool holds, const char *what) {
    if (!holds) fail(what);
}

double median(std::vector<double> values);

// The printed form of a figure, for example "1.24 ns".
std::string text(double value, const char *unit);

// Prints one line: name, ours, baseline, ratio or difference, goal, 'met' or 'missed'.
void report(const std::string &name, const std::string &ours, const std::string &baseline,
            const std::string &comparison, const std::string &goal, bool is_met);
// The same for a figure without a goal.
void report(const std::string &name, const std::string &ours, const std::string &baseline,
            const std::string &comparison);
void report_header();
