// Requests, and what becomes of a refusal.

/** A refusal, in words for people. */
export class Problem extends Error {
  /** @param status Of HTTP; 0 where there was no answer. */
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** Fires `needed` when the daemon wants to know who this is (`detail`: why, once more), `begun` (`detail`: the role) once it knows. */
export const session = new EventTarget();
/** How many have begun: what was asked before the last one says nothing of it. */
let sessions = 0;

/** Opens a session with a token; the cookie that comes back is out of the page's reach. */
export async function signIn(token) {
  const { role } = await send('POST', '/v1/session', { token }, { isSignIn: true });
  sessions += 1;
  session.dispatchEvent(new CustomEvent('begun', { detail: role }));
}

export async function signOut() {
  await send('DELETE', '/v1/session');
  localStorage.clear();
  session.dispatchEvent(new CustomEvent('needed'));
}

/** No answer comes any more after so many ms. */
export const PATIENCE = 15_000;

let heardAt = 0;

/** Counts the silence from now on. */
export const heard = () => { heardAt = performance.now(); };

/** For how many seconds no answer has come. */
export const silence = () => (performance.now() - heardAt) / 1000;

/** Gives an answer that did not come, or not to its end, the words for that. */
export function lost(error) {
  throw /^(Abort|Syntax)Error$/.test(error.name) ? error : new Problem(0, 'The daemon does not answer.');
}

/** A `Response` that is no refusal. */
export async function call(method, path, { headers = {}, body, signal, isSignIn } = {}) {
  const asked = sessions;
  const response = await fetch(path, {
    method, headers, body, cache: 'no-store', signal: signal ?? AbortSignal.timeout(PATIENCE),
  }).catch(lost);
  heard();
  if (response.ok) return response;
  const problem = await refusal(response);
  if (response.status === 401 && !isSignIn && asked === sessions) {
    session.dispatchEvent(new CustomEvent('needed', { detail: localStorage.session && problem.message }));
  }
  throw problem;
}

/** Sends JSON and reads JSON. */
export async function send(method, path, json, options = {}) {
  const response = await call(method, path, {
    ...options,
    headers: json === undefined ? {} : { 'Content-Type': 'application/json' },
    body: json === undefined ? undefined : JSON.stringify(json),
  });
  return /\bjson\b/.test(response.headers.get('Content-Type')) ? response.json().catch(lost) : null;
}

export const get = (path, options) => send('GET', path, undefined, options);

/** A path from parts that may have any character. */
export const path = (...parts) => `/v1/${parts.map(encodeURIComponent).join('/')}`;

/** `?a=1&b=2`, without what is empty. */
export function query(values) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return entries.length ? `?${new URLSearchParams(entries)}` : '';
}

async function refusal(response) {
  let detail = '';
  try {
    detail = (await response.json()).detail ?? '';
  } catch {
    // A proxy's page says nothing that would help.
  }
  const { status } = response;
  if (status === 403) return new Problem(status, `Your role may not do this. ${detail}`);
  return new Problem(status, detail || (status === 401 ? 'Please sign in.' : `The daemon answered ${status}.`));
}
