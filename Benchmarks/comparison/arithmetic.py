"""Medians, percentiles and ratios."""

import statistics


def median(values):
    """The middle of the values, which must not be empty."""
    return statistics.median(values)


def percentile(values, share):
    """The smallest value that at least `share` (0...1) of the values do not exceed."""
    ordered = sorted(values)
    count = -(-round(share * 1_000_000) * len(ordered) // 1_000_000)
    return ordered[min(len(ordered), max(1, count)) - 1]


def spread(values):
    """p50, p99 and the largest."""
    return {"p50": percentile(values, 0.5), "p99": percentile(values, 0.99),
            "max": max(values), "count": len(values)}


def ratio(ours, theirs):
    """Ours over theirs; None where there is no sense in it."""
    if ours is None or theirs is None or theirs <= 0:
        return None
    return ours / theirs


def slope(points):
    """The rise a step of the straight line through (x, y) with the least squares."""
    xs, ys = zip(*points)
    return statistics.linear_regression(xs, ys).slope


def deviation(points):
    """How far the farthest point is above or below that line."""
    xs, ys = zip(*points)
    rise, start = statistics.linear_regression(xs, ys)
    return max(abs(y - start - rise * x) for x, y in points)


def rounded(value, digits=3):
    """To so many significant digits, as a reader wants it; whole above 1000."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if value == 0 or value != value or isinstance(value, int):
        return value
    result = float(f"{value:.{digits}g}")
    return int(round(value)) if abs(value) >= 10 ** (digits - 1) else result
