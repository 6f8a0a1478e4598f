/*
 * The live ring of Sources/FrameTransport/FrameRing: a producer that never
 * waits and evicts the oldest picture of a full ring, beside a consumer that
 * takes the oldest. Every interleaving of their atomic steps is tried.
 *
 * Proved, for CAP slots and PUSHES pictures (enough to lap the ring):
 *   - nothing is taken twice, or taken and evicted;
 *   - nothing is lost: at the end every picture was taken or evicted;
 *   - the consumer sees pictures in the order of the pushes;
 *   - a push into a ring that said it had room evicts nothing;
 *   - no step of either side waits for the other, but where the program sleeps:
 *     a polite producer until there is room, a consumer until there is a push.
 *     Neither sleeps for ever;
 *   - once the producer has stopped, nil from a pop means empty.
 *
 * Spin's memory is sequentially consistent. The words of a slot are exchanged
 * by both sides, so their order is total on real processors as well; what else
 * travels with them is argued at each ordering in the code.
 *
 * Broken on purpose, for the checker to refute:
 *   -DLOAD_AND_STORE   the consumer takes by a load and a store
 *   -DNO_POSITION      a slot's word does not say which push filled it
 */
#ifndef CAP
#define CAP 2
#endif
#ifndef PUSHES
#define PUSHES 7
#endif

#define EMPTY 0
#define WORD(position) ((position) + 1)     /* the position stands for the picture as well */
#define SLOT(position) slot[(position) % CAP]
#define MAX(a, b) ((a) > (b) -> (a) : (b))

byte slot[CAP];
byte pushed;
byte popped;
bool stopped;

/* What became of each picture; no part of the program. */
#define HELD 0
#define TAKEN 1
#define EVICTED 2
byte fate[PUSHES];

proctype Producer() {
    byte head, old;
    bool polite;

    do
    :: head == PUSHES -> break
    :: else ->
        if      /* sometimes it asks for room first, and sleeps until there is some */
        :: polite = true; (head - popped < CAP)
        :: polite = false
        fi;
        d_step {        /* exchange */
            old = SLOT(head);
            SLOT(head) = WORD(head);
            if
            :: old != EMPTY -> assert(!polite && fate[old - 1] == HELD); fate[old - 1] = EVICTED
            :: else
            fi
        }
        head++;
        pushed = head
    od;
    stopped = true
}

proctype Consumer() {
    byte tail, head, word, tries, next;
    bool finishing, taken;

    do
    :: finishing = stopped;         /* before the pop */
        /* pop() */
        taken = false;
        tries = 0;
        do
        :: tries == CAP -> break
        :: else ->
            tries++;
            if
            :: tail == head -> head = pushed
            :: else
            fi;
            if
            :: tail == head -> break
            :: else
            fi;
            word = SLOT(tail);
            if
#ifdef NO_POSITION
            :: word == EMPTY ->
#else
            :: word != WORD(tail) ->
#endif
                head = pushed;
                tail = MAX(tail + 1, head - CAP);
                popped = tail
            :: else ->
#ifdef LOAD_AND_STORE
                taken = true;
                d_step { SLOT(tail) = EMPTY; assert(fate[word - 1] == HELD); fate[word - 1] = TAKEN };
#else
                d_step {        /* compareExchange */
                    taken = (SLOT(tail) == word);
                    if
                    :: taken ->
                        SLOT(tail) = EMPTY;
                        assert(fate[word - 1] == HELD);
                        fate[word - 1] = TAKEN
                    :: else
                    fi
                };
#endif
                tail++;
                popped = tail;
                if
                :: taken -> assert(word > next); next = word; break
                :: else
                fi
            fi
        od;
        /* the caller of pop() */
        if
        :: !taken && finishing -> break
        :: !taken && !finishing -> (stopped || pushed != tail)
        :: else
        fi
    od;

    assert(tail == PUSHES);
    byte position;
    for (position : 0 .. PUSHES - 1) {
        assert(fate[position] != HELD)
    }
}

init {
    atomic { run Producer(); run Consumer() }
}
