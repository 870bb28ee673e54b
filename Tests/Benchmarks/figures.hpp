#pragma once

// Each function measures and reports its figures. The store sells the products of the .storekit file.
void measure_idle(const char *storekit_path);
void measure_events(const char *storekit_path);
void measure_history(const char *storekit_path);
void measure_growth(const char *storekit_path);
// Compares with Apple's library, which `python` has; `script` measures it.
void measure_verify(const char *storekit_path, const char *python, const char *script);
