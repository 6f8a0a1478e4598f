import { get, path, query, send } from './api.js';
import { AssetList } from './assets.js';
import { sheet } from './dialogs.js';
import { button, h, icon, isViewer, setText } from './dom.js';
import { apart, clock, counted, facts } from './format.js';
import { model } from './model.js';
import { review } from './review.js';
import { Selection } from './selection.js';
import { showThumbnail } from './thumbs.js';
import './tile-grid.js';
import { attempt, toast } from './toast.js';

/** How long to wait for another letter before a search, and after a change of the library, in ms. */
const TYPING = 150;
const CHANGES = 1500;

/** Picks pictures and videos of the library, in an order, and shows them. */
class MediaPicker extends HTMLElement {
  #album = { id: 'all' };
  /** What is shown, and what is read to be shown; most often the same. */
  #list = null;
  #coming = null;
  #selection = new Selection();
  #looked = null;
  #lastPick = null;
  #typing = 0;
  #changing = 0;
  #degraded = '';
  #isScanning = false;

  #search = h('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search the library' });
  #grid = h('tile-grid', {
    'aria-label': 'Pictures and videos',
    onnear: ({ detail }) => this.#list?.want(detail),
    onpick: ({ detail }) => this.#pick(detail),
    onlook: ({ detail }) => this.#look(this.#list?.items[detail] ?? null),
  });
  #note = h('p.picker-note', { role: 'status' });
  #albumName = h('span', {}, 'All');
  #name = h('span.picked-name');
  #favourite;
  #preview;
  #total = h('output.total', {}, 'Total Duration 0:00');
  #why = h('span.why', { role: 'status' });
  #done;
  #all;
  #none;

  connectedCallback() {
    const albums = h('button.album', { 'aria-haspopup': 'dialog', onclick: () => this.#chooseAlbum() },
      h('span.unseen', {}, 'Album: '), this.#albumName, icon('down'));
    this.#all = button(null, 'Select all', () => this.#selection.selectAll(this.#filter()), { class: 'plain all' });
    this.#none = button(null, 'Clear', () => this.#clear(), { class: 'plain' });
    this.#done = button(null, 'Done', () => review(this.#selection), { class: 'primary', disabled: true });
    this.#favourite = button('star', 'Favourite', () => this.#favour(), { quiet: true, class: 'plain', 'aria-pressed': 'false' });
    this.#preview = button('pip', 'Preview', () => this.#previewOne(), { class: 'plain' });
    this.append(
      h('header.picker-head', {}, albums, h('div.search', {}, icon('search'), this.#search), this.#all, this.#none),
      this.#note, this.#grid,
      h('div.picked', {}, this.#name, this.#favourite, this.#preview),
      h('footer.picker-foot', {}, h('div.totals', {}, this.#total, this.#why), this.#done));
    this.#listen();
    this.#showSelection();
    this.#look(null);
  }

  #listen() {
    this.#grid.fill = (tile, image, index) => this.#fill(tile, image, index);
    this.#search.addEventListener('input', () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => this.#open(), TYPING);
    });
    for (const name of ['stats', 'status']) model.addEventListener(name, () => this.offsetParent && this.#readOn());
    this.#selection.addEventListener('change', () => this.#showSelection());
    this.#selection.addEventListener('problem', ({ detail }) => toast({ text: detail.message, kind: 'bad' }));
  }

  /** Reads the library, unless somebody has begun with it: nothing moves under a finger. */
  start() {
    this.#grid.refill();
    const isInUse = this.#grid.scrollTop || this.#selection.count;
    if (!this.#readOn() && !isInUse) this.#open({ isQuiet: true });
  }

  /** Goes on with a list that could not be read; answers whether there is one. */
  #readOn() {
    const isBroken = Boolean(this.#coming?.problem);
    if (isBroken) this.#coming.again();
    return isBroken;
  }

  /** What happens to the library. */
  hear({ type }) {
    if (!this.#coming || !/^library-(scan|changed)/.test(type) || this.#changing) return;
    this.#changing = setTimeout(() => {
      this.#changing = 0;
      this.start();
    }, CHANGES);
  }

  // MARK: What there is

  #filter() {
    const text = this.#search.value.trim();
    return { ...(text ? { q: text } : {}), ...(this.#album.id === 'all' ? {} : { album: this.#album.id }) };
  }

  /** What is shown can be picked until there is something of the new list. */
  async #open({ isQuiet = false } = {}) {
    this.#coming?.stop();
    const filter = this.#filter();
    const counts = this.#album.counts;
    const list = new AssetList(filter, !filter.q && counts ? counts.photos + counts.videos : 0);
    this.#coming = list;
    this.#grid.ariaBusy = !isQuiet;
    list.addEventListener('change', () => {
      if (list !== this.#coming) return;
      if (list !== this.#list) {
        this.#list = list;
        this.#lastPick = null;
        if (!isQuiet) this.#grid.reset();
      }
      this.#showList();
    });
    list.want(0);
    this.#countAll(list);
  }

  /** Says how long the whole list is, before it is read. */
  async #countAll(list) {
    const library = await get('/v1/library').catch(() => null);
    if (!library) return;
    const { photos, videos } = library.counts;
    if (!list.filter.album && !list.filter.q) list.expect(photos + videos);
    this.#degraded = library.degraded?.join(' ') ?? '';
    this.#isScanning = library.state === 'scanning';
    if (list === this.#list) this.#showList();
  }

  #showList() {
    this.#grid.length = this.#list.length;
    this.#grid.ariaBusy = false;
    const { isWhole, items, problem } = this.#list;
    if (problem) return setText(this.#note, problem);
    const isEmpty = isWhole && !items.length;
    const empty = this.#list.filter.q ? 'Nothing was found.' : 'There is nothing here.';
    setText(this.#note, isEmpty ? empty
      : this.#isScanning ? 'The library is being gone through; more may come.' : this.#degraded);
  }

  #fill(tile, image, index) {
    const asset = this.#list?.items[index];
    const isUsable = asset && !whyNot(asset);
    // One that is `disabled` could not be gone to, nor past.
    tile.ariaDisabled = !isUsable;
    const address = isUsable
      ? `${path('library', 'assets', asset.id, 'thumbnail')}?size=256` : null;
    const id = asset?.id ?? '';
    // What did not come is asked for again.
    if (tile.dataset.asset !== id || !image.src) {
      tile.dataset.asset = id;
      showThumbnail(image, address);
    }
    this.#mark(tile, asset);
  }

  /** The badge and the length are CSS content of attributes, which costs no nodes. */
  #mark(tile, asset) {
    if (!asset) {
      for (const name of ['data-badge', 'data-length', 'aria-label', 'aria-pressed', 'title']) tile.removeAttribute(name);
      return;
    }
    const badge = this.#selection.badge(asset.id);
    const why = whyNot(asset);
    const length = asset.duration_ms && asset.kind === 'video' ? clock(asset.duration_ms / 1000) : '';
    tile.title = facts(nameOf(asset), why);
    tile.dataset.badge = badge ?? '';
    tile.dataset.length = [asset.favourite ? '★' : '', why ? 'broken' : length].filter(Boolean).join(' ');
    tile.ariaPressed = isViewer() ? null : badge !== null;
    tile.ariaLabel = [
      nameOf(asset), why || length, asset.favourite ? 'favourite' : '',
      badge && badge !== '✓' ? `number ${badge}` : '',
    ].filter(Boolean).join(', ');
  }

  async #chooseAlbum() {
    const page = await attempt(get(`/v1/library/albums${query({ limit: 500 })}`));
    if (!page) return;
    const dialog = sheet('Albums', h('ul.albums', {}, page.albums.map((album) => h('li', {},
      h('button.album-entry', {
        'aria-current': album.id === this.#album.id ? 'true' : null,
        onclick: () => {
          dialog.close();
          this.#album = album;
          setText(this.#albumName, apart(album.name));
          this.#open();
        },
      }, h('span', {}, apart(album.name)), h('small', {}, (album.counts.photos + album.counts.videos).toLocaleString('en')))))));
  }

  // MARK: What is picked

  #pick({ index, withShift }) {
    const asset = this.#list.items[index];
    if (!asset || whyNot(asset) || isViewer()) return;
    if (withShift && this.#lastPick !== null && this.#lastPick !== index) {
      const [from, to] = [Math.min(index, this.#lastPick), Math.max(index, this.#lastPick)];
      const ids = this.#list.items.slice(from, to + 1)
        .filter((one) => !whyNot(one)).map(({ id }) => id);
      this.#selection.addRange(ids, this.#list.filter);
    } else {
      this.#selection.toggle(asset.id);
    }
    this.#lastPick = index;
    this.#look(asset);
  }

  #clear() {
    this.#lastPick = null;
    this.#selection.clear();
  }

  #showSelection() {
    const { count, report, isSettled } = this.#selection;
    if (isSettled) setText(this.#total, `Total Duration ${clock(report?.duration_ms / 1000, { hours: false })}`);
    // The rule is the daemon's; the page only shows what it says.
    this.#done.disabled = !(isSettled && report?.valid);
    setText(this.#why, !count ? 'Pick pictures and videos' : (isSettled && report && refusal(report)) || counted(count, 'item'));
    this.#none.hidden = !count && !this.#selection.isOfQuery;
    this.#all.hidden = !this.#none.hidden;
    for (const tile of this.#grid.querySelectorAll('.tile')) {
      this.#mark(tile, this.#list?.items[tile.dataset.index]);
    }
  }

  #look(asset) {
    this.#looked = asset;
    setText(this.#name, asset ? facts(nameOf(asset), whyNot(asset)) : '');
    this.#preview.disabled = Boolean(asset && whyNot(asset));
    this.#name.parentElement.hidden = !asset;
    this.#favourite.ariaPressed = Boolean(asset?.favourite);
  }

  async #favour() {
    const asset = this.#looked;
    const changed = await attempt(send('PATCH', path('library', 'assets', asset.id), { favourite: !asset.favourite }));
    if (!changed) return;
    // The list may have been read anew since.
    for (const one of [asset, ...this.#list.items]) if (one.id === changed.id) Object.assign(one, changed);
    if (asset === this.#looked) this.#look(asset);
    this.#showSelection();
  }

  async #previewOne() {
    const list = await attempt(send('POST', path('library', 'assets', this.#looked.id, 'preview'), { in: 'pip' }));
    if (list) model.refreshAll();
  }
}

const nameOf = (asset) => asset.title ?? asset.name;

/** Why it cannot be shown; lengths as a clock has them, and of a second the fraction, which may decide. */
const refusal = ({ reason, duration_ms: length, accepted_ms: range }) => (
  range ? `${exact(length)} selected; ${range.map(exact).join(' to ')} are accepted` : reason);
const exact = (ms) => clock(ms / 1000) + String((ms % 1000) / 1000).slice(1);

/** Why it cannot be shown; empty where it can. Its name stands beside it. */
const whyNot = ({ state, error = 'it cannot be read', path: file }) => (
  state === 'failed' ? `broken: ${error.replace(`${file}: `, '').replace(file, 'it')}` : '');

customElements.define('media-picker', MediaPicker);
