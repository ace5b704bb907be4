// Node fires a timer beyond 2^31 - 1 ms at once, and may add a second to a timer. 23 days are as good as no limit.
const longest = 2_000_000_000;

/** Converts seconds of the configuration, also Infinity, to milliseconds for a timer. */
export const timerMilliseconds = (seconds: number): number => Math.min(Math.round(seconds * 1000), longest);
