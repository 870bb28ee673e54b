/* log.h: the lines of the log, see README.md. */
#ifndef SCENARIOS_LOG_H
#define SCENARIOS_LOG_H

#include <iap/iap_store.h>

/* The words of an enumeration by value, ended by NULL. The first one is for 0, which is not printed. */
extern const char *const transaction_states[];
extern const char *const offer_types[];

/* Ends the player: the list of scenarios contains something that it cannot do. */
void fail(const char *message, const char *detail);

/* Fields of a line. Fields without a value are left out. */
void text(const char *name, const char *value);
void number(const char *name, int64_t value);
void unsigned_number(const char *name, uint64_t value);
void word(const char *name, int32_t value, const char *const *names);
/* The field "id". When an id is logged for the first time, it becomes the next variable. */
void id(uint64_t value);
void error_fields(const iap_error *error);
void transaction_fields(const iap_transaction *transaction);
void status_fields(const iap_subscription_status *status);
void product_fields(const iap_product *product);

void print_escaped(const char *text);

/* Result lines. */
void result(iap_status_t status);
/* For a function that returns a number or a negative status. */
void number_result(int64_t value);

/* The variables of the scenario, from 1. */
uint64_t id_variable(const char *name);
void forget_ids(void);

#endif
