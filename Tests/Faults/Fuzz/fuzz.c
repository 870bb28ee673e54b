#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void fuzz_broken(const char *file, int line, const char *promise) {
    fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, promise);
    abort();
}

/* ------------------------------------------------------------------------------------------------------- memory */

typedef struct block {
    void *memory;
    struct block *next;
} block;

/* One list for each thread. */
static _Thread_local block *blocks;

void *fuzz_memory(size_t size) {
    block *added = malloc(sizeof *added);
    void *memory = malloc(size);
    if (added == NULL || (memory == NULL && size > 0)) abort();
    *added = (block){memory, blocks};
    blocks = added;
    return memory;
}

void *fuzz_copy(const void *bytes, size_t size) {
    void *copy = fuzz_memory(size);
    if (size > 0) memcpy(copy, bytes, size);
    return copy;
}

char *fuzz_copy_text(const void *bytes, size_t size) {
    char *copy = fuzz_memory(size + 1);
    if (size > 0) memcpy(copy, bytes, size);
    copy[size] = 0;
    return copy;
}

void fuzz_forget(void) {
    while (blocks != NULL) {
        block *first = blocks;
        blocks = first->next;
        free(first->memory);
        free(first);
    }
}

/* -------------------------------------------------------------------------------------------------------- input */

uint8_t fuzz_byte(fuzz_input *input) { return (uint8_t)fuzz_number(input, 1); }

uint64_t fuzz_number(fuzz_input *input, size_t bytes) {
    uint64_t number = 0;
    for (size_t i = 0; i < bytes && input->left > 0; i++, input->bytes++, input->left--)
        number |= (uint64_t)*input->bytes << (8 * i);
    return number;
}

const uint8_t *fuzz_take(fuzz_input *input, size_t size, size_t *taken) {
    const uint8_t *bytes = input->bytes;
    *taken = size < input->left ? size : input->left;
    input->bytes += *taken;
    input->left -= *taken;
    return bytes;
}

/* ------------------------------------------------------------------------------------------------------ results */

static volatile uint64_t seen;

void fuzz_read_number(int64_t number) { seen += (uint64_t)number; }

/* Whether it is UTF-8 according to RFC 3629. */
static bool is_utf8(const char *text) {
    const uint8_t *next = (const uint8_t *)text;
    while (*next != 0) {
        const uint8_t first = *next++;
        if (first < 0x80) continue;
        if (first < 0xC2 || first > 0xF4) return false;
        const int more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
        uint8_t lowest = 0x80, highest = 0xBF;
        if (first == 0xE0) lowest = 0xA0;
        if (first == 0xED) highest = 0x9F;
        if (first == 0xF0) lowest = 0x90;
        if (first == 0xF4) highest = 0x8F;
        for (int i = 0; i < more; i++, next++) {
            if (*next < lowest || *next > highest) return false;
            lowest = 0x80, highest = 0xBF;
        }
    }
    return true;
}

void fuzz_read_text(const char *text) {
    if (text == NULL) return;
    PROMISED(is_utf8(text));
    seen += strlen(text);
}

/* Checks a line for logs in a field of this size. */
static void read_line(const char *text, size_t size) {
    PROMISED(memchr(text, 0, size) != NULL);
    PROMISED(is_utf8(text));
    PROMISED(strpbrk(text, "\r\n") == NULL);
}

void fuzz_read_error(const iap_error *error, iap_status_t status) {
    PROMISED(error->status == status);
    PROMISED(strcmp(iap_status_name(status), "IAP_ERROR_UNKNOWN") != 0 && status <= 0);
    read_line(error->store_domain, sizeof error->store_domain);
    read_line(error->message, sizeof error->message);
    PROMISED((error->message[0] == 0) == (status == IAP_OK));
}

void fuzz_read_result(const iap_verify_result *result, iap_status_t status, bool is_there) {
    if (status != IAP_OK) {
        PROMISED(result->verdict == 0 && !is_there);
        return;
    }
    PROMISED((result->verdict == IAP_VERDICT_VALID) == is_there);
    PROMISED((result->verdict == IAP_VERDICT_VALID) == (result->reason == IAP_VERIFY_REASON_NONE));
    PROMISED(is_there || result->verdict == IAP_VERDICT_INVALID || result->verdict == IAP_VERDICT_UNDECIDED);
    PROMISED(strcmp(iap_verify_reason_name(result->reason), "IAP_VERIFY_REASON_UNKNOWN") != 0);
    PROMISED((IAP_VERIFY_REASON_CLASS(result->reason) == IAP_VERIFY_CLASS_RETRYABLE) ==
             (result->verdict == IAP_VERDICT_UNDECIDED));
    read_line(result->message, sizeof result->message);
    PROMISED((result->message[0] == 0) == is_there);
}

/* -------------------------------------------------------------------------------------------------------- world */

const char *fuzz_catalogue(void) {
    static char text[65536];
    if (text[0] != 0) return text;
    FILE *file = fopen(FUZZ_STOREKIT, "rb");
    PROMISED(file != NULL && fread(text, 1, sizeof text - 1, file) > 0 && feof(file));
    fclose(file);
    return text;
}

iap_store *fuzz_open_store(void) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.clock = IAP_STORE_CLOCK_VIRTUAL;
    options.storekit_text = fuzz_catalogue();
    options.storekit_length = strlen(options.storekit_text);
    options.seed = FUZZ_SEED;
    iap_store *store = NULL;
    PROMISED(iap_store_open(&options, &store, NULL) == IAP_OK);
    return store;
}

const iap_verifier *fuzz_open_verifier(iap_environment_t environments) {
    static uint8_t certificate[4096];
    static iap_bytes root = {certificate, 0};
    if (root.length == 0) {
        iap_store *store = fuzz_open_store();
        PROMISED(iap_store_root_certificate(store, certificate, sizeof certificate, &root.length, NULL) == IAP_OK);
        PROMISED(iap_store_close(store, NULL) == IAP_OK);
    }
    iap_verifier_options options = IAP_VERIFIER_OPTIONS_INIT;
    options.environments = environments;
    options.roots = &root;
    options.root_count = 1;
    options.bundle_id = FUZZ_BUNDLE_ID;
    if (environments & IAP_ENVIRONMENT_PRODUCTION) options.app_apple_id = FUZZ_APP_APPLE_ID;
    const iap_verifier *verifier = NULL;
    PROMISED(iap_verifier_open(&options, &verifier, NULL) == IAP_OK);
    return verifier;
}

static char folder[512];

void fuzz_empty_folder(void) {
    DIR *files = opendir(folder);
    for (struct dirent *file = files != NULL ? readdir(files) : NULL; file != NULL; file = readdir(files))
        unlinkat(dirfd(files), file->d_name, 0);
    if (files != NULL) closedir(files);
}

static void leave_folder(void) {
    fuzz_empty_folder();
    rmdir(folder);
}

void fuzz_enter_folder(void) {
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/iap-fuzz-XXXXXX", parent != NULL && parent[0] == '/' ? parent : "/tmp");
    PROMISED(mkdtemp(folder) != NULL && chdir(folder) == 0);
    atexit(leave_folder);
}

void fuzz_write_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    PROMISED(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}
