import { path, query, send } from './api.js';

/** How many IDs a request may have. */
const MOST = 500;

/**
 * What somebody picked of the library. The daemon keeps it and says what it lasts and whether it
 * may be shown; here is only what is needed to number the pictures.
 *
 * Fires `change` whenever the page knows more, `problem` (`detail: Problem`) after a refusal.
 */
export class Selection extends EventTarget {
  /** What the daemon said last: `{id, count, duration_ms, valid, reason, accepted_ms}`. */
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
    this.#change(this.has(asset) ? 'remove' : 'add', [asset]);
  }

  /** Adds all between two assets of a list, both included; `ids` are those, as they are listed. */
  addRange(ids, filter) {
    if (this.#left) return this.#change('add', ids);
    const before = this.#order;
    this.#note('add', ids);
    const range = { range: [ids[0], ids.at(-1)], query: filter };
    this.#tellDaemon(before, () => (this.id ? send('PATCH', this.#path, range) : this.#inParts()));
  }

  /** Everything that a list has, however long it is. */
  selectAll(filter) {
    this.#order = [];
    this.#places.clear();
    this.#left = new Set();
    this.#tellDaemon([], async () => {
      const { id } = this;
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

  /** @param verb `preview` or `play`; @param place `main` or `pip`; @returns The playlist that it is. */
  async show(verb, place) {
    await this.#queue;
    return send('POST', `${this.#path}/${verb}`, { in: place });
  }

  get #path() { return path('library', 'selections', this.id); }

  /** @param verb `add` or `remove`. */
  #change(verb, ids) {
    const before = this.#order;
    this.#note(verb, ids);
    this.#tellDaemon(before, () => this.#inParts(verb, ids));
  }

  /** A list has as many IDs as the daemon takes. Where it has no selection, all that is picked makes one. */
  async #inParts(verb, ids) {
    const [what, all] = this.id ? [verb, ids] : ['add', this.#order];
    for (let at = 0; at < all.length; at += MOST) {
      const part = all.slice(at, at + MOST);
      this.report = await (this.id
        ? send('PATCH', this.#path, { [what]: part }) : send('POST', '/v1/library/selections', { ids: part }));
    }
    return this.report;
  }

  #note(verb, ids) {
    if (this.#left) return ids.forEach((asset) => this.#left[verb === 'add' ? 'delete' : 'add'](asset));
    this.#order = verb === 'add' ? [...this.#order, ...ids.filter((asset) => !this.#places.has(asset))]
      : this.#order.filter((asset) => !ids.includes(asset));
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
    this.#left = null;
    this.#note('add', []);
    this.report = null;
    this.dispatchEvent(new CustomEvent('problem', { detail: problem }));
  }
}
