#include "figures.hpp"
#include "report.hpp"

#include <cstring>

int main(int count, char **arguments) {
    if (count == 2 && std::strcmp(arguments[1], "header") == 0) {
        report_header();
        return 0;
    }
    if (count == 5 && std::strcmp(arguments[1], "verify") == 0) {
        measure_verify(arguments[2], arguments[3], arguments[4]);
        return 0;
    }
    require(count == 3, "usage: benchmarks header | benchmarks idle|events|history|growth STOREKIT_FILE | "
                        "benchmarks verify STOREKIT_FILE PYTHON SCRIPT");
    if (std::strcmp(arguments[1], "idle") == 0) measure_idle(arguments[2]);
    else if (std::strcmp(arguments[1], "events") == 0) measure_events(arguments[2]);
    else if (std::strcmp(arguments[1], "history") == 0) measure_history(arguments[2]);
    else if (std::strcmp(arguments[1], "growth") == 0) measure_growth(arguments[2]);
    else fail(std::string("there is no figure named ") + arguments[1]);
}
