/** How many small pictures are asked for at a time, so that a browser's connections suffice. */
const AT_ONCE = 2;

const waiting = new Map();
const loading = new Map();

/** What was wished for in this turn, the first picture first. */
const wishes = new Map();

/**
 * Gives an image its address when its turn comes. The newest wishes are first: what was scrolled
 * past need not come. Null takes the picture away.
 */
export function showThumbnail(image, address) {
  waiting.delete(image);
  wishes.delete(image);
  if (loading.get(image) && loading.get(image) !== address) finish(image);
  image.classList.remove('loaded');
  image.removeAttribute('src');
  if (!address) return;
  if (!wishes.size) queueMicrotask(grant);
  wishes.set(image, address);
}

function grant() {
  for (const [image, address] of [...wishes].reverse()) waiting.set(image, address);
  wishes.clear();
  next();
}

function next() {
  // Neither a hidden page nor one that waits for a token asks for anything.
  if (document.hidden || document.querySelector('sign-in [open]')) return;
  while (loading.size < AT_ONCE && waiting.size) {
    const [image, address] = [...waiting].at(-1);
    waiting.delete(image);
    loading.set(image, address);
    image.onload = () => {
      image.classList.add('loaded');
      finish(image);
    };
    image.onerror = () => {
      image.removeAttribute('src');
      finish(image);
    };
    image.src = address;
  }
}

document.addEventListener('visibilitychange', next);

function finish(image) {
  image.onload = null;
  image.onerror = null;
  loading.delete(image);
  next();
}
