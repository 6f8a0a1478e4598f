/*
 * How a producer whose ring is full sleeps and is woken: RaisedFlag in
 * Sources/FrameTransport. The consumer makes the system call that wakes only
 * when the producer has said that it waits.
 *
 * Each side's plain stores pass through a store buffer, as on every processor
 * in use: others see them later, while its own loads go on. An exchange waits
 * until the buffer is empty.
 *
 * Proved: no wake-up is lost. (A lost one shows as a deadlock: the producer
 * sleeps beside an empty ring, the consumer beside a producer.)
 *
 * Broken on purpose, for the checker to refute:
 *   -DPLAIN_FLAG       the flag is stored and loaded instead of exchanged
 *   -DNO_SECOND_LOOK   the producer does not look again before it sleeps
 */
#ifndef CAP
#define CAP 1
#endif
#ifndef PUSHES
#define PUSHES 4
#endif

/* Memory. */
byte pushed;
byte popped;
bool waits;
bool event;         /* the eventfd: a system call, and so never delayed */

/* Store buffers; they hold one store each, which is all that is ever pending. */
bool producerStored;    /* `waits = true`, on its way */
byte consumerStored;    /* `popped = …`, on its way; 0 is none */

proctype ProducerBuffer() {
end:
    do
    :: atomic { producerStored -> waits = true; producerStored = false }
    od
}

proctype ConsumerBuffer() {
end:
    do
    :: atomic { consumerStored != 0 -> popped = consumerStored; consumerStored = 0 }
    od
}

proctype Producer() {
    byte head;

    do
    :: head == PUSHES -> break
    :: else ->
        if
        :: head - popped < CAP -> head++; pushed = head
        :: else ->
            /* raise() */
#ifdef PLAIN_FLAG
            producerStored = true;
#else
            waits = true;
#endif
            if
#ifndef NO_SECOND_LOOK
            :: head - popped < CAP
#endif
            :: else -> atomic { event -> event = false }    /* sleeps, then drains */
            fi
        fi
    od
}

proctype Consumer() {
    byte tail;
    bool wanted;

    do
    :: tail == PUSHES -> break
    :: else ->
        (pushed > tail);
        tail++;
        (consumerStored == 0);
        consumerStored = tail;
        /* take() */
#ifdef PLAIN_FLAG
        wanted = waits;
        if
        :: wanted -> waits = false
        :: else
        fi;
#else
        atomic { consumerStored == 0 -> wanted = waits; waits = false };
#endif
        if
        :: wanted -> event = true
        :: else
        fi
    od
}

init {
    atomic { run ProducerBuffer(); run ConsumerBuffer(); run Producer(); run Consumer() }
}
