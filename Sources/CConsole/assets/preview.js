import { call, lost, Problem } from './api.js';

/** Between the starts of two requests, in ms: ten pictures a second at most. */
const PACE = 100;
/** How wide the pictures are, in pixels: the same for every viewer, so that they share them. */
const WIDTH = 640;
/** How many seconds the daemon may wait for a change. */
const WAIT = 5;

/**
 * Draws the screen's picture into a canvas. It asks for the next one when the last one is drawn,
 * so a slow link has fewer pictures, and never older ones.
 * Fires `picture` after each, and `state` when `problem` changes.
 */
export class Preview extends EventTarget {
  /** Why there is no picture; empty where there is one. */
  problem = '';
  #canvas;
  #context;
  #stop = null;
  #frame = 0;

  constructor(canvas) {
    super();
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
  }

  start() {
    if (this.#stop) return;
    this.#frame = 0;
    const stop = new AbortController();
    this.#stop = stop;
    this.#run(stop.signal);
  }

  stop() {
    this.#stop?.abort();
    this.#stop = null;
  }

  async #run(signal) {
    let pause = PACE;
    while (!signal.aborted) {
      const startedAt = performance.now();
      try {
        await this.#next(signal);
        this.#become('');
        pause = PACE;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Problem && error.status === 401) return this.stop();
        this.#become(error.message);
        // Another daemon may be there by then, which counts its pictures anew.
        this.#frame = 0;
        pause = Math.min(pause * 2, 5000);
      }
      const rest = startedAt + pause - performance.now();
      if (rest > 0) await new Promise((done) => setTimeout(done, rest));
    }
  }

  async #next(signal) {
    const path = `/v1/preview.jpeg?after=${this.#frame}&width=${WIDTH}&wait=${WAIT}`;
    const response = await call('GET', path, {
      signal: AbortSignal.any([signal, AbortSignal.timeout((WAIT + 5) * 1000)]),
    });
    if (response.status === 204) return;
    const frame = Number(response.headers.get('Pipd-Frame')) || 0;
    const bitmap = await createImageBitmap(await response.blob().catch(lost));
    if (!signal.aborted) this.#draw(bitmap, frame);
    bitmap.close();
  }

  #draw(bitmap, frame) {
    const canvas = this.#canvas;
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
    }
    this.#context.drawImage(bitmap, 0, 0);
    this.#frame = frame;
    canvas.dataset.frame = frame;
    this.dispatchEvent(new Event('picture'));
  }

  #become(problem) {
    if (problem === this.problem) return;
    this.problem = problem;
    this.dispatchEvent(new Event('state'));
  }
}
