// libmosquitto, the client of MQTT brokers.
//
// Nothing links to it: it is loaded by the first that calls `cmosquitto_load`, which a screen
// without a broker never does. Its header is all that is needed to build.
#pragma once

#include <mosquitto.h>

// Loads the library, unless it is there; it stays. What the header declares may be called from
// then on, as far as `functions.h` lists it.
//
// Returns null, or why it cannot be had: valid until the thread's next call.
//
// Thread-safe.
const char *_Nullable cmosquitto_load(const char *_Nonnull library);

// Swift imports the cases of an enumeration as values of its own type, not as what functions
// return. These give them another name.
static const int cmosquitto_MOSQ_ERR_SUCCESS = MOSQ_ERR_SUCCESS;
static const int cmosquitto_MOSQ_ERR_ERRNO = MOSQ_ERR_ERRNO;
static const int cmosquitto_MOSQ_ERR_CONN_LOST = MOSQ_ERR_CONN_LOST;
static const int cmosquitto_MOSQ_ERR_KEEPALIVE = MOSQ_ERR_KEEPALIVE;
static const int cmosquitto_MOSQ_ERR_EAI = MOSQ_ERR_EAI;
