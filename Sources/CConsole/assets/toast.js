import { send } from './api.js';
import { build, button, h } from './dom.js';
import { apart } from './format.js';

/** How long a message stays, in ms, unless somebody points at it. */
const STAYS = 6000;
const MOST = 4;

/** Messages that come and go. One for the whole page. */
class ToastStack extends HTMLElement {
  /** How to end each, the newest first. */
  #ends = [];

  connectedCallback() {
    build(this, { role: 'status', 'aria-live': 'polite', 'aria-label': 'Messages' });
  }

  show({ text, note, image, kind = 'plain', actions = [], whenGone = () => {} }) {
    const said = apart(text);
    // The same refusal again says nothing more.
    if (kind.startsWith('bad') && this.querySelector('.bad strong')?.textContent === said) return;
    const toast = h(`div.toast.${kind}`, {
      onpointerenter: () => hold(), onfocusin: () => hold(), onpointerleave: () => wait(), onfocusout: () => wait(),
    },
      image ? h('img', { src: image, alt: '' }) : null,
      h('div.toast-text', {}, h('strong', {}, said), note ? h('span', {}, note) : null),
      actions, button('close', 'Dismiss', () => end(), { quiet: true, class: 'plain' }));
    let timer;
    const hold = () => clearTimeout(timer);
    const wait = () => {
      hold();
      timer = setTimeout(end, STAYS);
    };
    const end = () => {
      hold();
      if (!toast.isConnected) return;
      toast.remove();
      this.#ends.splice(this.#ends.indexOf(end), 1);
      whenGone();
    };
    this.prepend(toast);
    this.#ends.unshift(end);
    wait();
    while (this.#ends.length > MOST) this.#ends.at(-1)();
  }
}

customElements.define('toast-stack', ToastStack);

const stack = () => document.querySelector('toast-stack');

/** Tells everyone who looks at this page. */
export const toast = (message) => stack().show(message);

/** What a promise gives; undefined where it was refused, and then the page says why. */
export async function attempt(promise) {
  try {
    return await promise ?? null;
  } catch (problem) {
    // The dialog for signing in is open by then.
    if (problem.status !== 401) toast({ text: problem.message, kind: problem.status ? 'bad' : 'bad.away' });
    return undefined;
  }
}

/** The daemon answers again: what was said of its silence is over. */
export function endSilence() {
  for (const dismiss of document.querySelectorAll('.away .plain')) dismiss.click();
}

/** The size of the pictures that are sent to everyone. */
const TARGET = '480x270';

/** The picture that this page took last, as large as it is, and what tells the event of it. */
let taken = null;

/** Takes a picture of the screen: small for everyone, and whole for who took it. */
export async function takeSnapshot() {
  taken = attempt(takeBoth());
  await taken;
}

async function takeBoth() {
  const [whole, { sha256 }] = await Promise.all([
    send('POST', '/v1/snapshot', { format: 'jpeg', quality: 0.95, output: 'base64' }),
    send('POST', '/v1/snapshot?event=true', { target: TARGET }),
  ]);
  return { ...whole, sha256, media_type: 'image/jpeg' };
}

/** The picture of the event `snapshot`, for everyone who is connected. */
export async function toastSnapshot(heard) {
  const own = await taken;
  const event = own?.sha256 === heard.sha256 ? own : heard;
  const bytes = Uint8Array.from(atob(event.data), (letter) => letter.charCodeAt(0));
  const image = URL.createObjectURL(new Blob([bytes], { type: event.media_type }));
  const subject = event.stream ? `of ${event.stream}` : 'of the screen';
  const name = `${event.stream ?? 'screen'}-${event.sha256.slice(0, 8)}.${event.format === 'png' ? 'png' : 'jpg'}`;
  toast({
    text: 'Snapshot captured',
    note: `${subject}, ${event.width} × ${event.height}`,
    image,
    kind: 'picture',
    actions: [h('a.button', { href: image, download: name }, 'Save')],
    whenGone: () => URL.revokeObjectURL(image),
  });
}
