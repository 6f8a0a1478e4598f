#include "console.h"

// The files stand in the program itself, so that nothing is looked for beside it.
static const unsigned char actions_js[] = {
#embed "assets/actions.js"
};
static const unsigned char api_js[] = {
#embed "assets/api.js"
};
static const unsigned char app_js[] = {
#embed "assets/app.js"
};
static const unsigned char assets_js[] = {
#embed "assets/assets.js"
};
static const unsigned char chart_js[] = {
#embed "assets/chart.js"
};
static const unsigned char dialogs_js[] = {
#embed "assets/dialogs.js"
};
static const unsigned char discover_js[] = {
#embed "assets/discover.js"
};
static const unsigned char dom_js[] = {
#embed "assets/dom.js"
};
static const unsigned char event_list_js[] = {
#embed "assets/event-list.js"
};
static const unsigned char events_js[] = {
#embed "assets/events.js"
};
static const unsigned char figures_js[] = {
#embed "assets/figures.js"
};
static const unsigned char format_js[] = {
#embed "assets/format.js"
};
static const unsigned char geometry_js[] = {
#embed "assets/geometry.js"
};
static const unsigned char icon_svg[] = {
#embed "assets/icon.svg"
};
static const unsigned char icons_js[] = {
#embed "assets/icons.js"
};
static const unsigned char index_html[] = {
#embed "assets/index.html"
};
static const unsigned char login_js[] = {
#embed "assets/login.js"
};
static const unsigned char model_js[] = {
#embed "assets/model.js"
};
static const unsigned char picker_js[] = {
#embed "assets/picker.js"
};
static const unsigned char pip_box_js[] = {
#embed "assets/pip-box.js"
};
static const unsigned char preview_js[] = {
#embed "assets/preview.js"
};
static const unsigned char reels_js[] = {
#embed "assets/reels.js"
};
static const unsigned char review_js[] = {
#embed "assets/review.js"
};
static const unsigned char selection_js[] = {
#embed "assets/selection.js"
};
static const unsigned char stats_js[] = {
#embed "assets/stats.js"
};
static const unsigned char streams_js[] = {
#embed "assets/streams.js"
};
static const unsigned char style_css[] = {
#embed "assets/style.css"
};
static const unsigned char swipe_js[] = {
#embed "assets/swipe.js"
};
static const unsigned char throttle_js[] = {
#embed "assets/throttle.js"
};
static const unsigned char thumbs_js[] = {
#embed "assets/thumbs.js"
};
static const unsigned char tile_grid_js[] = {
#embed "assets/tile-grid.js"
};
static const unsigned char toast_js[] = {
#embed "assets/toast.js"
};
static const unsigned char view_js[] = {
#embed "assets/view.js"
};
static const unsigned char words_js[] = {
#embed "assets/words.js"
};

#define ASSET(name, variable) {name, variable, sizeof(variable)}

static const struct console_asset assets[] = {
    ASSET("actions.js", actions_js),
    ASSET("api.js", api_js),
    ASSET("app.js", app_js),
    ASSET("assets.js", assets_js),
    ASSET("chart.js", chart_js),
    ASSET("dialogs.js", dialogs_js),
    ASSET("discover.js", discover_js),
    ASSET("dom.js", dom_js),
    ASSET("event-list.js", event_list_js),
    ASSET("events.js", events_js),
    ASSET("figures.js", figures_js),
    ASSET("format.js", format_js),
    ASSET("geometry.js", geometry_js),
    ASSET("icon.svg", icon_svg),
    ASSET("icons.js", icons_js),
    ASSET("index.html", index_html),
    ASSET("login.js", login_js),
    ASSET("model.js", model_js),
    ASSET("picker.js", picker_js),
    ASSET("pip-box.js", pip_box_js),
    ASSET("preview.js", preview_js),
    ASSET("reels.js", reels_js),
    ASSET("review.js", review_js),
    ASSET("selection.js", selection_js),
    ASSET("stats.js", stats_js),
    ASSET("streams.js", streams_js),
    ASSET("style.css", style_css),
    ASSET("swipe.js", swipe_js),
    ASSET("throttle.js", throttle_js),
    ASSET("thumbs.js", thumbs_js),
    ASSET("tile-grid.js", tile_grid_js),
    ASSET("toast.js", toast_js),
    ASSET("view.js", view_js),
    ASSET("words.js", words_js),
};

const struct console_asset *console_asset_at(size_t place) {
    return place < sizeof(assets) / sizeof(assets[0]) ? &assets[place] : NULL;
}
