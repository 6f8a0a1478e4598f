#pragma once

// What follows gives the functions one type each; the macros check nothing then.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Swift calls no function with `...`. Each of these is curl_easy_setopt,
// curl_multi_setopt or curl_easy_getinfo for what its name ends in.

static inline CURLcode ccurl_easy_setopt_long(
    CURL *_Nonnull handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_easy_setopt_off_t(
    CURL *_Nonnull handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

/// libcurl copies the text.
static inline CURLcode ccurl_easy_setopt_string(
    CURL *_Nonnull handle, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(handle, option, value);
}

/// The list has to live until another is set.
static inline CURLcode ccurl_easy_setopt_list(
    CURL *_Nonnull handle, CURLoption option, struct curl_slist *_Nullable value) {
    return curl_easy_setopt(handle, option, value);
}

/// What CURLOPT_ERRORBUFFER, CURLOPT_HEADERDATA and CURLOPT_WRITEDATA point to has to
/// live until another is set.
static inline CURLcode ccurl_easy_setopt_pointer(
    CURL *_Nonnull handle, CURLoption option, void *_Nullable value) {
    return curl_easy_setopt(handle, option, value);
}

/// For CURLOPT_HEADERFUNCTION and CURLOPT_WRITEFUNCTION.
typedef size_t (*ccurl_receiver)(
    char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

static inline CURLcode ccurl_easy_setopt_receiver(
    CURL *_Nonnull handle, CURLoption option, ccurl_receiver _Nonnull value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLMcode ccurl_multi_setopt_long(
    CURLM *_Nonnull handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

static inline CURLcode ccurl_easy_getinfo_long(
    CURL *_Nonnull handle, CURLINFO info, long *_Nonnull value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_easy_getinfo_off_t(
    CURL *_Nonnull handle, CURLINFO info, curl_off_t *_Nonnull value) {
    return curl_easy_getinfo(handle, info, value);
}

/// The text lives until the next transfer of the handle.
static inline CURLcode ccurl_easy_getinfo_string(
    CURL *_Nonnull handle, CURLINFO info, char *_Nullable *_Nonnull value) {
    return curl_easy_getinfo(handle, info, value);
}

/// What CURLMSG_DONE says.
static inline CURLcode ccurl_result(const CURLMsg *_Nonnull message) {
    return message->data.result;
}
