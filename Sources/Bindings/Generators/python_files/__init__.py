"""What generates the files of the Python binding."""
