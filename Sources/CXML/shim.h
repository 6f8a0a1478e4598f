#pragma once

// Debian's libxml2 names types of ICU, of which Foundation brings another version; nothing here
// takes them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>
