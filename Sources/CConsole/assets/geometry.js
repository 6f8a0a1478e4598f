// Where the PIP window is. Everything is a fraction of the screen: `{left, top, width, height}`.

/** What the daemon accepts as the window's width. */
export const SIZE = { min: 0.1, max: 0.5 };

export const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];

const clamp = (value, min, max) => Math.min(Math.max(value, min), Math.max(min, max));

/** The frame of what `/v1/view` reports; null without a window. */
export function frameOf(view, screen) {
  const window = view?.pip?.window;
  if (!window?.width) return null;
  return {
    left: window.x / screen.width,
    top: window.y / screen.height,
    width: window.width / screen.width,
    height: window.height / screen.height,
  };
}

/** The frame with its top left corner there, or as near as the screen allows. */
export function moved(frame, left, top) {
  return {
    ...frame,
    left: clamp(left, 0, 1 - frame.width),
    top: clamp(top, 0, 1 - frame.height),
  };
}

/**
 * The frame with another width and the same shape. The point `anchor` of it stays where it is:
 * `{x: 0, y: 0}` is its top left corner, `{x: 1, y: 1}` the opposite one.
 */
export function resized(frame, width, anchor) {
  const next = { ...frame, width: clamp(width, SIZE.min, SIZE.max) };
  next.height = frame.height * next.width / frame.width;
  const left = frame.left + (frame.width - next.width) * anchor.x;
  const top = frame.top + (frame.height - next.height) * anchor.y;
  return moved(next, left, top);
}

/** The daemon's `x` and `y`: from one edge of the screen (0) to the other (1). */
export function placeOf({ left, top, width, height }) {
  const part = (offset, size) => (size < 1 ? round(clamp(offset / (1 - size), 0, 1)) : 0);
  return { x: part(left, width), y: part(top, height) };
}

/** The point of the window that a corner holds fast; the top left one without a corner. */
export function anchorOf(corner) {
  return { x: corner?.endsWith('right') ? 1 : 0, y: corner?.startsWith('bottom') ? 1 : 0 };
}

/** Four digits: finer than a pixel of any screen. */
export const round = (value) => Math.round(value * 1e4) / 1e4;
