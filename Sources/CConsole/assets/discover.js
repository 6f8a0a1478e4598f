import { showIn } from './actions.js';
import { get, path, query, send } from './api.js';
import { button, h } from './dom.js';
import { apart, clock, facts } from './format.js';
import { model } from './model.js';
import { attempt } from './toast.js';

/** How long to wait for another letter before a search, in ms. */
const TYPING = 200;
/** The playlist that things found are shown from. */
const FOUND = 'found';

/** What there is to find in the feeds: trending, channels, the latest, categories; and a search. */
class DiscoverList extends HTMLElement {
  #search = h('input', { type: 'search', placeholder: 'Search the feeds', 'aria-label': 'Search the feeds' });
  #results = h('div.found');
  #timer = 0;
  #asked = 0;

  connectedCallback() {
    this.append(
      h('header.panel-head', {}, h('h2', {}, 'Discover'),
        button(null, 'What is new', () => this.discover())),
      h('p.facts.for-admin', {}, 'To play what is found takes the role admin.'), this.#search, this.#results);
    this.#search.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.find(), TYPING);
    });
  }

  /** What the field says, or what there is. */
  find() {
    const text = this.#search.value.trim();
    if (text) this.#list(`“${text}”`, `/v1/search${query({ q: text, limit: 50 })}`);
    else this.discover();
  }

  /** Answers are shown only where nothing was asked for since. */
  async #answer(promise) {
    const turn = this.#asked += 1;
    const answer = await attempt(promise);
    return turn === this.#asked ? answer : null;
  }

  async discover() {
    const all = await this.#answer(get('/v1/discover'));
    if (!all) return;
    const { channels, categories } = all;
    const parts = [
      ...chips('Channels', channels.map(({ feed, title, items }) => [title || feed, items,
        (name) => this.#list(name, `${path('feeds', feed, 'items')}?limit=100`)])),
      ...chips('Categories', categories.map(({ name, items }) => [name, items,
        () => this.#category(name, channels)])),
    ];
    const trending = all.trending.map(({ item }) => item);
    for (const [title, items] of [['Trending', trending], ['Latest', all.latest]]) {
      if (items.length) parts.push(h('h3', {}, title), this.#items(title, items));
    }
    this.#results.replaceChildren(...(parts.length ? parts
      : [h('p.empty', {}, 'No feed has anything yet. “pipctl feeds add” adds one.')]));
  }

  /** Feeds name their categories; so each is asked for its own part. */
  async #category(name, channels) {
    const pages = await this.#answer(Promise.all(channels.map(({ feed }) =>
      get(`${path('feeds', feed, 'items')}${query({ category: name, limit: 50 })}`))));
    if (pages) this.#showPage(name, pages.flatMap((page) => page.items));
  }

  async #list(title, address) {
    const page = await this.#answer(get(address));
    if (page) this.#showPage(title, page.items);
  }

  #showPage(title, items) {
    this.#results.replaceChildren(h('h3', {}, apart(title)),
      items.length ? this.#items(title, items) : h('p.empty', {}, 'Nothing was found.'));
  }

  #items(title, items) {
    return h('ul.found-list', {}, items.map((item, index) => h('li', {},
      h('div.found-text', {}, h('strong', {}, apart(item.title || item.url)),
        h('span.facts', {}, facts(
          item.feed, item.author, item.duration_seconds && clock(item.duration_seconds),
          item.published && new Date(item.published * 1000).toLocaleDateString('en-GB'),
        ))),
      button('play', 'Play', () => this.#play(items, index), { 'aria-label': `Play ${apart(item.title || item.url)}` }))));
  }

  /** Opens what was found as reels, from one item on, in the main view. */
  async #play(found, index) {
    const items = found.slice(0, 500).map(({ url, title }) => ({ url, ...(title ? { title: title.slice(0, 120) } : {}) }));
    const list = await attempt(send('PUT', path('playlists', FOUND), { items }));
    if (!list) return;
    const begun = await attempt(send('POST', path('playlists', FOUND, 'play'), { item: list.items[index].id }));
    // It may be gone by now.
    if (!begun) return model.refresh('playlists');
    model.begin(begun);
    await showIn('main', FOUND);
  }
}

/** A title and buttons, each of a name, a number and what to do; nothing without any. */
function chips(title, entries) {
  return entries.length ? [h('h3', {}, title), h('div.row.chips', {}, entries.map(([name, count, act]) =>
    h('button.chip', { onclick: () => act(name) }, h('span', {}, apart(name)), h('small', {}, count))))] : [];
}

customElements.define('discover-list', DiscoverList);
