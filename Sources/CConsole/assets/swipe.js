/** A swipe counts from this part of the element's width on, or from this speed, in pixels a ms. */
const FAR = 0.25;
const FAST = 0.5;

/**
 * Lets an element be swiped sideways: it follows the pointer, and springs back.
 *
 * @param swiped Called with 1 for a swipe to the left, which brings what is next, and -1 for the other.
 */
export function swipeable(element, swiped) {
  let start = null;
  const follow = (x) => element.style.setProperty('--pull', `${x}px`);
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.target.closest('button, a, input')) return;
    start = { x: event.clientX, at: event.timeStamp };
    element.setPointerCapture(event.pointerId);
    element.classList.add('held');
  });
  element.addEventListener('pointermove', (event) => start && follow(event.clientX - start.x));
  element.addEventListener('pointerup', (event) => {
    if (!start) return;
    const way = event.clientX - start.x;
    const speed = Math.abs(way) / Math.max(1, event.timeStamp - start.at);
    if (Math.abs(way) > element.clientWidth * FAR || (speed > FAST && Math.abs(way) > 24)) {
      swiped(way < 0 ? 1 : -1);
    }
  });
  // Also where the browser takes the pointer, for scrolling.
  element.addEventListener('lostpointercapture', () => {
    start = null;
    element.classList.remove('held');
    follow(0);
  });
}
