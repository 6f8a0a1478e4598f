import { showIn } from './actions.js';
import { call, path, send } from './api.js';
import { button, h, renamePause, setText } from './dom.js';
import { counted, facts, number } from './format.js';
import { model } from './model.js';
import { attempt } from './toast.js';
import { ask } from './dialogs.js';

/** How often a stream's small picture is taken anew, in ms; one stream after the other. */
const PICTURE_EVERY = 2500;

/** Every stream: how it is, where it is shown, and what can be done with it. */
class StreamList extends HTMLElement {
  #cards = new Map();
  #list = h('ul.stream-list');
  #empty = h('p.empty', {}, 'There are no streams yet.');
  #timer = 0;
  #turn = 0;

  connectedCallback() {
    const add = button('plus', 'Add stream', () => this.#add(), { class: 'primary' });
    this.append(h('header.panel-head', {}, h('h2', {}, 'Streams'), add), this.#empty, this.#list);
    for (const name of ['streams', 'playlists', 'view', 'stats']) {
      model.addEventListener(name, () => this.#show());
    }
  }

  /** Takes small pictures while somebody looks. */
  start() {
    if (this.#timer) return;
    this.#timer = setInterval(() => this.#nextPicture(), PICTURE_EVERY);
    this.#takePictures();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  #show() {
    const { streams } = model;
    this.#empty.hidden = streams.length > 0;
    for (const [id, card] of this.#cards) {
      if (streams.some((stream) => stream.id === id)) continue;
      card.remove();
      this.#cards.delete(id);
    }
    for (const stream of streams) {
      let card = this.#cards.get(stream.id);
      const isNew = !card;
      if (isNew) {
        card = new StreamCard(stream.id);
        this.#cards.set(stream.id, card);
        this.#list.append(card.element);
      }
      card.show(stream);
      if (this.#timer && isNew) card.takePicture();
    }
  }

  /** One after the other: what somebody does meanwhile does not wait behind them all. */
  async #takePictures() {
    for (const card of this.#cards.values()) await card.takePicture();
  }

  #nextPicture() {
    const cards = [...this.#cards.values()];
    if (cards.length) cards[this.#turn++ % cards.length].takePicture();
  }

  async #add() {
    const values = await ask({
      title: 'Add a stream',
      confirm: 'Add',
      fields: [
        { name: 'id', label: 'Name', hint: 'Letters, digits, “.”, “_” and “-”', required: true },
        { name: 'url', label: 'Address or path', hint: 'rtsp://…, https://…, /srv/clip.mp4, test:1280x720@30', required: true },
        { name: 'loop', label: 'Start again at the end', type: 'checkbox' },
      ],
      send: ({ id, url, loop }) => {
        if (model.streamIDs.includes(id)) throw Error(`There is a stream ${id} already; remove it first.`);
        if (/^\.+$/.test(id)) throw Error('A name has more than dots.');
        return send('PUT', path('streams', id), { url, ...(loop ? { loop } : {}) });
      },
    });
    if (values) model.refresh('streams');
  }
}

/** One stream's entry. */
class StreamCard {
  #id;
  #parts;
  #address = null;
  #isTaking = false;
  element;

  constructor(id) {
    this.#id = id;
    const parts = {
      image: h('img', { alt: '', width: 128, height: 72 }),
      state: h('span.state'),
      facts: h('p.facts'),
      drops: h('p.facts.drops'),
      reason: h('p.facts.reason'),
      main: button('screen', 'Main', () => showIn('main', id),
        { 'aria-pressed': 'false', 'aria-label': `Show ${id} in the main view` }),
      pip: button('pip', 'PIP', () => showIn('pip', id),
        { 'aria-pressed': 'false', 'aria-label': `Show ${id} as picture in picture` }),
      pause: button('pause', 'Pause', () => this.#pause(), { 'aria-label': `Pause ${id}` }),
      time: button('clock', `Show ${id} for a time`, () => this.#showForATime(), { quiet: true }),
      remove: button('trash', `Remove ${id}`, () => this.#remove(), { quiet: true, class: 'plain' }),
    };
    this.#parts = parts;
    this.element = h('li.stream', {},
      h('div.stream-picture', {}, parts.image),
      h('div.stream-text', {},
        h('div.stream-title', {}, h('h3', { title: id }, id), parts.state),
        parts.facts, parts.drops, parts.reason),
      h('div.stream-actions', {}, parts.main, parts.pip, parts.pause, parts.time, parts.remove));
  }

  show(stream) {
    const parts = this.#parts;
    const isPlaylist = this.#isPlaylist;
    const state = stream.paused ? 'paused' : stream.state;
    setText(parts.state, state);
    parts.state.dataset.state = state;
    const rate = model.history.rate(stream.id);
    setText(parts.facts, facts(
      isPlaylist && 'playlist',
      stream.display_width && `${stream.display_width} × ${stream.display_height}`,
      stream.codec,
      rate !== null && `${number(rate)} fps shown`,
    ));
    parts.facts.title = stream.url;
    const sample = model.history.last?.streams.find((other) => other.id === stream.id);
    const told = (count, why) => count > 0 && `${count.toLocaleString('en')} ${why.replaceAll('_', ' ')}`;
    const drops = Object.entries(sample?.drops ?? {}).map(([why, count]) => told(count, why)).filter(Boolean);
    setText(parts.drops, sample
      ? facts(drops.length ? `Dropped: ${drops.join(', ')}` : 'Nothing dropped', told(sample.hidden, 'hidden')) : '');
    const why = stream.reason ?? stream.failure ?? '';
    const tries = stream.reconnects ? counted(stream.reconnects, 'reconnect') : '';
    setText(parts.reason, facts(why, tries));
    for (const place of ['main', 'pip']) {
      parts[place].ariaPressed = stream.shown_in.includes(place);
    }
    // A live stream, a camera and a pattern go on.
    parts.pause.hidden = !isPlaylist && (stream.live || !stream.duration_seconds);
    renamePause(parts.pause, stream.paused);
    parts.pause.ariaLabel = `${parts.pause.title} ${stream.id}`;
    this.isPaused = stream.paused;
    this.canBeTaken = stream.screenshot_possible;
  }

  remove() {
    this.element.remove();
    URL.revokeObjectURL(this.#address);
  }

  async takePicture() {
    if (this.#isTaking || this.canBeTaken === false) return;
    this.#isTaking = true;
    try {
      const response = await call('POST', path('streams', this.#id, 'screenshot'), {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ max_width: 256, format: 'jpeg', quality: 0.7 }),
      });
      const address = URL.createObjectURL(await response.blob());
      this.#parts.image.src = address;
      URL.revokeObjectURL(this.#address);
      if (!this.element.isConnected) URL.revokeObjectURL(address);
      this.#address = address;
    } catch {
      // The next one comes a little later.
    }
    this.#isTaking = false;
  }

  get #isPlaylist() { return model.playlists.some((list) => list.id === this.#id); }

  #showForATime() {
    return ask({
      title: `Show ${this.#id} for a time`,
      text: 'In the main view, which then shows again what it shows now.',
      confirm: 'Show',
      fields: [{ name: 'seconds', label: 'Seconds', type: 'number', value: 30, min: 0.1, max: 86400 }],
      send: ({ seconds }) => send('POST', '/v1/view/show', { main: this.#id, seconds }),
    });
  }

  async #pause() {
    const { isPaused } = this;
    const change = this.#isPlaylist
      ? send('POST', path('playlists', this.#id, isPaused ? 'resume' : 'pause'))
      : send('PATCH', path('streams', this.#id), { paused: !isPaused });
    if (await attempt(change) !== undefined) model.refresh('streams');
  }

  async #remove() {
    const kind = this.#isPlaylist ? 'playlists' : 'streams';
    const gone = await ask({
      title: `Remove ${this.#id}?`,
      text: 'It is gone until it is added again. What the configuration has is there again when the daemon starts anew.',
      confirm: 'Remove',
      isDangerous: true,
      send: () => send('DELETE', path(kind, this.#id)),
    });
    if (gone) model.refreshAll();
  }
}

customElements.define('stream-list', StreamList);
