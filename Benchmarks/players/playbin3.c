// Plays files one after the other, over and over, with GStreamer's playbin3, and says on standard
// output what becomes of them:
//
//     item PLACE     the pictures that follow are those of this file of the list, from 0 on
//     shown TIME     a picture was rendered
//     asked TIME     "next" was read from standard input, and the next file is about to be played
//
//     playbin3 WIDTHxHEIGHT FILE...
//
// Times are nanoseconds of CLOCK_MONOTONIC. Pictures become XRGB of that size, and a fakesink waits
// for their time. playbin3 is given the next file when it says `about-to-finish`, and on "next" in
// the state READY, as gst-play-1.0 does it: with `instant-uri`, which takes as long, 1.22 fails now
// and then where it had been given a file before. Ends with its input.

#include <glib-unix.h>
#include <gst/gst.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct player {
    GMainLoop *loop;
    GstElement *playbin;
    char **uris;
    int count;
    GMutex lock;
    // Of the list; under the lock: what playbin3 was given last, and what is shown.
    int given, shown;
    // The streaming thread's: the picture that was shown before the clock ran.
    GstClockTime prerolled;
    int status;
};

static void say(const char *what)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    printf("%s %" PRId64 "\n", what, (int64_t)now.tv_sec * 1000000000 + now.tv_nsec);
}

// MARK: The streaming threads

static void about_to_finish(GstElement *playbin, struct player *player)
{
    g_mutex_lock(&player->lock);
    player->given = (player->given + 1) % player->count;
    int given = player->given;
    g_mutex_unlock(&player->lock);
    g_object_set(playbin, "uri", player->uris[given], NULL);
}

// Streams are named for the checksum of their address.
static int place_of(const struct player *player, const char *stream)
{
    for (int place = 0; place < player->count; place++) {
        char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, player->uris[place], -1);
        int is_meant = strncmp(stream, sum, strlen(sum)) == 0;
        g_free(sum);
        if (is_meant) return place;
    }
    return -1;
}

static GstPadProbeReturn event_came(GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
    (void)pad;
    struct player *player = data;
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
    if (GST_EVENT_TYPE(event) != GST_EVENT_STREAM_START) return GST_PAD_PROBE_OK;
    const char *stream;
    gst_event_parse_stream_start(event, &stream);
    int place = place_of(player, stream);
    g_mutex_lock(&player->lock);
    player->shown = place;
    g_mutex_unlock(&player->lock);
    printf("item %d\n", place);
    return GST_PAD_PROBE_OK;
}

// What a sink with a window shows at once.
static void prerolled(GstElement *sink, GstBuffer *picture, GstPad *pad, struct player *player)
{
    (void)sink, (void)pad;
    say("shown");
    player->prerolled = GST_BUFFER_PTS(picture);
}

static void rendered(GstElement *sink, GstBuffer *picture, GstPad *pad, struct player *player)
{
    (void)sink, (void)pad;
    if (GST_BUFFER_PTS(picture) != player->prerolled) say("shown");
    player->prerolled = GST_CLOCK_TIME_NONE;
}

// A decoder has one thread, as those of the other programs.
static void element_came(GstElement *playbin, GstElement *element, gpointer data)
{
    (void)playbin, (void)data;
    static const char *const names[] = {"max-threads", "threads"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_object_class_find_property(G_OBJECT_GET_CLASS(element), names[i]))
            gst_util_set_object_arg(G_OBJECT(element), names[i], "1");
    }
}

// MARK: The main thread

static void play_next(struct player *player)
{
    say("asked");
    // Not under the lock: this waits for threads that may want it.
    gst_element_set_state(player->playbin, GST_STATE_READY);
    g_mutex_lock(&player->lock);
    player->given = (player->shown + 1) % player->count;
    int given = player->given;
    g_mutex_unlock(&player->lock);
    g_object_set(player->playbin, "uri", player->uris[given], NULL);
    gst_element_set_state(player->playbin, GST_STATE_PLAYING);
}

static gboolean input_came(int descriptor, GIOCondition condition, gpointer data)
{
    (void)condition;
    struct player *player = data;
    char text[64];
    ssize_t length = read(descriptor, text, sizeof text);
    if (length <= 0) {
        g_main_loop_quit(player->loop);
        return G_SOURCE_REMOVE;
    }
    play_next(player);
    return G_SOURCE_CONTINUE;
}

static gboolean message_came(GstBus *bus, GstMessage *message, gpointer data)
{
    (void)bus;
    struct player *player = data;
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) {
        GError *error;
        gst_message_parse_error(message, &error, NULL);
        fprintf(stderr, "playbin3: %s\n", error->message);
        g_error_free(error);
        player->status = EXIT_FAILURE;
        g_main_loop_quit(player->loop);
    }
    return G_SOURCE_CONTINUE;
}

static GstElement *make_sink(const char *size, struct player *player)
{
    int width, height;
    if (sscanf(size, "%dx%d", &width, &height) != 2) return NULL;
    char *text = g_strdup_printf(
        "videoconvertscale n-threads=1 ! video/x-raw,format=BGRx,width=%d,height=%d ! "
        "fakesink name=sink sync=true signal-handoffs=true", width, height);
    GstElement *bin = gst_parse_bin_from_description(text, TRUE, NULL);
    g_free(text);
    if (!bin) return NULL;
    GstElement *sink = gst_bin_get_by_name(GST_BIN(bin), "sink");
    g_signal_connect(sink, "preroll-handoff", G_CALLBACK(prerolled), player);
    g_signal_connect(sink, "handoff", G_CALLBACK(rendered), player);
    GstPad *pad = gst_element_get_static_pad(sink, "sink");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, event_came, player, NULL);
    gst_object_unref(pad);
    gst_object_unref(sink);
    return bin;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    gst_init(&argc, &argv);
    if (argc < 3) {
        fprintf(stderr, "usage: playbin3 WIDTHxHEIGHT FILE...\n");
        return EXIT_FAILURE;
    }
    struct player player = {.count = argc - 2, .prerolled = GST_CLOCK_TIME_NONE};
    player.uris = g_new0(char *, player.count);
    for (int place = 0; place < player.count; place++)
        player.uris[place] = gst_filename_to_uri(argv[place + 2], NULL);
    player.playbin = gst_element_factory_make("playbin3", NULL);
    GstElement *sink = make_sink(argv[1], &player);
    if (!player.playbin || !sink) {
        fprintf(stderr, "playbin3: an element is missing\n");
        return EXIT_FAILURE;
    }
    g_object_set(player.playbin, "video-sink", sink, "uri", player.uris[0], NULL);
    gst_util_set_object_arg(G_OBJECT(player.playbin), "flags", "video");
    g_signal_connect(player.playbin, "about-to-finish", G_CALLBACK(about_to_finish), &player);
    g_signal_connect(player.playbin, "element-setup", G_CALLBACK(element_came), NULL);
    GstBus *bus = gst_element_get_bus(player.playbin);
    gst_bus_add_watch(bus, message_came, &player);
    g_unix_fd_add(STDIN_FILENO, G_IO_IN | G_IO_HUP, input_came, &player);
    player.loop = g_main_loop_new(NULL, FALSE);
    gst_element_set_state(player.playbin, GST_STATE_PLAYING);
    g_main_loop_run(player.loop);
    gst_element_set_state(player.playbin, GST_STATE_NULL);
    return player.status;
}
