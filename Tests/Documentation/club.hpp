// club.hpp: the state of the membership of the club, from the statuses of its subscriptions. <iap/iap.hpp> has no
// type for them, so this is the C interface.
#ifndef DOCUMENTATION_CLUB_HPP
#define DOCUMENTATION_CLUB_HPP

#include "test.hpp"

struct Club {
    iap_subscription_state_t state = IAP_SUBSCRIPTION_STATE_UNKNOWN;
    iap_expiration_reason_t reason = IAP_EXPIRATION_REASON_NONE;
    iap_price_increase_t price_increase = IAP_PRICE_INCREASE_NONE;
    bool will_renew = false;
    bool is_known = false;
};

// For a player who never was a member the state is unknown.
inline void club_received(void *club, iap_client *, std::uint64_t, const iap_subscription_statuses *statuses,
                          const iap_error *error) {
    const iap_subscription_status *status = iap_subscription_statuses_at(statuses, 0);
    const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
    *static_cast<Club *>(club) = {iap_subscription_status_state(status), iap_renewal_info_expiration_reason(info),
                                  iap_renewal_info_price_increase(info), iap_renewal_info_will_auto_renew(info) == 1,
                                  error == nullptr};
}

inline Club ask_for_club(iap::Client &client) {
    Club club;
    CHECK(iap_request_subscription_statuses(client.handle(), nullptr, club_received, &club, nullptr, nullptr) ==
          IAP_OK);
    pump_until_idle(client);
    CHECK(club.is_known);
    return club;
}

#endif
