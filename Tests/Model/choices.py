"""Choices of ours: what the documents and Apple leave open, and what the reference store does."""

from catalogue import DAY

# The store tries an unpaid renewal again for 60 days (Apple). How often is a choice of ours: every day.
RETRY_FOR = 60 * DAY
RETRY_EVERY = DAY
