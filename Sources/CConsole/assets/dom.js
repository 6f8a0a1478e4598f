// Elements from plain values. Nothing here, or anywhere on the page, reads text as markup.

import { PATHS } from './icons.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an element: `h('p.note', { onclick: f, 'aria-live': 'polite' }, 'text', child)`.
 * Strings become text nodes; null and false are left out; functions under `on…` become listeners.
 */
export function h(kind, props = {}, ...children) {
  const [tag, ...classes] = kind.split('.');
  const element = document.createElement(tag);
  // Else one in a form sends that.
  if (tag === 'button') element.type = tag;
  // Text fields and menus look alike.
  if (tag === 'select' || /^(text|search|password|number)$/.test(props.type)) classes.push('text');
  if (classes.length) element.className = classes.join(' ');
  return build(element, props, ...children);
}

/** The same for SVG. */
export function s(kind, props = {}, ...children) {
  const [tag, ...classes] = kind.split('.');
  const element = document.createElementNS(SVG, tag);
  if (classes.length) element.setAttribute('class', classes.join(' '));
  return build(element, props, ...children);
}

/** Gives an element that there is the same. */
export function build(element, props, ...children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== false));
  return element;
}

/** An icon; decoration only, so a name goes beside it. */
export function icon(name) {
  return s('svg.icon', { 'aria-hidden': 'true', viewBox: '0 0 24 24' },
    s('path', { d: PATHS[name] }));
}

/** A button with an icon and a text; with `quiet`, the text is for screen readers only. */
export function button(name, text, onclick, { quiet = false, ...props } = {}) {
  const label = h(quiet ? 'span.unseen' : 'span', {}, text);
  return h('button', { title: quiet ? text : null, onclick: onceAtATime(onclick), ...props },
    name ? icon(name) : null, label);
}

/** Has a button say what a press of it does: hold something, or have it go on. */
export function renamePause(element, isPaused) {
  const text = isPaused ? 'Resume' : 'Pause';
  element.querySelector('path').setAttribute('d', PATHS[isPaused ? 'play' : 'pause']);
  setText(element.lastElementChild, text);
  element.title = text;
}

/** While what a click began has no answer, another one begins nothing. */
function onceAtATime(act) {
  return async ({ currentTarget }) => {
    if (currentTarget.ariaBusy) return;
    const end = act();
    if (!end?.then) return;
    currentTarget.ariaBusy = 'true';
    await end.finally(() => { currentTarget.ariaBusy = null; });
  };
}

/** Sets a text only where it differs, so that nothing is drawn or read out for nothing. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Offers names to choose from; those that are offered already stay. */
export function offer(select, names, text = (name) => name) {
  if (`${names}` === `${[...select.options].map(({ value }) => value)}` && select.length) return;
  const chosen = select.value;
  select.replaceChildren(...names.map((value) => h('option', { value }, text(value))));
  if (names.includes(chosen)) select.value = chosen;
}

/** Whether nothing can be changed. The daemon refuses it; here it spares a refusal for each key. */
export const isViewer = () => document.body.dataset.role === 'viewer';
