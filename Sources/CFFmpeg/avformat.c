#include <stdatomic.h>

#include "functions.h"
#include "shim.h"

#define FORWARD(...) CFFMPEG_FORWARD(CFFMPEG_AVFORMAT, __VA_ARGS__)

FORWARD(
    enum AVCodecID, av_codec_get_id, (const struct AVCodecTag *const *tags, unsigned tag),
    (tags, tag))
FORWARD(
    int, av_codec_get_tag2,
    (const struct AVCodecTag *const *tags, enum AVCodecID id, unsigned *tag), (tags, id, tag))
FORWARD(
    int, av_find_best_stream,
    (AVFormatContext *context, enum AVMediaType type, int wanted, int related,
     const AVCodec **decoder, int flags),
    (context, type, wanted, related, decoder, flags))
FORWARD(const AVInputFormat *, av_find_input_format, (const char *name), (name))
FORWARD(
    AVRational, av_guess_frame_rate,
    (AVFormatContext *context, AVStream *stream, AVFrame *frame), (context, stream, frame))
FORWARD(
    AVRational, av_guess_sample_aspect_ratio,
    (AVFormatContext *context, AVStream *stream, AVFrame *frame), (context, stream, frame))
FORWARD(
    int, av_interleaved_write_frame, (AVFormatContext *context, AVPacket *packet),
    (context, packet))
FORWARD(int, av_read_frame, (AVFormatContext *context, AVPacket *packet), (context, packet))
FORWARD(
    int, av_seek_frame, (AVFormatContext *context, int stream, int64_t time, int flags),
    (context, stream, time, flags))
FORWARD(int, av_write_trailer, (AVFormatContext *context), (context))
FORWARD(AVFormatContext *, avformat_alloc_context, (void), ())
FORWARD(
    int, avformat_alloc_output_context2,
    (AVFormatContext **context, const AVOutputFormat *format, const char *name, const char *url),
    (context, format, name, url))
FORWARD(void, avformat_close_input, (AVFormatContext **context), (context))
FORWARD(
    int, avformat_find_stream_info, (AVFormatContext *context, AVDictionary **options),
    (context, options))
FORWARD(void, avformat_free_context, (AVFormatContext *context), (context))
FORWARD(
    const AVIndexEntry *, avformat_index_get_entry, (AVStream *stream, int index), (stream, index))
FORWARD(
    AVStream *, avformat_new_stream, (AVFormatContext *context, const AVCodec *codec),
    (context, codec))
FORWARD(
    int, avformat_open_input,
    (AVFormatContext **context, const char *url, const AVInputFormat *format,
     AVDictionary **options),
    (context, url, format, options))
FORWARD(
    int, avformat_seek_file,
    (AVFormatContext *context, int stream, int64_t earliest, int64_t time, int64_t latest,
     int flags),
    (context, stream, earliest, time, latest, flags))
FORWARD(
    int, avformat_query_codec, (const AVOutputFormat *format, enum AVCodecID id, int strictness),
    (format, id, strictness))
FORWARD(
    int, avformat_write_header, (AVFormatContext *context, AVDictionary **options),
    (context, options))
FORWARD(
    AVIOContext *, avio_alloc_context,
    (unsigned char *buffer, int size, int writes, void *opaque,
     int (*read)(void *opaque, uint8_t *bytes, int count), cffmpeg_avio_write *write,
     int64_t (*seek)(void *opaque, int64_t offset, int whence)),
    (buffer, size, writes, opaque, read, write, seek))
FORWARD(void, avio_flush, (AVIOContext *context), (context))
FORWARD(void, avio_context_free, (AVIOContext **context), (context))
FORWARD(
    int64_t, avio_seek, (AVIOContext *context, int64_t offset, int whence),
    (context, offset, whence))
FORWARD(int64_t, avio_size, (AVIOContext *context), (context))
#if LIBAVFORMAT_VERSION_INT < AV_VERSION_INT(60, 15, 100)
FORWARD(
    uint8_t *, av_stream_new_side_data,
    (AVStream *stream, enum AVPacketSideDataType type, size_t size), (stream, type, size))
FORWARD(
    uint8_t *, av_stream_get_side_data,
    (const AVStream *stream, enum AVPacketSideDataType type, size_t *size), (stream, type, size))
#endif
