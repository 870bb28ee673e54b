#include "CIAPPages.h"

#include <stddef.h>

/* clang-format off */
static const char *const files[] = {
#define PAGE_FILE "Server/address.js"
#include "page_file.h"
#define PAGE_FILE "Server/api.js"
#include "page_file.h"
#define PAGE_FILE "Server/change.js"
#include "page_file.h"
#define PAGE_FILE "Server/icon.svg"
#include "page_file.h"
#define PAGE_FILE "Server/index.html"
#include "page_file.h"
#define PAGE_FILE "Server/live.js"
#include "page_file.h"
#define PAGE_FILE "Server/main.js"
#include "page_file.h"
#define PAGE_FILE "Server/overview.js"
#include "page_file.h"
#define PAGE_FILE "Server/player.js"
#include "page_file.h"
#define PAGE_FILE "Server/search.js"
#include "page_file.h"
#define PAGE_FILE "Server/server.css"
#include "page_file.h"
#define PAGE_FILE "Server/shell.js"
#include "page_file.h"
#define PAGE_FILE "Server/sign_in.js"
#include "page_file.h"
#define PAGE_FILE "Server/texts.js"
#include "page_file.h"
#define PAGE_FILE "Server/transaction.js"
#include "page_file.h"
#define PAGE_FILE "Server/waits.js"
#include "page_file.h"
#include "common_files.h"
    NULL,
};
/* clang-format on */

const char *const *server_page_files(void) { return files; }
