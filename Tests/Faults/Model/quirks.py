"""How the model follows quirks that decide whether a purchase happens. All other quirks change nothing for the player,
therefore the model does not know them.

  lapse_returns_old               Buying a subscription again after a lapse returns the old transaction.
  unfinished_consumable_returned  Buying a consumable again before it is finished returns the unfinished purchase.
  nonrenewing_second              Buying a non-renewing subscription again returns the first one.

With these quirks, the game buys nothing. The player then buys the same product in the App Store, at the same time as under
profiles in which the store sells. The account is therefore charged in the same way under each profile. A missing charge for the
game's purchase is allowed only where the quirk says so.

  declined_delivers               A purchase request that a parent declined arrives as a purchase, and is charged.
  ask_merges                      Equal requests for a parent's approval become one request.

  owned_subscription              Buying an active subscription again fails, and does not switch its renewal on again.

The player instead chooses it in the App Store, which charges nothing.

  storefront_stall_ms             A purchase in the game waits for the storefront, and is charged after that.

The player taps earlier: the charge then comes at the same time under each profile.

A declined request that is delivered is a charge. The model charges as well, and the outcome is compared with the model only,
not with other profiles. Of equal requests the parent responds to the last one, and the others end.
"""

from catalogue import CONSUMABLE, NON_RENEWING, PRODUCTS, SUBSCRIPTION
from ledger import EXPIRED, Account

STOREFRONT_STALL, OWNED_SUBSCRIPTION, DECLINED_DELIVERS = 28, 42, 48
LONGEST_STALL = 2000
READ_STALL = 26
# By kind of product, with their numbers in iap_store.h.
HANDED_BACK = {SUBSCRIPTION: 43, CONSUMABLE: 44, NON_RENEWING: 45}
LAPSE_AT_ONCE, LAPSE_LENGTH = 1, 2000

PROFILES = {
    "documented": 1,
    "macos-26": 2,
    "ios-27-simulator": 3,
    "reported": 4,
    "worst": 5,
}


def may_be_handed_back(account: Account, product: str, value: int, now: int, has_unfinished: bool) -> bool:
    """Whether a quirk with this value may return an earlier purchase for this purchase."""
    kind = PRODUCTS[product].kind
    if not value:
        return False
    if kind == CONSUMABLE:
        return has_unfinished
    if kind == NON_RENEWING:
        return account.owned(product) is not None
    own = account.subscription
    if own is None or own.state != EXPIRED or own.current.product != product:
        return False
    return value != LAPSE_AT_ONCE or now - own.ended < LAPSE_LENGTH
