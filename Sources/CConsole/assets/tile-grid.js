import { build, h } from './dom.js';

/** Between two tiles, in pixels, and how wide a tile is at least. */
const GAP = 2;
const SMALLEST = 92;
/** Rows beyond what is seen, on either side. */
const BEYOND = 1;
/** A tile is two nodes: with so many of them, the whole picker stays below 200. */
const MOST_TILES = 72;

/**
 * A grid of any number of square buttons, of which only those exist that are seen.
 *
 * `fill(button, image, index)` says what a tile shows. Fires `pick` (`detail: {index, withShift}`),
 * `near` (`detail: index`, the last one that is wanted) and `look` (`detail: index`, the one that
 * has the focus).
 */
export class TileGrid extends HTMLElement {
  fill = () => {};
  #length = 0;
  #space = h('div.tile-space');
  #tiles = new Map();
  #free = [];
  #columns = 1;
  #side = SMALLEST;
  #active = 0;
  #isAsked = false;

  connectedCallback() {
    build(this, {
      role: 'group',
      onscroll: () => this.#ask(),
      onclick: (event) => this.#click(event),
      onkeydown: (event) => this.#press(event),
      onfocusin: (event) => this.#look(event.target),
    }, this.#space);
    new ResizeObserver(() => this.#measure()).observe(this);
  }

  get length() { return this.#length; }

  /** How many there are; what they show may have changed, too. */
  set length(length) {
    this.#length = length;
    this.#active = Math.min(this.#active, Math.max(0, length - 1));
    this.refill();
  }

  /** Shows all tiles anew. */
  refill() {
    this.#measure();
    for (const [index, tile] of this.#tiles) this.#show(tile, index);
  }

  /** Back to the beginning, for another list. */
  reset() {
    this.scrollTop = 0;
    this.#active = 0;
  }

  #measure() {
    const width = this.#space.clientWidth;
    if (!width) return;
    let columns = Math.max(3, Math.floor((width + GAP) / (SMALLEST + GAP)));
    const rows = (count) => Math.ceil(this.clientHeight / (width / count)) + 1 + 2 * BEYOND;
    while (columns > 3 && columns * rows(columns) > MOST_TILES) columns -= 1;
    this.#columns = columns;
    this.#side = (width - GAP * (columns - 1)) / columns;
    const lines = Math.ceil(this.#length / columns);
    this.#space.style.height = `${lines * (this.#side + GAP)}px`;
    this.#layOut();
  }

  /** Scrolling tells more often than anything is drawn. */
  #ask() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.#layOut();
    });
  }

  #layOut() {
    const pitch = this.#side + GAP;
    const first = Math.max(0, Math.floor(this.scrollTop / pitch) - BEYOND) * this.#columns;
    const lines = Math.ceil(this.clientHeight / pitch) + 1 + 2 * BEYOND;
    const end = Math.min(this.#length, first + Math.min(lines * this.#columns, MOST_TILES));
    for (const [index, tile] of this.#tiles) {
      if (index >= first && index < end) continue;
      this.#tiles.delete(index);
      this.#free.push(tile);
    }
    for (let index = first; index < end; index += 1) {
      const old = this.#tiles.get(index);
      const tile = old ?? this.#free.pop() ?? this.#make();
      this.#tiles.set(index, tile);
      this.#place(tile, index);
      if (!old) this.#show(tile, index);
    }
    for (const { button } of this.#free.splice(0)) button.remove();
    if (end > 0) this.#tell('near', Math.min(this.#length - 1, end + 4 * this.#columns));
  }

  #make() {
    const image = h('img', { alt: '', draggable: 'false' });
    const button = h('button.tile', {}, image);
    this.#space.append(button);
    return { button, image };
  }

  #place({ button }, index) {
    const pitch = this.#side + GAP;
    const [x, y] = [(index % this.#columns) * pitch, Math.floor(index / this.#columns) * pitch];
    const side = `${this.#side}px`;
    Object.assign(button.style, { transform: `translate(${x}px, ${y}px)`, width: side, height: side });
    button.dataset.index = index;
    button.tabIndex = index === this.#active ? 0 : -1;
  }

  #show({ button, image }, index) { this.fill(button, image, index); }

  #click(event) {
    const tile = event.target.closest('.tile');
    if (tile) this.#tell('pick', { index: Number(tile.dataset.index), withShift: event.shiftKey });
  }

  #press(event) {
    const page = this.#columns * Math.max(1, Math.floor(this.clientHeight / (this.#side + GAP)) - 1);
    const step = {
      ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.#columns, ArrowDown: this.#columns,
      PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity,
    }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#goTo(Math.min(Math.max(this.#active + step, 0), this.#length - 1));
  }

  #goTo(index) {
    this.#active = index;
    const pitch = this.#side + GAP;
    const top = Math.floor(index / this.#columns) * pitch;
    if (top < this.scrollTop) this.scrollTop = top;
    else if (top + pitch > this.scrollTop + this.clientHeight) this.scrollTop = top + pitch - this.clientHeight;
    this.#layOut();
    this.#tiles.get(index)?.button.focus({ preventScroll: true });
  }

  #look(target) {
    const index = Number(target.dataset?.index);
    if (!Number.isInteger(index)) return;
    this.#active = index;
    for (const [other, { button }] of this.#tiles) button.tabIndex = other === index ? 0 : -1;
    this.#tell('look', index);
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}

customElements.define('tile-grid', TileGrid);
