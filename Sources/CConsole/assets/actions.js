import { send } from './api.js';
import { model } from './model.js';
import { attempt } from './toast.js';

/** Changes the view; what the daemon answers is shown at once. */
export async function changeView(patch) {
  const view = await attempt(send('PATCH', '/v1/view', patch));
  if (view) model.set('view', view);
  return view;
}

/** Shows a stream in `main` or in `pip`. */
export const showIn = (place, id) =>
  changeView(place === 'main' ? { main: id } : { pip: { stream: id, enabled: true } });
