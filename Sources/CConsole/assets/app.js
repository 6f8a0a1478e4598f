import { heard, session, signOut, silence } from './api.js';
import { h, setText } from './dom.js';
import { EventFeed } from './events.js';
import './event-list.js';
import './figures.js';
import { signInFromAddress } from './login.js';
import { model } from './model.js';
import './picker.js';
import './reels.js';
import './streams.js';
import { attempt, endSilence, toast, toastSnapshot } from './toast.js';
import './view.js';

/** Elements by the names of their tabs. */
const PARTS = {
  streams: 'stream-list', reels: 'reel-strip', library: 'media-picker', figures: 'figure-board', events: 'event-list',
};

const one = (selector) => document.querySelector(selector);
const view = one('screen-view');
const feed = new EventFeed();
let panel = null;
/** Whether there is a session, or none is needed: else each request would be refused. */
let isLetIn = false;

/** All connections are open only while somebody may, and can, see the page. */
function follow() {
  const isSeen = isLetIn && document.visibilityState === 'visible';
  heard();
  for (const part of [feed, view.preview, model]) isSeen ? part.start() : part.stop();
  if (isSeen) panel?.start?.();
  else panel?.stop?.();
}

function open(name) {
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const isOpen = tab.id === `tab-${name}`;
    tab.ariaSelected = isOpen;
    tab.tabIndex = isOpen ? 0 : -1;
    one(`#${tab.getAttribute('aria-controls')}`).hidden = !isOpen;
  }
  panel?.stop?.();
  panel = one(`#panel-${name}`).firstElementChild;
  if (isLetIn) panel.start?.();
  if (name === 'reels') one('discover-list').find();
}

function makeTabs() {
  const tabs = Object.keys(PARTS).map((name) => h('button', {
    role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, onclick: () => open(name),
  }, name[0].toUpperCase() + name.slice(1)));
  one('.tabs').append(...tabs);
  one('.side').append(...Object.entries(PARTS).map(([name, part]) => h('div.panel', {
    // What has nothing else to go to is scrolled by keys.
    tabindex: name === 'figures' && '0', role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, hidden: true,
  }, h(part))));
  one('[role=tablist]').addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const at = tabs.indexOf(document.activeElement);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}

function hear({ detail }) {
  const { type, data } = detail;
  one('event-list').add(detail);
  model.hear(detail);
  one('media-picker').hear(detail);
  if (type === 'snapshot') toastSnapshot(data);
  if (type.startsWith('custom.')) {
    const text = typeof data.data === 'string' ? data.data : data.data?.text;
    if (typeof text === 'string') toast({ text });
  }
}

/** Figures are asked for every two seconds: after so many without an answer nothing is live. */
const QUIET = 4;

function showState() {
  const names = { live: 'Live', waiting: 'Connecting…', off: 'Off' };
  const chip = one('#connection');
  const seconds = Math.floor(silence());
  const isLost = feed.state !== 'off' && seconds >= QUIET;
  // Told again every five seconds, not read out every one.
  const text = `No answer for ${seconds < 5 ? seconds : seconds - seconds % 5} s`;
  const state = isLost ? 'waiting' : feed.state;
  if (state === 'live' && chip.dataset.state !== state) {
    endSilence();
    panel.start?.();
  }
  chip.dataset.state = state;
  setText(chip, isLost ? text : names[feed.state]);
  view.silence = isLost ? text : '';
}

function hearState() {
  // What happened meanwhile nobody has told.
  if (feed.state === 'live') model.refreshAll();
  showState();
}

function showOutput() {
  const { output } = model.status ?? {};
  if (output) setText(one('#output'), [output.mode, output.kind].filter(Boolean).join(' · '));
}

makeTabs();
feed.addEventListener('event', hear);
feed.addEventListener('state', hearState);
setInterval(showState, 500);
model.addEventListener('status', showOutput);
document.addEventListener('visibilitychange', follow);
function showRole() {
  document.body.dataset.role = localStorage.session ?? '';
  one('#sign-out').hidden = !localStorage.session;
}

function letIn(isIn) {
  isLetIn = isIn;
  follow();
}

session.addEventListener('needed', () => letIn(false));
session.addEventListener('begun', ({ detail }) => {
  localStorage.session = detail;
  showRole();
  // What was refused is asked for again.
  letIn(false);
  letIn(true);
});
one('#sign-out').addEventListener('click', async () => {
  if (await attempt(signOut()) !== undefined) showRole();
});
// Another tab has signed in.
addEventListener('storage', showRole);
showRole();
await signInFromAddress();
open('streams');
if (!isLetIn) {
  await model.refresh('view');
  if (model.problems.view?.status !== 401) letIn(true);
}
document.body.classList.add('ready');
performance.mark('usable');
