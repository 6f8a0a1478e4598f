/*
 * How a thread borrows the picture on offer: offer() and borrow() of PicturePool
 * in Sources/FrameTransport.
 *
 * One thread fills slots, one shows each picture for a moment and offers it, one
 * borrows. Nobody waits for the borrower, and a slot that the borrower has its
 * eye on may be filled anew before its reference is counted.
 *
 * The presentation thread's store of an offer passes through a store buffer, as
 * on every processor in use: others see it later. Its decrement of a reference
 * count waits until the buffer is empty, which is what releasing asks for.
 *
 * Proved: a borrowed slot holds the picture that was offered until it is given
 * back; every reference is given back.
 *
 * Broken on purpose, for the checker to refute:
 *   -DNO_SECOND_LOOK   the borrower trusts the offer that it saw first
 *   -DLATE_OFFER       the old picture is given up before the new one is offered
 */
#ifndef SLOTS
#define SLOTS 2
#endif
#ifndef PICTURES
#define PICTURES 4
#endif
#ifndef BORROWS
#define BORROWS 2
#endif
#define NONE 255

/* Memory. */
byte references[SLOTS];
byte content[SLOTS];        /* the number of the picture in the slot, from 1 */
byte offered = NONE;

/* The store buffer of the presentation thread. */
bool isStored;
byte stored;

/* The ring between the two: filled slots. */
chan ring = [1] of { byte };
bool hasEnded;

proctype StoreBuffer() {
end:
    do
    :: atomic { isStored -> offered = stored; isStored = false }
    od
}

proctype Ingest() {
    byte number = 1;
    byte slot;

    do
    :: number > PICTURES -> break
    :: else ->
        /* acquire(): a slot that nobody holds. */
        slot = 0;
        do
        :: slot == SLOTS -> slot = 0
        :: slot < SLOTS && references[slot] == 0 -> break
        :: slot < SLOTS && references[slot] != 0 -> slot++
        od;
        content[slot] = 0;      /* the decoder has its memory back */
        references[slot] = 1;
        content[slot] = number;
        ring ! slot;
        number++
    od
}

inline offer(slot) {
    (!isStored);
    atomic { stored = slot; isStored = true }
}

inline giveUp(slot) {
    if
    :: slot != NONE -> atomic { !isStored -> references[slot] = references[slot] - 1 }
    :: else
    fi
}

proctype Presenter() {
    byte onScreen = NONE;
    byte next;
    byte shown;

    do
    :: shown == PICTURES -> break
    :: else ->
        ring ? next;
        shown++;
#ifdef LATE_OFFER
        giveUp(onScreen);
        offer(next);
#else
        offer(next);
        giveUp(onScreen);
#endif
        onScreen = next
    od;
    offer(NONE);
    giveUp(onScreen);
    hasEnded = true
}

proctype Borrower() {
    byte turn;
    byte slot;
    byte seen;
    byte count;

    do
    :: turn == BORROWS -> break
    :: else ->
        turn++;
        slot = offered;
        if
        :: slot == NONE
        :: else ->
            /* retainIfHeld() */
            atomic {
                count = references[slot];
                if
                :: count > 0 -> references[slot] = count + 1
                :: else
                fi
            };
            if
            :: count == 0
            :: else ->
                if
#ifndef NO_SECOND_LOOK
                :: offered != slot
#endif
                :: else ->
                    /* Reads the picture, and looks at it again. */
                    seen = content[slot];
                    assert(seen != 0);
                    assert(content[slot] == seen)
                fi;
                atomic { references[slot] = references[slot] - 1 }
            fi
        fi
    od;
    (hasEnded);
    for (slot : 0 .. SLOTS - 1) { assert(references[slot] == 0) }
}

init {
    atomic { run StoreBuffer(); run Ingest(); run Presenter(); run Borrower() }
}
