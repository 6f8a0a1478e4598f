#pragma once

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/crc.h>
#include <libavutil/display.h>
#include <libavutil/hash.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <string.h>

#include "libraries.h"

// Swift imports macros that are plain literals or simple expressions of them,
// not those that cast or call other macros. These give the rest a name.
static const int64_t cffmpeg_AV_NOPTS_VALUE = AV_NOPTS_VALUE;
static const int cffmpeg_AVERROR_EOF = AVERROR_EOF;
static const int cffmpeg_AVERROR_EXIT = AVERROR_EXIT;
static const int cffmpeg_AVERROR_EAGAIN = AVERROR(EAGAIN);
static const int cffmpeg_AVERROR_INVALIDDATA = AVERROR_INVALIDDATA;
static const int cffmpeg_AVERROR_DECODER_NOT_FOUND = AVERROR_DECODER_NOT_FOUND;
static const int cffmpeg_AVERROR_DEMUXER_NOT_FOUND = AVERROR_DEMUXER_NOT_FOUND;
static const int cffmpeg_AVERROR_PROTOCOL_NOT_FOUND = AVERROR_PROTOCOL_NOT_FOUND;
static const int cffmpeg_AVERROR_STREAM_NOT_FOUND = AVERROR_STREAM_NOT_FOUND;
static const int cffmpeg_AVERROR_HTTP_BAD_REQUEST = AVERROR_HTTP_BAD_REQUEST;
static const int cffmpeg_AVERROR_HTTP_UNAUTHORIZED = AVERROR_HTTP_UNAUTHORIZED;
static const int cffmpeg_AVERROR_HTTP_FORBIDDEN = AVERROR_HTTP_FORBIDDEN;
static const int cffmpeg_AVERROR_HTTP_NOT_FOUND = AVERROR_HTTP_NOT_FOUND;
static const int cffmpeg_AVERROR_HTTP_OTHER_4XX = AVERROR_HTTP_OTHER_4XX;
static const int cffmpeg_AVERROR_HTTP_SERVER_ERROR = AVERROR_HTTP_SERVER_ERROR;
static const int cffmpeg_AVERROR_ENOENT = AVERROR(ENOENT);
static const int cffmpeg_AVERROR_EACCES = AVERROR(EACCES);
static const int cffmpeg_AVERROR_EIO = AVERROR(EIO);
static const int cffmpeg_AVERROR_EINVAL = AVERROR(EINVAL);
static const int cffmpeg_AVERROR_ENOMEM = AVERROR(ENOMEM);
static const int cffmpeg_AVERROR_ENODATA = AVERROR(ENODATA);
static const int cffmpeg_AVERROR_ENOKEY = AVERROR(ENOKEY);
static const int cffmpeg_AVERROR_ECONNREFUSED = AVERROR(ECONNREFUSED);
static const int cffmpeg_AVERROR_ECONNRESET = AVERROR(ECONNRESET);
static const int cffmpeg_AVERROR_EHOSTUNREACH = AVERROR(EHOSTUNREACH);
static const int cffmpeg_AVERROR_ENETUNREACH = AVERROR(ENETUNREACH);
static const int cffmpeg_AVERROR_ETIMEDOUT = AVERROR(ETIMEDOUT);
static const int cffmpeg_AVERROR_EPIPE = AVERROR(EPIPE);

// What libavformat told its log on this thread since `cffmpeg_forget`.
typedef struct {
    // Answers in a row that name another address.
    int redirections;
    // Of the last answer; its status is zero where it has none.
    int headerLines;
    int status;
    int isNameUnknown;
    // Whether an answer ended before it was complete: after so many bytes of so many.
    int isEmpty;
    uint64_t bytes;
    uint64_t size;
    // Whether RTSP had packets where an answer was expected.
    int hasPackets;
} cffmpeg_heard;

// The scheme of the address that the last answer redirects to, in lower case; empty for an
// address without one, or with one of more than 15 letters. Valid until the next call to libavformat.
const char *cffmpeg_redirection_scheme(void);

// The protocol that libavformat was to open last since then, and may not; empty: none.
// Valid as that.
const char *cffmpeg_refused_scheme(void);

void cffmpeg_forget(void);
cffmpeg_heard cffmpeg_what_was_heard(void);

// `struct SwsContext` is opaque before FFmpeg 7.1 and open after, which Swift
// sees as two different types; behind this one it is opaque in both.
typedef struct cffmpeg_Scaler cffmpeg_Scaler;

static inline cffmpeg_Scaler *cffmpeg_sws_getCachedContext(
    cffmpeg_Scaler *scaler, int width, int height, enum AVPixelFormat from,
    enum AVPixelFormat to, int flags) {
    return (cffmpeg_Scaler *)sws_getCachedContext(
        (struct SwsContext *)scaler, width, height, from, width, height, to, flags, NULL, NULL,
        NULL);
}

static inline void cffmpeg_sws_freeContext(cffmpeg_Scaler *scaler) {
    sws_freeContext((struct SwsContext *)scaler);
}

static inline int cffmpeg_sws_setColorspaceDetails(
    cffmpeg_Scaler *scaler, const int *table, int isFullRange) {
    return sws_setColorspaceDetails(
        (struct SwsContext *)scaler, table, isFullRange, table, isFullRange, 0, 1 << 16, 1 << 16);
}

static inline int cffmpeg_sws_scale(
    cffmpeg_Scaler *scaler, const uint8_t *const *source, const int *sourceStrides, int rows,
    uint8_t *const *target, const int *targetStrides) {
    return sws_scale(
        (struct SwsContext *)scaler, source, sourceStrides, 0, rows, target, targetStrides);
}

// Members that moved between FFmpeg 5.1 and 8, under one name.

static inline int64_t cffmpeg_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

static inline void cffmpeg_set_frame_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    frame->duration = duration;
#else
    frame->pkt_duration = duration;
#endif
}

static inline int cffmpeg_frame_is_key(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return frame->flags & AV_FRAME_FLAG_KEY;
#else
    return frame->key_frame;
#endif
}

static inline void cffmpeg_set_frame_key(AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    frame->flags |= AV_FRAME_FLAG_KEY;
#else
    frame->key_frame = 1;
#endif
}

static inline const uint8_t *cffmpeg_stream_display_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVPacketSideData *data = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
        AV_PKT_DATA_DISPLAYMATRIX);
    return data && data->size >= 9 * sizeof(int32_t) ? data->data : NULL;
#else
    size_t size = 0;
    const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return size >= 9 * sizeof(int32_t) ? data : NULL;
#endif
}

// Whether the packet's data are encrypted (CENC), for want of a key.
static inline int cffmpeg_packet_is_encrypted(const AVPacket *packet) {
    return av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, NULL) != NULL;
}

// Whether the stream's packets are encrypted as in WebM.
static inline int cffmpeg_stream_is_encrypted(const AVStream *stream) {
    return av_dict_get(stream->metadata, "enc_key_id", NULL, 0) != NULL;
}

static inline const uint8_t *cffmpeg_frame_display_matrix(const AVFrame *frame) {
    const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX);
    return data && data->size >= 9 * sizeof(int32_t) ? data->data : NULL;
}

// What writes for an AVIOContext; its bytes are constant since FFmpeg 7.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
typedef int cffmpeg_avio_write(void *opaque, const uint8_t *bytes, int count);
#else
typedef int cffmpeg_avio_write(void *opaque, uint8_t *bytes, int count);
#endif

// A context that reads, or else writes, through these functions, as `avio_alloc_context` wants
// them. Null without memory.
static inline AVIOContext *cffmpeg_avio_open(
    void *opaque, int writes, int (*read)(void *opaque, uint8_t *bytes, int count),
    int (*write)(void *opaque, const uint8_t *bytes, int count),
    int64_t (*seek)(void *opaque, int64_t offset, int whence)) {
    const int size = 1 << 16;
    void *buffer = av_malloc(size);
    if (!buffer) return NULL;
    AVIOContext *context = avio_alloc_context(
        buffer, size, writes, opaque, read, (cffmpeg_avio_write *)(void *)write, seek);
    if (!context) av_freep(&buffer);
    return context;
}

static inline void cffmpeg_avio_close(AVIOContext *context) {
    if (!context) return;
    // It may have another buffer by now.
    av_freep(&context->buffer);
    avio_context_free(&context);
}

// Gives a stream the side data of another, such as how its picture is turned; its parameters
// have them since FFmpeg 6.1. Negative without memory.
static inline int cffmpeg_stream_copy_side_data(AVStream *target, const AVStream *source) {
#if LIBAVFORMAT_VERSION_INT < AV_VERSION_INT(60, 15, 100)
    for (int index = 0; index < source->nb_side_data; index++) {
        const AVPacketSideData *data = &source->side_data[index];
        uint8_t *copy = av_stream_new_side_data(target, data->type, data->size);
        if (!copy) return AVERROR(ENOMEM);
        memcpy(copy, data->data, data->size);
    }
#endif
    return 0;
}
