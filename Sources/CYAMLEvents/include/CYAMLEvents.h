#pragma once

// The parser that Yams is made of, and that it does not show: its events say how
// large a document is before anything is made of it. The header is Yams' own, so
// both always fit.
#include <yaml.h>
