#include <stdatomic.h>

#include "functions.h"
#include "shim.h"

#define FORWARD(...) CFFMPEG_FORWARD(CFFMPEG_AVFORMAT, __VA_ARGS__)

FORWARD(
    int, av_find_best_stream,
    (AVFormatContext *context, enum AVMediaType type, int wanted, int related,
     const AVCodec **decoder, int flags),
    (context, type, wanted, related, decoder, flags))
FORWARD(
    AVRational, av_guess_frame_rate,
    (AVFormatContext *context, AVStream *stream, AVFrame *frame), (context, stream, frame))
FORWARD(
    AVRational, av_guess_sample_aspect_ratio,
    (AVFormatContext *context, AVStream *stream, AVFrame *frame), (context, stream, frame))
FORWARD(int, av_read_frame, (AVFormatContext *context, AVPacket *packet), (context, packet))
FORWARD(
    int, av_seek_frame, (AVFormatContext *context, int stream, int64_t time, int flags),
    (context, stream, time, flags))
FORWARD(AVFormatContext *, avformat_alloc_context, (void), ())
FORWARD(void, avformat_close_input, (AVFormatContext **context), (context))
FORWARD(
    int, avformat_find_stream_info, (AVFormatContext *context, AVDictionary **options),
    (context, options))
FORWARD(
    const AVIndexEntry *, avformat_index_get_entry, (AVStream *stream, int index), (stream, index))
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
    int64_t, avio_seek, (AVIOContext *context, int64_t offset, int whence),
    (context, offset, whence))
FORWARD(int64_t, avio_size, (AVIOContext *context), (context))
#if LIBAVFORMAT_VERSION_INT < AV_VERSION_INT(60, 15, 100)
FORWARD(
    uint8_t *, av_stream_get_side_data,
    (const AVStream *stream, enum AVPacketSideDataType type, size_t *size), (stream, type, size))
#endif
