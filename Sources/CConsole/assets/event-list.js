import { h, setText } from './dom.js';
import { timeOfDay } from './format.js';
import { wordsOf } from './words.js';

/** How many events the page remembers, and how many of them it shows. */
const REMEMBERED = 500;
const SHOWN = 120;

const GROUPS = {
  stream: 'Streams', view: 'View', item: 'Reels', library: 'Library', custom: 'Messages', other: 'Others',
};
const PREFIXES = {
  stream: 'stream', variant: 'stream', view: 'view', layer: 'view', output: 'view', snapshot: 'view',
  item: 'item', playlist: 'item', feed: 'item', library: 'library', thumbnail: 'library', export: 'library',
  custom: 'custom',
};

const NOTHING = 'Nothing has happened since the page was opened.';

/** What happens, the newest first. */
class EventList extends HTMLElement {
  #events = [];
  #text = h('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter events', oninput: () => this.#draw() });
  #group = h('select', { 'aria-label': 'Kind of events', oninput: () => this.#draw() });
  #list = h('ol.event-list', { tabindex: 0, 'aria-label': 'Events' });
  #empty = h('p.empty', {}, NOTHING);

  connectedCallback() {
    this.#group.append(h('option', { value: '' }, 'All kinds'),
      ...Object.entries(GROUPS).map(([value, name]) => h('option', { value }, name)));
    this.append(h('header.panel-head', {}, h('h2', {}, 'Events')),
      h('div.row', {}, this.#text, this.#group), this.#empty, this.#list);
  }

  start() { this.#draw(); }

  add({ type, data }) {
    const event = { type, group: PREFIXES[type.split(/[-.]/)[0]] ?? 'other', ...described(type, data) };
    this.#events.unshift(event);
    if (this.#events.length > REMEMBERED) this.#events.pop();
    if (this.offsetParent === null || !this.#isWanted(event)) return;
    this.#list.prepend(entry(event));
    if (this.#list.children.length > SHOWN) this.#list.lastElementChild.remove();
    this.#empty.hidden = true;
  }

  #isWanted({ type, group, words, text }) {
    const wanted = this.#text.value.trim().toLowerCase();
    return (!this.#group.value || this.#group.value === group)
      && `${type} ${words ?? ''} ${text}`.replace(/[\u2068\u2069]/g, '').toLowerCase().includes(wanted);
  }

  #draw() {
    const events = this.#events.filter((event) => this.#isWanted(event)).slice(0, SHOWN);
    this.#list.replaceChildren(...events.map(entry));
    this.#empty.hidden = events.length > 0;
    setText(this.#empty, this.#events.length ? 'No event is like that.' : NOTHING);
  }
}

/** When, what it says in one line, and all of it; pictures are shown elsewhere. */
function described(type, { time, id, data, ...members }) {
  const said = data === undefined || typeof data === 'string' && data.length > 500 ? members : { ...members, data };
  return { time, words: wordsOf(type, said), text: JSON.stringify(said) };
}

function entry({ type, group, time, words, text }) {
  const raw = [h('strong', {}, type), h('span', {}, text)];
  return h('li', { 'data-group': group }, h('time', {}, timeOfDay(time)),
    words ? h('details', {}, h('summary', {}, words), raw) : h('div', {}, raw));
}

customElements.define('event-list', EventList);
