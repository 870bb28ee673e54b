#include "report.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

void line(const std::string &name, const std::string &ours, const std::string &baseline, const std::string &comparison,
          const std::string &goal, const char *verdict) {
    std::printf("%-56s %11s %11s %11s  %-9s %s\n", name.c_str(), ours.c_str(), baseline.c_str(), comparison.c_str(),
                goal.c_str(), verdict);
    std::fflush(stdout);
}

} // namespace

void fail(const std::string &what) {
    std::fprintf(stderr, "benchmarks: %s\n", what.c_str());
    std::exit(1);
}

double median(std::vector<double> values) {
    require(!values.empty(), "nothing was measured");
    std::sort(values.begin(), values.end());
    const auto middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string text(double value, const char *unit) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.2f%s%s", value, *unit ? " " : "", unit);
    return buffer;
}

void report(const std::string &name, const std::string &ours, const std::string &baseline,
            const std::string &comparison, const std::string &goal, bool is_met) {
    line(name, ours, baseline, comparison, goal, is_met ? "met" : "missed");
}

void report(const std::string &name, const std::string &ours, const std::string &baseline,
            const std::string &comparison) {
    line(name, ours, baseline, comparison, "-", "-");
}

void report_header() { line("figure", "ours", "baseline", "comparison", "goal", "verdict"); }
