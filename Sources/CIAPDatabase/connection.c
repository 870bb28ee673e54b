#include "CIAPDatabase.h"

#include <sqlite3.h>
#include <stddef.h>

void database_keep_log(void *connection) {
    if (connection != NULL) sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
}
