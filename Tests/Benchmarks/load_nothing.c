/* A library with one function that does nothing, to compare the loading time with ours. */
int nothing(void);
int nothing(void) { return 0; }
