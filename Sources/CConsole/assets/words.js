// Events in plain words.

import { apart } from './format.js';

/**
 * What an event says, by its type, or by that and its state; without a reason it is over. Members stand in braces; a part
 * between bars is left out where it has one that the event has not.
 */
const WORDS = {
  'stream-ready': '{stream} has pictures',
  'stream-stalled': '{stream} has no new pictures',
  'stream-resumed': '{stream} has pictures again',
  'stream-lost': '{stream} was lost and is tried again|: {reason}',
  'stream-lost final': '{stream} cannot be shown|: {reason}',
  'stream-damaged': '{stream} is damaged|: {reason}',
  'stream-ended': '{stream} has ended',
  'stream-added': '{stream} was added',
  'stream-removed': '{stream} was removed',
  'variant-changed': '{stream} has another quality|: {width} × {height}|, {reason}',
  'item-ready': '{playlist}: item {item} is ready',
  'item-started': '{playlist}: item {item} is shown',
  'item-ended': '{playlist}: item {item} has ended',
  'item-failed': '{playlist}: item {item} is left out|: {reason}',
  'playlist-changed': '{playlist} was changed',
  'feed-refreshed': '{feed} was read|: {items} items, {added} new, {removed} gone',
  'feed-failed': '{feed} could not be read|: {reason}',
  'library-scan started': '{root} is being gone through',
  'library-scan done': '{root} was gone through|: {files} files',
  'library-scan offline': '{root} is away',
  'library-changed': 'The library has changed|: {added} new, {removed} gone, {changed} others|: {probed} files were looked into',
  'library-degraded': 'The library lacks something: {reason}|, in {root}',
  'library-degraded over': 'The library lacks nothing any more|, in {root}',
  'thumbnail-failed': 'There is no small picture of {source}|: {reason}',
  'export-progress': 'Export {export}: {bytes} of {total_bytes} bytes',
  'export-done': 'Export {export} is done|: {exported} files in {to}',
  'export-failed': 'Export {export} has failed|: {reason}',
  'view-changed': 'The view has changed|: {main}|, with {window} in the window|, and {show.main} for {show.seconds} s',
  'layer-rebuilt': '{stream}: its layer was made anew|: {cause}',
  'layer-resized': '{stream} is {width} × {height} now',
  'layer-failed': '{stream}: its layer was given up|: {cause}',
  'output-changed': 'The screen has changed|: {mode}|; {waiting}|: {reason}',
  snapshot: 'A picture of {of} was taken',
  'snapshot-failed': 'There is no picture of {stream}|: {reason}',
  'configuration-reloaded': 'The configuration was read anew',
  'configuration-refused': 'The configuration was refused|: {reason}',
  'configuration-applied': 'Configuration {generation} is on trial|, for {confirm_within} s',
  'configuration-confirmed': 'Configuration {generation} is kept',
  'configuration-rolled-back': 'Configuration {generation} was taken back|: {reason}',
  'configuration-superseded': 'Configuration {generation} was replaced by the file',
  overflow: 'Some events were missed',
  custom: 'Message: {said}',
};

/** One line; null for an event that is not known, or is not as it was. */
export function wordsOf(type, event) {
  const { pip, stream, data } = event;
  const known = { ...event, said: data?.text ?? data, of: stream ?? 'the screen', window: pip?.enabled ? pip.stream : null };
  const isOver = event.reason === null;
  const state = event.final === true ? 'final' : event.state ?? (isOver ? 'over' : '');
  const [first, ...others] = (WORDS[`${type} ${state}`] ?? WORDS[type.split('.')[0]] ?? '').split('|');
  const parts = others.map((part) => filled(part, known) ?? '');
  return first && filled(first, known) && [filled(first, known), ...parts].join('');
}

/** A text with the members that it names; null where there is one that is missing. */
function filled(text, event) {
  let isWhole = true;
  const full = text.replace(/\{([\w.]+)\}/g, (_, path) => {
    const value = path.split('.').reduce((inner, name) => inner?.[name], event);
    isWhole &&= ['string', 'number'].includes(typeof value);
    return apart(typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 1 }) : value);
  });
  return isWhole ? full : null;
}
