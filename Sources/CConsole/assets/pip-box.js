import { anchorOf, moved, resized } from './geometry.js';
import { build, h, isViewer } from './dom.js';

/** How far a key goes: a part of the screen, and with Shift. */
const STEP = { fine: 0.01, coarse: 0.05 };

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Brackets, and what they become with Shift on most keyboards. */
const SIZES = { '[': -1, '{': -1, ']': 1, '}': 1 };

/**
 * The PIP window over the picture: dragged by its middle, resized by its handle, both by pointer
 * and by keyboard. It only says what is wanted: `move` (`detail: frame`) while it is moved,
 * `resize` while it is resized. Whoever listens sets `frame`.
 */
export class PIPBox extends HTMLElement {
  /** The corner that holds it, if one does. */
  corner = null;
  #frame = null;
  #drag = null;
  #label = h('span.pip-name');
  #handle = h('span.pip-handle');

  connectedCallback() {
    build(this, {
      tabindex: '0', role: 'application', 'aria-describedby': 'pip-keys',
      onpointerdown: (event) => this.#grab(event),
      onpointermove: (event) => this.#pull(event),
      onlostpointercapture: (event) => this.#release(event),
      onkeydown: (event) => this.#press(event),
    }, this.#label, this.#handle);
  }

  get frame() { return this.#frame; }

  get isHeld() { return this.#drag !== null; }

  set frame(frame) {
    this.#frame = frame;
    this.hidden = !frame;
    if (!frame) return;
    for (const side of ['left', 'top', 'width', 'height']) {
      this.style[side] = `${frame[side] * 100}%`;
    }
    // The handle is where the window grows to.
    this.#handle.dataset.at = this.corner ? opposite(this.corner) : 'bottom-right';
  }

  set name(name) {
    this.#label.textContent = name;
    this.ariaLabel = `Picture in picture: ${name}`;
  }

  #grab(event) {
    if (event.button !== 0 || !this.#frame || this.#drag) return;
    const stage = this.parentElement.getBoundingClientRect();
    this.#drag = {
      stage, frame: this.#frame, x: event.clientX, y: event.clientY,
      isSize: event.target === this.#handle && !this.#isMiddle(event), id: event.pointerId,
    };
    this.setPointerCapture(event.pointerId);
    this.classList.add('held');
    this.focus({ preventScroll: true });
    event.preventDefault();
  }

  /** The handle of a small window reaches over its middle, which is to move it. */
  #isMiddle({ clientX, clientY }) {
    const { left, top, width, height } = this.getBoundingClientRect();
    const isInside = (at, side) => Math.abs(at / side - 0.5) < 0.25;
    return isInside(clientX - left, width) && isInside(clientY - top, height);
  }

  #pull(event) {
    if (event.pointerId !== this.#drag?.id) return;
    const { stage, frame, x, y, isSize } = this.#drag;
    const across = (event.clientX - x) / stage.width;
    const down = (event.clientY - y) / stage.height;
    if (!isSize) return this.#tell('move', moved(frame, frame.left + across, frame.top + down));
    const anchor = anchorOf(this.corner);
    // Whichever way the pointer went farther decides; the shape stays.
    const byWidth = across * (anchor.x ? -1 : 1);
    const byHeight = down * (anchor.y ? -1 : 1) * frame.width / frame.height;
    const growth = Math.abs(byWidth) > Math.abs(byHeight) ? byWidth : byHeight;
    this.#tell('resize', resized(frame, frame.width + growth, anchor));
  }

  #release({ pointerId }) {
    if (pointerId !== this.#drag?.id) return;
    this.#drag = null;
    this.classList.remove('held');
    this.dispatchEvent(new Event('release'));
  }

  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.#frame || isViewer()) return;
    const frame = this.#frame;
    const step = event.shiftKey ? STEP.coarse : STEP.fine;
    if (ARROWS[event.key]) {
      const [x, y] = ARROWS[event.key];
      this.#tell('move', moved(frame, frame.left + x * step, frame.top + y * step));
    } else if (SIZES[event.key]) {
      const width = frame.width + SIZES[event.key] * step;
      this.#tell('resize', resized(frame, width, anchorOf(this.corner)));
    } else {
      return;
    }
    event.preventDefault();
  }

  #tell(name, frame) { this.dispatchEvent(new CustomEvent(name, { detail: frame })); }
}

function opposite(corner) {
  const [row, column] = corner.split('-');
  return `${row === 'top' ? 'bottom' : 'top'}-${column === 'left' ? 'right' : 'left'}`;
}

customElements.define('pip-box', PIPBox);
