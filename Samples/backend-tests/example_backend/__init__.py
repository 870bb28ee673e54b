"""A game server that grants purchases of the App Store."""
