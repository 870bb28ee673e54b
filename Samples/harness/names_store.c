#include "names.h"

#include <iap/iap_store.h>
#include <stddef.h>

#define NAMES_END                                                                                                      \
    { NULL, 0 }

const struct name names_interruptions[] = {{"off", IAP_STORE_INTERRUPTION_NONE},
                                           {"pending", IAP_STORE_INTERRUPTION_PENDING},
                                           {"error", IAP_STORE_INTERRUPTION_ERROR},
                                           NAMES_END};

const struct name names_purchase_failures[] = {{"off", IAP_STORE_FAILURE_NONE},
                                               {"unknown", IAP_STORE_FAILURE_UNKNOWN},
                                               {"invalid-offer-identifier", IAP_STORE_FAILURE_INVALID_OFFER_IDENTIFIER},
                                               {"invalid-offer-signature", IAP_STORE_FAILURE_INVALID_OFFER_SIGNATURE},
                                               {"missing-offer-parameters", IAP_STORE_FAILURE_MISSING_OFFER_PARAMETERS},
                                               {"invalid-offer-price", IAP_STORE_FAILURE_INVALID_OFFER_PRICE},
                                               NAMES_END};

const struct name names_refunds[] = {{"full", IAP_REVOCATION_TYPE_REFUND_FULL},
                                     {"prorated", IAP_REVOCATION_TYPE_REFUND_PRORATED},
                                     {"none", IAP_REVOCATION_TYPE_NONE},
                                     NAMES_END};

const struct name names_refund_reasons[] = {
    {"other", IAP_REVOCATION_REASON_OTHER}, {"issue", IAP_REVOCATION_REASON_DEVELOPER_ISSUE}, NAMES_END};

const struct name names_updates[] = {{"in-order", IAP_STORE_UPDATES_IN_ORDER},
                                     {"newest-first", IAP_STORE_UPDATES_NEWEST_FIRST},
                                     {"shuffled", IAP_STORE_UPDATES_SHUFFLED},
                                     {"held", IAP_STORE_UPDATES_HELD},
                                     NAMES_END};

const struct name names_losses[] = {{"error", IAP_STORE_LOSS_ERROR}, {"silence", IAP_STORE_LOSS_SILENCE}, NAMES_END};

const struct name names_points[] = {{"off", IAP_STORE_POINT_NONE},
                                    {"before-charge", IAP_STORE_POINT_BEFORE_CHARGE},
                                    {"after-charge", IAP_STORE_POINT_AFTER_CHARGE},
                                    {"before-answer", IAP_STORE_POINT_BEFORE_ANSWER},
                                    {"before-update", IAP_STORE_POINT_BEFORE_UPDATE},
                                    {"after-update", IAP_STORE_POINT_AFTER_UPDATE},
                                    {"before-finish", IAP_STORE_POINT_BEFORE_FINISH},
                                    {"after-finish", IAP_STORE_POINT_AFTER_FINISH},
                                    {"before-renewal", IAP_STORE_POINT_BEFORE_RENEWAL},
                                    {"after-renewal", IAP_STORE_POINT_AFTER_RENEWAL},
                                    NAMES_END};

const struct name names_forgeries[] = {{"off", IAP_STORE_FORGERY_NONE},
                                       {"payload", IAP_STORE_FORGERY_PAYLOAD},
                                       {"signature", IAP_STORE_FORGERY_SIGNATURE},
                                       {"der-signature", IAP_STORE_FORGERY_DER_SIGNATURE},
                                       {"algorithm-none", IAP_STORE_FORGERY_ALGORITHM_NONE},
                                       {"hmac", IAP_STORE_FORGERY_HMAC},
                                       {"root", IAP_STORE_FORGERY_ROOT},
                                       {"swapped-chain", IAP_STORE_FORGERY_SWAPPED_CHAIN},
                                       {"short-chain", IAP_STORE_FORGERY_SHORT_CHAIN},
                                       {"no-marker", IAP_STORE_FORGERY_NO_MARKER},
                                       {"expired", IAP_STORE_FORGERY_EXPIRED},
                                       {"encoding", IAP_STORE_FORGERY_ENCODING},
                                       {"other-bundle", IAP_STORE_FORGERY_OTHER_BUNDLE},
                                       {"other-environment", IAP_STORE_FORGERY_OTHER_ENVIRONMENT},
                                       {"other-device", IAP_STORE_FORGERY_OTHER_DEVICE},
                                       {"no-intermediate-marker", IAP_STORE_FORGERY_NO_INTERMEDIATE_MARKER},
                                       {"long-chain", IAP_STORE_FORGERY_LONG_CHAIN},
                                       {"critical-marker", IAP_STORE_FORGERY_CRITICAL_MARKER},
                                       {"leaf-as-issuer", IAP_STORE_FORGERY_LEAF_AS_ISSUER},
                                       {"not-yet-valid", IAP_STORE_FORGERY_NOT_YET_VALID},
                                       {"no-certificates", IAP_STORE_FORGERY_NO_CERTIFICATES},
                                       {"duplicate-name", IAP_STORE_FORGERY_DUPLICATE_NAME},
                                       NAMES_END};
