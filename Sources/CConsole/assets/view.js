import { changeView } from './actions.js';
import { send } from './api.js';
import { ask } from './dialogs.js';
import { button, h, isViewer, offer, setText } from './dom.js';
import { clock } from './format.js';
import { CORNERS, SIZE, frameOf, placeOf, resized, anchorOf, round } from './geometry.js';
import { model } from './model.js';
import './pip-box.js';
import { Preview } from './preview.js';
import { Latest } from './throttle.js';
import { attempt, takeSnapshot } from './toast.js';

/** Between two changes of the view, in ms. */
const PATCH_EVERY = 100;

const KEYS = 'With the window in focus: arrow keys move it, with Shift farther; [ and ] change its size; S swaps, P hides it.';

/** What the screen shows, live, and the PIP window to take hold of. */
class ScreenView extends HTMLElement {
  preview = null;
  #canvas = h('canvas', { width: 640, height: 360, role: 'img', 'aria-label': 'The screen' });
  #box = h('pip-box', {
    hidden: true,
    onmove: ({ detail }) => this.#move(detail),
    onresize: ({ detail }) => this.#resize(detail),
    onrelease: () => this.#follow(),
  });
  #note = h('p.stage-note', { role: 'status' }, 'Waiting for a picture…');
  #shown = h('span', { role: 'status' });
  #left = h('strong', { role: 'timer' });
  #end = button(null, 'End', () => this.#endShow(), { hidden: true, 'aria-label': 'End what is shown for a time' });
  #show = h('div.row.show', {}, this.#shown, this.#left, this.#end);
  #stage;
  #controls;
  #spoken = h('p.unseen', { 'aria-live': 'polite' });
  #patches = new Latest((patch) => this.#patch(patch), PATCH_EVERY);
  #speakSoon = 0;
  #silence = '';
  /** The window's width as it is asked for: in pixels it is rounded. */
  #width = 0;

  connectedCallback() {
    this.preview = new Preview(this.#canvas);
    this.#stage = h('div.stage', { tabindex: 0, role: 'group', 'aria-label': 'Screen' },
      this.#canvas, this.#box, this.#note);
    this.#controls = this.#makeControls();
    this.append(this.#stage, this.#show, this.#controls.root,
      h('p.keys', { id: 'pip-keys' }, KEYS), this.#spoken);
    this.preview.addEventListener('picture', () => this.#showNote());
    this.preview.addEventListener('state', () => this.#showNote());
    this.addEventListener('keydown', (event) => this.#press(event));
    for (const name of ['view', 'status']) model.addEventListener(name, () => this.#follow());
    model.addEventListener('streams', () => this.#listStreams());
    setInterval(() => this.#showLeft(), 500);
  }

  #makeControls() {
    const take = button('camera', 'Snapshot', takeSnapshot, { class: 'primary' });
    const swap = button('swap', 'Swap', () => this.#change({ swap: true }), { 'aria-label': 'Swap main view and PIP' });
    const say = button('say', 'Say', () => this.#say(), { 'aria-label': 'Say something on the screen' });
    const shown = h('input.switch', {
      type: 'checkbox', id: 'pip-shown', onchange: () => this.#change({ pip: { enabled: shown.checked } }),
    });
    const size = h('input', {
      type: 'range', id: 'pip-size', min: SIZE.min * 100, max: SIZE.max * 100, step: 0.5,
      oninput: () => this.#slide(size.value / 100),
    });
    const percent = h('output', { for: 'pip-size' });
    const corners = CORNERS.map((corner) => h('input', {
      type: 'radio', name: 'corner', value: corner, 'aria-label': corner.replace('-', ' '),
      onchange: () => this.#change({ pip: { corner } }),
    }));
    const main = this.#choice('main-stream', (id) => this.#change({ main: id }));
    const pip = this.#choice('pip-stream', (id) => this.#change({ pip: { stream: id, enabled: true } }));
    const root = h('div.controls', {},
      h('div.row', {}, take, swap, say,
        h('label.toggle', { for: 'pip-shown' }, shown, h('span', {}, 'Show'), 'PIP')),
      h('div.row', {},
        h('label.field', {}, h('span', {}, 'Main view'), main),
        h('label.field', {}, h('span', {}, 'Picture in picture'), pip)),
      h('div.row', {},
        h('fieldset.corners', {}, h('legend', {}, 'Corner'), h('div.corner-grid', {}, corners)),
        h('div.field.size', {}, h('label', { for: 'pip-size' }, 'Size ', percent), size)));
    return { root, shown, size, percent, corners, main, pip };
  }

  #choice(id, whenChosen) {
    return h('select', { id, onchange: ({ target }) => whenChosen(target.value) });
  }

  // MARK: What is shown

  #follow() {
    const { view, screen } = model;
    if (!view) return;
    document.documentElement.style.setProperty('--shape', screen.width / screen.height);
    const { pip, show } = view;
    setText(this.#shown, show ? `${show.main} for a time` : '');
    this.#showLeft();
    if (!show && document.activeElement === this.#end) this.#stage.focus({ preventScroll: true });
    this.#end.hidden = !show;
    const controls = this.#controls;
    controls.shown.checked = pip.enabled;
    for (const radio of controls.corners) radio.checked = radio.value === pip.corner;
    for (const element of [controls.size, ...controls.corners]) element.disabled = !pip.enabled;
    this.#listStreams();
    // What is under somebody's hand stays there until the daemon has heard of it.
    if (this.#box.isHeld || !this.#patches.isIdle) return;
    this.#width = pip.size;
    this.#box.corner = pip.corner ?? null;
    this.#box.name = pip.stream ?? '';
    const hadFocus = document.activeElement === this.#box;
    this.#box.frame = pip.enabled && model.status ? frameOf(view, screen) : null;
    if (hadFocus && this.#box.hidden) this.#stage.focus({ preventScroll: true });
    this.#showSize(pip.size);
  }

  /** Not read out each second. */
  #showLeft() {
    const { show } = model.view ?? {};
    setText(this.#left, show ? `${clock(Math.ceil(show.until - Date.now() / 1000))} left` : '');
  }

  #showSize(size) {
    this.#controls.size.value = size * 100;
    setText(this.#controls.percent, `${Math.round(size * 100)} %`);
  }

  #listStreams() {
    const { view, streamIDs } = model;
    const chosen = { main: view?.main ?? '', pip: view?.pip.stream ?? '' };
    for (const [place, id] of Object.entries(chosen)) {
      const select = this.#controls[place];
      const ids = streamIDs.includes(id) ? streamIDs : [id, ...streamIDs];
      offer(select, ids, (name) => name || 'none');
      select.value = id;
    }
  }

  /** Why what is shown may be old; empty where it is not. */
  set silence(text) {
    this.#silence = text;
    this.#canvas.classList.toggle('old', Boolean(text));
    this.#showNote();
  }

  #showNote() {
    const problem = this.#silence || this.preview.problem;
    if (!problem && !this.#canvas.dataset.frame) return;
    this.#note.hidden = !problem;
    if (problem) setText(this.#note, problem);
  }

  // MARK: What is wanted

  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target !== this.#stage && event.target !== this.#box || isViewer()) return;
    const key = event.key.toLowerCase();
    if (key === 's') this.#change({ swap: true });
    else if (key === 'p') this.#change({ pip: { enabled: !model.view?.pip.enabled } });
    else return;
    event.preventDefault();
  }

  #move(frame) {
    this.#box.corner = null;
    this.#box.frame = frame;
    for (const radio of this.#controls.corners) radio.checked = false;
    this.#patches.push({ pip: { ...placeOf(frame), size: this.#width } });
    this.#speak(frame);
  }

  #resize(frame) {
    this.#width = round(frame.width);
    this.#box.frame = frame;
    this.#showSize(frame.width);
    // A corner goes on holding the window; without one, its place is said anew.
    const place = this.#box.corner ? {} : placeOf(frame);
    this.#patches.push({ pip: { ...place, size: this.#width } });
    this.#speak(frame);
  }

  #slide(width) {
    const { frame, corner } = this.#box;
    if (frame) this.#resize(resized(frame, width, anchorOf(corner)));
  }

  async #patch(patch) {
    const view = await attempt(send('PATCH', '/v1/view', patch));
    // The newest wish decides, not the answer to an older one.
    this.#patches.settled().then(() => (view ? model.set('view', view) : model.refresh('view')));
  }

  /** Changes something that is no movement, after the movements. */
  async #change(patch) {
    await this.#patches.settled();
    if (!await changeView(patch)) this.#follow();
  }

  #say() {
    return ask({
      title: 'Say something',
      text: 'It is shown over the picture, to those in front of the screen.',
      confirm: 'Say',
      fields: [
        { name: 'text', label: 'Text', maxlength: 300, required: true },
        { name: 'seconds', label: 'Seconds', type: 'number', value: 10, min: 0.5, max: 3600 },
        { name: 'level', label: 'Level', options: ['info', 'warning'] },
      ],
      send: (message) => send('POST', '/v1/messages', message),
    });
  }

  async #endShow() {
    const view = await attempt(send('DELETE', '/v1/view/show'));
    if (view) model.set('view', view);
  }

  #speak({ left, top, width }) {
    clearTimeout(this.#speakSoon);
    const percent = (part) => `${Math.round(part * 100)} %`;
    this.#speakSoon = setTimeout(() => setText(this.#spoken,
      `${percent(left)} from the left, ${percent(top)} from the top, ${percent(width)} wide`), 500);
  }
}

customElements.define('screen-view', ScreenView);
