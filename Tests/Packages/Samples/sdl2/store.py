"""Sets the store of the SDL2 sample, or prints how many purchases it has charged and how many are unfinished.

    store.py STOREKIT STATE two-ids | profile NAME | totals
"""

import sys

import iapbridge as iap
from iapbridge import testing

with testing.open_store(sys.argv[1], state=sys.argv[2], bundle_id="com.example.caves") as store:
    if sys.argv[3] == "two-ids":
        store.set_quirk(iap.Quirk.TWO_IDS, 1)
    elif sys.argv[3] == "profile":
        store.set_profile(iap.profile_named(sys.argv[4]))
    else:
        totals = store.get_totals()
        print(totals.transactions, totals.unfinished)
