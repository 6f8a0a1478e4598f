#include <stdatomic.h>

#include "functions.h"
#include "shim.h"

#define FORWARD(...) CFFMPEG_FORWARD(CFFMPEG_AVCODEC, __VA_ARGS__)

FORWARD(int, av_new_packet, (AVPacket *packet, int size), (packet, size))
FORWARD(AVPacket *, av_packet_alloc, (void), ())
FORWARD(AVPacket *, av_packet_clone, (const AVPacket *packet), (packet))
FORWARD(
    int, av_packet_copy_props, (AVPacket *target, const AVPacket *source), (target, source))
FORWARD(void, av_packet_free, (AVPacket **packet), (packet))
FORWARD(void, av_packet_move_ref, (AVPacket *target, AVPacket *source), (target, source))
FORWARD(
    uint8_t *, av_packet_get_side_data,
    (const AVPacket *packet, enum AVPacketSideDataType type, size_t *size), (packet, type, size))
FORWARD(
    void, av_packet_rescale_ts, (AVPacket *packet, AVRational from, AVRational to),
    (packet, from, to))
FORWARD(void, av_packet_unref, (AVPacket *packet), (packet))
FORWARD(AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
FORWARD(const AVCodecDescriptor *, avcodec_descriptor_get, (enum AVCodecID id), (id))
FORWARD(const AVCodec *, avcodec_find_decoder, (enum AVCodecID id), (id))
FORWARD(const AVCodec *, avcodec_find_encoder, (enum AVCodecID id), (id))
FORWARD(void, avcodec_flush_buffers, (AVCodecContext *context), (context))
FORWARD(void, avcodec_free_context, (AVCodecContext **context), (context))
FORWARD(const char *, avcodec_get_name, (enum AVCodecID id), (id))
FORWARD(
    int, avcodec_open2,
    (AVCodecContext *context, const AVCodec *codec, AVDictionary **options),
    (context, codec, options))
FORWARD(AVCodecParameters *, avcodec_parameters_alloc, (void), ())
FORWARD(
    int, avcodec_parameters_copy,
    (AVCodecParameters *target, const AVCodecParameters *source), (target, source))
FORWARD(void, avcodec_parameters_free, (AVCodecParameters **parameters), (parameters))
FORWARD(
    int, avcodec_parameters_to_context,
    (AVCodecContext *context, const AVCodecParameters *parameters), (context, parameters))
FORWARD(
    int, avcodec_receive_frame, (AVCodecContext *context, AVFrame *frame), (context, frame))
FORWARD(
    int, avcodec_receive_packet, (AVCodecContext *context, AVPacket *packet), (context, packet))
FORWARD(
    int, avcodec_send_frame, (AVCodecContext *context, const AVFrame *frame), (context, frame))
FORWARD(
    int, avcodec_send_packet, (AVCodecContext *context, const AVPacket *packet),
    (context, packet))
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
FORWARD(
    const AVPacketSideData *, av_packet_side_data_get,
    (const AVPacketSideData *data, int count, enum AVPacketSideDataType type),
    (data, count, type))
#endif
