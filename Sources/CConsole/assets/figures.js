import { h, offer, setText } from './dom.js';
import { barChart, lineChart, roundUp } from './chart.js';
import { megabytes, number } from './format.js';
import { model } from './model.js';
import { dropsOf, gained, latencyOf, quantile, total } from './stats.js';

/** How many samples the histograms span: thirty seconds. */
const RECENT = 15;

const shown = (before, after) => after.streams.reduce((sum, stream) => {
  const old = before.streams.find((other) => other.id === stream.id);
  return sum + (old ? stream.shown - old.shown : 0);
}, 0);

/** Each figure: its name, its unit, its value between two samples, and how to write it. */
const LINES = [
  ['Pictures shown', 'fps', (a, b, seconds) => shown(a, b) / seconds],
  ['Main view: frame interval, p95', 'ms', (a, b) => quantile(gained(a.intervals, b.intervals), 0.95)],
  ['Latency, p95', 'ms', (a, b) => quantile(gained(latencyOf(a), latencyOf(b)), 0.95)],
  ['Drops', 'a second', (a, b, seconds) => Math.max(0, dropsOf(b) - dropsOf(a)) / seconds],
  ['Processor', '% of a core', (a, b, seconds) => (b.cpu - a.cpu) / seconds * 100],
  ['Memory', '', (a, b) => b.memory, megabytes],
];

/** What the daemon measures, since the page was opened. */
class FigureBoard extends HTMLElement {
  #cards = h('div.figures');
  #streams = h('select', { 'aria-label': 'Streams', oninput: () => this.#draw() });
  #note = h('p.empty', {}, 'The first figures come in a few seconds.');

  connectedCallback() {
    this.append(h('header.panel-head', {}, h('h2', {}, 'Figures'), this.#streams), this.#note, this.#cards);
    model.addEventListener('stats', () => this.#draw());
  }

  /** Draws only while somebody looks. */
  start() { this.#draw(); }

  #draw() {
    const { history, problems } = model;
    if (problems.stats) setText(this.#note, problems.stats.message);
    this.#note.hidden = history.samples.length > 1 && !problems.stats;
    if (this.offsetParent === null || history.samples.length < 2) return;
    offer(this.#streams, ['', ...model.streamIDs], (id) => id || 'All streams');
    const id = this.#streams.value;
    /** Of a sample, what is asked for. */
    const of = (all) => ({ ...all, streams: all.streams.filter((stream) => !id || stream.id === id) });
    const cards = [this.#histogram('Main view: frame intervals', (all) => all.intervals),
      this.#histogram('Latency', (all) => latencyOf(of(all)))];
    for (const [name, unit, value, write = number] of LINES) {
      cards.push(this.#line(name, unit, history.line((a, b, seconds) => value(of(a), of(b), seconds)), write));
    }
    this.#cards.replaceChildren(...cards.filter(Boolean));
  }

  #line(name, unit, points, write) {
    const seen = points.filter(({ value }) => Number.isFinite(value));
    if (seen.length < 2) return null;
    const most = roundUp(Math.max(...seen.map(({ value }) => value)));
    const now = `${write(seen.at(-1).value)} ${unit}`.trim();
    const seconds = Math.round(seen.at(-1).time - seen[0].time);
    return card(name, now, lineChart(`${name}: ${now}`, seen, most),
      [seconds < 90 ? `${seconds} s ago` : `${Math.round(seconds / 60)} min ago`, `top: ${write(most)}`, 'now']);
  }

  #histogram(name, read) {
    const { bounds, counts } = model.history.recent(read, RECENT);
    if (!total(counts)) return null;
    // Empty ranges at either end say nothing.
    const first = Math.max(0, counts.findIndex((count) => count > 0) - 1);
    const last = Math.min(counts.length - 1, counts.findLastIndex((count) => count > 0) + 1);
    const middle = quantile({ bounds, counts }, 0.5);
    const now = `${number(middle)} ms median`;
    return card(`${name}, last 30 s`, now, barChart(`${name}: ${now}`, counts.slice(first, last + 1)),
      [`${number(first ? bounds[first - 1] : 0)} ms`, `${total(counts).toLocaleString('en')} counted`,
        bounds[last] === undefined ? `> ${number(bounds.at(-1))} ms` : `${number(bounds[last])} ms`]);
  }
}

function card(name, now, chart, [left, middle, right]) {
  return h('section.figure', {}, h('header', {}, h('h3', {}, name), h('strong', {}, now)), chart,
    h('footer', {}, h('span', {}, left), h('span', {}, middle), h('span', {}, right)));
}

customElements.define('figure-board', FigureBoard);
