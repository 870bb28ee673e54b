/* What remains of a private key in the memory of the process. */

/* For MAP_ANONYMOUS. */
#define _DEFAULT_SOURCE

#include "files.h"
#include "server_keys.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Hides the searched bytes: writable memory contains them only if the library has put them there. */
#define HIDDEN 0x5A
#define SCALAR_LENGTH 32

/* The private number of server_private_key, big endian. */
static const uint8_t hidden_scalar[SCALAR_LENGTH] = {0x93, 0xF5, 0xF3, 0x82, 0x1F, 0xE0, 0x2F, 0x4C, 0x31, 0x06, 0x7B,
                                                     0x0D, 0x3D, 0xEB, 0x8C, 0xC9, 0x14, 0x0A, 0x99, 0x81, 0x6C, 0xB2,
                                                     0xC1, 0x48, 0x21, 0xD0, 0x38, 0x71, 0x48, 0x55, 0x3D, 0x7B};

typedef struct findings {
    int scalars;  /* big endian, the usual form of keys */
    int numbers;  /* little endian, the form in which OpenSSL computes */
    int encoded;  /* a line of the Base64 */
    int unlooked; /* memory that could not be read */
} findings;

static bool is_hidden(const uint8_t *bytes, const uint8_t *hidden, int step) {
    for (int i = 0; i < SCALAR_LENGTH; i++) {
        if ((bytes[i] ^ HIDDEN) != hidden[i * step]) return false;
    }
    return true;
}

static void look(const uint8_t *bytes, size_t length, const char *line, findings *found) {
    for (size_t i = 0; i + SCALAR_LENGTH <= length; i++) {
        found->scalars += is_hidden(bytes + i, hidden_scalar, 1);
        found->numbers += is_hidden(bytes + i, hidden_scalar + SCALAR_LENGTH - 1, -1);
        found->encoded += bytes[i] == (uint8_t)line[0] && memcmp(bytes + i, line, 20) == 0;
    }
}

/* Searches all writable memory. It copies the memory, because some parts may be unreadable. */
static findings look_everywhere(void) {
    enum { part_length = 1 << 20 };
    findings found = {0, 0, 0, 0};
    uint8_t *part = mmap(NULL, part_length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const int memory = open("/proc/self/mem", O_RDONLY);
    FILE *maps = fopen("/proc/self/maps", "r");
    const char *line = strstr(server_private_key, "Z7HW");
    char text[512];
    while (maps != NULL && fgets(text, sizeof text, maps) != NULL) {
        unsigned long start, end;
        char access[8];
        if (sscanf(text, "%lx-%lx %7s", &start, &end, access) != 3 || access[1] != 'w') continue;
        if (strstr(text, "[vvar]") != NULL || (start <= (uintptr_t)part && (uintptr_t)part < end)) continue;
        for (unsigned long place = start; place < end; place += part_length - SCALAR_LENGTH) {
            const size_t length = end - place < part_length ? end - place : part_length;
            const ssize_t count = pread(memory, part, length, (off_t)place);
            if (count < (ssize_t)length) found.unlooked++;
            if (count > 0) look(part, (size_t)count, line, &found);
        }
    }
    if (maps != NULL) fclose(maps);
    close(memory);
    munmap(part, part_length);
    return found;
}

static void check(const char *when, bool is_open) {
    test_case("%s", when);
    const findings found = look_everywhere();
    CHECK_INT(found.scalars, 0);
    CHECK_INT(found.encoded, 0);
    if (is_open) CHECK(found.numbers > 0);
    else CHECK_INT(found.numbers, 0);
}

static void sign_each_kind(const iap_server_key *key) {
    for (iap_server_signature_kind_t kind = 1; kind <= SERVER_KINDS; kind++) {
        const iap_server_request request = server_key_request(kind);
        iap_server_signature_release(server_key_signed(key, &request));
    }
}

static bool is_possible(void) {
#ifdef EACH_TEST_IS_A_PROGRAM
    printf("  skipped: a sanitizer keeps memory that was freed, and macOS does not list a process's memory\n");
    CHECK(true);
    return false;
#else
    return true;
#endif
}

TEST(a_private_key_is_in_memory_where_openssl_has_it_and_nowhere_when_it_is_released) {
    if (!is_possible()) return;
    iap_server_key_options options = server_key_options();
    const char *path = temporary_path("key.p8");
    /* Without the buffer of a stream. */
    const int file = open(path, O_WRONLY | O_CREAT, 0600);
    REQUIRE(write(file, server_private_key, SERVER_PRIVATE_KEY_LENGTH) == SERVER_PRIVATE_KEY_LENGTH);
    close(file);
    check("before", false);
    for (int is_file = 0; is_file < 2; is_file++) {
        options.key_text = is_file ? NULL : server_private_key;
        options.key_path = is_file ? path : NULL;
        const iap_server_key *key = server_key_open(&options);
        REQUIRE(key != NULL);
        check(is_file ? "opened from a file" : "opened from a text", true);
        sign_each_kind(key);
        check("signed", true);
        iap_server_key_release(key);
        check("released", false);
    }
}
