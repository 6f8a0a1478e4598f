import { call, Problem } from './api.js';

/** An event stream counts as dead after so many ms without even a heartbeat. */
const SILENCE = 35_000;

/**
 * The daemon's events, over one connection that comes again by itself and says where it was.
 * Fires `event` (with `detail: {type, data}`) and `state` (`live`, `waiting` or `off`).
 */
export class EventFeed extends EventTarget {
  state = 'off';
  #lastID = '';
  #stop = null;

  start() {
    if (this.#stop) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#run(stop.signal);
  }

  stop() {
    this.#stop?.abort();
    this.#stop = null;
    this.#become('off');
  }

  async #run(signal) {
    for (let pause = 500; !signal.aborted; pause = Math.min(pause * 2, 10_000)) {
      this.#become('waiting');
      try {
        await this.#follow(signal, () => { pause = 500; });
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Problem && error.status === 401) return this.stop();
      }
      if (signal.aborted) return;
      this.#become('waiting');
      await new Promise((done) => setTimeout(done, pause * (0.75 + Math.random() / 2)));
    }
  }

  async #follow(signal, whenOpen) {
    const silence = new AbortController();
    let timer;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE);
    };
    heard();
    try {
      const headers = { Accept: 'text/event-stream' };
      if (this.#lastID) headers['Last-Event-ID'] = this.#lastID;
      const response = await call('GET', '/v1/events', {
        headers, signal: AbortSignal.any([signal, silence.signal]),
      });
      whenOpen();
      this.#become('live');
      const parser = new EventParser((event) => this.#tell(event));
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        heard();
        parser.feed(part.value);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #tell({ id, type, text }) {
    if (id) this.#lastID = id;
    let data;
    try {
      data = JSON.parse(text);
    } catch {
      return;
    }
    this.dispatchEvent(new CustomEvent('event', { detail: { type, data } }));
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event('state'));
  }
}

/** Reads server-sent events (HTML standard, § 9.2.6) from text that comes in any parts. */
export class EventParser {
  #rest = '';
  #event = { id: '', type: 'message', lines: [] };
  #tell;

  constructor(tell) { this.#tell = tell; }

  feed(text) {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) this.#line(line.replace(/\r$/, ''));
  }

  #line(line) {
    const event = this.#event;
    if (line === '') {
      this.#event = { id: '', type: 'message', lines: [] };
      if (event.lines.length) {
        this.#tell({ id: event.id, type: event.type, text: event.lines.join('\n') });
      }
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') event.lines.push(value);
    else if (field === 'event') event.type = value;
    else if (field === 'id') event.id = value;
  }
}
