#include "print.h"
#include "shell_words.h"

#include <string.h>

/* Reads a number with this many digits. Returns -1 if there is another character. */
static int64_t digits(const char *text, size_t count) {
    int64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return -1;
        }
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

static int64_t days_of_month(int64_t year, int64_t month) {
    static const int64_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_leap_year = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && is_leap_year);
}

/* Days since 1970. */
static int64_t days_before(int64_t year, int64_t month, int64_t day) {
    int64_t days = day - 1;
    for (int64_t earlier = 1970; earlier < year; earlier++) {
        days += 337 + days_of_month(earlier, 2);
    }
    for (int64_t earlier = 1; earlier < month; earlier++) {
        days += days_of_month(year, earlier);
    }
    return days;
}

static bool read_date(const char *text, int64_t *seconds) {
    int64_t year = digits(text, 4), month = digits(text + 5, 2), day = digits(text + 8, 2);
    if (text[4] != '-' || text[7] != '-' || year < 1970 || month < 1 || month > 12 || day < 1 ||
        day > days_of_month(year, month)) {
        return false;
    }
    *seconds = days_before(year, month, day) * 86400;
    return true;
}

/* "T12:30" or "T12:30:15" */
static bool read_clock(const char *text, size_t length, int64_t *seconds) {
    bool has_seconds = length == 9;
    if ((length != 6 && !has_seconds) || text[0] != 'T' || text[3] != ':' || (has_seconds && text[6] != ':')) {
        return false;
    }
    int64_t hour = digits(text + 1, 2), minute = digits(text + 4, 2), second = has_seconds ? digits(text + 7, 2) : 0;
    *seconds += hour * 3600 + minute * 60 + second;
    return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
}

bool shell_read_time(const char *text, int64_t *milliseconds) {
    size_t length = strlen(text);
    if (length > 10 && text[length - 1] == 'Z') {
        length--;
    }
    int64_t seconds = 0;
    bool good =
        length >= 10 && read_date(text, &seconds) && (length == 10 || read_clock(text + 10, length - 10, &seconds));
    if (!good) {
        print_line("problem", "a time has the form 2026-03-01 or 2026-03-01T12:30:00, in UTC, from 1970 on");
        return false;
    }
    *milliseconds = seconds * 1000;
    return true;
}
