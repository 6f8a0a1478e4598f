/*
 * The file ring of Sources/FrameTransport/FrameRing: a full ring refuses, and
 * the two counters alone say whose a slot is.
 *
 * Proved, for CAP slots and PUSHES pictures: the consumer gets every picture,
 * once, in order; neither side sleeps for ever.
 *
 * Broken on purpose, for the checker to refute:
 *   -DEARLY_HAND_BACK  the consumer announces `popped` before it reads the slot
 */
#ifndef CAP
#define CAP 2
#endif
#ifndef PUSHES
#define PUSHES 8
#endif

byte slot[CAP];
byte pushed;
byte popped;

proctype Producer() {
    byte head, tail;

    do
    :: head == PUSHES -> break
    :: else ->
        if
        :: head - tail < CAP
        :: else -> tail = popped
        fi;
        if
        :: head - tail < CAP ->
            slot[head % CAP] = head;
            head++;
            pushed = head
        :: else -> (popped != tail)     /* full: sleeps until something is popped */
        fi
    od
}

proctype Consumer() {
    byte tail, head, picture;

    do
    :: tail == PUSHES -> break
    :: else ->
        if
        :: tail == head -> (pushed != head); head = pushed
        :: else
        fi;
#ifdef EARLY_HAND_BACK
        popped = tail + 1;
        picture = slot[tail % CAP];
#else
        picture = slot[tail % CAP];
        popped = tail + 1;
#endif
        assert(picture == tail);
        tail++
    od
}

init {
    atomic { run Producer(); run Consumer() }
}
