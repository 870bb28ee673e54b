"""A game's server that grants what was bought in the App Store."""
