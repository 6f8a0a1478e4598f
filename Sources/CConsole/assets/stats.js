// The only place that knows how `/v1/stats` names things.

/** @returns One sample: counts since the daemon started, at a time in seconds. */
export function readStats(json) {
  return {
    time: json.time,
    intervals: readHistogram(json.views.find(({ view }) => view === 'main')?.interval),
    memory: json.memory.resident_bytes,
    cpu: json.cpu_seconds,
    uptime: json.uptime_seconds,
    // What nobody could see is no fault.
    streams: json.streams.map(({ id, presented, dropped: { no_output: hidden, ...drops }, latency }) => (
      { id, shown: presented, hidden, drops, latency: readHistogram(latency) })),
  };
}

/** Upper bounds in ms, and how many fell below each; one more count for the rest. */
function readHistogram(json) {
  return { bounds: json?.bounds_ms ?? [], counts: json?.counts ?? [] };
}

/** Of all streams of a sample; their histograms have the same bounds. */
export function latencyOf({ streams }) {
  const [first = readHistogram(), ...others] = streams.map(({ latency }) => latency);
  return others.reduce((all, { counts }) => (
    { bounds: all.bounds, counts: all.counts.map((count, index) => count + counts[index]) }), first);
}

/** The last five minutes of samples, at one every two seconds. */
const LENGTH = 150;

/** What the daemon measured while the page was open. */
export class History {
  samples = [];

  add(json) {
    const sample = readStats(json);
    // Another daemon counts anew: its numbers have nothing to do with the old ones.
    if (this.last && (sample.time < this.last.time || sample.uptime < this.last.uptime)) {
      this.samples = [];
    }
    this.samples.push(sample);
    if (this.samples.length > LENGTH) this.samples.shift();
  }

  get last() { return this.samples.at(-1); }

  /** One value for each two neighbours, with the time of the later one. */
  line(value) {
    return this.samples.slice(1).flatMap((sample, index) => {
      const before = this.samples[index];
      const seconds = sample.time - before.time;
      return seconds > 0 ? [{ time: sample.time, value: value(before, sample, seconds) }] : [];
    });
  }

  /** What a sample's histogram gained in the last so many samples. */
  recent(read, samples) {
    const [first, last] = [this.samples.at(-samples - 1) ?? this.samples[0], this.last];
    return first && last ? gained(read(first), read(last)) : { bounds: [], counts: [] };
  }

  /** Pictures a second of a stream, between the last two samples; null where that is not known. */
  rate(id) {
    const find = (sample) => sample?.streams.find((stream) => stream.id === id);
    const [now, before] = [find(this.last), find(this.samples.at(-2))];
    if (!now || !before) return null;
    const seconds = this.last.time - this.samples.at(-2).time;
    return seconds > 0 ? (now.shown - before.shown) / seconds : null;
  }
}

export function gained(before, after) {
  return {
    bounds: after.bounds,
    counts: after.counts.map((count, index) => Math.max(0, count - (before.counts[index] ?? 0))),
  };
}

/** The value below which a part (0 to 1) of a histogram lies, in ms; NaN of an empty one. */
export function quantile({ bounds, counts }, part) {
  const all = total(counts);
  if (!all) return NaN;
  let below = 0;
  for (const [index, count] of counts.entries()) {
    if (below + count >= all * part && count > 0) {
      const from = index ? bounds[index - 1] : 0;
      const to = bounds[index] ?? from;
      return from + (to - from) * (all * part - below) / count;
    }
    below += count;
  }
  return bounds.at(-1);
}

export const total = (counts) => counts.reduce((sum, count) => sum + count, 0);

export const dropsOf = (sample) =>
  sample.streams.reduce((sum, stream) => sum + total(Object.values(stream.drops)), 0);
