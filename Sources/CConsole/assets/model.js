import { get, path, Problem } from './api.js';
import { History } from './stats.js';
import { Latest } from './throttle.js';

/** How often figures are asked for, in ms, and what could not be read; and the rest, in case that an event was missed. */
const SOME_EVERY = 2000;
const ALL_EVERY = 15_000;
/** Between two readings of a list for the sake of events, in ms: it may be long, and they many. */
const LISTS_EVERY = 1000;

/** What is read of `/v1`, by name; figures are, too, at their own pace. */
const SOURCES = ['view', 'status', 'streams', 'playlists'];

/**
 * What the daemon has, as the page last heard of it. Fires an event with the name of what
 * changed: `view`, `status`, `streams`, `playlists`, `stats`; and `begun` (`detail`: the ID) for what somebody plays from here.
 */
class Model extends EventTarget {
  view = null;
  status = null;
  streams = [];
  playlists = [];
  history = new History();
  /** Why something could not be read, by name. */
  problems = {};
  #timers = [];
  #reading = {};
  #again = {};
  #hints = Object.fromEntries(['streams', 'playlists'].map((name) => (
    [name, new Latest(() => this.#timers.length && this.refresh(name), LISTS_EVERY)])));
  /** How often each was set: an answer to an older question is no news. */
  #turns = {};

  start() {
    if (this.#timers.length) return;
    this.#timers = [
      // Playlists may be long, and events tell of them.
      setInterval(() => ['view', 'status', 'streams'].forEach((name) => this.refresh(name)), ALL_EVERY),
      setInterval(() => this.#readOften(), SOME_EVERY),
    ];
    this.refreshAll();
    this.#readOften();
  }

  stop() {
    this.#timers.splice(0).forEach(clearInterval);
  }

  refreshAll() {
    for (const name of SOURCES) this.refresh(name);
  }

  /** Reads something anew: once more afterwards if that is asked for meanwhile. */
  async refresh(name) {
    if (this.#reading[name]) {
      this.#again[name] = true;
      return;
    }
    this.#reading[name] = true;
    const turn = this.#turns[name];
    try {
      const answer = await get(path(name));
      // A list stands in it under its name.
      if (turn === this.#turns[name]) this.set(name, answer[name] ?? answer);
      else this.#again[name] = true;
    } catch (problem) {
      this.#failed(name, problem);
    }
    this.#reading[name] = false;
    if (this.#again[name]) {
      this.#again[name] = false;
      if (this.#timers.length) this.refresh(name);
    }
  }

  /** Takes what a request answered, without asking again. */
  set(name, value) {
    delete this.problems[name];
    if (value?.show) this.#keepEnd(value.show);
    this.#turns[name] = (this.#turns[name] ?? 0) + 1;
    this[name] = value;
    this.#tell(name);
  }

  /** Takes a playlist as a request answered it; it may be new. */
  takePlaylist(list) {
    const others = this.playlists.filter((other) => other.id !== list.id);
    this.set('playlists', [...others, list].sort((a, b) => (a.id < b.id ? -1 : 1)));
  }

  /** The same of one that was just begun: it is what somebody wants to see. */
  begin(list) {
    this.takePlaylist(list);
    this.dispatchEvent(new CustomEvent('begun', { detail: list.id }));
  }

  /** When what is shown for a time is over, in seconds since 1970: once for each. */
  #keepEnd(show) {
    const [end, known] = [Date.now() / 1000 + show.seconds, this.view?.show];
    const isSame = known?.main === show.main && Math.abs(known.until - end) < 1.5;
    show.until = isSame ? known.until : end;
  }

  /** Reads anew what an event says has changed. */
  hear({ type }) {
    if (type === 'view-changed') this.refresh('view');
    if (/^(stream|layer|item)-|^view-changed$/.test(type)) this.#hints.streams.push();
    if (/^(layer|output)-|^stream-ready/.test(type)) this.refresh('view');
    if (/^item-(started|failed)|^playlist-|^stream-(added|removed)/.test(type)) {
      this.#hints.playlists.push();
    }
    if (/^(output|configuration)-/.test(type)) this.refreshAll();
  }

  /** The screen's size in pixels, as it is seen. */
  get screen() {
    const { mode = '', rotation = 0 } = this.status?.output ?? {};
    const [, width, height] = /(\d+)x(\d+)/.exec(mode) ?? [];
    if (!width) return { width: 16, height: 9 };
    const size = { width: Number(width), height: Number(height) };
    return rotation % 180 ? { width: size.height, height: size.width } : size;
  }

  /** The names of what can be shown. */
  get streamIDs() { return this.streams.map((stream) => stream.id); }

  /** Of figures all are kept. */
  set stats(json) { this.history.add(json); }

  #readOften() {
    for (const name of ['stats', ...Object.keys(this.problems)]) {
      if (!this.#reading[name]) this.refresh(name);
    }
  }

  #failed(name, problem) {
    this.problems[name] = problem instanceof Problem
      ? problem : new Problem(0, 'The daemon’s answer could not be read.');
    this.#tell(name);
  }

  #tell(name) { this.dispatchEvent(new Event(name)); }
}

export const model = new Model();
