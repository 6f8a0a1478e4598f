// Numbers as people read them.

/** Seconds as `m:ss`, or `h:mm:ss` from an hour on unless `hours` says otherwise. */
export function clock(seconds, { hours = true } = {}) {
  const whole = Math.max(0, Math.floor(seconds || 0));
  const two = (n) => String(n).padStart(2, '0');
  if (!hours || whole < 3600) return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** Bytes as MB. */
export const megabytes = (count) => `${number(count / 1e6)} MB`;

/** Three digits at most, such as `12.3` or `140`. */
export function number(value) {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return String(Number(value.toFixed(digits)));
}

/** `3 items`, `1 item`. */
export function counted(count, noun) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** What comes from outside, as a part of a sentence that keeps its direction. */
export const apart = (text) => `\u2068${String(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`;

/** Those that there are, side by side. */
export const facts = (...parts) => parts.filter(Boolean).map(apart).join(' · ');

/** The last part of a path or an address. */
export function baseName(url) {
  const path = String(url).split(/[?#]/)[0].replace(/\/+$/, '');
  return path.slice(path.lastIndexOf('/') + 1) || String(url);
}

/** `12:04:31`, of seconds since 1970. */
export function timeOfDay(seconds) {
  return new Date(seconds * 1000).toLocaleTimeString('en-GB');
}
