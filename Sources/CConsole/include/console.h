#ifndef CCONSOLE_CONSOLE_H
#define CCONSOLE_CONSOLE_H

#include <stddef.h>

/// A file of the web console's page, as it is among the sources.
struct console_asset {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

/// The file of that place, from 0; nothing behind the last.
const struct console_asset *_Nullable console_asset_at(size_t place);

#endif
