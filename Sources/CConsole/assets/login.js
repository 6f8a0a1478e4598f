import { session, signIn } from './api.js';
import { button, h } from './dom.js';

/** Asks for a token when the daemon wants one. */
class SignIn extends HTMLElement {
  connectedCallback() {
    const token = h('input', {
      type: 'password', id: 'token', required: true, autocomplete: 'off', spellcheck: 'false',
      'aria-describedby': 'token-problem',
    });
    const problem = h('p.problem', { id: 'token-problem', role: 'alert' });
    const form = h('form', {},
      h('h2', { id: 'sign-in' }, 'Sign in'),
      h('p', {}, 'Paste a token. “pipctl token create” prints one, on the machine that pipd runs on.'),
      h('label.field', { for: 'token' }, h('span', {}, 'Token'), token),
      problem,
      h('div.row.end', {}, button('key', 'Sign in', () => {}, { class: 'primary', type: 'submit' })));
    const dialog = h('dialog', { 'aria-labelledby': 'sign-in' }, form);
    // There is nothing behind it to go back to.
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      problem.textContent = '';
      try {
        // The address that brings it will do as well.
        await signIn(token.value.trim().replace(/.*#t=/, ''));
        token.value = '';
      } catch (refusal) {
        problem.textContent = refusal.message;
      }
    });
    session.addEventListener('needed', ({ detail }) => {
      if (detail) problem.textContent = detail;
      if (!dialog.open) dialog.showModal();
    });
    addEventListener('hashchange', signInFromAddress);
    session.addEventListener('begun', () => {
      problem.textContent = '';
      dialog.close();
    });
    this.append(dialog);
  }
}

customElements.define('sign-in', SignIn);

/**
 * Opens a session with the token of an address such as `/#t=TOKEN`, and takes it out of the
 * address, so that it is neither shared nor kept.
 */
export async function signInFromAddress() {
  const token = /^#t=(.+)$/.exec(location.hash)?.[1];
  if (!token) return;
  history.replaceState(null, '', location.pathname);
  try {
    await signIn(token);
  } catch ({ message }) {
    session.dispatchEvent(new CustomEvent('needed', { detail: message }));
  }
}

