#pragma once

// Each measures and reports its figures. The store sells what the .storekit file lists.
void measure_idle(const char *storekit_path);
void measure_events(const char *storekit_path);
void measure_first_product(const char *storekit_path);
void measure_history(const char *storekit_path);
// These bring a catalogue of their own, since the file sells nothing by the week.
void measure_renewals();
// Beside Apple's library, which `python` has; `script` measures it.
void measure_verify(const char *storekit_path, const char *python, const char *script);
