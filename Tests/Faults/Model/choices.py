"""Choices of ours: where the documents and Apple leave a behaviour open, this is what the reference store does."""

from catalogue import DAY

# The store tries an unpaid renewal again for 60 days (Apple). How often is a choice of ours: every day.
RETRY_FOR = 60 * DAY
RETRY_EVERY = DAY
