/**
 * Sends the newest of many values: at most one every `interval` ms, never two at once, and the
 * last one always. Values in between are left out.
 */
export class Latest {
  #send;
  #interval;
  #clock;
  #waiting = false;
  #value;
  #hasValue = false;
  #startedAt = -Infinity;
  #idlers = [];

  /**
   * @param send     Called with a value; may answer a promise, which is waited for.
   * @param interval Between the starts of two calls, in ms.
   * @param clock    For tests.
   */
  constructor(send, interval, clock = {
    now: () => performance.now(),
    after: (ms, then) => setTimeout(then, ms),
  }) {
    this.#send = send;
    this.#interval = interval;
    this.#clock = clock;
  }

  /** Whether all that was given has been sent. */
  get isIdle() { return !this.#waiting && !this.#hasValue; }

  /** Ends once it is idle. */
  settled() {
    return this.isIdle ? Promise.resolve() : new Promise((done) => this.#idlers.push(done));
  }

  push(value) {
    this.#value = value;
    this.#hasValue = true;
    if (!this.#waiting) this.#schedule();
  }

  #schedule() {
    this.#waiting = true;
    const pause = this.#startedAt + this.#interval - this.#clock.now();
    if (pause > 0) this.#clock.after(pause, () => this.#start());
    else this.#start();
  }

  async #start() {
    const value = this.#value;
    this.#value = undefined;
    this.#hasValue = false;
    this.#startedAt = this.#clock.now();
    try {
      await this.#send(value);
    } finally {
      this.#waiting = false;
      if (this.#hasValue) this.#schedule();
      else this.#idlers.splice(0).forEach((done) => done());
    }
  }
}
