// A target of C has a source file.
#include "CYAMLEvents.h"
