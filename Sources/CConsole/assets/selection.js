import { path, query, send } from './api.js';

/**
 * What somebody picked of the library. The daemon keeps it and says what it lasts and whether it
 * may be shown; here is only what is needed to number the pictures.
 *
 * Fires `change` whenever the page knows more, `problem` (`detail: Problem`) after a refusal.
 */
export class Selection extends EventTarget {
  /** What the daemon said last: `{id, count, duration_ms, valid, reason}`. */
  report = null;
  /** Whether the daemon has heard of everything. */
  isSettled = true;
  #order = [];
  #places = new Map();
  /** With everything of a list selected: what is left out of it. */
  #left = null;
  #queue = Promise.resolve();
  #pending = 0;

  get id() { return this.report?.id; }

  get count() { return this.#left ? this.report?.count ?? 0 : this.#order.length; }

  /** Whether all of a list is selected, but for some. */
  get isOfQuery() { return this.#left !== null; }

  has(asset) { return this.#left ? !this.#left.has(asset) : this.#places.has(asset); }

  /** The number on an asset's badge; a tick where only the daemon knows it; null without one. */
  badge(asset) {
    if (!this.has(asset)) return null;
    return this.#left ? '✓' : String(this.#places.get(asset));
  }

  toggle(asset) {
    if (this.has(asset)) this.#change({ remove: [asset] });
    else this.#change({ add: [asset] });
  }

  /** Adds all between two assets of a list, both included; `ids` are those, as they are listed. */
  addRange(ids, filter) {
    if (this.#left) return this.#change({ add: ids });
    const before = this.#order;
    this.#note({ add: ids });
    const range = { range: [ids[0], ids.at(-1)], query: filter };
    this.#tellDaemon(before, () => (this.id
      ? send('PATCH', this.#path, range)
      : send('POST', '/v1/library/selections', { ids: this.#order })));
  }

  /** Everything that a list has, however long it is. */
  selectAll(filter) {
    this.#order = [];
    this.#places.clear();
    this.#left = new Set();
    const old = () => this.id;
    this.#tellDaemon([], async () => {
      const id = old();
      const report = await send('POST', '/v1/library/selections', { query: filter });
      if (id) send('DELETE', path('library', 'selections', id)).catch(() => {});
      return report;
    });
  }

  clear() {
    this.#order = [];
    this.#places.clear();
    this.#left = null;
    this.#tellDaemon([], async () => {
      if (this.id) await send('DELETE', this.#path).catch(() => {});
      return null;
    });
  }

  /** A part of it, in its order. */
  async assets(limit) {
    await this.#queue;
    return (await send('GET', `${this.#path}/assets${query({ limit })}`)).assets;
  }

  /** @param verb `preview` or `play`; @param place `main` or `pip`. */
  async show(verb, place) {
    await this.#queue;
    return send('POST', `${this.#path}/${verb}`, { in: place });
  }

  get #path() { return path('library', 'selections', this.id); }

  #change(patch) {
    const before = this.#order;
    this.#note(patch);
    this.#tellDaemon(before, () => (this.id
      ? send('PATCH', this.#path, patch)
      : send('POST', '/v1/library/selections', { ids: this.#order })));
  }

  #note({ add = [], remove = [] }) {
    if (this.#left) {
      add.forEach((asset) => this.#left.delete(asset));
      remove.forEach((asset) => this.#left.add(asset));
      return;
    }
    if (remove.length) this.#order = this.#order.filter((asset) => !remove.includes(asset));
    this.#order = [...this.#order, ...add.filter((asset) => !this.#places.has(asset))];
    this.#places = new Map(this.#order.map((asset, index) => [asset, index + 1]));
  }

  /** One request after the other: what was picked first is first. `before` is what stays if it fails. */
  #tellDaemon(before, request) {
    this.#pending += 1;
    this.isSettled = false;
    this.dispatchEvent(new Event('change'));
    this.#queue = this.#queue.then(request).then(
      (report) => { this.report = report; },
      (problem) => this.#lost(problem, before),
    ).then(() => {
      this.#pending -= 1;
      this.isSettled = this.#pending === 0;
      this.dispatchEvent(new Event('change'));
    });
  }

  /** The page no longer knows what the daemon has: it is told all that was picked before. */
  #lost(problem, before) {
    this.#order = before;
    this.#note({});
    this.#left = null;
    this.report = null;
    this.dispatchEvent(new CustomEvent('problem', { detail: problem }));
  }
}
