import { s } from './dom.js';
import { number } from './format.js';

/** The field that charts are drawn on, in its own units. */
const WIDTH = 320;
const HEIGHT = 96;

/** A round number at or above the value: 1, 2 or 5 times a power of ten. */
export function roundUp(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find((step) => step * power >= value) * power;
}

function frame(label, children) {
  return s('svg.chart', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label,
  }, s('path.rule', { d: `M0 ${HEIGHT / 2}H${WIDTH}M0 .5H${WIDTH}` }), children);
}

/**
 * Values over time.
 *
 * @param points Two `{time, value}` or more, the oldest first; times in seconds.
 * @param most   What the top of the chart stands for.
 */
export function lineChart(label, points, most) {
  const [from, to] = [points[0].time, points.at(-1).time];
  const x = (time) => number((time - from) / (to - from || 1) * WIDTH);
  const y = (value) => (HEIGHT - Math.min(1, value / most) * (HEIGHT - 2) - 1).toFixed(1);
  const line = points.map(({ time, value }) => `${x(time)} ${y(value)}`).join('L');
  return frame(label, [
    s('path.area', { d: `M${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z` }),
    s('path.line', { d: `M${line}`, 'vector-effect': 'non-scaling-stroke' }),
  ]);
}

/** How often each of some ranges occurred, as bars side by side. */
export function barChart(label, counts) {
  const most = Math.max(...counts, 1);
  const step = WIDTH / counts.length;
  return frame(label, counts.map((count, index) => {
    const height = count ? Math.max(2, count / most * (HEIGHT - 4)) : 0;
    return s('rect.bar', {
      x: (index * step + 1).toFixed(1), y: (HEIGHT - height).toFixed(1),
      width: (step - 2).toFixed(1), height: height.toFixed(1),
    });
  }));
}
