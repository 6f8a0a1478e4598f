import { button, h, offer } from './dom.js';

/** Numbers the dialogs, whose parts name each other by ID. */
let last = 0;

/**
 * Asks for something, and sends it. The dialog stays, and says why, while the answer is a refusal.
 *
 * @param fields `{name, label, hint, type, options}` each, and what else an `input` has.
 * @param send   Called with the values by name; answers a promise.
 * @returns The values once they were taken; null where nobody wanted to.
 */
export function ask({ title, text, confirm, fields = [], isDangerous = false, send }) {
  const id = `dialog-${last += 1}`;
  const inputs = fields.map((field) => makeField(field, id));
  const problem = h('p.problem', { role: 'alert' });
  const go = button(null, confirm, () => {}, {
    class: isDangerous ? 'danger' : 'primary', type: 'submit',
  });
  const form = h('form', {},
    h('h2', { id }, title),
    text ? h('p', {}, text) : null,
    inputs.map(({ element }) => element),
    problem,
    h('div.row.end', {}, button(null, 'Cancel', () => dialog.close()), go));
  const dialog = h('dialog', { 'aria-labelledby': id }, form);
  document.querySelector('main').append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    let answer = null;
    dialog.addEventListener('close', () => {
      dialog.remove();
      done(answer);
    });
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value()]));
      go.disabled = true;
      problem.textContent = '';
      try {
        await send(values);
        answer = values;
        dialog.close();
      } catch (refusal) {
        problem.textContent = refusal.message;
      }
      go.disabled = false;
    });
  });
}

function makeField({ name, label, hint, type = 'text', options, ...others }, dialog) {
  const isBox = type === 'checkbox';
  const asTyped = { checkbox: {}, number: { step: 'any', required: true } }[type]
    ?? { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off' };
  const id = `${dialog}-${name}`;
  const input = options ? h('select', { name, id })
    : h('input', { type, name, id, ...asTyped, ...others });
  if (options) offer(input, options);
  return {
    name,
    value: () => (isBox ? input.checked : type === 'number' ? Number(input.value) : input.value.trim()),
    element: isBox
      ? h('label.toggle', { for: input.id }, input, label)
      : h('label.field', { for: input.id }, h('span', {}, label), input,
        hint ? h('small', {}, hint) : null),
  };
}

/** A sheet with content, which anything in it may close. */
export function sheet(title, content) {
  const id = `dialog-${last += 1}`;
  const dialog = h('dialog.sheet.dark', { 'aria-labelledby': id },
    h('header.panel-head', {}, h('h2', { id }, title),
      button('close', 'Close', () => dialog.close(), { quiet: true, class: 'plain' })),
    content);
  dialog.addEventListener('close', () => dialog.remove());
  // A click beside it is one on the dialog itself.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.querySelector('main').append(dialog);
  dialog.showModal();
  return dialog;
}
