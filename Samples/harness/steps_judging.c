#include "print.h"
#include "steps.h"

bool step_check(bool holds, const char *claim) {
    if (!holds) {
        print_line("problem", "not so: %s", claim);
    }
    return holds;
}

enum verdict step_verdict(bool good) { return good ? VERDICT_GOOD : VERDICT_BAD; }

enum verdict step_skip(const char *missing) {
    print_line("skipped", "the .storekit file has no %s", missing);
    return VERDICT_SKIPPED;
}

bool step_order(const char *order, iap_status_t status, const iap_error *error) {
    if (status != IAP_OK) {
        print_error("problem", order, error);
    }
    return status == IAP_OK;
}
