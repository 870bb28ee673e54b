#include "calls.h"

#include "../server_key_text.h"

/* The number of entries of a list, or a number above the limit. The library must check it before it reads the list. */
size_t calls_list_count(fuzz_input *input, size_t count, size_t limit) {
    const uint8_t choice = fuzz_byte(input);
    if (choice < 240) return choice % (count + 1);
    return choice < 248 ? limit + 1 : SIZE_MAX - (choice & 3);
}

/* Every call gets its own error, which may be NULL. */
iap_error *calls_error(fuzz_input *input) {
    const iap_error start = IAP_ERROR_VALUE_INIT;
    const uint8_t choice = fuzz_byte(input);
    if (choice < 32) return NULL;
    return choice < 192 ? fuzz_copy(&start, sizeof start) : struct_fill(input, &start, sizeof start);
}

void calls_answered(const iap_error *error, iap_status_t status) {
    PROMISED(strcmp(iap_status_name(status), "IAP_ERROR_UNKNOWN") != 0 && status <= 0);
    if (error != NULL && struct_is_whole(error, sizeof *error)) fuzz_read_error(error, status);
}

void calls_write_files(const uint8_t *root, size_t root_length) {
    static const char grants[] =
        "{\"products\":[{\"id\":\"" FUZZ_COINS "\",\"grants\":[{\"counter\":\"coins\",\"amount\":5}]}]}";
    const char *catalogue = fuzz_catalogue();
    fuzz_write_file("roots", root, root_length);
    fuzz_write_file("catalogue", catalogue, strlen(catalogue));
    fuzz_write_file("grants", grants, sizeof grants - 1);
    fuzz_write_file("list", grants, sizeof grants - 1);
    fuzz_write_file("key.p8", fuzz_private_key, sizeof fuzz_private_key - 1);
}
