#include "databases.h"

#include "files.h"

#include <stdlib.h>
#include <string.h>

#define PAGE_SIZE 4096

/* Offsets in the header of the file. */
#define USER_VERSION 60
#define APPLICATION_ID 68

static void put_16(uint8_t *to, uint16_t value) {
    to[0] = (uint8_t)(value >> 8);
    to[1] = (uint8_t)value;
}

static void put_32(uint8_t *to, uint32_t value) {
    put_16(to, (uint16_t)(value >> 16));
    put_16(to + 2, (uint16_t)value);
}

/* Writes an empty leaf page of a table. */
static void put_leaf(uint8_t *header, uint16_t cell_count, uint16_t content_start) {
    header[0] = 0x0d;
    put_16(header + 1, 0);
    put_16(header + 3, cell_count);
    put_16(header + 5, content_start);
    header[7] = 0;
}

void write_foreign_database(const char *path, uint32_t application_id, uint32_t user_version) {
    static uint8_t file[2 * PAGE_SIZE];
    memset(file, 0, sizeof file);
    memcpy(file, "SQLite format 3", 16);
    put_16(file + 16, PAGE_SIZE);
    file[18] = file[19] = 1; /* written and read with a rollback journal */
    file[21] = 64;           /* the three payload fractions are fixed */
    file[22] = 32;
    file[23] = 32;
    put_32(file + 24, 1); /* change counter */
    put_32(file + 28, 2); /* pages */
    put_32(file + 40, 1); /* schema cookie */
    put_32(file + 44, 4); /* schema format */
    put_32(file + 56, 1); /* UTF-8 */
    put_32(file + USER_VERSION, user_version);
    put_32(file + APPLICATION_ID, application_id);
    put_32(file + 92, 1);       /* valid for this change counter */
    put_32(file + 96, 3040001); /* written by SQLite 3.40.1 */

    /* The row of the schema table: type, name, table, root page, SQL; each serial type is a length. */
    static const char name[] = "savegames", sql[] = "CREATE TABLE savegames(slot, data)";
    uint8_t cell[128], *end = cell + 2;
    *end++ = 6; /* length of the record's header: this byte and five serial types of one byte each */
    *end++ = 13 + 2 * 5;
    *end++ = 13 + 2 * (sizeof name - 1);
    *end++ = 13 + 2 * (sizeof name - 1);
    *end++ = 1; /* an integer of one byte */
    *end++ = 13 + 2 * (sizeof sql - 1);
    memcpy(end, "table", 5);
    end += 5;
    memcpy(end, name, sizeof name - 1);
    end += sizeof name - 1;
    memcpy(end, name, sizeof name - 1);
    end += sizeof name - 1;
    *end++ = 2; /* root page */
    memcpy(end, sql, sizeof sql - 1);
    end += sizeof sql - 1;
    cell[0] = (uint8_t)(end - cell - 2); /* length of the record */
    cell[1] = 1;                         /* row id */

    const uint16_t start = (uint16_t)(PAGE_SIZE - (end - cell));
    put_leaf(file + 100, 1, start);
    put_16(file + 108, start);
    memcpy(file + start, cell, (size_t)(end - cell));
    put_leaf(file + PAGE_SIZE, 0, PAGE_SIZE);
    file_write(path, file, sizeof file);
}

void raise_database_version(const char *path, uint32_t user_version) {
    file_content content = file_read(path);
    if (content.length < 100) abort();
    put_32(content.bytes + USER_VERSION, user_version);
    /* A newer version has other tables. Lower-case letters make the SQL text of a table different. */
    static const char table[] = "CREATE TABLE ";
    size_t i = 0;
    while (i + sizeof table < content.length && memcmp(content.bytes + i, table, sizeof table - 1) != 0) i++;
    memcpy(content.bytes + i, "create table ", sizeof table - 1);
    file_write(path, content.bytes, content.length);
    free(content.bytes);
}
