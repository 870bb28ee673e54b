/* What of SQLite takes a variable number of arguments, which Swift cannot call. */
#ifndef CDATABASE_H
#define CDATABASE_H

/** The close of a connection (sqlite3 *) leaves the log beside the file and writes nothing of it to the pages. */
void cdatabase_keep_log(void *connection);

#endif
