#pragma once

#include <mosquitto.h>

// What is called of the library: result, name, parameters, arguments.
#define CMOSQUITTO_FUNCTIONS(F)                                                              \
    F(int, mosquitto_lib_init, (void), ())                                                   \
    F(struct mosquitto *, mosquitto_new, (const char *id, bool clean_session, void *object), \
      (id, clean_session, object))                                                           \
    F(void, mosquitto_destroy, (struct mosquitto * client), (client))                        \
    F(int, mosquitto_will_set,                                                               \
      (struct mosquitto * client, const char *topic, int count, const void *payload,         \
       int qos, bool retain),                                                                \
      (client, topic, count, payload, qos, retain))                                          \
    F(int, mosquitto_username_pw_set,                                                        \
      (struct mosquitto * client, const char *name, const char *password),                   \
      (client, name, password))                                                              \
    F(int, mosquitto_connect_bind_async,                                                     \
      (struct mosquitto * client, const char *host, int port, int keepalive,                 \
       const char *address),                                                                 \
      (client, host, port, keepalive, address))                                              \
    F(int, mosquitto_disconnect, (struct mosquitto * client), (client))                      \
    F(int, mosquitto_publish,                                                                \
      (struct mosquitto * client, int *id, const char *topic, int count,                     \
       const void *payload, int qos, bool retain),                                           \
      (client, id, topic, count, payload, qos, retain))                                      \
    F(int, mosquitto_subscribe,                                                              \
      (struct mosquitto * client, int *id, const char *topic, int qos),                      \
      (client, id, topic, qos))                                                              \
    F(int, mosquitto_socket, (struct mosquitto * client), (client))                          \
    F(bool, mosquitto_want_write, (struct mosquitto * client), (client))                     \
    F(int, mosquitto_loop, (struct mosquitto * client, int timeout, int packets),            \
      (client, timeout, packets))                                                            \
    F(int, mosquitto_tls_set,                                                                \
      (struct mosquitto * client, const char *authorities, const char *folder,               \
       const char *certificate, const char *key,                                             \
       int (*password)(char *text, int size, int flag, void *object)),                       \
      (client, authorities, folder, certificate, key, password))                             \
    F(int, mosquitto_int_option,                                                             \
      (struct mosquitto * client, enum mosq_opt_t option, int value),                        \
      (client, option, value))                                                               \
    F(void, mosquitto_connect_callback_set,                                                  \
      (struct mosquitto * client, void (*function)(struct mosquitto *, void *, int)),        \
      (client, function))                                                                    \
    F(void, mosquitto_publish_callback_set,                                                  \
      (struct mosquitto * client, void (*function)(struct mosquitto *, void *, int)),        \
      (client, function))                                                                    \
    F(void, mosquitto_message_callback_set,                                                  \
      (struct mosquitto * client,                                                            \
       void (*function)(struct mosquitto *, void *, const struct mosquitto_message *)),      \
      (client, function))                                                                    \
    F(void, mosquitto_subscribe_callback_set,                                                \
      (struct mosquitto * client,                                                            \
       void (*function)(struct mosquitto *, void *, int, int, const int *)),                 \
      (client, function))                                                                    \
    F(void, mosquitto_log_callback_set,                                                      \
      (struct mosquitto * client,                                                            \
       void (*function)(struct mosquitto *, void *, int, const char *)),                     \
      (client, function))                                                                    \
    F(const char *, mosquitto_strerror, (int code), (code))                                  \
    F(const char *, mosquitto_connack_string, (int code), (code))
