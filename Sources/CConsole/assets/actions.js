import { send } from './api.js';
import { model } from './model.js';
import { attempt } from './toast.js';

let changes = 0;

/** Changes the view; what the daemon answers to the newest change is shown at once. */
export async function changeView(patch) {
  const own = changes += 1;
  const view = await attempt(send('PATCH', '/v1/view', patch));
  if (view) own === changes ? model.set('view', view) : model.refresh('view');
  return view;
}

/** Shows a stream in `main` or in `pip`. */
export const showIn = (place, id) =>
  changeView(place === 'main' ? { main: id } : { pip: { stream: id, enabled: true } });
