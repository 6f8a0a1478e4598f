#define _GNU_SOURCE
#include <locale.h>
#include <stdlib.h>
#include <time.h>
#include <wchar.h>

#include "CPango.h"
#include "functions.h"

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "a code point is a wide character");

// Fills what C formats; 0 for a time that no calendar has.
static int take_apart(int64_t seconds, GTimeZone *zone, struct tm *parts, char *abbreviation) {
    GDateTime *utc = g_date_time_new_from_unix_utc(seconds);
    GDateTime *time = utc ? g_date_time_to_timezone(utc, zone) : NULL;
    if (time) {
        int year, month, day;
        g_date_time_get_ymd(time, &year, &month, &day);
        *parts = (struct tm){
            .tm_sec = g_date_time_get_second(time),
            .tm_min = g_date_time_get_minute(time),
            .tm_hour = g_date_time_get_hour(time),
            .tm_mday = day,
            .tm_mon = month - 1,
            .tm_year = year - 1900,
            .tm_wday = g_date_time_get_day_of_week(time) % 7,
            .tm_yday = g_date_time_get_day_of_year(time) - 1,
            .tm_isdst = g_date_time_is_daylight_savings(time),
            .tm_gmtoff = (long)(g_date_time_get_utc_offset(time) / G_TIME_SPAN_SECOND),
            .tm_zone = abbreviation,
        };
        const char *name = g_date_time_get_timezone_abbreviation(time);
        size_t length = 0;
        while (name && name[length] && length < CPANGO_ZONE_BYTES - 1) length++;
        for (size_t i = 0; i < length; i++) abbreviation[i] = name[i];
        abbreviation[length] = 0;
        g_date_time_unref(time);
    }
    if (utc) g_date_time_unref(utc);
    return time != NULL;
}

// A sign behind the format tells a text of nothing from one that there is no room for.
static enum cpango_clock_failure format_time(
    const wchar_t *format, const struct tm *parts, locale_t locale, wchar_t *text,
    size_t capacity) {
    size_t length = wcslen(format);
    wchar_t *marked = malloc((length + 2) * sizeof *marked);
    if (!marked) return CPANGO_TOO_LONG;
    wmemcpy(marked, format, length);
    wmemcpy(marked + length, L".", 2);
    size_t written = wcsftime_l(text, capacity, marked, parts, locale);
    free(marked);
    // What is there of one that is too long is undefined.
    text[written ? written - 1 : 0] = 0;
    return written ? CPANGO_NO_FAILURE : CPANGO_TOO_LONG;
}

enum cpango_clock_failure cpango_clock(
    const uint32_t *format, const char *zone_name, const char *locale_name, int64_t seconds,
    uint32_t *text, size_t capacity) {
    text[0] = 0;
    locale_t locale = newlocale(LC_ALL_MASK, locale_name ? locale_name : "C", (locale_t)0);
    if (!locale) return CPANGO_NO_LOCALE;
    GTimeZone *zone = zone_name ? g_time_zone_new_identifier(zone_name) : g_time_zone_new_local();
    struct tm parts;
    char abbreviation[CPANGO_ZONE_BYTES];
    enum cpango_clock_failure failure = zone ? CPANGO_NO_FAILURE : CPANGO_NO_ZONE;
    if (zone && take_apart(seconds, zone, &parts, abbreviation))
        failure = format_time(
            (const wchar_t *)format, &parts, locale, (wchar_t *)text, capacity);
    if (zone) g_time_zone_unref(zone);
    freelocale(locale);
    return failure;
}
