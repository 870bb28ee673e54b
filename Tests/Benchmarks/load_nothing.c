/* The library that the loading of ours is compared with: one function that does nothing. */
int nothing(void);
int nothing(void) { return 0; }
