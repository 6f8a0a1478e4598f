import { get, PATIENCE, query } from './api.js';

/** How many the daemon gives at a time. */
const PAGE = 500;

/**
 * A list of the library, read page by page as far as somebody looks.
 * Fires `change` when there is more of it, or when it cannot be read (`problem`).
 */
export class AssetList extends EventTarget {
  items = [];
  problem = '';
  filter;
  #cursor;
  #expected;
  #isReading = false;
  #wanted = 0;
  #stop = new AbortController();

  /**
   * @param filter   As `/v1/library/assets` takes it.
   * @param expected How many there are, where that is known.
   */
  constructor(filter, expected = 0) {
    super();
    this.filter = filter;
    this.#expected = expected;
  }

  /** How many there are, as far as anyone knows. */
  get length() {
    const { length } = this.items;
    if (this.isWhole || this.problem && !length) return length;
    return Math.max(this.#expected, length && length + PAGE);
  }

  get isWhole() { return this.#cursor === null; }

  /** Says how many there are, once that is known. */
  expect(count) { this.#expected = count; }

  /** Reads on until there is the item at that place. */
  async want(place) {
    this.#wanted = Math.max(this.#wanted, place);
    if (this.#isReading || this.problem) return;
    this.#isReading = true;
    try {
      while (this.items.length <= this.#wanted && !this.isWhole && !this.#stop.signal.aborted) {
        await this.#readPage();
      }
    } catch (problem) {
      if (!this.#stop.signal.aborted) {
        this.problem = problem.message;
        this.dispatchEvent(new Event('change'));
      }
    }
    this.#isReading = false;
  }

  /** Reads on where that failed. */
  again() {
    this.problem = '';
    this.want(0);
  }

  /** Nobody looks at it any more. */
  stop() { this.#stop.abort(); }

  async #readPage() {
    // The first page is short, so that something is there at once.
    const limit = this.items.length ? PAGE : 100;
    const page = await get(`/v1/library/assets${query({ ...this.filter, cursor: this.#cursor, limit })}`,
      { signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(PATIENCE)]) });
    this.items.push(...page.assets);
    this.#cursor = page.next_cursor ?? null;
    this.dispatchEvent(new Event('change'));
  }
}
