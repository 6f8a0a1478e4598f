import { path } from './api.js';
import { sheet } from './dialogs.js';
import { button, h, setText } from './dom.js';
import { clock, counted } from './format.js';
import { model } from './model.js';
import { showThumbnail } from './thumbs.js';
import { attempt } from './toast.js';

/** How many of what was picked are shown. */
const SHOWN = 24;

/** Shows what was picked once more, in its order, before it goes on the screen. */
export async function review(selection) {
  const assets = await attempt(selection.assets(SHOWN));
  if (!assets) return;
  const { count, duration_ms: duration } = selection.report;
  const show = (verb, place) => async () => {
    setText(problem, '');
    try {
      const list = await selection.show(verb, place);
      if (verb === 'play') {
        model.begin(list);
        dialog.close();
      }
      model.refreshAll();
    } catch ({ message }) {
      // A message of the page would be behind the dialog.
      setText(problem, message);
    }
  };
  const problem = h('p.problem', { role: 'alert' });
  const dialog = sheet('Ready to show', h('div.review', {},
    h('p.facts', {}, `${counted(count, 'item')} · ${clock(duration / 1000, { hours: false })}`),
    h('ol.review-list', {}, assets.map(entry)),
    count > assets.length ? h('p.facts', {}, `and ${(count - assets.length).toLocaleString('en')} more`) : null,
    h('div.review-foot', {}, problem, h('div.row', {},
      button('pip', 'Preview', show('preview', 'pip'), { 'aria-label': 'Preview as picture in picture' }),
      button('pip', 'Play in PIP', show('play', 'pip')),
      button('play', 'Play on main view', show('play', 'main'), { class: 'primary' })))));
}

function entry(asset) {
  const image = h('img', { alt: '' });
  showThumbnail(image, `${path('library', 'assets', asset.id, 'thumbnail')}?size=256`);
  const length = asset.duration_ms ? clock(asset.duration_ms / 1000) : '';
  return h('li', { title: asset.name, 'data-length': length }, image);
}
