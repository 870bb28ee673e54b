#include <iap/iap.h>

extern iap_observer observer;
iap_status sign_in(iap_client **client, const char *token, const char *journal_path, iap_error *error);

/* BLOCK */
