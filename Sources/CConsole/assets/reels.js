import { showIn } from './actions.js';
import { path, send } from './api.js';
import { button, h, offer, renamePause, setText } from './dom.js';
import { apart, baseName, clock, counted, facts } from './format.js';
import { model } from './model.js';
import { swipeable } from './swipe.js';
import { showThumbnail } from './thumbs.js';
import { attempt } from './toast.js';
import './discover.js';

/** How many items before and behind the current one are in the strip. */
const AROUND = { before: 20, behind: 40 };

/** A playlist as a strip to swipe through. */
class ReelStrip extends HTMLElement {
  #id = null;
  #select = h('select', { 'aria-label': 'Playlist', onchange: () => this.open(this.#select.value) });
  #image = h('img', { alt: '' });
  #title = h('h3');
  #facts = h('p.facts');
  #bar = h('progress', { max: 1, value: 0, 'aria-label': 'Position' });
  #strip = h('ol.strip', { 'aria-label': 'Items', tabindex: 0 });
  #pause;
  #where = h('span.state', { role: 'status' });
  /** What shows it in `main` and in `pip`. */
  #places;
  #shuffled = button('shuffle', 'Shuffle', () => this.#shuffle(), { quiet: true });
  #body;
  #empty = h('p.empty', {}, 'There is no playlist. Find something below to make one.');
  #drawn = '';
  #shown = null;

  connectedCallback() {
    this.#pause = button('pause', 'Pause', () => this.#steer(this.#list?.paused ? 'resume' : 'pause'), { quiet: true });
    const card = h('div.reel', { tabindex: 0, role: 'group', 'aria-label': 'Current item; swipe, or press the left and right arrow keys' },
      this.#image, h('div.reel-text', {}, this.#title, this.#facts, this.#bar));
    swipeable(card, (step) => this.#steer(step > 0 ? 'next' : 'previous'));
    card.addEventListener('keydown', (event) => {
      const action = { ArrowRight: 'next', ArrowLeft: 'previous' }[event.key];
      if (action) this.#steer(action);
    });
    this.#places = {
      main: button('screen', 'Main', () => showIn('main', this.#id), { 'aria-label': 'Show in the main view' }),
      pip: button('pip', 'PIP', () => showIn('pip', this.#id), { 'aria-label': 'Show as picture in picture' }),
    };
    this.#body = h('div.reel-body', {}, card,
      h('div.row.reel-actions', {},
        button('previous', 'Previous', () => this.#steer('previous'), { quiet: true }), this.#pause,
        button('next', 'Next', () => this.#steer('next'), { quiet: true }),
        this.#shuffled, this.#places.main, this.#places.pip),
      this.#strip);
    this.append(h('header.panel-head', {}, h('h2', {}, 'Reels'), this.#where, this.#select),
      this.#empty, this.#body, h('discover-list'));
    model.addEventListener('playlists', () => this.#draw());
    model.addEventListener('streams', () => this.#showPosition());
    model.addEventListener('stats', () => this.offsetParent && model.refresh('streams'));
    model.addEventListener('begun', ({ detail }) => this.open(detail));
  }

  /** Shows another playlist here. */
  open(id) {
    this.#id = id;
    this.#draw();
  }

  /** Draws only while somebody looks. */
  start() {
    this.#drawn = '';
    this.#shown = null;
    this.#draw();
  }

  get #list() { return model.playlists.find((list) => list.id === this.#id); }

  #draw() {
    const ids = model.playlists.map((list) => list.id);
    if (!ids.includes(this.#id)) this.#id = ids.find((id) => id === model.view?.main) ?? ids[0] ?? null;
    offer(this.#select, ids);
    this.#select.value = this.#id;
    const list = this.#list;
    if (this.offsetParent === null) return;
    this.#body.hidden = !list;
    this.#select.hidden = ids.length < 2;
    this.#empty.hidden = Boolean(list);
    const problem = model.problems.playlists;
    if (problem) setText(this.#empty, problem.message);
    if (!list) return;
    renamePause(this.#pause, list.paused);
    this.#shuffled.ariaPressed = list.shuffle;
    this.#drawStrip(list);
    this.#drawCurrent(list);
  }

  #drawCurrent(list) {
    const at = list.items.findIndex((item) => item.id === list.current);
    const item = list.items[at];
    setText(this.#title, item ? nameOf(item) : 'Nothing is shown');
    setText(this.#facts, facts(
      `${at + 1} of ${counted(list.items.length, 'item')}`, list.shuffle && 'shuffled', item?.error,
    ));
    const address = addressOf(item, 512);
    if (address !== this.#shown) showThumbnail(this.#image, address);
    this.#shown = address;
    this.#showPosition();
  }

  #showPosition() {
    const list = this.#list;
    const item = list?.items.find((other) => other.id === list.current);
    const stream = model.streams.find((other) => other.id === list?.id);
    const places = stream?.shown_in ?? [];
    for (const [place, shows] of Object.entries(this.#places)) {
      shows.ariaPressed = places.includes(place);
    }
    setText(this.#where, places.length ? 'On the screen' : list ? 'Not on the screen' : '');
    this.#where.dataset.state = places.length ? 'live' : '';
    const length = isImage(item?.url) ? list.image_duration : item?.duration_seconds;
    this.#bar.value = length ? Math.min(1, (stream?.position_seconds ?? 0) / length) : 0;
  }

  #drawStrip(list) {
    const at = Math.max(0, list.items.findIndex((item) => item.id === list.current));
    const from = Math.max(0, at - AROUND.before);
    const items = list.items.slice(from, at + AROUND.behind);
    const drawn = JSON.stringify([list.id, list.current, items.map((item) => [item.id, item.state])]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const focused = [...this.#strip.children].findIndex((entry) => entry.contains(document.activeElement));
    this.#strip.replaceChildren(...items.map((item, index) => this.#entry(list, item, from + index)));
    this.#strip.children[focused]?.firstElementChild.focus({ preventScroll: true });
    const current = this.#strip.querySelector('[aria-current]')?.parentElement;
    if (!current || this.#strip.matches(':hover, :focus-within')) return;
    // Only sideways: the page itself stays where it is.
    this.#strip.scrollTo({ left: current.offsetLeft - this.#strip.clientWidth / 3 });
  }

  #entry(list, item, index) {
    const image = h('img', { alt: '' });
    showThumbnail(image, addressOf(item, 256));
    const length = isImage(item.url) ? list.image_duration : item.duration_seconds;
    const isCurrent = item.id === list.current;
    return h('li', {},
      h('button.item', {
        title: item.error ?? nameOf(item), 'data-state': item.state,
        'aria-current': isCurrent ? 'true' : null,
        onclick: () => this.#play(item.id),
      }, image, h('span.item-name', {}, nameOf(item)),
      h('span.item-facts', {}, `${index + 1} · ${length ? clock(length) : item.state}`)));
  }

  #steer(action) { return this.#take(send('POST', path('playlists', this.#id, action))); }

  #play(item) { this.#take(send('POST', path('playlists', this.#id, 'play'), { item })); }

  #shuffle() {
    const shuffle = !this.#list?.shuffle;
    return this.#take(send('PATCH', path('playlists', this.#id), { shuffle }));
  }

  async #take(request) {
    const list = await attempt(request);
    if (list) model.takePlaylist(list);
  }
}

const nameOf = (item) => apart(item.title ?? baseName(item.url));
const isImage = (url) => /\.(jpe?g|png|webp|gif|bmp|tiff?)$/i.test(url ?? '');

/** Pictures come from the daemon only, whatever an item says. */
function addressOf(item, size) {
  return item?.thumbnail?.startsWith('/v1/') ? `${item.thumbnail}?size=${size}` : null;
}

customElements.define('reel-strip', ReelStrip);
